// sycl_ext_oneapi_complex: complex<T> of half, float and double, and marrays of it, compute what
// std::complex does, on the host and in kernels.
#include <sycl/sycl.hpp>

#include <complex>
#include <sstream>

#include "../check.hpp"

#ifndef SYCL_EXT_ONEAPI_COMPLEX
#error "the extension has a feature-test macro"
#endif

namespace oneapi = sycl::ext::oneapi::experimental;
using oneapi::complex;

static_assert(sycl::is_device_copyable_v<complex<double>> &&
              std::is_trivially_copyable_v<complex<sycl::half>>);
constexpr complex<float> constant(1, 2);
static_assert(constant.real() == 1 && constant.imag() == 2 && constant != 1.0f &&
              constant == complex<float>(complex<double>(1, 2)));
static_assert(
    std::is_same_v<decltype(oneapi::pow(complex<float>(), 2)), complex<float>> &&
    std::is_same_v<decltype(oneapi::pow(complex<float>(), 2.0)), complex<double>> &&
    std::is_same_v<decltype(oneapi::pow(sycl::half(), complex<float>())), complex<float>> &&
    std::is_same_v<decltype(oneapi::real(3)), double>);

enum { FUNCTIONS = 33 };
/* The same in C, of one complex class or the other. */
#define FALX_EVERY(C, T, S)                                                                        \
  const C z(T(0.75), T(-1.25)), w(T(-2), T(0.5));                                                  \
  const T y = T(1.5);                                                                              \
  const C all[FUNCTIONS] = {z + w,       z - w,        z * w,                                      \
                            z / w,       z + y,        z - y,                                      \
                            z * y,       z / y,        y + z,                                      \
                            y - z,       y * z,        y / z,                                      \
                            -z,          S::conj(z),   S::proj(z),                                 \
                            S::log(z),   S::log10(z),  S::sqrt(z),                                 \
                            S::exp(z),   S::pow(z, w), S::asinh(z),                                \
                            S::acosh(z), S::atanh(z),  S::sinh(z),                                 \
                            S::cosh(z),  S::tanh(z),   S::asin(z),                                 \
                            S::acos(z),  S::atan(z),   S::sin(z),                                  \
                            S::cos(z),   S::tan(z),    S::polar(y, T(0.5))};

template <class T> static void compute(complex<T> *to) {
  FALX_EVERY(complex<T>, T, oneapi)
  for (int i = 0; i < FUNCTIONS; ++i)
    to[i] = all[i];
}
template <class T> static void expect(std::complex<double> *to) {
  FALX_EVERY(std::complex<double>, double, std)
  for (int i = 0; i < FUNCTIONS; ++i)
    to[i] = all[i];
}

template <class T> static void compare(const complex<T> *got, double tolerance) {
  std::complex<double> expected[FUNCTIONS];
  expect<T>(expected);
  for (int i = 0; i < FUNCTIONS; ++i) {
    const std::complex<double> difference = std::complex<double>(got[i]) - expected[i];
    if (!(std::abs(difference) <= tolerance * (1 + std::abs(expected[i]))))
      std::fprintf(stderr, "function %d: (%g,%g)\n", i, double(got[i].real()),
                   double(got[i].imag()));
    CHECK(std::abs(difference) <= tolerance * (1 + std::abs(expected[i])));
  }
}

template <class T> static void functions(sycl::queue &q, double tolerance) {
  complex<T> host[FUNCTIONS];
  compute(host);
  compare(host, tolerance);
  auto *device = sycl::malloc_shared<complex<T>>(FUNCTIONS, q);
  q.single_task([=] { compute(device); }).wait();
  compare(device, tolerance);
  sycl::free(device, q);
}

