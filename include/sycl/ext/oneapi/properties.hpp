/* Compile-time properties: sycl_ext_oneapi_properties, as far as device_global needs them. Lists of
 * the same properties are of one type, in whatever order they are given: it has them by name. */
#ifndef FALX_SYCL_EXT_ONEAPI_PROPERTIES_HPP
#define FALX_SYCL_EXT_ONEAPI_PROPERTIES_HPP

#include <type_traits>
#include <utility> // declares std::tuple

#define SYCL_EXT_ONEAPI_PROPERTIES 1

namespace sycl::ext::oneapi::experimental {

/* A property with what was given for it: its value, if that is one thing. */
template <class Key, class... Values> struct property_value {
  using key_t = Key;
};
template <class Key, class T> struct property_value<Key, T> {
  using key_t = Key;
  using value_t = T;
  static constexpr auto value = T::value;
};
template <class Key, class... A, class... B>
constexpr bool operator==(const property_value<Key, A...> &, const property_value<Key, B...> &) {
  return std::is_same_v<property_value<Key, A...>, property_value<Key, B...>>;
}
template <class Key, class... A, class... B>
constexpr bool operator!=(const property_value<Key, A...> &a, const property_value<Key, B...> &b) {
  return !(a == b);
}

template <class T> struct is_property_key : std::false_type {};
template <class T> struct is_property_value : std::false_type {};
template <class Key, class... Values>
struct is_property_value<property_value<Key, Values...>> : is_property_key<Key> {};
/* A property with a value that is known at run time is its own key, and its class has the value. */
template <class T, class = void> inline constexpr bool is_runtime_property = false;
template <class T>
inline constexpr bool
    is_runtime_property<T, std::enable_if_t<std::is_same_v<T, typename T::key_t>>> = true;

template <class T> inline constexpr bool is_property_key_v = is_property_key<T>::value;
template <class T> inline constexpr bool is_property_value_v = is_property_value<T>::value;
template <class Key, class Class> struct is_property_key_of : std::false_type {};
template <class Value, class Class> struct is_property_value_of : std::false_type {};
template <class Key, class... Values, class Class>
struct is_property_value_of<property_value<Key, Values...>, Class>
    : is_property_key_of<Key, Class> {};

template <class Key, class Value> inline constexpr bool has_key = false;
template <class Key, class... Values>
inline constexpr bool has_key<Key, property_value<Key, Values...>> = true;

template <class Key> inline constexpr bool has_key<Key, Key> = true;

template <class List> class properties;

/* Sorting by the names of the keys: insertion, from the last to the first. */
namespace properties_detail {
template <class Value> constexpr const char *key_name() {
  return __PRETTY_FUNCTION__;
}
constexpr int compare(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a - *b;
}
template <class A, class B>
inline constexpr int order = compare(key_name<typename A::key_t>(), key_name<typename B::key_t>());

template <class Value, class Behind, class InFront = std::tuple<>> struct insert;
template <class Value, class... InFront>
struct insert<Value, std::tuple<>, std::tuple<InFront...>> {
  using type = std::tuple<InFront..., Value>;
};
/* The values that are known at run time. */
template <class Value, class First, class... Rest>
constexpr Value pick(const First &first, const Rest &...rest) {
  if constexpr (std::is_same_v<Value, First>)
    return first;
  else
    return pick<Value>(rest...);
}
template <class Value, class Base> struct runtime_value : Base {
  template <class... Given>
  constexpr explicit runtime_value(int, const Given &...given)
      : Base(0, given...), value(pick<Value>(given...)) {}
  using Base::get;
  constexpr Value get(const Value *) const { return value; }
  Value value;
};
template <class... Values> struct runtime_values {
  constexpr runtime_values() = default;
  template <class... Given> constexpr explicit runtime_values(int, const Given &...) {}
  void get() const;
};
template <class First, class... Rest>
struct runtime_values<First, Rest...>
    : std::conditional_t<is_runtime_property<First>, runtime_value<First, runtime_values<Rest...>>,
                         runtime_values<Rest...>> {
  using base =
      std::conditional_t<is_runtime_property<First>, runtime_value<First, runtime_values<Rest...>>,
                         runtime_values<Rest...>>;
  using base::base;
};

template <class... Values> struct list {
  using type = std::tuple<Values...>;
};
template <class Value, class Next, class... Behind, class... InFront>
struct insert<Value, std::tuple<Next, Behind...>, std::tuple<InFront...>>
    : std::conditional_t<(order<Value, Next> < 0), list<InFront..., Value, Next, Behind...>,
                         insert<Value, std::tuple<Behind...>, std::tuple<InFront..., Next>>> {};
template <class... Values> struct sort : list<> {};
template <class First, class... Rest>
struct sort<First, Rest...> : insert<First, typename sort<Rest...>::type> {};
} // namespace properties_detail

template <class... Values>
class properties<std::tuple<Values...>> : properties_detail::runtime_values<Values...> {
  using runtime_values = properties_detail::runtime_values<Values...>;
  template <class Key> static constexpr int count = (int(has_key<Key, Values>) + ... + 0);
  template <class Key, class First, class... Rest> static constexpr auto find() {
    if constexpr (has_key<Key, First>)
      return First{};
    else
      return find<Key, Rest...>();
  }

