// SYCL 2020, 4.17.5: with `using namespace sycl`, names that <math.h> has as well are not
// ambiguous.
#include <math.h>

#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <class T> static T all(T x, T y, T z, int n, int *whole, T *out) {
  T r = acos(x) + asin(x) + atan(x) + cbrt(x) + ceil(x) + cos(x) + erf(x) + exp(x) + fabs(x);
  r += floor(x) + lgamma(x) + log(x) + rint(x) + round(x) + sin(x) + sqrt(x) + tan(x) + trunc(x);
  r += atan2(x, y) + copysign(x, y) + fdim(x, y) + fmax(x, y) + fmin(x, y) + fmod(x, y);
  r += hypot(x, y) + pow(x, y) + pow(x, 2) + remainder(x, y) + nextafter(x, y) + fma(x, y, z);
  r += ldexp(x, n) + frexp(x, whole) + modf(x, out) + T(ilogb(x)) + T(abs(-n));
  r += min(x, y) + max(x, y) + clamp(x, y, z) + rsqrt(x) + mad(x, y, z) + pown(x, n);
  if (!isnan(x) && !isinf(x) && isfinite(x) && !signbit(x) && isnormal(x) && isgreater(x, y))
    r += T(1) + T(isless(x, y)) + T(isunordered(x, y));
  return r;
}

template <class T> static void check_all(queue &q) {
  T *out = malloc_shared<T>(2, q);
  int *whole = malloc_shared<int>(1, q), n = 3;
  q.single_task([=] { out[1] = all(T(0.5), T(0.25), T(0.75), n, whole, out); }).wait();
  T part;
  const T expected = all(T(0.5), T(0.25), T(0.75), n, &n, &part);
  CHECK(fabs(out[1] - expected) <= T(1e-5) * fabs(expected));
  CHECK(*whole == 0 && *out == 0 && n == 0 && part == 0);
  free(out, q);
  free(whole, q);
}

int main() {
  queue q;
  check_all<float>(q);
  if (q.get_device().has(aspect::fp64))
    check_all<double>(q);
  return finish();
}
