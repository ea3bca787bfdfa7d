// Attributes that come from a header.
#pragma once
#include <sycl/sycl.hpp>

#define WORK_GROUP_OF_8 [[sycl::reqd_work_group_size(8)]]
#define WORK_GROUP_OF(size) [[sycl::reqd_work_group_size(size)]]

inline auto from_a_header(int *out) {
  return [=](sycl::nd_item<1> i) [[sycl::reqd_work_group_size(8)]] { out[i.get_global_id(0)] = 8; };
}
