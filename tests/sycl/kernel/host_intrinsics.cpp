// SYCL 2020, 5.1: host code of the same source may use the processor's own headers, whose types
// (__bf16) the device compilation meets, too; on native_cpu kernels can use them as well.
#if __has_include(<immintrin.h>) && defined(__x86_64__)
#include <immintrin.h>
#endif
#include <sycl/sycl.hpp>

#include "../check.hpp"

#if defined(__SSE2__) && defined(__SYCL_NATIVE_CPU__)
static void fill(float *values, float value) {
  _mm_storeu_ps(values, _mm_add_ps(_mm_set1_ps(value), _mm_set1_ps(1)));
}
#else
static void fill(float *values, float value) {
  for (int i = 0; i < 4; ++i)
    values[i] = value + 1;
}
#endif

#if defined(__SSE2__) && !defined(__SYCL_DEVICE_ONLY__)
static float first(const float *values) {
  return _mm_cvtss_f32(_mm_loadu_ps(values));
}
#else
static float first(const float *values) {
  return *values;
}
#endif

int main() {
  sycl::queue q;
  constexpr size_t count = 100;
  auto *values = sycl::malloc_shared<float>(4 * count, q);
  q.parallel_for(count, [=](sycl::id<1> i) { fill(values + 4 * i, float(i[0])); }).wait();
  for (size_t i = 0; i < count; ++i) {
    CHECK(first(values + 4 * i) == float(i) + 1);
    CHECK(values[4 * i + 3] == float(i) + 1);
  }
  sycl::free(values, q);
  return finish();
}
