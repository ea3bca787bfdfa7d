#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  const auto format = sycl::image_format::r32g32b32a32_sfloat;
  const sycl::image_sampler how{sycl::addressing_mode::clamp,
                                sycl::coordinate_normalization_mode::normalized,
                                sycl::filtering_mode::linear};
  sycl::sampled_image<2> from(nullptr, format, how, {64, 64});
  sycl::unsampled_image<2> to(format, {64, 64});
  q.submit([&](sycl::handler &h) {
    auto texels = from.get_access<sycl::float4>(h);
    auto result = to.get_access<sycl::float4, sycl::access_mode::write>(h);
    h.parallel_for(sycl::range<2>(64, 64), [=](sycl::id<2> i) {
      const sycl::int2 at{int(i[1]), int(i[0])};
      result.write(at, texels.read(sycl::float2(float(at.x()) / 64, float(at.y()) / 64)));
    });
  });
}