  template <class Value> static constexpr bool has_value() {
    return (std::is_same_v<Value, Values> || ...);
  }

public:
  constexpr properties() = default;
  template <class... V,
            class = std::enable_if_t<(sizeof...(V) > 0) && sizeof...(V) == sizeof...(Values) &&
                                     (is_property_value<V>::value && ...)>>
  constexpr properties(V... v) : runtime_values(0, v...) {
    static_assert((has_value<V>() && ...), "the property list is of other properties");
  }

  template <class Key> static constexpr bool has_property() {
    return (has_key<Key, Values> || ...);
  }
  template <class Key, std::enable_if_t<is_runtime_property<Key>, int> = 0>
  constexpr Key get_property() const {
    static_assert(has_property<Key>(), "the property list does not have the property");
    return this->get(static_cast<const Key *>(nullptr));
  }
  template <class Key, std::enable_if_t<!is_runtime_property<Key>, int> = 0>
  static constexpr auto get_property() {
    static_assert(has_property<Key>(), "the property list does not have the property");
    if constexpr (has_property<Key>())
      return find<Key, Values...>();
  }

  /* Last: after a failure, clang drops what follows. */
  static_assert((is_property_value<Values>::value && ...), "a property list holds properties");
  static_assert(((count<typename Values::key_t> == 1) && ...),
                "a property list holds each property once");
};
template <class... Values>
properties(Values...) -> properties<typename properties_detail::sort<Values...>::type>;

using empty_properties_t = properties<std::tuple<>>;
template <class T> struct is_property_list : std::false_type {};
template <class... Values>
struct is_property_list<properties<std::tuple<Values...>>> : std::true_type {};
template <class T> inline constexpr bool is_property_list_v = is_property_list<T>::value;

namespace properties_detail {
/* All properties of two lists; of the second only those that the first does not have. */
template <class Into, class From> struct merge;
template <class... Into> struct merge<std::tuple<Into...>, std::tuple<>> {
  using type = properties<typename sort<Into...>::type>;
};
template <class... Into, class First, class... Rest>
struct merge<std::tuple<Into...>, std::tuple<First, Rest...>>
    : merge<std::conditional_t<(std::is_same_v<First, Into> || ...), std::tuple<Into...>,
                               std::tuple<Into..., First>>,
            std::tuple<Rest...>> {};
template <class A, class B> struct merge_lists;
template <class... A, class... B>
struct merge_lists<properties<std::tuple<A...>>, properties<std::tuple<B...>>>
    : merge<std::tuple<A...>, std::tuple<B...>> {};
template <class A, class B> using merged = typename merge_lists<A, B>::type;
/* Whether list has every property of other, with the same value. */
template <class List, class Other>
inline constexpr bool includes = std::is_same_v<List, merged<List, Other>>;
} // namespace properties_detail

} // namespace sycl::ext::oneapi::experimental

#endif
