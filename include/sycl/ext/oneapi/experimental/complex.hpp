/* complex<T> of half, float and double, also in marray, and its functions: sycl_ext_oneapi_complex.
 * Computed as std::complex does, of half in float. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_COMPLEX_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_COMPLEX_HPP

#include <complex>
#include <istream>
#include <ostream>

#include <sycl/functional.hpp>
#include <sycl/half.hpp>
#include <sycl/marray.hpp>
#include <sycl/stream.hpp>

#undef SYCL_EXT_ONEAPI_COMPLEX // programs for DPC++ define it themselves
#define SYCL_EXT_ONEAPI_COMPLEX 1

namespace sycl {

namespace detail {
template <class T>
inline constexpr bool is_complex_part =
    std::is_same_v<T, half> || std::is_same_v<T, float> || std::is_same_v<T, double>;
/* What a part is computed in. */
template <class T> using complex_work = std::conditional_t<std::is_same_v<T, half>, float, T>;
} // namespace detail

namespace ext::oneapi::experimental {

template <class T> class complex {
  static_assert(detail::is_complex_part<T>, "complex numbers have parts of half, float or double");
  using work = std::complex<detail::complex_work<T>>;

public:
  using value_type = T;

  constexpr complex(value_type re = value_type(), value_type im = value_type())
      : re_(re), im_(im) {}
  template <class X>
  constexpr complex(const complex<X> &o)
      : re_(static_cast<T>(o.real())), im_(static_cast<T>(o.imag())) {}
  template <class X>
  constexpr complex(const std::complex<X> &o)
      : re_(static_cast<T>(o.real())), im_(static_cast<T>(o.imag())) {}
  template <class X> constexpr operator std::complex<X>() const {
    return {static_cast<X>(re_), static_cast<X>(im_)};
  }

  constexpr value_type real() const { return re_; }
  constexpr value_type imag() const { return im_; }
  void real(value_type value) { re_ = value; }
  void imag(value_type value) { im_ = value; }

  complex &operator=(value_type x) { return *this = complex(x); }
  friend constexpr bool operator==(const complex &z, const complex &w) {
    return z.re_ == w.re_ && z.im_ == w.im_;
  }
  friend constexpr bool operator==(const complex &z, value_type y) { return z == complex(y); }
  friend constexpr bool operator==(value_type x, const complex &w) { return complex(x) == w; }
  friend constexpr bool operator!=(const complex &z, const complex &w) { return !(z == w); }
  friend constexpr bool operator!=(const complex &z, value_type y) { return !(z == y); }
  friend constexpr bool operator!=(value_type x, const complex &w) { return !(x == w); }
  friend complex operator+(const complex &z) { return z; }
  friend complex operator-(const complex &z) { return complex(-z.re_, -z.im_); }
#define FALX_COMPLEX_OPERATOR(op)                                                                  \
  friend complex operator op(const complex &z, const complex &w) { return work(z) op work(w); }    \
  friend complex operator op(const complex &z, value_type y) { return z op complex(y); }           \
  friend complex operator op(value_type x, const complex &w) { return complex(x) op w; }           \
  friend complex &operator op## = (complex & z, value_type y) { return z = z op complex(y); }      \
  template <class X> friend complex &operator op## = (complex & z, const complex<X> &w) {          \
    return z = z op complex(w);                                                                    \
  }
  FALX_COMPLEX_OPERATOR(+)
  FALX_COMPLEX_OPERATOR(-)
  FALX_COMPLEX_OPERATOR(*)
  FALX_COMPLEX_OPERATOR(/)
#undef FALX_COMPLEX_OPERATOR

  /* On the host. */
  template <class C, class Traits>
  friend std::basic_istream<C, Traits> &operator>>(std::basic_istream<C, Traits> &in, complex &z) {
    work read;
    if (in >> read)
      z = complex(read);
    return in;
  }
  template <class C, class Traits>
  friend std::basic_ostream<C, Traits> &operator<<(std::basic_ostream<C, Traits> &out,
                                                   const complex &z) {
    return out << work(z);
  }
  friend const sycl::stream &operator<<(const sycl::stream &out, const complex &z) {
    return out << '(' << z.re_ << ',' << z.im_ << ')';
  }

private:
  value_type re_, im_;
};

} // namespace ext::oneapi::experimental

