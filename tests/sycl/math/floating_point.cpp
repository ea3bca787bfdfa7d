/* SYCL 2020, 4.17.5: functions of floating-point numbers, on the host. */
#include <cmath>

#include <sycl/math.hpp>
#include <sycl/multi_ptr.hpp>

#include "../check.hpp"

using namespace sycl;
template <class T> static bool near(T a, double b, double ulps = 8) {
  const double scale = std::fabs(b) > 1e-30 ? std::fabs(b) : 1;
  return std::fabs(double(a) - b) <= ulps * double(std::numeric_limits<T>::epsilon()) * scale;
}
static_assert(std::is_same_v<decltype(sycl::sqrt(half())), half>);
static_assert(std::is_same_v<decltype(sycl::pow(1.0f, 2)), float>);
static_assert(std::is_same_v<decltype(sycl::sin(float4())), float4>);
static_assert(std::is_same_v<decltype(sycl::sin(double4().lo())), double2>);
static_assert(std::is_same_v<decltype(sycl::ilogb(double2())), int2>);

/* A function of a scalar, a vec, a swizzle and an marray against the standard library's. */
template <class T, class F, class G> static void check(F f, G g, double x, double y) {
  CHECK(near<T>(f(T(x)), g(double(T(x)))));
  vec<T, 4> v(x, y, x, y);
  CHECK(near<T>(f(v)[0], g(double(T(x)))) && near<T>(f(v)[3], g(double(T(y)))));
  CHECK(near<T>(f(v.odd())[1], g(double(T(y)))));
  CHECK(near<T>(f(marray<T, 3>(x, y, x))[1], g(double(T(y)))));
}
#define EACH(name, x, y)                                                                           \
  {                                                                                                \
    auto f = [](auto e) { return sycl::name(e); };                                                 \
    auto g = [](double e) { return std::name(e); };                                                \
    check<float>(f, g, x, y);                                                                      \
    check<double>(f, g, x, y);                                                                     \
    check<half>(f, g, x, y);                                                                       \
  }

static void one_argument() {
  EACH(acos, 0.25, -0.5)
  EACH(acosh, 1.25, 3)
  EACH(asin, 0.25, -0.5)
  EACH(asinh, 0.25, -2)
  EACH(atan, 0.25, -2)
  EACH(atanh, 0.25, -0.5)
  EACH(cbrt, 8, -2)
  EACH(ceil, 1.5, -1.5)
  EACH(cos, 1, -2)
  EACH(cosh, 1, -2)
  EACH(erf, 0.5, -1)
  EACH(erfc, 0.5, -1)
  EACH(exp, 1, -2)
  EACH(exp2, 1.5, -2)
  EACH(expm1, 0.5, -2)
  EACH(fabs, 0.5, -2)
  EACH(floor, 1.5, -1.5)
  EACH(lgamma, 3.5, 0.5)
  EACH(log, 3.5, 0.5)
  EACH(log2, 3.5, 0.5)
  EACH(log10, 3.5, 0.5)
  EACH(log1p, 3.5, -0.5)
  EACH(logb, 3.5, 0.25)
  EACH(rint, 2.5, -3.5)
  EACH(round, 2.5, -3.5)
  EACH(sin, 1, -2)
  EACH(sinh, 1, -2)
  EACH(sqrt, 2, 3)
  EACH(tan, 1, -0.5)
  EACH(tanh, 1, -0.5)
  EACH(tgamma, 3.5, 1.5)
  EACH(trunc, 2.75, -3.5)
  CHECK(near(sycl::exp10(2.0f), 100) && near(sycl::rsqrt(4.0), 0.5) && near(rsqrt(half(4)), 0.5));
  CHECK(near(native::sqrt(2.0f), std::sqrt(2.0)) && near(half_precision::recip(4.0f), 0.25));
  CHECK(near(native::divide(float2(1, 2), 4.0f)[1], 0.5));
}

