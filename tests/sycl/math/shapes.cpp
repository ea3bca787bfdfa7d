// options: -O0 -march=x86-64
/* SYCL 2020, 4.17.5 to 4.17.9: every function of every type in every shape: scalar, vec, swizzle,
 * marray. The type of the result is the specification's, and each element is what the function says
 * of scalars. On the host and in a kernel. */
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
using std::is_same_v;

/* Template arguments as the specification names them, and classes that convert. */
template <class T> struct converts {
  operator T() const;
};
template <class T> constexpr bool has_arguments() {
  using V = vec<T, 3>;
  const T x{};
  const V v{};
  return is_same_v<decltype(step<T, T>(x, x)), T> && is_same_v<decltype(step<V>(x, v)), V> &&
         is_same_v<decltype(step<V, V>(v, v)), V> &&
         is_same_v<decltype(smoothstep<V>(x, x, v)), V> &&
         is_same_v<decltype(dot<T, T>(x, x)), T> && is_same_v<decltype(length<T>(x)), T> &&
         is_same_v<decltype(bitselect<T, T, T>(x, x, x)), T> &&
         is_same_v<decltype(sin(converts<T>())), T> &&
         is_same_v<decltype(pow(converts<T>(), converts<T>())), T>;
}
static_assert(has_arguments<float>() && has_arguments<double>() && has_arguments<half>());
static_assert(is_same_v<decltype(upsample<uchar2, uchar2>(uchar2(), uchar2())), ushort2>);

/* Counts functions; remembers the first that differs. */
struct tally {
  int count = 0, wrong = 0;
  void add(bool is_right) {
    ++count;
    if (!is_right && !wrong)
      wrong = count;
  }
};

template <class T> bool same(T a, T b) {
  return a == b || (a != a && b != b);
}

template <class T> T value(int i) { /* within every domain, or not a number for all shapes alike */
  return T(0.125) * T(i + 1);
}
template <class T, int N> vec<T, N> some_vec(int first = 0) {
  vec<T, N> v;
  for (int i = 0; i < N; ++i)
    v[i] = value<T>(first + i);
  return v;
}
template <class T, size_t N> marray<T, N> some_marray(int first = 0) {
  marray<T, N> v;
  for (size_t i = 0; i < N; ++i)
    v[i] = value<T>(first + int(i));
  return v;
}

template <class Shape, class Scalar> bool each_same(const Shape &r, int n, Scalar scalar) {
  bool is_right = true;
  for (int i = 0; i < n; ++i)
    is_right &= same(decltype(scalar(0))(r[i]), scalar(i));
  return is_right;
}

