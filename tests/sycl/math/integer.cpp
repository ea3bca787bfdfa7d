/* SYCL 2020, 4.17.6 to 4.17.9: integer, common, geometric and relational functions, on the host. */
#include <sycl/math.hpp>

#include "../check.hpp"

using namespace sycl;

static void integers() {
  CHECK(sycl::abs(-5) == 5 && sycl::abs(int2(-1, 2))[0] == 1 && sycl::abs(short(-7)) == 7);
  CHECK(abs_diff(-100, 100) == 200 && abs_diff(3u, 5u) == 2);
  CHECK(add_sat<int8_t>(100, 100) == 127 && add_sat<int8_t>(-100, -100) == -128);
  CHECK(add_sat(~0u, 1u) == ~0u && sub_sat(1u, 2u) == 0 && sub_sat<int8_t>(-100, 100) == -128);
  CHECK(sub_sat<int8_t>(100, -100) == 127 && hadd(5, 8) == 6 && rhadd(5, 8) == 7 &&
        hadd(-3, -4) == -4);
  CHECK(clz(1) == 31 && clz<uint8_t>(1) == 7 && clz(1l) == 63 && clz<short>(0) == 16 &&
        clz(-1) == 0);
  CHECK(ctz(8) == 3 && ctz<uint16_t>(0) == 16 && ctz(1ull << 40) == 40 &&
        ctz(int4(4, 2, 1, 8)).w() == 3);
  CHECK(popcount(255) == 8 && popcount<int8_t>(-1) == 8 && popcount(~0ull) == 64);
  CHECK(mul_hi(0x40000000, 8) == 2 && mul_hi(~0ull, ~0ull) == ~0ull - 1 && mul_hi(-1l, 1l) == -1);
  CHECK(mul_hi<uint8_t>(200, 200) == 156 && mad_hi(0x40000000, 8, 5) == 7);
  CHECK(mad_sat(0x7fffffff, 2, 0) == 0x7fffffff && mad_sat(-5l, 3l, 1l) == -14);
  CHECK(mad_sat(~0ul, ~0ul, 1ul) == ~0ul && mad_sat<int8_t>(-100, 2, 0) == -128);
  CHECK(mul24(-3, 5) == -15 && mad24(3u, 5u, 1u) == 16 &&
        mad24(int2(2, 3), int2(4), int2(1))[1] == 13);
  CHECK(rotate<uint8_t>(0x81, 1) == 3 && rotate(1, -1) == int(0x80000000) && rotate(5u, 0u) == 5);
  CHECK(upsample(int8_t(-1), uint8_t(1)) == int16_t(0xff01) && upsample(1u, 2u) == 0x100000002ull);
  CHECK(upsample(short2(1, -1), ushort2(2, 3))[1] == int(0xffff0003));
  CHECK(sycl::max(1, 2) == 2 && sycl::min(3ul, 2ul) == 2 && sycl::clamp(7, 1, 5) == 5);
  CHECK(sycl::max(int4(1, 2, 3, 4), 3)[0] == 3 && sycl::clamp(mint2(1, 9), 2, 5)[1] == 5);
  static_assert(sycl::max(2, 3) == 3 && sycl::popcount(7u) == 3);
}

/* Templates in the specification, so programs may give the arguments. */
static void explicit_arguments() {
  CHECK(sycl::max<float>(1.0f, 2.0f) == 2 && sycl::min<double, double>(1.0, 2.0) == 1);
  CHECK(sycl::clamp<float>(5.0f, 0.0f, 1.0f) == 1 && sycl::mix<double>(1.0, 3.0, 0.5) == 2);
  CHECK(sycl::step<float, float>(1.0f, 0.5f) == 0 && sycl::sign<double>(-2.0) == -1);
  CHECK(sycl::smoothstep<double>(0.0, 2.0, 1.0) == 0.5 && sycl::degrees<float>(0.0f) == 0);
  CHECK(sycl::max<half>(half(1), half(2)) == 2);
  CHECK(sycl::max<int>(1, 2u) == 2 && sycl::min<unsigned, unsigned>(1u, 2u) == 1);
  CHECK(sycl::abs_diff<char, char>('a', 'c') == 2 && sycl::clamp<int, int, int>(7, 1, 5) == 5);
  CHECK(sycl::abs<int>(-3) == 3 && sycl::mad_sat<int8_t, int8_t, int8_t>(100, 2, 0) == 127);
  static_assert(std::is_same_v<decltype(sycl::max<int8_t, int8_t>(1, 2)), int8_t>);
}

