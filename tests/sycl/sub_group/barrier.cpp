// SYCL 2020, 4.17.3: a barrier of the sub-group is enough for what its work-items exchange through
// local memory, even if nothing else of the sub-group is used: the work-items are those of its
// size, required or default.
#include <sycl/sycl.hpp>

#include <vector>

#include "../check.hpp"

template <int Shift, class Kernel> static int wrong(sycl::queue &q, int n, Kernel kernel) {
  std::vector<int> out(n);
  {
    sycl::buffer<int> b(out.data(), n);
    q.submit([&](sycl::handler &h) {
      sycl::accessor o(b, h, sycl::write_only);
      sycl::local_accessor<int> tile(64, h);
      h.parallel_for(sycl::nd_range<1>(n, 64), kernel(o, tile));
    });
  }
  int count = 0;
  for (int i = 0; i < n; i++)
    count += out[i] != 3 * (i % 64 ^ Shift) + 1000 * (i % 64 ^ 1);
  return count;
}

template <int Shift, class Out, class Tile>
static void exchange(sycl::nd_item<1> item, const Out &out, const Tile &tile) {
  int l = int(item.get_local_id(0));
  tile[l] = 3 * l;
  sycl::group_barrier(item.get_sub_group());
  int there = tile[l ^ Shift];
  sycl::group_barrier(item.get_sub_group());
  tile[l] = 1000 * l;
  sycl::group_barrier(item.get_sub_group());
  out[item.get_global_id(0)] = there + tile[l ^ 1];
}

int main() {
  sycl::queue q;
  CHECK(wrong<31>(q, 4096, [](auto out, auto tile) {
          return [=](sycl::nd_item<1> item) { exchange<31>(item, out, tile); };
        }) == 0);
  CHECK(wrong<3>(q, 4096, [](auto out, auto tile) {
          return [=](sycl::nd_item<1> item)
                     [[sycl::reqd_sub_group_size(4)]] { exchange<3>(item, out, tile); };
        }) == 0);
  return finish();
}
