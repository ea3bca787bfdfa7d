/* bit_cast: the bytes of one type as another. SYCL 2020, 3.9.2. */
#ifndef FALX_SYCL_BIT_CAST_HPP
#define FALX_SYCL_BIT_CAST_HPP

#include <type_traits>

namespace sycl {

/* In a namespace of its own: sycl::bit_cast finds it, the look-up by a half's or vec's namespace
 * does not. Programs have a bit_cast of their own and call it unqualified. */
namespace detail::not_found_by_argument {
template <class To, class From> constexpr To bit_cast(const From &from) noexcept {
  static_assert(sizeof(To) == sizeof(From), "bit_cast: both types must have the same size");
  static_assert(std::is_trivially_copyable_v<From> && std::is_trivially_copyable_v<To>,
                "bit_cast: both types must be trivially copyable");
  return __builtin_bit_cast(To, from);
}
} // namespace detail::not_found_by_argument
using namespace detail::not_found_by_argument;

} // namespace sycl

#endif