/* f of one argument. R: of scalars; V and M: elements of results for vec and marray. */
template <class T, class R, class V, class M, class F> void one(tally &t, F f) {
  static_assert(is_same_v<decltype(f(T())), R>);
  static_assert(is_same_v<decltype(f(vec<T, 3>())), vec<V, 3>>);
  static_assert(is_same_v<decltype(f(vec<T, 4>().wx())), vec<V, 2>>);
  static_assert(is_same_v<decltype(f(marray<T, 5>())), marray<M, 5>>);
  auto scalar_v = [&](int i) {
    return is_same_v<V, R> ? V(f(value<T>(i))) : V(-int(f(value<T>(i))));
  };
  auto scalar_m = [&](int i) { return M(f(value<T>(i))); };
  const vec<T, 4> v = some_vec<T, 4>();
  t.add(each_same(f(some_vec<T, 3>()), 3, scalar_v) && each_same(f(v), 4, scalar_v) &&
        each_same(f(v.zw()), 2, [&](int i) { return scalar_v(i + 2); }) &&
        each_same(f(some_marray<T, 5>()), 5, scalar_m));
}
template <class T, class R, class V, class M, class F> void two(tally &t, F f) {
  static_assert(is_same_v<decltype(f(T(), T())), R>);
  static_assert(is_same_v<decltype(f(vec<T, 3>(), vec<T, 3>())), vec<V, 3>>);
  static_assert(is_same_v<decltype(f(vec<T, 4>().wx(), vec<T, 2>())), vec<V, 2>>);
  static_assert(is_same_v<decltype(f(vec<T, 2>(), vec<T, 4>().wx())), vec<V, 2>>);
  static_assert(is_same_v<decltype(f(marray<T, 5>(), marray<T, 5>())), marray<M, 5>>);
  auto scalar_v = [&](int i) {
    const auto r = f(value<T>(i), value<T>(i + 2));
    return is_same_v<V, R> ? V(r) : V(-int(r));
  };
  auto scalar_m = [&](int i) { return M(f(value<T>(i), value<T>(i + 2))); };
  const vec<T, 4> v = some_vec<T, 4>();
  t.add(each_same(f(some_vec<T, 3>(), some_vec<T, 3>(2)), 3, scalar_v) &&
        each_same(f(v.xy(), some_vec<T, 2>(2)), 2, scalar_v) &&
        each_same(f(some_vec<T, 2>(), v.zw()), 2, scalar_v) &&
        each_same(f(v.xy(), v.zw()), 2, scalar_v) &&
        each_same(f(some_marray<T, 5>(), some_marray<T, 5>(2)), 5, scalar_m));
}
template <class T, class F> void three(tally &t, F f) {
  static_assert(is_same_v<decltype(f(T(), T(), T())), T>);
  static_assert(is_same_v<decltype(f(vec<T, 2>(), vec<T, 4>().wx(), vec<T, 2>())), vec<T, 2>>);
  static_assert(is_same_v<decltype(f(vec<T, 4>().wx(), vec<T, 2>(), vec<T, 2>())), vec<T, 2>>);
  static_assert(
      is_same_v<decltype(f(marray<T, 5>(), marray<T, 5>(), marray<T, 5>())), marray<T, 5>>);
  auto scalar = [&](int i) { return f(value<T>(i), value<T>(i + 1), value<T>(i + 2)); };
  t.add(each_same(f(some_vec<T, 3>(), some_vec<T, 3>(1), some_vec<T, 3>(2)), 3, scalar) &&
        each_same(f(some_marray<T, 5>(), some_marray<T, 5>(1), some_marray<T, 5>(2)), 5, scalar));
}
/* With one value for all elements, first or last. */
template <class T, class F> void with_scalar(tally &t, F f) {
  static_assert(is_same_v<decltype(f(vec<T, 4>().wx(), T())), vec<T, 2>>);
  t.add(each_same(f(some_vec<T, 3>(), value<T>(4)), 3,
                  [&](int i) { return f(value<T>(i), value<T>(4)); }) &&
        each_same(f(some_marray<T, 5>(), value<T>(4)), 5,
                  [&](int i) { return f(value<T>(i), value<T>(4)); }));
}
template <class T, class F> void with_integer(tally &t, F f, bool takes_scalar) {
  static_assert(is_same_v<decltype(f(T(), 1)), T>);
  static_assert(is_same_v<decltype(f(vec<T, 4>().wx(), vec<int, 2>())), vec<T, 2>>);
  static_assert(is_same_v<decltype(f(marray<T, 5>(), marray<int, 5>())), marray<T, 5>>);
  const vec<int, 3> n(1, 2, 3);
  const marray<int, 3> m{1, 2, 3};
  auto scalar = [&](int i) { return f(value<T>(i), i + 1); };
  t.add(each_same(f(some_vec<T, 3>(), n), 3, scalar) &&
        each_same(f(some_marray<T, 3>(), m), 3, scalar));
  if (takes_scalar)
    t.add(each_same(f(some_vec<T, 3>(), 2), 3, [&](int i) { return f(value<T>(i), 2); }) &&
          each_same(f(some_marray<T, 3>(), 2), 3, [&](int i) { return f(value<T>(i), 2); }));
}
/* With a second result: U of T. */
template <class T, class U, class F> void with_result(tally &t, F f) {
  U u{};
  vec<U, 3> w;
  marray<U, 3> m;
  static_assert(is_same_v<decltype(f(T(), &u)), T>);
  static_assert(is_same_v<decltype(f(vec<T, 3>(), &w)), vec<T, 3>>);
  static_assert(is_same_v<decltype(f(marray<T, 3>(), &m)), marray<T, 3>>);
  const auto v = f(some_vec<T, 3>(5), &w);
  const auto a = f(some_marray<T, 3>(5), private_ptr<marray<U, 3>>(&m));
  bool is_right = true;
  for (int i = 0; i < 3; ++i) {
    const T first = f(value<T>(i + 5), private_ptr<U>(&u));
    is_right &=
        same(first, T(v[i])) && same(first, T(a[i])) && same(u, U(w[i])) && same(u, U(m[i]));
  }
  t.add(is_right);
}

