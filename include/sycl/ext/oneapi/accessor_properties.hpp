/* sycl_ext_oneapi_accessor_properties, sycl_ext_intel_buffer_location of accessors: what the type
 * of an accessor says of it. Hints, which change nothing here. */
#ifndef FALX_SYCL_EXT_ONEAPI_ACCESSOR_PROPERTIES_HPP
#define FALX_SYCL_EXT_ONEAPI_ACCESSOR_PROPERTIES_HPP

#include <sycl/property_list.hpp>

#define SYCL_EXT_ONEAPI_ACCESSOR_PROPERTIES 1

namespace sycl {
namespace ext::oneapi {
template <class... P> class accessor_property_list;

/* An instance is what a list is made of; two of different arguments are not equal. */
#define FALX_STATIC_PROPERTY(name, argument, preset, more)                                         \
  struct name {                                                                                    \
    template <argument A = preset> struct instance {                                               \
      using property = name;                                                                       \
      template <argument B> constexpr bool operator==(const instance<B> &) const {                 \
        return A == B;                                                                             \
      }                                                                                            \
      template <argument B> constexpr bool operator!=(const instance<B> &) const {                 \
        return A != B;                                                                             \
      }                                                                                            \
      more                                                                                         \
    };                                                                                             \
  };
namespace property {
FALX_STATIC_PROPERTY(no_offset, bool, true, )
FALX_STATIC_PROPERTY(no_alias, bool, true, )
} // namespace property
inline constexpr property::no_offset::instance<> no_offset;
inline constexpr property::no_alias::instance<> no_alias;
} // namespace ext::oneapi

namespace ext::intel {
namespace property {
FALX_STATIC_PROPERTY(buffer_location, int, 0, constexpr int get_location() const { return A; })
} // namespace property
#undef FALX_STATIC_PROPERTY
template <int Location>
inline constexpr property::buffer_location::instance<Location> buffer_location;
} // namespace ext::intel

namespace ext::oneapi {
template <class P> struct is_compile_time_property : std::false_type {};
template <> struct is_compile_time_property<property::no_offset> : std::true_type {};
template <> struct is_compile_time_property<property::no_alias> : std::true_type {};
template <> struct is_compile_time_property<intel::property::buffer_location> : std::true_type {};
} // namespace ext::oneapi

template <> struct is_property<ext::oneapi::property::no_offset> : std::true_type {};
template <> struct is_property<ext::oneapi::property::no_alias> : std::true_type {};
template <> struct is_property<ext::intel::property::buffer_location> : std::true_type {};

namespace detail {
/* The property of which I is an instance; void for those of the run time. */
template <class I, class = void> struct property_of_instance {
  using type = void;
};
template <class I>
struct property_of_instance<
    I, std::enable_if_t<ext::oneapi::is_compile_time_property<typename I::property>::value>> {
  using type = typename I::property;
};
template <class P, class I>
inline constexpr bool is_instance_of = std::is_same_v<P, typename property_of_instance<I>::type>;

/* The instance of P among I..., or void. */
template <class P, class... I> struct instance_of {
  using type = void;
};
template <class P, class I, class... Rest>
struct instance_of<P, I, Rest...>
    : std::conditional_t<is_instance_of<P, I>, as_given<I>, instance_of<P, Rest...>> {};

template <class List, class... I> struct without_void {
  using type = List;
};
template <class... Kept, class I, class... Rest>
struct without_void<ext::oneapi::accessor_property_list<Kept...>, I, Rest...>
    : without_void<
          std::conditional_t<std::is_void_v<I>, ext::oneapi::accessor_property_list<Kept...>,
                             ext::oneapi::accessor_property_list<Kept..., I>>,
          Rest...> {};

/* The list's type for the instances among I..., in one order however they were given. */
template <class... I>
using accessor_properties = typename without_void<
    ext::oneapi::accessor_property_list<>,
    typename instance_of<ext::oneapi::property::no_offset, I...>::type,
    typename instance_of<ext::oneapi::property::no_alias, I...>::type,
    typename instance_of<ext::intel::property::buffer_location, I...>::type>::type;

/* The type of number N in that list; is_count: the list has N. */
template <int N, class List> struct nth_of_list {
  static constexpr bool is_count = N == 0;
};
template <int N, class I, class... Rest>
struct nth_of_list<N, ext::oneapi::accessor_property_list<I, Rest...>>
    : nth_of_list<N - 1, ext::oneapi::accessor_property_list<Rest...>> {};
template <class I, class... Rest>
struct nth_of_list<0, ext::oneapi::accessor_property_list<I, Rest...>> : as_given<I> {
  static constexpr bool is_count = false;
};
template <int N, class... I> using nth_property = nth_of_list<N, accessor_properties<I...>>;

template <class A, class B> inline constexpr bool has_same_properties = std::is_same_v<A, B>;
template <class... I, class... J>
inline constexpr bool has_same_properties<ext::oneapi::accessor_property_list<I...>,
                                          ext::oneapi::accessor_property_list<J...>> =
    std::is_same_v<accessor_properties<I...>, accessor_properties<J...>>;
} // namespace detail

namespace ext::oneapi {
template <class... I> class accessor_property_list {
  template <class P> using if_static = std::enable_if_t<is_compile_time_property<P>::value, int>;
  template <class P> using if_dynamic = std::enable_if_t<!is_compile_time_property<P>::value, int>;
  template <class A>
  static constexpr bool is_part =
      is_property_v<A> || !std::is_void_v<typename sycl::detail::property_of_instance<A>::type>;
  static constexpr bool is_dynamic = sizeof...(I) == 0;

public:
  accessor_property_list() = default;
  template <class... A,
            std::enable_if_t<(sizeof...(A) > 0) && (is_part<A> && ...) &&
                                 sycl::detail::has_same_properties<accessor_property_list,
                                                                   accessor_property_list<A...>>,
                             int> = 0>
  accessor_property_list(const A &...a) {
    (keep(a), ...);
  }
  template <class Other,
            std::enable_if_t<sycl::detail::has_same_properties<accessor_property_list, Other> &&
                                 !std::is_same_v<accessor_property_list, Other>,
                             int> = 0>
  accessor_property_list(const Other &o) : dynamic_(o.dynamic_) {}
  template <class List,
            std::enable_if_t<is_dynamic && std::is_same_v<List, property_list>, int> = 0>
  accessor_property_list(const List &o) : dynamic_(o) {}

  template <class List,
            std::enable_if_t<is_dynamic && std::is_same_v<List, property_list>, int> = 0>
  operator List() const {
    return dynamic_;
  }

  template <class P, if_dynamic<P> = 0> bool has_property() const noexcept {
    return dynamic_.has_property<P>();
  }
  template <class P, if_static<P> = 0> static constexpr bool has_property() {
    return !std::is_void_v<typename sycl::detail::instance_of<P, I...>::type>;
  }
  template <class P, if_dynamic<P> = 0> P get_property() const {
    return dynamic_.get_property<P>();
  }
  template <class P, if_static<P> = 0> static constexpr auto get_property() {
    static_assert(has_property<P>(), "get_property: the list has no such property");
    return typename sycl::detail::instance_of<P, I...>::type{};
  }

private:
  template <class...> friend class accessor_property_list;
  template <class A> void keep(const A &a) {
    if constexpr (is_property_v<A>)
      dynamic_.add(a);
  }
  property_list dynamic_;
};
/* A guide cannot name a computed list: one for each number of properties. */
#define FALX_LIST_GUIDE(number, ...)                                                               \
  template <class... A,                                                                            \
            std::enable_if_t<sycl::detail::nth_property<number, A...>::is_count, int> = 0>         \
  accessor_property_list(const A &...) -> accessor_property_list<__VA_ARGS__>;
#define FALX_NTH(n) typename sycl::detail::nth_property<n, A...>::type
FALX_LIST_GUIDE(0, )
FALX_LIST_GUIDE(1, FALX_NTH(0))
FALX_LIST_GUIDE(2, FALX_NTH(0), FALX_NTH(1))
FALX_LIST_GUIDE(3, FALX_NTH(0), FALX_NTH(1), FALX_NTH(2))
#undef FALX_NTH
#undef FALX_LIST_GUIDE
} // namespace ext::oneapi
} // namespace sycl

#endif
