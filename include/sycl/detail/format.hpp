/* Numbers as text, as C++ streams print them: for sycl::stream, in device code and on the host.
 *
 * Exact, without the C library: every finite number m * 2^e has finitely many decimal digits, and
 * all of them are computed before any is rounded. Out of line, so that a kernel has one copy. */
#ifndef FALX_SYCL_DETAIL_FORMAT_HPP
#define FALX_SYCL_DETAIL_FORMAT_HPP

#include <sycl/detail/config.hpp>

namespace sycl::detail {

enum class float_notation : uint8_t { general, fixed, scientific, hexadecimal };

/* What manipulators set. */
struct text_format {
  uint8_t base = 10;
  bool has_base = false, has_sign = false;
  float_notation notation = float_notation::general;
  int32_t precision = 6, width = 0;
};

/* A finite number: (-1)^is_negative * significand * 2^exponent. */
struct binary_number {
  uint64_t significand;
  int exponent;
  bool is_negative, is_infinite, is_nan;
};

/* Of float: 8 and 23; of double: 11 and 52. */
FALX_INLINE binary_number take_apart(uint64_t bits, int exponent_bits, int fraction_bits) {
  const int most = (1 << exponent_bits) - 1;
  const int exponent = static_cast<int>(bits >> fraction_bits) & most;
  const uint64_t hidden = uint64_t(1) << fraction_bits, fraction = bits & (hidden - 1);
  binary_number n;
  n.is_negative = (bits >> (exponent_bits + fraction_bits)) & 1;
  n.is_infinite = exponent == most && !fraction;
  n.is_nan = exponent == most && fraction;
  n.significand = exponent ? fraction | hidden : fraction;
  n.exponent = (exponent ? exponent : 1) - (most >> 1) - fraction_bits;
  return n;
}

/* 0.ddd... * 10^point, without zeros in front. */
struct decimal_number {
  enum { most_digits = 800 }; // the longest double has 767 digits
  unsigned char digits[most_digits];
  int count = 0, point = 1;

  FALX_INLINE int digit(int i) const { return i >= 0 && i < count ? digits[i] : 0; }

  __attribute__((noinline)) explicit decimal_number(const binary_number &from) {
    uint64_t m = from.significand;
    int e = from.exponent, words = 0;
    if (!m)
      return;
    for (; e < 0 && !(m & 1); ++e)
      m >>= 1;
    uint32_t word[most_digits / 9]; // in base 10^9, the lowest first
    for (; m; m /= 1000000000)
      word[words++] = static_cast<uint32_t>(m % 1000000000);
    const int behind = e < 0 ? -e : 0; // m * 2^-n = m * 5^n / 10^n
    while (e) {
      uint64_t factor = 1, carry = 0;
      for (int i = 0; e && i < 12; ++i) {
        factor *= e < 0 ? 5 : 2;
        e += e < 0 ? 1 : -1;
      }
      for (int i = 0; i < words; ++i) {
        carry += word[i] * factor;
        word[i] = static_cast<uint32_t>(carry % 1000000000);
        carry /= 1000000000;
      }
      if (carry)
        word[words++] = static_cast<uint32_t>(carry);
    }
    for (int i = words; i--;) {
      uint32_t rest = word[i];
      for (uint32_t unit = 100000000; unit; unit /= 10) {
        const uint32_t d = rest / unit;
        rest %= unit;
        if (count || d)
          digits[count++] = static_cast<unsigned char>(d);
      }
    }
    point = count - behind;
  }

  /* To so many digits; ties to even. */
  __attribute__((noinline)) void round(int keep) {
    if (keep >= count)
      return;
    if (keep < 0) {
      count = 0;
      return;
    }
    bool up = digits[keep] > 5;
    if (digits[keep] == 5) {
      up = keep && digits[keep - 1] & 1;
      for (int i = keep + 1; i < count && !up; ++i)
        up = digits[i] != 0;
    }
    count = keep;
    if (!up)
      return;
    int i = keep;
    while (i && digits[i - 1] == 9)
      digits[--i] = 0;
    if (i) {
      ++digits[i - 1];
    } else { // 999 becomes 1000
      digits[0] = 1;
      count = count ? count : 1;
      ++point;
    }
  }
};

/* Text of one number; `longest_text` is that of -DBL_MAX with the highest precision. */
struct number_text {
  enum { highest_precision = 1100, longest_text = 1 + 309 + 1 + highest_precision };
  char text[longest_text];
  int length = 0;

