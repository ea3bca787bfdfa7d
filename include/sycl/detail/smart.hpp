/* std::shared_ptr and std::weak_ptr, told by what they can do: <memory> alone would cost a tenth of
 * the compile time of a small program. */
#ifndef FALX_SYCL_DETAIL_SMART_HPP
#define FALX_SYCL_DETAIL_SMART_HPP

#include <type_traits>
#include <utility>

namespace sycl::detail {

template <class T, class = void> inline constexpr bool is_shared_ptr = false;
template <class T>
inline constexpr bool is_shared_ptr<T, std::void_t<typename T::element_type, typename T::weak_type,
                                                   decltype(std::declval<T &>().use_count())>> =
    true;

template <class T, class = void> inline constexpr bool is_weak_ptr = false;
template <class T>
inline constexpr bool is_weak_ptr<
    T, std::void_t<typename T::element_type, decltype(std::declval<T &>().lock().use_count())>> =
    true;

} // namespace sycl::detail

#endif
