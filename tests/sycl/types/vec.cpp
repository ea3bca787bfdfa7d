/* SYCL 2020, 4.14.2: vec, its layout, operators, swizzles and conversions, on the host. */
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/vec.hpp>

#include "../check.hpp"

using namespace sycl;

static_assert(sizeof(float3) == 16 && alignof(float3) == 16 && sizeof(double16) == 128);
static_assert(sizeof(char2) == 2 && alignof(short8) == 16 && sizeof(half4) == 8);
static_assert(std::is_trivially_copyable_v<int4> &&
              std::is_trivially_default_constructible_v<int4>);
static_assert(std::is_standard_layout_v<float4>);
static_assert(!std::is_convertible_v<float, float4> && !std::is_convertible_v<int4, float4>);
static_assert(std::is_same_v<decltype(float4() == float4()), int4>);
static_assert(std::is_same_v<decltype(half2() < half2()), short2>);
static_assert(std::is_same_v<decltype(double2() && double2()), long2>);
static_assert(std::is_same_v<decltype(!uchar4()), char4>);
static_assert(std::is_same_v<decltype(vec(1.0f, 2.0f)), float2>);
constexpr float4 folded = float4(1, 2, 3, 4) * 2 + float4(1);
static_assert(folded[0] == 3 && folded[3] == 9 && folded.y() == 5);

template <class V> static bool is(const V &v, std::initializer_list<double> expected) {
  if (expected.size() != v.size())
    return false;
  int i = 0;
  for (double e : expected)
    if (double(v[i++]) != e)
      return false;
  return true;
}
template <class A, class B, class = void> static constexpr bool adds = false;
template <class A, class B>
static constexpr bool adds<A, B, std::void_t<decltype(std::declval<A>() + std::declval<B>())>> =
    true;
static_assert(adds<float4, float4> && adds<float4, double> && adds<int, float4>);
static_assert(!adds<float4, int4> && !adds<float4, float2> && !adds<float4, const char *>);

static void constructors() {
  float4 a(1, 2, 3, 4), splat(7);
  CHECK(is(a, {1, 2, 3, 4}));
  CHECK(is(splat, {7, 7, 7, 7}));
  CHECK(is(float4(a.xy(), a.wz()), {1, 2, 4, 3}));
  CHECK(is(float8(a, 5, float3(6, 7, 8)), {1, 2, 3, 4, 5, 6, 7, 8}));
  CHECK(
      is(float16(float8(a, a), a, 1.0, a.xyz()), {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 1, 2, 3}));
  float2 copied = a.zw();
  CHECK(is(copied, {3, 4}));
  a = 5;
  CHECK(is(a, {5, 5, 5, 5}));
  float scalar = vec<float, 1>(3.0f);
  CHECK(scalar == 3);
  vec<float, 1> one = float4(1, 2, 3, 4).swizzle<2>();
  CHECK(is(one + 1, {4}));
}

/* Braces, and what one element converts to. */
static void braces() {
  float4 v(1);
  v += {1, 2, 3, 4};
  v.lo() *= {2, 2};
  CHECK(is(v, {4, 6, 4, 5}));
  half2 h(1);
  h = {};
  v = {};
  CHECK(is(h, {0, 0}) && is(v, {0, 0, 0, 0}));
  const double seven = 7;
  const vec<float, 1> a{1.0}, b{seven}, c = 2.5f;
  const int numbers[] = {5, 6, 7};
  double sum = a;
  sum += b + c;
  CHECK(sum == 10.5 && int(c) == 2 && numbers[vec<int, 1>(2)] == 7);
  const int4 i(1, 0, 3, 4);
  const long l = i.swizzle<2>();
  const float from_half = vec<half, 1>(3);
  CHECK(l == 3 && i.swizzle<0>() && !static_cast<bool>(i.swizzle<1>()) && from_half == 3);
  CHECK(static_cast<bool>(i.swizzle<0>() == i.swizzle<0>()));
}

static void operators() {
  int4 a(1, 2, 3, 4), b(10, 20, 30, 40);
  CHECK(is(a + b, {11, 22, 33, 44}));
  CHECK(is(b - 1, {9, 19, 29, 39}));
  CHECK(is(2 * a, {2, 4, 6, 8}));
  CHECK(is(b / a, {10, 10, 10, 10}));
  CHECK(is(b % 7, {3, 6, 2, 5}));
  CHECK(is(a << 2, {4, 8, 12, 16}));
  CHECK(is((a & 1) | 8, {9, 8, 9, 8}));
  CHECK(is(a ^ b, {1 ^ 10, 2 ^ 20, 3 ^ 30, 4 ^ 40}));
  CHECK(is(-a, {-1, -2, -3, -4}));
  CHECK(is(~a, {~1, ~2, ~3, ~4}));
  CHECK(is(!(a - 1), {-1, 0, 0, 0}));
  CHECK(is(a == int4(1, 0, 3, 0), {-1, 0, -1, 0}));
  CHECK(is(a < 3, {-1, -1, 0, 0}));
  CHECK(is(3 <= a, {0, 0, -1, -1}));
  CHECK(is(a && int4(1, 0, 1, 0), {-1, 0, -1, 0}));
  a += b;
  CHECK(is(a, {11, 22, 33, 44}));
  CHECK(is(a++, {11, 22, 33, 44}));
  CHECK(is(--a, {11, 22, 33, 44}));
  a >>= 1;
  CHECK(is(a, {5, 11, 16, 22}));
  char2 small(100, -100);
  CHECK(is(small + small, {-56, 56}));
  half2 h(1.5, 2);
  CHECK(is(h * 2 + h, {4.5, 6}));
  CHECK(is(a * a.swizzle<0>(), {25, 55, 80, 110}));
}

