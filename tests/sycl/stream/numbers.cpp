// SYCL 2020, 4.16: a stream's numbers are those of a C++ stream, in every notation and precision;
// the same code on the host, against snprintf.
#include "../check.hpp"

#include <cmath>
#include <cstring>
#include <sycl/sycl.hpp>

namespace {

using sycl::detail::float_notation;
using sycl::detail::number_text;
using sycl::detail::text_format;

template <class Bits, class T> Bits bits_of(T value) {
  Bits bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

void check_text(const number_text &out, const char *expected) {
  const std::string text(out.text, static_cast<size_t>(out.length));
  if (text != expected) {
    std::fprintf(stderr, "'%s' is not '%s'\n", text.c_str(), expected);
    std::exit(1);
  }
}

template <class T> void check_float(T value, float_notation notation, int precision) {
  static char expected[3000];
  const char *const conversions[] = {"%.*g", "%.*f", "%.*e"};
  text_format format;
  format.notation = notation;
  format.precision = precision;
  if (notation == float_notation::hexadecimal)
    std::snprintf(expected, sizeof expected, "%a", double(value));
  else
    std::snprintf(expected, sizeof expected, conversions[int(notation)], precision, double(value));
  number_text out;
  if constexpr (sizeof(T) == 4)
    format_float(out, sycl::detail::take_apart(bits_of<uint32_t>(value), 8, 23), format);
  else
    format_float(out, sycl::detail::take_apart(bits_of<uint64_t>(value), 11, 52), format);
  check_text(out, expected);
}
template <class T> void check_all(T value) {
  for (int precision : {0, 1, 5, 6, 9, 17})
    for (auto notation : {float_notation::general, float_notation::fixed,
                          float_notation::scientific, float_notation::hexadecimal})
      check_float(value, notation, precision);
}

void check_integers() {
  char expected[64];
  for (long long value : {0LL, 7LL, -7LL, 1234567890123LL, -9223372036854775807LL - 1}) {
    for (int base : {10, 16, 8}) {
      text_format format;
      format.base = static_cast<uint8_t>(base);
      format.has_base = true;
      const char *conversion = base == 10 ? "%lld" : base == 16 ? "%#llx" : "%#llo";
      std::snprintf(expected, sizeof expected, conversion, value);
      const bool is_negative = base == 10 && value < 0;
      number_text out;
      format_integer(out, is_negative ? -static_cast<uint64_t>(value) : uint64_t(value), true,
                     is_negative, format);
      check_text(out, expected);
    }
  }
}

} // namespace

int main() {
  for (double value : {0.0,
                       -0.0,
                       0.5,
                       1.5,
                       2.5,
                       9.5,
                       99.5,
                       999999.5,
                       9999995.0,
                       1e-4,
                       9.99995e-5,
                       1e-5,
                       0.1,
                       1e22,
                       1e23,
                       123456.0,
                       1234567.0,
                       4.9e-324,
                       2.2e-308,
                       1.7976931348623157e308,
                       double(INFINITY),
                       -double(INFINITY)})
    check_all(value);
  for (float value : {0.1f, 33.4f, 1e-45f, 3.4028235e38f, 16777216.0f})
    check_all(value);
  check_float(4.9e-324, float_notation::fixed, 1100);
  check_float(1.7976931348623157e308, float_notation::general, 400);

  uint64_t state = 1;
  for (int i = 0; i < 2000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const uint64_t bits = state ^ state >> 29;
    double any;
    std::memcpy(&any, &bits, sizeof any);
    if (!std::isnan(any))
      check_all(any);
    check_all(double(int(bits % 2000001) - 1000000) / 64); // many ties
    check_all(float(bits % 100000) / 1000);
  }
  check_integers();
  return finish();
}