#define CALL_1(name) [](auto x) { return sycl::name(x); }
#define CALL_2(name) [](auto x, auto y) { return sycl::name(x, y); }
#define CALL_3(name) [](auto x, auto y, auto z) { return sycl::name(x, y, z); }
#define ONE(name) one<T, T, T, T>(t, CALL_1(name));
#define TWO(name) two<T, T, T, T>(t, CALL_2(name));
#define THREE(name) three<T>(t, CALL_3(name));
#define RELATION_1(name) one<T, bool, I, bool>(t, CALL_1(name));
#define RELATION_2(name) two<T, bool, I, bool>(t, CALL_2(name));

/* I: the integer that is as wide as T. */
template <class T, class I> void floating(tally &t) {
  ONE(acos)
  ONE(acosh)
  ONE(acospi) ONE(asin) ONE(asinh) ONE(asinpi) ONE(atan) ONE(atanh) ONE(atanpi) ONE(cbrt) ONE(ceil)
      ONE(cos) ONE(cosh) ONE(cospi) ONE(erf) ONE(erfc) ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1)
          ONE(fabs) ONE(floor) ONE(lgamma) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(logb)
              ONE(rint) ONE(round) ONE(rsqrt) ONE(sin) ONE(sinh) ONE(sinpi) ONE(sqrt) ONE(tan)
                  ONE(tanh) ONE(tanpi) ONE(tgamma) ONE(trunc) ONE(degrees) ONE(radians) ONE(sign)
                      TWO(atan2) TWO(atan2pi) TWO(copysign) TWO(fdim) TWO(fmax) TWO(fmin) TWO(fmod)
                          TWO(hypot) TWO(maxmag) TWO(minmag) TWO(nextafter) TWO(pow) TWO(powr)
                              TWO(remainder) TWO(max) TWO(min) TWO(step) THREE(fma) THREE(mad)
                                  THREE(clamp) THREE(mix) THREE(smoothstep) THREE(bitselect)
                                      with_scalar<T>(t, CALL_2(fmax));
  with_scalar<T>(t, CALL_2(fmin));
  with_scalar<T>(t, CALL_2(max));
  with_scalar<T>(t, CALL_2(min));
  with_scalar<T>(t, [](auto x, T edge) { return sycl::step(edge, x); });
  with_scalar<T>(t, [](auto x, T a) { return sycl::mix(x, x, a); });
  with_scalar<T>(t, [](auto x, T a) { return sycl::clamp(x, T(0.25), a); });
  with_scalar<T>(t, [](auto x, T a) { return sycl::smoothstep(T(0), a, x); });
  with_integer<T>(t, CALL_2(ldexp), true);
  with_integer<T>(t, CALL_2(pown), false);
  with_integer<T>(t, CALL_2(rootn), false);
  with_result<T, T>(t, CALL_2(fract));
  with_result<T, T>(t, CALL_2(modf));
  with_result<T, T>(t, CALL_2(sincos));
  with_result<T, int>(t, CALL_2(frexp));
  with_result<T, int>(t, CALL_2(lgamma_r));
  with_result<T, int>(t, [](auto x, auto p) { return sycl::remquo(x, x, p); });
  one<T, int, int, int>(t, CALL_1(ilogb));
  RELATION_1(isfinite)
  RELATION_1(isinf)
  RELATION_1(isnan) RELATION_1(isnormal) RELATION_1(signbit) RELATION_2(isequal)
      RELATION_2(isnotequal) RELATION_2(isgreater) RELATION_2(isgreaterequal) RELATION_2(isless)
          RELATION_2(islessequal) RELATION_2(islessgreater) RELATION_2(isordered)
              RELATION_2(isunordered)
      /* select by an integer of the same width, signed or not */
      using U = std::make_unsigned_t<I>;
  const vec<T, 2> a = some_vec<T, 2>(), b = some_vec<T, 2>(2);
  static_assert(is_same_v<decltype(sycl::select(a.yx(), b, vec<U, 2>())), vec<T, 2>>);
  t.add(
      same(T(sycl::select(a, b, vec<I, 2>(I(-1), I(1)))[0]), T(b[0])) &&
      same(T(sycl::select(a, b, vec<U, 2>(U(-1), U(1)))[1]), T(a[1])) &&
      same(sycl::select(T(1), T(2), true), T(2)) &&
      same(sycl::select(marray<T, 2>(1), marray<T, 2>(2), marray<bool, 2>(false, true))[1], T(2)));
  /* geometry */
  const vec<T, 4> p = some_vec<T, 4>(), q = some_vec<T, 4>(2);
  const marray<T, 3> m = some_marray<T, 3>(), n = some_marray<T, 3>(2);
  static_assert(is_same_v<decltype(sycl::dot(p, q)), T> &&
                is_same_v<decltype(sycl::dot(m, n)), T> &&
                is_same_v<decltype(sycl::dot(p.xy(), q.zw())), T> &&
                is_same_v<decltype(sycl::dot(T(), T())), T> &&
                is_same_v<decltype(sycl::cross(p, q)), vec<T, 4>> &&
                is_same_v<decltype(sycl::cross(p.xyz(), q.xyz())), vec<T, 3>> &&
                is_same_v<decltype(sycl::cross(m, n)), marray<T, 3>> &&
                is_same_v<decltype(sycl::normalize(p.xy())), vec<T, 2>> &&
                is_same_v<decltype(sycl::normalize(m)), marray<T, 3>> &&
                is_same_v<decltype(sycl::normalize(T())), T>);
  t.add(same(sycl::dot(p.xyz(), q.xyz()), sycl::dot(m, n)) &&
        same(sycl::length(p.xyz()), sycl::length(m)) && same(sycl::length(T(-2)), T(2)) &&
        same(sycl::distance(p.xyz(), q.xyz()), sycl::distance(m, n)) &&
        same(sycl::distance(T(1), T(-2)), T(3)) && same(sycl::normalize(T(-2)), T(-1)) &&
        same(T(sycl::cross(p, q)[1]), T(sycl::cross(m, n)[1])) &&
        same(T(sycl::cross(p, q)[3]), T(0)) &&
        same(T(sycl::normalize(p.xyz())[1]), T(sycl::normalize(m)[1])));
}

