// sycl_ext_oneapi_work_group_memory: objects and arrays, of known and unknown bound, in the memory
// of each work-group.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
using experimental::work_group_memory;
static_assert(SYCL_EXT_ONEAPI_WORK_GROUP_MEMORY == 1);
static_assert(std::is_same_v<work_group_memory<int[][4]>::value_type, int>);

constexpr int N = 64, GROUP = 16;
struct point {
  int x, y;
};

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(N, q);
  q.submit([&](sycl::handler &h) {
     const work_group_memory<int> sum(h);
     const work_group_memory<point[GROUP]> points{h};
     work_group_memory<int[][4]> rows(experimental::indeterminate);
     rows = work_group_memory<int[][4]>(GROUP, h);
     h.parallel_for(sycl::nd_range<1>(N, GROUP), [=](sycl::nd_item<1> it) {
       const int l = it.get_local_linear_id(), g = it.get_global_linear_id();
       points[l] = {g, 1};
       rows[l][3] = g;
       if (l == 0)
         sum = 0;
       sycl::group_barrier(it.get_group());
       if (l == 0) {
         for (int i = 0; i < GROUP; ++i)
           sum += points[i].x + points[i].y;
         sum++;
         *&sum = sum + rows.get_multi_ptr()[4 * (GROUP - 1) + 3];
       }
       sycl::group_barrier(it.get_group());
       out[g] = sum + (*&rows)[(l + 1) % GROUP][3];
     });
   }).wait();
  for (int g = 0; g < N; ++g) {
    const int first = g / GROUP * GROUP, last = first + GROUP - 1;
    const int next = first + (g + 1) % GROUP;
    CHECK_EQUAL(out[g], (first + last) * GROUP / 2 + GROUP + 1 + last + next);
  }
  CHECK_THROWS(q.submit([&](sycl::handler &h) {
    const work_group_memory<int> memory(h);
    h.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { memory = out[i]; });
  }),
               sycl::errc::kernel_argument, "work_group_memory");
  CHECK_THROWS(q.submit([&](sycl::handler &h) {
    const work_group_memory<char[]> memory(size_t(1) << 40, h);
    h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1>) { memory[0] = 1; });
  }),
               sycl::errc::memory_allocation, "local memory");
  CHECK_THROWS(q.submit([&](sycl::handler &h) { (work_group_memory<int>(h)) = 1; }),
               sycl::errc::accessor, "host");
  sycl::free(out, q);
  return finish();
}