  FALX_INLINE void put(char c) { text[length++] = c; }
  FALX_INLINE void put(const char *s) {
    for (; *s; ++s)
      put(*s);
  }
  __attribute__((noinline)) void put_unsigned(uint64_t value, unsigned base) {
    char reversed[22];
    int n = 0;
    do {
      reversed[n++] = "0123456789abcdef"[value % base];
      value /= base;
    } while (value);
    while (n)
      put(reversed[--n]);
  }
  FALX_INLINE void put_exponent(int exponent, int least_digits) {
    put(exponent < 0 ? '-' : '+');
    const unsigned e = static_cast<unsigned>(exponent < 0 ? -exponent : exponent);
    if (e < 10 && least_digits > 1)
      put('0');
    put_unsigned(e, 10);
  }
  FALX_INLINE void put_fixed(const decimal_number &d, int places) {
    if (d.point <= 0)
      put('0');
    for (int i = 0; i < d.point; ++i)
      put(static_cast<char>('0' + d.digit(i)));
    if (places > 0)
      put('.');
    for (int i = 0; i < places; ++i)
      put(static_cast<char>('0' + d.digit(d.point + i)));
  }
  FALX_INLINE void put_scientific(const decimal_number &d, int places) {
    put(static_cast<char>('0' + d.digit(0)));
    if (places > 0)
      put('.');
    for (int i = 1; i <= places; ++i)
      put(static_cast<char>('0' + d.digit(i)));
    put('e');
    put_exponent(d.point - 1, 2);
  }
  FALX_INLINE void put_general(decimal_number &d, int significant) {
    d.round(significant);
    int left = d.count < significant ? d.count : significant;
    while (left && !d.digits[left - 1])
      --left;
    const int exponent = d.point - 1;
    if (exponent < -4 || exponent >= significant)
      put_scientific(d, left - 1);
    else
      put_fixed(d, left - d.point);
  }
  /* As double: 1 and 13 hexadecimal digits, without zeros at the end. */
  FALX_INLINE void put_hexadecimal(const binary_number &n) {
    uint64_t m = n.significand;
    int e = n.exponent + 52;
    if (m)
      for (; !(m >> 52) && e > -1022; --e)
        m <<= 1;
    put("0x");
    put(m >> 52 ? '1' : '0');
    uint64_t fraction = m << 12;
    if (fraction)
      put('.');
    for (; fraction; fraction <<= 4)
      put("0123456789abcdef"[fraction >> 60]);
    put('p');
    put_exponent(m ? e : 0, 1);
  }
};

inline __attribute__((noinline)) void format_float(number_text &out, const binary_number &n,
                                                   const text_format &format) {
  if (n.is_negative)
    out.put('-');
  else if (format.has_sign)
    out.put('+');
  if (n.is_infinite || n.is_nan)
    return out.put(n.is_nan ? "nan" : "inf");
  if (format.notation == float_notation::hexadecimal)
    return out.put_hexadecimal(n);
  int precision = format.precision < 0 ? 6 : format.precision;
  if (precision > number_text::highest_precision)
    precision = number_text::highest_precision;
  decimal_number d(n);
  if (format.notation == float_notation::fixed) {
    d.round(d.point + precision);
    out.put_fixed(d, precision);
  } else if (format.notation == float_notation::scientific) {
    d.round(precision + 1);
    out.put_scientific(d, precision);
  } else {
    out.put_general(d, precision ? precision : 1);
  }
}

/* value: of a negative number its magnitude, in decimal; its bits otherwise. */
inline __attribute__((noinline)) void format_integer(number_text &out, uint64_t value,
                                                     bool is_signed, bool is_negative,
                                                     const text_format &format) {
  if (format.base == 10 && is_negative)
    out.put('-');
  else if (format.base == 10 && is_signed && format.has_sign)
    out.put('+');
  if (format.has_base && value && format.base != 10)
    out.put(format.base == 16 ? "0x" : "0");
  out.put_unsigned(value, format.base);
}

} // namespace sycl::detail

#endif