/* Of float alone. */
#define FAST(space)                                                                                \
  ONE(space::cos)                                                                                  \
  ONE(space::exp)                                                                                  \
  ONE(space::exp2)                                                                                 \
  ONE(space::exp10)                                                                                \
  ONE(space::log)                                                                                  \
  ONE(space::log2)                                                                                 \
  ONE(space::log10)                                                                                \
  ONE(space::recip)                                                                                \
  ONE(space::rsqrt)                                                                                \
  ONE(space::sin)                                                                                  \
  ONE(space::sqrt)                                                                                 \
  ONE(space::tan)                                                                                  \
  TWO(space::divide)                                                                               \
  TWO(space::powr)
void fast(tally &t) {
  using T = float;
  FAST(native)
  FAST(half_precision)
  static_assert(is_same_v<decltype(fast_length(float4())), float> &&
                is_same_v<decltype(fast_distance(float4().xy(), float2())), float> &&
                is_same_v<decltype(fast_normalize(float4().xyz())), float3>);
}

template <class T> void integer(tally &t) {
  using U = std::make_unsigned_t<T>;
  ONE(abs)
  ONE(clz)
  ONE(ctz) ONE(popcount) TWO(abs_diff) TWO(add_sat) TWO(hadd) TWO(rhadd) TWO(max) TWO(min)
      TWO(mul_hi) TWO(rotate) TWO(sub_sat) THREE(clamp) THREE(mad_hi) THREE(mad_sat)
          THREE(bitselect) with_scalar<T>(t, CALL_2(max));
  with_scalar<T>(t, CALL_2(min));
  with_scalar<T>(t, [](auto x, T high) { return sycl::clamp(x, T(0), high); });
  static_assert(
      is_same_v<decltype(sycl::select(vec<T, 2>(), vec<T, 2>(), vec<U, 2>())), vec<T, 2>>);
  if constexpr (std::is_signed_v<T>) {
    const vec<T, 4> none(T(1)), one(T(1), T(-1), T(1), T(1)), all(T(-1));
    static_assert(is_same_v<decltype(sycl::any(none)), int> &&
                  is_same_v<decltype(sycl::all(none)), int> &&
                  is_same_v<decltype(sycl::any(none.xy())), int> &&
                  is_same_v<decltype(sycl::any(T())), bool> &&
                  is_same_v<decltype(sycl::all(marray<T, 2>())), bool>);
    t.add(sycl::any(none) == 0 && sycl::any(one) == 1 && sycl::all(one) == 0 &&
          sycl::all(all) == 1 && sycl::any(one.xy()) == 1 && sycl::all(one.zw()) == 0 &&
          sycl::any(T(-1)) && !sycl::all(T(1)));
  }
  if constexpr (sizeof(T) < 8) {
    using W = decltype(sycl::upsample(T(), U()));
    static_assert(sizeof(W) == 2 * sizeof(T) && std::is_signed_v<W> == std::is_signed_v<T>);
    static_assert(
        is_same_v<decltype(sycl::upsample(vec<T, 3>(), vec<U, 3>())), vec<W, 3>> &&
        is_same_v<decltype(sycl::upsample(vec<T, 4>().xy(), vec<U, 2>())), vec<W, 2>> &&
        is_same_v<decltype(sycl::upsample(marray<T, 3>(), marray<U, 3>())), marray<W, 3>>);
    t.add(sycl::upsample(T(1), U(2)) == W((W(1) << 8 * sizeof(T)) + 2));
  }
  if constexpr (sizeof(T) == 4) {
    TWO(mul24)
    THREE(mad24)
  }
}

