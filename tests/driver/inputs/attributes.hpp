#define SMALL [[sycl::reqd_sub_group_size(16)]]
#define GROUP(a, b)                                                                                \
  [[sycl::reqd_work_group_size(a,                                                                  \
                               b)]]
