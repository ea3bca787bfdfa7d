/* SYCL 2020, 4.17.2: function objects and known_identity; 4.14.1: half, on the host. */
#include <sycl/functional.hpp>

#include "../check.hpp"

using namespace sycl;
static_assert(known_identity_v<plus<>, float> == 0 && known_identity_v<multiplies<int>, int> == 1);
static_assert(known_identity_v<bit_and<>, unsigned char> == 255);
static_assert(known_identity_v<minimum<>, int> == std::numeric_limits<int>::max());
static_assert(known_identity_v<maximum<double>, double> ==
              -std::numeric_limits<double>::infinity());
static_assert(known_identity_v<logical_and<>, bool> && !known_identity_v<logical_or<bool>, bool>);
static_assert(!has_known_identity_v<plus<int>, float> && !has_known_identity_v<bit_or<>, float>);
static_assert(has_known_identity_v<plus<>, half>);
static_assert(maximum<>()(1, 2) == 2 && minimum<int>()(1, 2) == 1 && bit_xor<>()(5, 1) == 4);

static_assert(std::is_same_v<decltype(maximum<>()(char(1), 2L)), long>);
static_assert(std::is_same_v<decltype(plus<>()(char(1), 2.0f)), float>);
/* What has no operator is no function object's argument, and asking is no error. */
struct opaque {};
static_assert(!std::is_invocable_v<plus<>, opaque, opaque> &&
              !std::is_invocable_v<bit_and<>, float, int>);

static_assert(std::is_same_v<decltype(half(1) + half(1)), half>);
static_assert(std::is_same_v<decltype(half(1) * 2), half>);
static_assert(std::is_same_v<decltype(half(1) + 1.0f), float>);
static_assert(std::is_same_v<decltype(1.0 - half(1)), double>);
static_assert(std::is_default_constructible_v<std::hash<half>>);
/* The standard library's objects are known, too. */
static_assert(known_identity_v<std::multiplies<>, float> == 1 &&
              known_identity_v<std::bit_or<int>, int> == 0);
static_assert(!has_known_identity_v<std::minus<>, int>);

using limits = std::numeric_limits<half>;
static_assert(limits::max() == 65504 && limits::epsilon() == 0.0009765625f);
static_assert(limits::denorm_min() == 5.9604644775390625e-8 && limits::min() == 6.103515625e-5);

int main() {
  for (unsigned bits = 0; bits < 0x10000; ++bits) { // all values survive the way through float
    half h = __builtin_bit_cast(half, static_cast<unsigned short>(bits));
    half back = static_cast<float>(h);
    CHECK(h != h ? back != back
                 : __builtin_bit_cast(unsigned short, back) == static_cast<unsigned short>(bits));
  }
  CHECK(half(65519.0f) == 65504 && half(65520.0f) == limits::infinity());
  CHECK(half(2049) == 2048 && half(2051) == 2052 && half(-2049.0) == -2048);
  CHECK(half(2049.0000001) == 2050); // rounded once, not by way of float
  CHECK(half(2.98e-8f) == 0 && half(2.99e-8f) == limits::denorm_min());
  half a = 1.5;
  a += 1;
  a *= 2.0f;
  CHECK(a == 5 && -a == -5 && a++ == 5 && --a == 5 && a > 4.5 && a / 2 == 2.5);
}
