/* SYCL 2020, 4.9.1.5 to 4.9.1.8: what nd_item, group and sub_group say about where a work-item is.
 */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q;
  const sycl::nd_range<2> r({8, 12}, {2, 3});
  sycl::buffer<int, 2> wrong{sycl::range(8, 12)}, leaders{sycl::range(4, 4)};
  {
    sycl::host_accessor zero(leaders, sycl::write_only);
    for (int &x : zero)
      x = 0;
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor bad(wrong, h, sycl::write_only, sycl::no_init);
    sycl::accessor lead(leaders, h);
    h.parallel_for(r, [=](sycl::nd_item<2> i) {
      const sycl::group<2> g = i.get_group();
      const sycl::sub_group s = i.get_sub_group();
      const auto at = i.get_global_id();
      int bits = 0;
      bits |= (at != g.get_group_id() * g.get_local_range() + i.get_local_id()) << 0;
      bits |= (i.get_global_range() != sycl::range(8, 12)) << 1;
      bits |= (i.get_local_range() != sycl::range(2, 3)) << 2;
      bits |= (i.get_group_range() != sycl::range(4, 4)) << 3;
      bits |= (i.get_global_linear_id() != at[0] * 12 + at[1]) << 4;
      bits |= (i.get_local_linear_id() != i.get_local_id(0) * 3 + i.get_local_id(1)) << 5;
      bits |= (g.get_group_linear_id() != g[0] * 4 + g[1]) << 6;
      bits |= (g.get_local_linear_range() != 6 || g.get_group_linear_range() != 16) << 7;
      bits |= (i.get_nd_range() != sycl::nd_range<2>({8, 12}, {2, 3})) << 8;
      bits |= (i.get_group(1) != g.get_group_id(1) || i.get_group_linear_id() >= 16) << 9;
      bits |= (s.get_local_linear_id() >= s.get_max_local_range()[0]) << 10;
      bits |= (s.get_group_linear_id() >= s.get_group_linear_range()) << 11;
      bits |= (s.leader() != (s.get_local_id() == 0)) << 12;
      bad[at] = bits;
      if (g.leader())
        lead[g.get_group_id()] += 1;
    });
  });
  for (int bits : sycl::host_accessor(wrong, sycl::read_only))
    CHECK_EQUAL(bits, 0);
  for (int count : sycl::host_accessor(leaders, sycl::read_only))
    CHECK_EQUAL(count, 1);
  return finish();
}
