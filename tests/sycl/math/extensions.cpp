/* Extensions sycl_ext_oneapi_native_math (errors below 2^-10 of the value) and
 * sycl_ext_oneapi_dot_accumulate. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace native = sycl::ext::oneapi::experimental::native;
using sycl::ext::oneapi::dot_acc;
using sycl::ext::oneapi::dot_acc_4x8packed;
static_assert(SYCL_EXT_ONEAPI_NATIVE_MATH == 1 && SYCL_EXT_ONEAPI_DOT_ACCUMULATE == 1);

static bool near(float value, float expected) {
  return sycl::fabs(value - expected) <= 0x1p-10f * sycl::fabs(expected);
}

int main() {
  sycl::queue q;
  float *f = sycl::malloc_shared<float>(201, q);
  q.parallel_for(sycl::range<1>(201), [=](sycl::id<1> i) {
     f[i] = native::tanh((static_cast<float>(i[0]) - 100) * 0.1f);
   }).wait();
  for (int i = 0; i < 201; ++i)
    CHECK(near(f[i], sycl::tanh(static_cast<float>(i - 100) * 0.1f)));
  CHECK(near(native::tanh(1e-20f), 1e-20f) && native::tanh(100.0f) == 1 &&
        native::tanh(-100.0f) == -1);
  CHECK(near(native::tanh(sycl::float2(0.5f, 3))[1], sycl::tanh(3.0f)));
  CHECK(near(native::tanh(sycl::half(0.5f)), sycl::tanh(0.5f)));
  CHECK(near(native::exp2(sycl::half(3)), 8) && near(native::exp2(sycl::mhalf2(1, -1))[1], 0.5f));
  sycl::free(f, q);

  const sycl::char4 a(-128, 127, 1, -1);
  const sycl::uchar4 b(255, 255, 0, 1);
  CHECK(dot_acc(a, a, 5) == 16384 + 16129 + 2 + 5 && dot_acc(a, b, 0) == -255 - 1);
  CHECK(dot_acc(b, a, 1) == -255 && dot_acc(b, b, -1) == 2 * 65025);
  const int32_t packed = a.as<sycl::vec<int32_t, 1>>();
  CHECK(dot_acc_4x8packed(packed, packed, 5) == dot_acc(a, a, 5));
  CHECK(dot_acc_4x8packed(b.as<sycl::vec<uint32_t, 1>>()[0], packed, 1) == -255);
}