static void common() {
  CHECK(sycl::max(1.0f, 2.0f) == 2 && sycl::min(double2(1, 2), 1.5)[1] == 1.5 &&
        sycl::max(half(1), half(2)) == 2);
  CHECK(sycl::clamp(5.0f, 0.0f, 1.0f) == 1 && sycl::clamp(float2(-1, 2), 0.0f, 1.0f)[0] == 0);
  CHECK(sycl::mix(1.0f, 3.0f, 0.5f) == 2 && sycl::mix(float2(1), float2(3), 0.25f)[1] == 1.5f);
  CHECK(sycl::step(1.0f, 0.5f) == 0 && sycl::step(1.0f, float2(0, 2))[1] == 1);
  CHECK(sycl::smoothstep(0.0, 2.0, 1.0) == 0.5 &&
        sycl::smoothstep(0.0f, 1.0f, float2(-1, 2))[1] == 1);
  CHECK(sycl::sign(-3.0f) == -1 && sycl::sign(float2(0, 4))[1] == 1 && sycl::sign(nan(1u)) == 0);
  CHECK(sycl::fabs(sycl::degrees(3.14159265358979) - 180) < 1e-9);
  CHECK(sycl::fabs(sycl::radians(180.0) - 3.14159265358979) < 1e-9);
}

static void geometry() {
  float3 x(1, 0, 0), y(0, 1, 0);
  CHECK(cross(x, y).z() == 1 && dot(x, y) == 0 && length(float2(3, 4)) == 5);
  CHECK(dot(float4(1, 2, 3, 4), float4(1, 2, 3, 4).swizzle<3, 2, 1, 0>()) == 20);
  CHECK(distance(float2(1, 1), float2(4, 5)) == 5 && normalize(double2(0, 7))[1] == 1);
  CHECK(length(float2(3e30f, 4e30f)) > 4.99e30f && length(float2(3e-30f, 4e-30f)) > 4.99e-30f);
  CHECK(length(float4(0)) == 0 && normalize(float4(0)).x() == 0 && length(half2(300, 400)) == 500);
  CHECK(fast_length(mfloat3(2, 3, 6)) == 7 && fast_distance(3.0f, 1.0f) == 2);
  CHECK(cross(mdouble3(1, 0, 0), mdouble3(0, 1, 0))[2] == 1 &&
        fast_normalize(float2(0, 2))[1] == 1);
}

static void relations() {
  const float inf = std::numeric_limits<float>::infinity(), bad = sycl::nan(0u);
  CHECK(isnan(bad) && isinf(inf) && isfinite(1.0) && isnormal(1.0f) && !isnormal(half(1e-7f)));
  CHECK(isequal(1.0f, 1.0f) && !isequal(bad, bad) && isnotequal(bad, bad) &&
        isunordered(1.0f, bad));
  CHECK(isless(1.0, 2.0) && isgreater(half(3), half(2)) && islessgreater(1.0f, 2.0f) &&
        signbit(-0.0f));
  int4 m = isgreater(float4(1, 2, 3, 4), 2.5f);
  CHECK(m[0] == 0 && m[2] == -1 && any(m) && !all(m) && all(int2(-1)) && any(mbool2(false, true)));
  CHECK(isnan(mfloat2(1, bad))[1] && isordered(double2(1), double2(2))[0] == -1);
  CHECK(sycl::select(1, 2, true) == 2 && sycl::select(1.5f, 2.5f, false) == 1.5f);
  CHECK(sycl::select(float4(1), float4(2), m)[2] == 2 &&
        sycl::select(float4(1), float4(2), m)[0] == 1);
  CHECK(sycl::select(mint2(1, 2), mint2(3, 4), mbool2(true, false))[0] == 3);
  CHECK(bitselect(0xf0, 0x0f, 0xff) == 0x0f && bitselect(1.0f, -1.0f, -0.0f) == -1.0f);
  CHECK(bitselect(int2(0), int2(-1), int2(5))[1] == 5);
}

int main() {
  integers();
  explicit_arguments();
  common();
  geometry();
  relations();
}