namespace detail {
template <class T> using ext_complex = ext::oneapi::experimental::complex<T>;
template <class T> inline constexpr bool knows_sums<ext_complex<T>> = true;

/* A value as std::complex has it. */
template <class T> FALX_INLINE std::complex<complex_work<T>> to_work(const ext_complex<T> &z) {
  return z;
}

/* The part of complex numbers and of real ones, and whether it is complex. */
template <class A> struct complex_parts {
  static constexpr bool is_complex = false;
  using part = std::conditional_t<is_complex_part<A>, A, void>;
};
template <class T> struct complex_parts<ext_complex<T>> {
  static constexpr bool is_complex = true;
  using part = T;
};
template <class... A>
using widest_part = std::conditional_t<
    (std::is_same_v<typename complex_parts<A>::part, double> || ...), double,
    std::conditional_t<(std::is_same_v<typename complex_parts<A>::part, float> || ...), float,
                       half>>;
/* The element of an marray; anything else is its own. */
template <class A> struct element_or_self {
  using type = A;
};
template <class T, size_t N> struct element_or_self<marray<T, N>> {
  using type = T;
};
template <class A> using element_or_self_t = typename element_or_self<A>::type;
template <class A>
inline constexpr bool is_complex_operand =
    complex_parts<A>::is_complex || is_complex_part<A> || std::is_integral_v<A>;
template <class A, class B>
using if_complex_pow = std::enable_if_t<(complex_parts<element_or_self_t<A>>::is_complex ||
                                         complex_parts<element_or_self_t<B>>::is_complex) &&
                                            is_complex_operand<element_or_self_t<A>> &&
                                            is_complex_operand<element_or_self_t<B>>,
                                        int>;
template <class R> struct complex_power {
  template <class A, class B> R operator()(const A &base, const B &exponent) const {
    return R(std::pow(to_work(R(base)), to_work(R(exponent))));
  }
};
/* f of each element, or of the one value. */
template <class F, class... A> auto each_complex(const F &f, const A &...a) {
  if constexpr ((shape<A>::is || ...)) {
    using whole = typename leader<A...>::type;
    constexpr int size = shape<whole>::size;
    static_assert(((!shape<A>::is || shape<A>::size == size) && ...),
                  "marrays of complex numbers of different sizes");
    marray<decltype(f(pick<element_or_self_t<A>>(a, 0)...)), size> r;
    for (int i = 0; i < size; ++i)
      r[i] = f(pick<element_or_self_t<A>>(a, i)...);
    return r;
  } else {
    return f(a...);
  }
}
/* What a real number that stands for a complex one is: integers are double, as in C++. */
template <class T> using real_as = std::conditional_t<std::is_integral_v<T>, double, T>;
template <class T>
using if_real = std::enable_if_t<is_complex_part<T> || std::is_integral_v<T>, int>;
} // namespace detail