static void swizzles() {
  float4 v(1, 2, 3, 4);
  const float4 c = v;
  v.x() = 10;
  v.w() += 1;
  CHECK(is(v, {10, 2, 3, 5}));
  CHECK(is(v.rgba(), {10, 2, 3, 5}));
  v.xy() = v.yx();
  CHECK(is(v, {2, 10, 3, 5}));
  v.lo() = c.hi();
  CHECK(is(v, {3, 4, 3, 5}));
  v.odd() *= 2;
  CHECK(is(v, {3, 8, 3, 10}));
  CHECK(is(v.even() + c.xy() * 2, {5, 7}));
  CHECK(is(c.wzyx().lo(), {4, 3}));
  CHECK(is(c.wzyx().swizzle<elem::x, elem::w>(), {4, 1}));
  CHECK(c.wzyx().x() == 4 && c.s3() == 4);
  CHECK(is(c.xyz() == float3(1, 0, 3), {-1, 0, -1}));
  v.swizzle<elem::s0, elem::s3>() = 0;
  CHECK(is(v, {0, 8, 3, 0}));
  ++v.zw();
  CHECK(is(v, {0, 8, 4, 1}));
  v.xyz() = float3(1);
  CHECK(is(v, {1, 1, 1, 1}));
  float3 three(1, 2, 3);
  CHECK(three.hi().x() == 3 && three.odd().x() == 2);
  int16 wide(0);
  wide.sF() = 3;
  wide.hi().hi().lo() = 9;
  CHECK(wide.sF() == 3 && wide[12] == 9 && wide[13] == 9 && wide[14] == 0);
}

static void conversions() {
  float4 v(1.5f, -1.5f, 2.5f, -2.5f);
  CHECK(is(v.convert<int>(), {2, -2, 2, -2})); // automatic: to nearest even, from float
  CHECK(is(v.convert<int, rounding_mode::rtz>(), {1, -1, 2, -2}));
  CHECK(is(v.convert<int, rounding_mode::rte>(), {2, -2, 2, -2}));
  CHECK(is(v.convert<int, rounding_mode::rtp>(), {2, -1, 3, -2}));
  CHECK(is(v.convert<int, rounding_mode::rtn>(), {1, -2, 2, -3}));
  CHECK(is(v.xy().convert<double>(), {1.5, -1.5}));
  double2 d(0.1, -0.1); // 0.1f is above 0.1
  CHECK(is(d.convert<float>(), {0.1f, -0.1f}));
  CHECK(d.convert<float, rounding_mode::rtz>()[0] < 0.1f &&
        d.convert<float, rounding_mode::rtz>()[1] > -0.1f);
  CHECK(is(d.convert<float, rounding_mode::rtp>() == d.convert<float>(), {0, 0}) == false);
  CHECK(d.convert<float, rounding_mode::rtp>()[0] == 0.1f &&
        d.convert<float, rounding_mode::rtp>()[1] > -0.1f);
  CHECK(d.convert<float, rounding_mode::rtn>()[0] < 0.1f &&
        d.convert<float, rounding_mode::rtn>()[1] == -0.1f);
  long2 l(16777217, -16777217);
  CHECK(is(l.convert<float, rounding_mode::rtp>(), {16777218, -16777216}));
  CHECK(is(l.convert<float, rounding_mode::rtn>(), {16777216, -16777218}));
  CHECK(is(l.convert<float, rounding_mode::rtz>(), {16777216, -16777216}));
  CHECK(is((ulong2(~0ull, 3).convert<float, rounding_mode::rtz>()), {18446742974197923840.0, 3}));
  CHECK(is(float4(1, 2, 0, -1).as<uint4>(), {0x3f800000, 0x40000000, 0, 0xbf800000}));
  CHECK(is(int2(0, 1).as<short4>(), {0, 0, 1, 0}));
}

/* One element of a vec goes to a vec<T, 1> and from it. */
static void single() {
  int2 v(3, 4);
  vec<int, 1> one;
  one = v.swizzle<elem::y>();
  CHECK(one[0] == 4);
  one = v.lo();
  CHECK(one[0] == 3);
  v.hi() = one;
  CHECK(is(v, {3, 3}));
}

/* 4.14.1: bytes have no arithmetic, only bits. */
static void bytes() {
  using bytes2 = vec<std::byte, 2>;
  const bytes2 a(std::byte(12), std::byte(255)), b(std::byte(10));
  CHECK((a & b)[0] == std::byte(8) && (a | b)[0] == std::byte(14) && (a ^ b)[1] == std::byte(245));
  bytes2 c = ~a;
  c |= std::byte(1);
  CHECK(c[0] == std::byte(243) && c[1] == std::byte(1));
  static_assert(std::is_same_v<decltype(a == b), char2>);
}

static void memory() {
  float plain[] = {0, 1, 2, 3, 4, 5, 6, 7};
  float3 v;
  v.load(1, static_cast<const float *>(plain));
  CHECK(is(v, {3, 4, 5}));
  (v * 10).store(0, plain);
  CHECK(plain[0] == 30 && plain[2] == 50 && plain[3] == 3);
}

int main() {
  constructors();
  braces();
  operators();
  swizzles();
  conversions();
  single();
  bytes();
  memory();
}
