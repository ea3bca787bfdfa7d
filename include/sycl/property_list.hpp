/* Properties and property lists. SYCL 2020, 4.5.4. */
#ifndef FALX_SYCL_PROPERTY_LIST_HPP
#define FALX_SYCL_PROPERTY_LIST_HPP

#include <type_traits>

#include <sycl/exception.hpp>

#define SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS 1
#define SYCL_EXT_ONEAPI_QUEUE_PRIORITY 1

namespace sycl {

class property_list;

namespace ext::oneapi::property::queue {
/* sycl_ext_oneapi_discard_queue_events and sycl_ext_oneapi_queue_priority: hints. Events are made
 * all the same, and every queue has the same priority. */
struct discard_events {};
struct priority_normal {};
struct priority_low {};
struct priority_high {};
} // namespace ext::oneapi::property::queue

namespace property {
namespace queue {
struct in_order {};
struct enable_profiling {};
} // namespace queue
namespace buffer {
struct use_host_ptr {};
} // namespace buffer
namespace image {
struct use_host_ptr {};
} // namespace image
struct no_init {};
namespace reduction {
struct initialize_to_identity {};
} // namespace reduction
} // namespace property

inline constexpr property::no_init no_init;

template <class P> struct is_property : std::false_type {};
template <> struct is_property<property::queue::in_order> : std::true_type {};
template <> struct is_property<property::queue::enable_profiling> : std::true_type {};
template <> struct is_property<property::buffer::use_host_ptr> : std::true_type {};
template <> struct is_property<property::image::use_host_ptr> : std::true_type {};
template <> struct is_property<property::no_init> : std::true_type {};
template <> struct is_property<property::reduction::initialize_to_identity> : std::true_type {};
template <> struct is_property<ext::oneapi::property::queue::discard_events> : std::true_type {};
template <> struct is_property<ext::oneapi::property::queue::priority_normal> : std::true_type {};
template <> struct is_property<ext::oneapi::property::queue::priority_low> : std::true_type {};
template <> struct is_property<ext::oneapi::property::queue::priority_high> : std::true_type {};
template <class P> inline constexpr bool is_property_v = is_property<P>::value;

/* Each class says so beside its definition. */
template <class P, class Object> struct is_property_of : std::false_type {};
template <class P, class Object>
inline constexpr bool is_property_of_v = is_property_of<P, Object>::value;

class property_list {
public:
  property_list() = default;
  template <class... P, std::enable_if_t<(is_property_v<P> && ...) && (sizeof...(P) > 0), int> = 0>
  property_list(P...) : bits_((bit<P>() | ...)) {}

  template <class P> bool has_property() const noexcept { return bits_ & bit<P>(); }
  template <class P> P get_property() const {
    if (!has_property<P>())
      detail::throw_error(errc::invalid, "get_property: the list has no such property");
    return P{};
  }

private:
  template <class P> static constexpr unsigned bit() {
    static_assert(is_property_v<P>, "not a SYCL property");
    if (std::is_same_v<P, property::queue::in_order>)
      return 1;
    if (std::is_same_v<P, property::queue::enable_profiling>)
      return 2;
    if (std::is_same_v<P, property::buffer::use_host_ptr>)
      return 4;
    if (std::is_same_v<P, property::no_init>)
      return 8;
    if (std::is_same_v<P, property::image::use_host_ptr>)
      return 128;
    if (std::is_same_v<P, ext::oneapi::property::queue::discard_events>)
      return 256;
    if (std::is_same_v<P, ext::oneapi::property::queue::priority_normal>)
      return 512;
    if (std::is_same_v<P, ext::oneapi::property::queue::priority_low>)
      return 1024;
    if (std::is_same_v<P, ext::oneapi::property::queue::priority_high>)
      return 2048;
    return 16;
  }
  unsigned bits_ = 0;
};

} // namespace sycl

#endif
