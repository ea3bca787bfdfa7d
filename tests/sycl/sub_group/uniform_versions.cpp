// SYCL 2020, 4.17.3: a work-group's barrier in a loop that, by its control alone, work-items could
// leave at different times. A condition on the launch's arguments says that they do not where the
// barrier is.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <vector>

#include "../check.hpp"

constexpr int size = 64, width = 16;

class launch;

// Together: all of a group take the same tile, one element each, behind a barrier. Else: each goes
// alone, a sub-group's sum at each step.
static void run(sycl::queue &q, const std::vector<int> &in, std::vector<int> &out, int stride,
                int n) {
  sycl::buffer<int> from(in.data(), in.size()), to(out.data(), out.size());
  q.submit([&](sycl::handler &h) {
    sycl::accessor i(from, h, sycl::read_only);
    sycl::accessor o(to, h, sycl::write_only);
    sycl::local_accessor<int> tile(size, h);
    h.parallel_for<launch>(sycl::nd_range<1>(2 * size, size),
                           [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(width)]] {
                             const int l = int(item.get_local_id(0)), g = int(item.get_group(0));
                             const bool together = stride == n;
                             int begin, step;
                             if (together) {
                               begin = g * size;
                               step = int(item.get_group_range(0)) * size;
                             } else {
                               begin = int(item.get_global_id(0));
                               step = int(item.get_global_range(0));
                             }
                             for (int at = begin; at < n; at += step) {
                               if (together) {
                                 tile[l] = i[at + l];
                                 sycl::group_barrier(item.get_group());
                                 o[at + l] = tile[size - 1 - l];
                                 sycl::group_barrier(item.get_group());
                               } else {
                                 o[at] = i[at] + 1;
                               }
                             }
                             if (sycl::reduce_over_group(item.get_sub_group(), 1, sycl::plus<>()) !=
                                 width)
                               o[0] = -1;
                           });
  });
}

int main() {
  sycl::queue q;
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  if (std::find(sizes.begin(), sizes.end(), std::size_t(width)) == sizes.end())
    return 77;
  constexpr int n = 5 * size;
  std::vector<int> in(n), out(n, -2);
  for (int k = 0; k < n; k++)
    in[k] = 7 * k + 3;
  run(q, in, out, n, n);
  for (int k = 0; k < n; k++)
    CHECK(out[k] == in[k / size * size + size - 1 - k % size]);
  std::fill(out.begin(), out.end(), -2);
  run(q, in, out, 1, n - 5);
  for (int k = 0; k < n; k++)
    CHECK(out[k] == (k < n - 5 ? in[k] + 1 : -2));
  return finish();
}
