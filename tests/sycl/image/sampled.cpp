// SYCL 2020, 4.7.3.2 and 4.7.8: sampling in one, two and three dimensions with every addressing
// mode, filter and kind of coordinates, against a plain computation in double
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <cmath>
#include <vector>

using sycl::addressing_mode, sycl::filtering_mode, sycl::coordinate_normalization_mode;

namespace {

const int width = 5, height = 4, depth = 3, pitch = 6; // texels
const int extents[] = {width, height, depth};
std::vector<sycl::float4> texels(pitch * height * depth);

/* The index that a mode makes of one, -1 for the border. */
int place(int i, int n, addressing_mode mode) {
  switch (mode) {
  case addressing_mode::repeat:
    return ((i % n) + n) % n;
  case addressing_mode::mirrored_repeat:
    i = ((i % (2 * n)) + 2 * n) % (2 * n);
    return i < n ? i : 2 * n - 1 - i;
  case addressing_mode::clamp:
    return i < 0 || i >= n ? -1 : i;
  default:
    return i < 0 ? 0 : i >= n ? n - 1 : i;
  }
}

/* The sum over the texels around, each with the product of its weights. */
double expected(const double *c, int dimensions, int channel, const sycl::image_sampler &how) {
  double sum = 0;
  bool is_linear = how.filtering == filtering_mode::linear;
  for (int corner = 0; corner < (is_linear ? 1 << dimensions : 1); ++corner) {
    double weight = 1;
    int at[3] = {0, 0, 0};
    bool is_border = false;
    for (int d = 0; d < dimensions; ++d) {
      double u =
          how.coordinate == coordinate_normalization_mode::normalized ? c[d] * extents[d] : c[d];
      u -= is_linear ? 0.5 : 0;
      int i = int(std::floor(u)), high = corner >> d & 1;
      if (is_linear)
        weight *= high ? u - i : 1 - (u - i);
      at[d] = place(i + (is_linear && high), extents[d], how.addressing);
      is_border |= at[d] < 0;
    }
    if (!is_border) // the border is transparent black
      sum += weight * double(texels[(at[2] * height + at[1]) * pitch + at[0]][channel]);
  }
  return sum;
}

template <int D>
using coordinates =
    std::conditional_t<D == 1, float, std::conditional_t<D == 2, sycl::float2, sycl::float4>>;

template <int D> void check(sycl::queue &q, const sycl::image_sampler &how) {
  constexpr int count = 150;
  bool is_normalized = how.coordinate == coordinate_normalization_mode::normalized;
  std::vector<coordinates<D>> at(count);
  std::vector<std::array<double, 3>> plain(count);
  unsigned random = 1;
  for (int i = 0; i < count; ++i)
    for (int d = 0; d < D; ++d) {
      random = random * 1664525 + 1013904223;
      /* From -1.7 to 2.7 images, but none has to stay inside. */
      double c = double(random >> 8) / (1 << 24);
      c = how.addressing == addressing_mode::none ? 0.2 + 0.6 * c : -1.7 + 4.4 * c;
      c = std::round(c * 4096) / 4096 + 1.0 / 16384; // not between two texels
      float f = float(is_normalized ? c : c * extents[d]);
      if constexpr (D == 1)
        at[i] = f;
      else
        at[i][d] = f;
      plain[i][d] = f;
    }
  std::vector<sycl::float4> out(count);
  sycl::range<3> all(width, height, depth);
  auto image = [&] {
    const size_t row = pitch * sizeof(sycl::float4);
    const auto format = sycl::image_format::r32g32b32a32_sfloat;
    if constexpr (D == 1)
      return sycl::sampled_image<1>(texels.data(), format, how, {width});
    else if constexpr (D == 2)
      return sycl::sampled_image<2>(texels.data(), format, how, {width, height},
                                    sycl::range<1>(row));
    else
      return sycl::sampled_image<3>(texels.data(), format, how, all,
                                    sycl::range<2>(row, row * height));
  }();
  {
    sycl::buffer<coordinates<D>> in(at);
    sycl::buffer<sycl::float4> result(out.data(), count);
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(in, h, sycl::read_only);
      sycl::accessor to(result, h, sycl::write_only);
      sycl::sampled_image_accessor<sycl::float4, D> texel(image, h);
      h.parallel_for(count, [=](int i) { to[i] = texel.read(from[i]); });
    });
  }
  auto on_host = image.template get_host_access<sycl::float4>();
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < 4; ++c) {
      double wanted = expected(plain[i].data(), D, c, how);
      CHECK(std::abs(double(out[i][c]) - wanted) <= 2e-3);
      CHECK(std::abs(double(on_host.read(at[i])[c]) - wanted) <= 2e-3);
    }
}

} // namespace

int main() {
  sycl::queue q;
  if (!q.get_device().has(sycl::aspect::image))
    return 77;
  for (size_t i = 0; i < texels.size(); ++i)
    texels[i] = {float(i % 7), float(i * i % 11), 0.5f * float(i % 3), 1.0f};
  for (auto filter : {filtering_mode::nearest, filtering_mode::linear})
    for (auto kind :
         {coordinate_normalization_mode::normalized, coordinate_normalization_mode::unnormalized})
      for (auto mode :
           {addressing_mode::mirrored_repeat, addressing_mode::repeat,
            addressing_mode::clamp_to_edge, addressing_mode::clamp, addressing_mode::none}) {
        if (kind == coordinate_normalization_mode::unnormalized &&
            (mode == addressing_mode::repeat || mode == addressing_mode::mirrored_repeat))
          continue; // undefined
        check<1>(q, {mode, kind, filter});
        check<2>(q, {mode, kind, filter});
        check<3>(q, {mode, kind, filter});
      }
  return finish();
}