static void turns() {
  const double pi = 3.14159265358979323846;
  for (double x = -4; x <= 4; x += 0.125) {
    CHECK(std::fabs(sycl::sinpi(x) - std::sin(pi * x)) < 4e-15);
    CHECK(std::fabs(sycl::cospi(x) - std::cos(pi * x)) < 4e-15);
    CHECK(std::fabs(sycl::sinpi(float(x)) - std::sin(pi * x)) < 4e-7);
  }
  CHECK(sycl::sinpi(1e9f) == 0 && sycl::cospi(1e9f) == 1 && sycl::cospi(0.5) == 0);
  CHECK(near(sycl::tanpi(0.25f), 1) && near(sycl::atan2pi(1.0, 1.0), 0.25));
  CHECK(near(sycl::acospi(0.0f), 0.5) && near(sycl::asinpi(1.0), 0.5) &&
        near(atanpi(half(1)), 0.25));
}

static void more_arguments() {
  CHECK(sycl::fmax(1.0f, 2.0f) == 2 && sycl::fmin(float2(1, 5), 3.0f)[1] == 3);
  CHECK(near(sycl::pow(2.0f, 0.5f), std::sqrt(2.0)) && near(sycl::pow(2.0, 10), 1024));
  CHECK(std::isnan(sycl::powr(-1.0f, 2.0f)) && sycl::pown(-2.0f, 3) == -8);
  CHECK(sycl::pown(float2(2, 3), int2(3, 2))[1] == 9 && sycl::pown(mdouble2(2, 3), 2)[1] == 9);
  CHECK(near(sycl::rootn(27.0, 3), 3) && near(sycl::rootn(-32.0f, 5), -2) &&
        near(rootn(4.0, -2), 0.5));
  CHECK(std::isnan(sycl::rootn(-4.0f, 2)) && near(sycl::rootn(81.0f, 4), 3));
  CHECK(sycl::ldexp(1.5f, 3) == 12 && sycl::ldexp(double2(1, 2), 1)[1] == 4 &&
        sycl::ilogb(8.5) == 3);
  CHECK(sycl::fma(2.0f, 3.0f, 4.0f) == 10 && sycl::mad(float2(1, 2), 2.0f, 1.0f)[1] == 5);
  CHECK(fma(half(2), half(3), half(4)) == 10);
  CHECK(sycl::maxmag(-3.0f, 2.0f) == -3 && sycl::minmag(-3.0, 2.0) == 2);
  CHECK(sycl::fmod(5.5f, 2.0f) == 1.5f && sycl::remainder(5.5, 2.0) == -0.5);
  CHECK(sycl::hypot(3.0f, 4.0f) == 5 && sycl::fdim(3.0, 1.0) == 2 &&
        sycl::copysign(1.0f, -2.0f) == -1);
  CHECK(near(sycl::atan2(1.0f, -1.0f), std::atan2(1.0, -1.0)));
  CHECK(sycl::nextafter(1.0f, 2.0f) == 1 + std::numeric_limits<float>::epsilon());
  CHECK(nextafter(half(1), half(2)) == 1 + 0.0009765625f && nextafter(half(0), half(-1)) < 0);
  CHECK(std::isnan(sycl::nan(3u)) && std::isnan(sycl::nan(3ul)) &&
        sycl::isnan(sycl::nan(uint2(1)))[1]);
}

static void two_results() {
  float whole;
  CHECK(sycl::fract(-0.25f, &whole) == 0.75f && whole == -1);
  CHECK(sycl::fract(-1e-20f, &whole) < 1);
  CHECK(sycl::modf(2.25f, &whole) == 0.25f && whole == 2);
  int n;
  CHECK(sycl::frexp(12.0, &n) == 0.75 && n == 4);
  CHECK(near(sycl::lgamma_r(-0.5, &n), std::lgamma(-0.5)) && n == -1);
  CHECK(near(sycl::lgamma_r(-1.5f, &n), std::lgamma(-1.5)) && n == 1);
  CHECK(sycl::remquo(7.0f, 2.0f, &n) == -1 && (n & 7) == 4);
  double4 cosines;
  auto p =
      address_space_cast<access::address_space::private_space, access::decorated::no>(&cosines);
  double4 sines = sycl::sincos(double4(0, 1, 2, 3), p);
  CHECK(near(sines.z(), std::sin(2.0)) && near(cosines.w(), std::cos(3.0)));
  int2 exponents;
  CHECK(sycl::frexp(float2(8, 3), &exponents)[1] == 0.75f && exponents.x() == 4);
  CHECK(sycl::remquo(float2(7, 9), 4.0f, &exponents)[1] == 1 && (exponents.y() & 7) == 2);
}

int main() {
  one_argument();
  turns();
  more_arguments();
  two_results();
}
