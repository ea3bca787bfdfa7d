// SYCL 2020, 4.6.4.4: a kernel takes as many images as max_read_image_args promises
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <array>
#include <utility>
#include <vector>

namespace {

constexpr size_t many = 128; // the least that the specification allows
using image = sycl::unsampled_image<1>;
using accessor = sycl::unsampled_image_accessor<sycl::int4, 1, sycl::access_mode::read>;

template <size_t... I>
std::array<accessor, many> access(std::vector<image> &images, sycl::handler &h,
                                  std::index_sequence<I...>) {
  return {accessor(images[I], h)...};
}

} // namespace

int main() {
  sycl::queue q;
  if (!q.get_device().has(sycl::aspect::image))
    return 77;
  CHECK(q.get_device().get_info<sycl::info::device::max_read_image_args>() >= many);
  std::vector<int> texels(4 * many), out(many);
  std::vector<image> images;
  for (size_t i = 0; i < many; ++i) {
    texels[4 * i] = int(i * i);
    images.emplace_back(&texels[4 * i], sycl::image_format::r32b32g32a32_sint, sycl::range<1>(1));
  }
  {
    sycl::buffer<int> result(out);
    q.submit([&](sycl::handler &h) {
      const auto all = access(images, h, std::make_index_sequence<many>());
      sycl::accessor to(result, h, sycl::write_only);
      h.single_task([=] {
        for (size_t i = 0; i < many; ++i)
          to[i] = all[i].read(0).x();
      });
    });
  }
  for (size_t i = 0; i < many; ++i)
    CHECK_EQUAL(out[i], int(i * i));
  return finish();
}