template <class T, class I> void codes(tally &t) {
  static_assert(is_same_v<decltype(sycl::nan(I())), T> &&
                is_same_v<decltype(sycl::nan(vec<I, 2>())), vec<T, 2>> &&
                is_same_v<decltype(sycl::nan(vec<I, 4>().xy())), vec<T, 2>> &&
                is_same_v<decltype(sycl::nan(marray<I, 3>())), marray<T, 3>>);
  t.add(sycl::isnan(sycl::nan(I(1))) && sycl::isnan(T(sycl::nan(vec<I, 2>(1))[1])));
}

tally everything() {
  tally t;
  floating<float, int32_t>(t);
  floating<double, int64_t>(t);
  floating<half, int16_t>(t);
  fast(t);
  integer<int8_t>(t);
  integer<uint8_t>(t);
  integer<int16_t>(t);
  integer<uint16_t>(t);
  integer<int32_t>(t);
  integer<uint32_t>(t);
  integer<int64_t>(t);
  integer<uint64_t>(t);
  codes<float, uint32_t>(t);
  codes<double, uint64_t>(t);
  codes<half, uint16_t>(t);
  t.add(sycl::any(marray<bool, 2>(false, true)) && !sycl::all(marray<bool, 2>(false, true)));
  static_assert(is_same_v<decltype(sycl::any(marray<bool, 2>())), bool>);
  return t;
}

int main() {
  const tally host = everything();
  CHECK_EQUAL(host.wrong, 0);
  queue q;
  tally *device = malloc_shared<tally>(1, q);
  q.single_task([=] { *device = everything(); }).wait();
  CHECK_EQUAL(device->wrong, 0);
  CHECK_EQUAL(device->count, host.count);
  free(device, q);
  return finish();
}