namespace ext::oneapi::experimental {

/* ---- Values ---- */
template <class T> constexpr T real(const complex<T> &z) {
  return z.real();
}
template <class T> constexpr T imag(const complex<T> &z) {
  return z.imag();
}
template <class T, detail::if_real<T> = 0> constexpr detail::real_as<T> real(T x) {
  return x;
}
template <class T, detail::if_real<T> = 0> constexpr detail::real_as<T> imag(T) {
  return {};
}
template <class T> T abs(const complex<T> &z) {
  return static_cast<T>(std::abs(detail::to_work(z)));
}
template <class T> T arg(const complex<T> &z) {
  return static_cast<T>(std::arg(detail::to_work(z)));
}
template <class T> T norm(const complex<T> &z) {
  return static_cast<T>(std::norm(detail::to_work(z)));
}
template <class T> complex<T> conj(const complex<T> &z) {
  return complex<T>(z.real(), -z.imag());
}
template <class T> complex<T> proj(const complex<T> &z) {
  return std::proj(detail::to_work(z));
}
#define FALX_OF_REAL(name)                                                                         \
  template <class T, detail::if_real<T> = 0> auto name(T x) {                                      \
    return name(complex<detail::real_as<T>>(static_cast<detail::real_as<T>>(x)));                  \
  }
FALX_OF_REAL(arg)
FALX_OF_REAL(norm)
FALX_OF_REAL(conj)
FALX_OF_REAL(proj)
#undef FALX_OF_REAL
template <class T, std::enable_if_t<detail::is_complex_part<T>, int> = 0>
complex<T> polar(const T &rho, const T &theta = T()) {
  using work = detail::complex_work<T>;
  const work r = rho, angle = theta;
  return complex<T>(static_cast<T>(r * std::cos(angle)), static_cast<T>(r * std::sin(angle)));
}

/* ---- Transcendental functions, and those of marrays by element ---- */
#define FALX_COMPLEX_EACH(name)                                                                    \
  template <class T, std::size_t N> auto name(const marray<complex<T>, N> &x) {                    \
    return detail::each_complex([](const complex<T> &z) { return name(z); }, x);                   \
  }
#define FALX_COMPLEX_FUNCTION(name)                                                                \
  template <class T> complex<T> name(const complex<T> &z) {                                        \
    return std::name(detail::to_work(z));                                                          \
  }                                                                                                \
  FALX_COMPLEX_EACH(name)
FALX_COMPLEX_EACH(real)
FALX_COMPLEX_EACH(imag)
FALX_COMPLEX_EACH(abs)
FALX_COMPLEX_EACH(arg)
FALX_COMPLEX_EACH(norm)
FALX_COMPLEX_EACH(conj)
FALX_COMPLEX_EACH(proj)
FALX_COMPLEX_FUNCTION(log)
FALX_COMPLEX_FUNCTION(log10)
FALX_COMPLEX_FUNCTION(sqrt)
FALX_COMPLEX_FUNCTION(exp)
FALX_COMPLEX_FUNCTION(asinh)
FALX_COMPLEX_FUNCTION(acosh)
FALX_COMPLEX_FUNCTION(atanh)
FALX_COMPLEX_FUNCTION(sinh)
FALX_COMPLEX_FUNCTION(cosh)
FALX_COMPLEX_FUNCTION(tanh)
FALX_COMPLEX_FUNCTION(asin)
FALX_COMPLEX_FUNCTION(acos)
FALX_COMPLEX_FUNCTION(atan)
FALX_COMPLEX_FUNCTION(sin)
FALX_COMPLEX_FUNCTION(cos)
FALX_COMPLEX_FUNCTION(tan)
#undef FALX_COMPLEX_FUNCTION
#undef FALX_COMPLEX_EACH

/* proj and polar of real numbers. */
template <class T, std::size_t N, std::enable_if_t<detail::is_complex_part<T>, int> = 0>
marray<complex<T>, N> proj(const marray<T, N> &x) {
  return detail::each_complex([](T v) { return proj(v); }, x);
}
template <class T, std::size_t N>
marray<complex<T>, N> polar(const marray<T, N> &rho, T theta = T()) {
  return detail::each_complex([](T r, T t) { return polar(r, t); }, rho, theta);
}
template <class T, std::size_t N>
marray<complex<T>, N> polar(const marray<T, N> &rho, const marray<T, N> &theta) {
  return detail::each_complex([](T r, T t) { return polar(r, t); }, rho, theta);
}
template <class T, std::size_t N> marray<complex<T>, N> polar(T rho, const marray<T, N> &theta) {
  return detail::each_complex([](T r, T t) { return polar(r, t); }, rho, theta);
}

/* Of numbers and marrays, at least one of them complex: in the wider of their parts. */
template <class A, class B, detail::if_complex_pow<A, B> = 0>
auto pow(const A &base, const B &exponent) {
  using part = detail::widest_part<detail::element_or_self_t<A>, detail::element_or_self_t<B>>;
  return detail::each_complex(detail::complex_power<complex<part>>(), base, exponent);
}

} // namespace ext::oneapi::experimental
} // namespace sycl

#endif
