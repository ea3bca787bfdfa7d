/* Extensions sycl_ext_oneapi_bfloat16 and sycl_ext_oneapi_bfloat16_math_functions: conversions,
 * operators and functions, on the host and in a kernel; vec and marray of it, reductions. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using sycl::bit_cast;
using sycl::ext::oneapi::bfloat16;
using limits = std::numeric_limits<bfloat16>;
using pair = sycl::marray<bfloat16, 2>;

static_assert(SYCL_EXT_ONEAPI_BFLOAT16 == 1 && SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS == 1);
static_assert(std::is_same_v<decltype(bfloat16() + 1), bfloat16> &&
              std::is_same_v<decltype(1.0f * bfloat16()), bfloat16> &&
              std::is_same_v<decltype(bfloat16() < 1.0), bool>);
static_assert(std::is_convertible_v<bfloat16, double> && std::is_convertible_v<bfloat16, int>);
static_assert(limits::max() < limits::infinity() && limits::epsilon() == 0x1p-7f);
static_assert(sycl::known_identity_v<sycl::plus<>, bfloat16> == 0);

static void rounding() {
  for (uint32_t b = 0; b < 0x10000; ++b) {
    const auto x = bit_cast<bfloat16>(static_cast<uint16_t>(b));
    const float f = x;
    const bool is_nan = f != f;
    CHECK(is_nan ? bfloat16(f) != bfloat16(f)
                 : bit_cast<uint16_t>(bfloat16(f)) == static_cast<uint16_t>(b));
    if (is_nan || (b & 0x7f80) == 0x7f80)
      continue; // from here on: what lies between this number and the next
    const uint32_t low = b << 16, up = (b + (b & 1)) & 0xffff;
    CHECK(bit_cast<uint16_t>(bfloat16(bit_cast<float>(low + 0x7fff))) == b);
    CHECK(bit_cast<uint16_t>(bfloat16(bit_cast<float>(low + 0x8000))) == up);
    CHECK(bit_cast<uint16_t>(bfloat16(bit_cast<float>(low + 0x8001))) == b + 1);
  }
  const sycl::half h = 1.5;
  const bfloat16 from_half = h, one = 1, big = 3e38;
  const sycl::half back = from_half;
  CHECK(from_half == h && back == h && one && !bfloat16(-0.0f) && big > 2.9e38);
}

static void operators() {
  bfloat16 a = 2, b = 3;
  CHECK(a + b == 5 && a - b == -1.0f && a * b == 6.0 && b / a == 1.5 && -a == -2);
  CHECK(a++ == 2 && a == 3 && --a == 2 && (a += 1) == 3 && (a *= b) == 9 && (a /= 2.0f) == 4.5f);
  float sum = 1;
  sum += a;
  CHECK(sum == 5.5f && bfloat16(256) + 1 == 256 && 1 <= a && a != true);
}

/* The product is half way between two numbers, and c says which is nearer. */
static void fused(bfloat16 &above, bfloat16 &below, pair &both) {
  using namespace sycl::ext::oneapi;
  const bfloat16 x = 1.0625f, tiny = 0x1p-60f;
  above = fma(x, x, tiny);
  below = fma(x, x, -tiny);
  both = fma(pair(x, x), pair(x, 2), pair(tiny, 1));
}
static void functions() {
  using namespace sycl::ext::oneapi;
  const bfloat16 nan = limits::quiet_NaN(), four = 4;
  CHECK(isnan(nan) && !experimental::isnan(four) && fmax(nan, four) == 4 && fabs(-four) == 4);
  CHECK(experimental::sqrt(four) == 2 && rsqrt(four) == 0.5 && exp2(four) == 16 &&
        rint(bfloat16(2.5f)) == 2 && ceil(bfloat16(2.5f)) == 3 && log2(four) == 2);
  const pair p = floor(pair(1.5f, -1.5f));
  CHECK(p[0] == 1 && p[1] == -2 && !isnan(p)[0]);
  CHECK(cos(bfloat16(0)) == 1 && fmin(pair(1, 2), pair(2, 1))[1] == 1);
  bfloat16 above, below;
  pair both;
  fused(above, below, both);
  CHECK(above == 1.1328125f && below == 1.125f && both[0] == above && both[1] == 3.125f);
  CHECK(fma(limits::max(), limits::max(), -limits::infinity()) == -limits::infinity());
}

static void shapes() {
  const sycl::vec<bfloat16, 4> v = sycl::float4(1, 2, 3, 1.00390625f).convert<bfloat16>();
  CHECK(v[3] == 1 && (v + v)[2] == 6 && (v * bfloat16(2))[1] == 4);
  CHECK((v == v)[0] == -1 && v.convert<float>()[1] == 2 && v.convert<int>()[2] == 3);
  const auto up = sycl::float2(1.001f, -1.001f).convert<bfloat16, sycl::rounding_mode::rtp>();
  CHECK(up[0] == 1.0078125f && up[1] == -1);
  CHECK((pair(1, 2) + pair(3, 4))[1] == 6);
}

static void kernel() {
  sycl::queue q;
  auto *r = sycl::malloc_shared<bfloat16>(8, q);
  auto *p = sycl::malloc_shared<pair>(1, q);
  r[0] = r[1] = 0;
  q.parallel_for(sycl::range<1>(100), sycl::reduction(r, sycl::plus<bfloat16>()),
                 [](sycl::id<1> i, auto &sum) { sum += bfloat16(float(i[0] % 2)); })
      .wait();
  CHECK(r[0] == 50);
  q.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> item) {
     const bfloat16 x = static_cast<float>(item.get_local_id(0));
     const bfloat16 most = sycl::reduce_over_group(item.get_group(), x, sycl::maximum<>());
     if (item.get_local_id(0) == 0) {
       r[1] = most;
       fused(r[2], r[3], *p);
       r[4] = sycl::ext::oneapi::exp(x);
     }
   }).wait();
  CHECK(r[1] == 15 && r[2] == 1.1328125f && r[3] == 1.125f && (*p)[1] == 3.125f && r[4] == 1);
  sycl::free(r, q);
  sycl::free(p, q);
}

int main() {
  rounding();
  operators();
  functions();
  shapes();
  kernel();
}
