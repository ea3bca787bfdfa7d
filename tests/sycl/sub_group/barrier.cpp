// SYCL 2020, 4.17.3: a barrier of the sub-group is enough for what its work-items exchange through
// local memory, even if nothing else of the sub-group is used: the work-items are those of its
// size, required or default.
#include <sycl/sycl.hpp>

#include <algorithm>
#include <vector>

#include "../check.hpp"

template <class Name, class Kernel>
static int wrong(sycl::queue &q, int n, int shift, Kernel kernel) {
  std::vector<int> out(n);
  {
    sycl::buffer<int> b(out.data(), n);
    q.submit([&](sycl::handler &h) {
      sycl::accessor o(b, h, sycl::write_only);
      sycl::local_accessor<int> tile(64, h);
      h.parallel_for<Name>(sycl::nd_range<1>(n, 64), kernel(o, tile, shift));
    });
  }
  int count = 0;
  for (int i = 0; i < n; i++)
    count += out[i] != 3 * (i % 64 ^ shift) + 1000 * (i % 64 ^ 1);
  return count;
}

template <class Out, class Tile>
static void exchange(sycl::nd_item<1> item, const Out &out, const Tile &tile, int shift) {
  int l = int(item.get_local_id(0));
  tile[l] = 3 * l;
  sycl::group_barrier(item.get_sub_group());
  int there = tile[l ^ shift];
  sycl::group_barrier(item.get_sub_group());
  tile[l] = 1000 * l;
  sycl::group_barrier(item.get_sub_group());
  out[item.get_global_id(0)] = there + tile[l ^ 1];
}

class of_default;
class of_four;

int main() {
  namespace specific = sycl::info::kernel_device_specific;
  sycl::queue q;
  const auto sizes = q.get_device().get_info<sycl::info::device::sub_group_sizes>();
  const sycl::kernel kernel =
      sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context())
          .get_kernel(sycl::get_kernel_id<of_default>());
  const size_t most = kernel.get_info<specific::max_sub_group_size>(q.get_device());
  CHECK(std::find(sizes.begin(), sizes.end(), most) != sizes.end());
  /* The driver of another device may choose a smaller one for the launch. */
  const size_t size = q.get_backend() == sycl::backend::opencl
                          ? *std::min_element(sizes.begin(), sizes.end())
                          : most;
  CHECK(wrong<of_default>(q, 4096, int(size) - 1, [](auto out, auto tile, int shift) {
          return [=](sycl::nd_item<1> item) { exchange(item, out, tile, shift); };
        }) == 0);
  if (std::find(sizes.begin(), sizes.end(), 4u) != sizes.end())
    CHECK(wrong<of_four>(q, 4096, 3, [](auto out, auto tile, int shift) {
            return [=](sycl::nd_item<1> item)
                       [[sycl::reqd_sub_group_size(4)]] { exchange(item, out, tile, shift); };
          }) == 0);
  return finish();
}
