/* SYCL 2020, 4.17.5 to 4.17.9 and 4.14: functions, vec, half and atomic_ref in a kernel. */
#include <sycl/sycl.hpp>

#include <sycl/atomic_ref.hpp>
#include <sycl/math.hpp>
#include <sycl/multi_ptr.hpp>

#include "../check.hpp"

using namespace sycl;

template <class T> class computing;
template <class T> class counting;
class halving;

/* One result of each kind from x; the host computes the same for comparison. */
template <class T> static vec<T, 16> compute(T x) {
  const vec<T, 4> v(x, x + T(1), x * T(2), T(3) - x);
  T whole;
  int exponent;
  vec<T, 16> r;
  r[0] = sqrt(x) + sin(x) * cos(x) + exp(-x) + log(x + T(1)) + pow(x, T(0.5)) + tanh(x) + cbrt(x);
  r[1] = dot(sqrt(fabs(v)), v.template swizzle<3, 2, 1, 0>());
  r[2] = length(v) + distance(v, vec<T, 4>(1)) + normalize(v).y();
  r[3] = fract(x, &whole) + whole + frexp(x, &exponent) + T(exponent);
  r[4] =
      clamp(x, T(0.5), T(2)) + mix(x, T(1), T(0.25)) + smoothstep(T(0), T(10), x) + step(T(2), x);
  r[5] = fma(x, x, x) + fmax(x, T(1)) + fmin(x, T(1)) + floor(x) + ceil(x) + rint(x) + trunc(x);
  r[6] = select(v, -v, isgreater(v, T(2))).z();
  r[7] = T(popcount(int(x)) + clz(int(x)) + mul_hi(int(x), 1 << 30) + add_sat(int(x), 0x7fffffff));
  r[8] = sinpi(x / T(3)) + rootn(x + T(1), 3) + pown(x, 2) + ldexp(x, 2) + atan2(x, T(2));
  r[9] = v.template convert<int>().template convert<T>().w();
  r[10] = T(native::sqrt(float(x)) + half_precision::exp(float(-x)));
  r[11] = degrees(x) + radians(x) + sign(x) + hypot(x, T(2)) + maxmag(x, T(-2));
  r[12] = T(any(isless(v, T(0)))) + T(all(isfinite(v)));
  r[13] = (marray<T, 3>(x, T(1), T(2)) * T(2) + sqrt(marray<T, 3>(T(4))))[0];
  r[14] = v.hi().x() + v.odd().y();
  r[15] = remquo(x, T(0.75), &exponent) + T(exponent & 7) + erf(x) + expm1(-x);
  return r;
}

template <class T> static void check_math(queue &q) {
  constexpr int n = 67;
  auto *out = malloc_shared<vec<T, 16>>(n, q);
  q.parallel_for<computing<T>>(range<1>(n), [=](id<1> i) {
     out[i[0]] = compute(T(i[0]) / T(8) + T(0.125));
   }).wait();
  for (int i = 0; i < n; ++i) {
    const vec<T, 16> expected = compute(T(i) / T(8) + T(0.125));
    for (int k = 0; k < 16; ++k) {
      const T error = fabs(out[i][k] - expected[k]);
      const T precision = k == 10 ? T(std::numeric_limits<float>::epsilon()) /* native, half */
                                  : std::numeric_limits<T>::epsilon();
      CHECK(error <= 64 * precision * (1 + fabs(expected[k])));
    }
  }
  free(out, q);
}

static void check_half(queue &q) {
  if (!q.get_device().has(aspect::fp16))
    return;
  half *v = malloc_shared<half>(100, q);
  q.parallel_for<halving>(range<1>(100), [=](id<1> i) {
     const half2 pair(half(i[0]), half(2));
     v[i[0]] = (sqrt(pair * pair) * half(0.5f)).x() + dot(pair, pair.swizzle<1, 0>());
   }).wait();
  for (int i = 0; i < 100; ++i)
    CHECK(v[i] == half(4.5f * float(i)));
  free(v, q);
}

template <class T> static void check_atomics(queue &q) {
  constexpr int n = 1000;
  T *v = malloc_shared<T>(3, q);
  v[0] = 0, v[1] = 1000, v[2] = 0;
  q.parallel_for<counting<T>>(range<1>(n), [=](id<1> i) {
     using ref = atomic_ref<T, memory_order::relaxed, memory_scope::device>;
     ref(v[0]).fetch_add(T(i[0]));
     ref(v[1]).fetch_min(T(i[0]));
     ref(v[2]).fetch_max(T(i[0]));
   }).wait();
  CHECK(v[0] == T(n * (n - 1) / 2) && v[1] == 0 && v[2] == T(n - 1));
  free(v, q);
}

int main() {
  queue q;
  check_math<float>(q);
  check_math<double>(q);
  check_half(q);
  check_atomics<int>(q);
  check_atomics<unsigned long>(q);
  check_atomics<float>(q);
  check_atomics<double>(q);
}
