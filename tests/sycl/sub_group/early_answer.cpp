/* SYCL 2020, 4.17.3 (NC-7): of functions that answer early, all work-items the same, some of them
 * after having parted in between: their callers' barriers are reached by all, so the kernel has
 * sub-groups of the default size. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

constexpr size_t SIZE = 64, GROUPS = 3, WARP = 32;

/* In the first round whether the largest value is above a limit, later false. */
static bool look(sycl::nd_item<1> item, const int *values, int *sum, bool &answer, int round) {
  size_t l = item.get_local_id(0);
  if (round == 0) {
    int most = sycl::reduce_over_group(item.get_group(), values[l], sycl::maximum<>());
    if (l == 0)
      answer = most > 1000;
    sycl::group_barrier(item.get_group());
    return answer;
  }
  for (int i = 0; i < values[l] % 4; i++)
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group>(*sum) +=
        round;
  if (values[l] % 3 == 0)
    sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::work_group>(*sum) += 1;
  return false;
}

int main() {
  sycl::queue q;
  int *in = sycl::malloc_shared<int>(SIZE * GROUPS, q),
      *out = sycl::malloc_shared<int>(SIZE * GROUPS, q);
  int *sums = sycl::malloc_shared<int>(GROUPS, q);
  size_t *size = sycl::malloc_shared<size_t>(1, q);
  for (size_t i = 0; i < SIZE * GROUPS; i++)
    in[i] = int(i * 7 % 31) + (i == SIZE + 5 ? 2000 : 0);
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<bool, 0> answer(h);
     sycl::local_accessor<int> sum(1, h);
     h.parallel_for(sycl::nd_range<1>(SIZE * GROUPS, SIZE), [=](sycl::nd_item<1> item) {
       size_t g = item.get_group(0), l = item.get_local_id(0);
       auto warp = item.get_sub_group();
       int own = 0;
       if (l == 0)
         sum[0] = 0;
       sycl::group_barrier(item.get_group());
       for (int round = 0; round < 3; round++) {
         bool is_over = look(item, in + g * SIZE, &sum[0], answer, round);
         sycl::group_barrier(item.get_group());
         /* A program that takes sub-groups of 32 for granted, as those written for warps do. */
         for (size_t step = 1; step < WARP; step *= 2) {
           int before = sycl::shift_group_right(warp, own, step);
           own += l % WARP >= step ? before : 1;
         }
         if (is_over)
           break;
       }
       out[g * SIZE + l] = own;
       if (l == 0)
         sums[g] = sum[0];
       if (item.get_global_id(0) == 0)
         *size = warp.get_max_local_range()[0];
     });
   }).wait();

  if (*size != WARP && q.get_backend() != sycl::backend::ext_oneapi_native_cpu)
    return 77; /* other devices have other defaults */
  CHECK_EQUAL(*size, WARP);
  bool is_right = true;
  for (size_t g = 0; g < GROUPS; g++) {
    int sum = 0, own[WARP] = {0};
    bool is_over = g == 1;
    for (size_t l = 0; l < SIZE && !is_over; l++)
      for (int round = 1; round < 3; round++)
        sum += in[g * SIZE + l] % 4 * round + (in[g * SIZE + l] % 3 == 0);
    for (int round = 0; round < (is_over ? 1 : 3); round++)
      for (size_t step = 1; step < WARP; step *= 2)
        for (size_t l = WARP; l-- > 0;)
          own[l] += l >= step ? own[l - step] : 1;
    is_right &= sums[g] == sum;
    for (size_t l = 0; l < SIZE; l++)
      is_right &= out[g * SIZE + l] == own[l % WARP];
  }
  CHECK(is_right);
  sycl::free(in, q);
  sycl::free(out, q);
  sycl::free(sums, q);
  sycl::free(size, q);
  return finish();
}