static void values(sycl::queue &q) {
  bool *fine = sycl::malloc_shared<bool>(1, q);
  q.single_task([=] {
     using c = complex<float>;
     c z(3, 4);
     *fine = oneapi::abs(z) == 5 && oneapi::norm(z) == 25 && oneapi::real(z) == 3 &&
             oneapi::imag(z) == 4 && oneapi::arg(c(0, 1)) > 1.57f && oneapi::arg(c(0, 1)) < 1.58f;
     z += 1.0f;
     z -= c(0, 1);
     z *= complex<double>(2, 0);
     z /= 4.0f;
     *fine &= z == c(2, 1.5f);
     z = 7;
     z.imag(2);
     *fine &= z == c(7, 2) && oneapi::conj(2.0f) == c(2, 0) && oneapi::norm(3.0f) == 9 &&
              oneapi::imag(5) == 0;
   }).wait();
  CHECK(*fine);
  sycl::free(fine, q);
  const float inf = std::numeric_limits<float>::infinity();
  CHECK(oneapi::proj(complex<float>(-inf, -1)) == complex<float>(inf, -0.0f));
  CHECK(oneapi::abs(complex<float>(inf, NAN)) == inf);
  const complex<float> product = complex<float>(inf, 1) * complex<float>(1, 1);
  CHECK(std::isinf(product.real()) || std::isinf(product.imag()));
  std::stringstream text;
  complex<double> read;
  text << complex<double>(1.5, -2);
  CHECK(text.str() == "(1.5,-2)");
  text >> read;
  CHECK(read == complex<double>(1.5, -2));
  const std::complex<float> standard = complex<sycl::half>(sycl::half(1.0f), sycl::half(2.0f));
  CHECK(standard == std::complex<float>(1, 2));
}

static void arrays(sycl::queue &q) {
  using c = complex<double>;
  using array = sycl::marray<c, 3>;
  bool *fine = sycl::malloc_shared<bool>(1, q);
  q.single_task([=] {
     const array a{c(1, 2), c(3, 4), c(0, 1)}, b(c(2, 0));
     array d = (a + b) * c(0, 1) - a / b;
     d += b;
     bool ok = true;
     for (int i = 0; i < 3; ++i)
       ok &= d[i] == (a[i] + c(2)) * c(0, 1) - a[i] / c(2) + c(2);
     const sycl::marray<bool, 3> same = a == a, other = a != b;
     ok &= same[0] && same[1] && same[2] && other[0];
     const auto sizes = oneapi::abs(a);
     const auto parts = oneapi::imag(a);
     const auto powers = oneapi::pow(a, 2.0), bases = oneapi::pow(c(2), a);
     const auto turned = oneapi::polar(sizes, oneapi::arg(a));
     const auto roots = oneapi::sqrt(a);
     for (int i = 0; i < 3; ++i) {
       ok &= sizes[i] == oneapi::abs(a[i]) && parts[i] == a[i].imag();
       ok &= powers[i] == oneapi::pow(a[i], 2.0) && bases[i] == oneapi::pow(c(2), a[i]);
       ok &= oneapi::abs(turned[i] - a[i]) < 1e-12 && roots[i] == oneapi::sqrt(a[i]);
     }
     *fine = ok;
   }).wait();
  CHECK(*fine);
  sycl::free(fine, q);
}

/* Every pair of operands that pow takes; what complex numbers do not have, their marrays do not. */
using c = complex<float>;
template <class T> using m = sycl::marray<T, 2>;
template <class A, class B>
inline constexpr bool is_power =
    std::is_same_v<decltype(oneapi::pow(std::declval<A>(), std::declval<B>())), m<c>>;
static_assert(is_power<m<c>, m<c>> && is_power<m<c>, m<float>> && is_power<m<float>, m<c>> &&
              is_power<m<c>, float> && is_power<c, m<float>> && is_power<m<c>, c> &&
              is_power<c, m<c>> && is_power<m<float>, c> && is_power<float, m<c>>);
template <class A, class = void> inline constexpr bool has_remainder = false;
template <class A>
inline constexpr bool
    has_remainder<A, std::void_t<decltype(std::declval<A>() % std::declval<A>())>> = true;
static_assert(has_remainder<m<int>> && !has_remainder<m<c>>);

static void sums(sycl::queue &q) {
  auto *sum = sycl::malloc_shared<complex<float>>(1, q);
  *sum = complex<float>(0, 1);
  q.parallel_for(100, sycl::reduction(sum, sycl::plus<>()), [=](sycl::id<1> i, auto &s) {
     s += complex<float>(float(i), 1);
   }).wait();
  CHECK(*sum == complex<float>(4950, 101));
  q.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> i) {
     const complex<float> z(float(i.get_global_id(0)), 1);
     const auto all = sycl::reduce_over_group(i.get_group(), z, sycl::plus<>());
     if (i.get_group().leader())
       *sum = all;
   }).wait();
  CHECK(*sum == complex<float>(28, 8));
  sycl::free(sum, q);
}

int main() {
  sycl::queue q;
  functions<float>(q, 1e-5);
  functions<double>(q, 1e-13);
  functions<sycl::half>(q, 3e-3);
  values(q);
  arrays(q);
  sums(q);
  return finish();
}
