/* From a function object to a kernel. SYCL 2020, 4.9.4.2 and 5.2; design document 004.
 *
 * Device pass: entry<Name>() makes the kernel symbol, named from Name; post-link turns its one
 * parameter into kernel parameters. Host pass: site<Name> tells the runtime the symbol's name and
 * how the host lays the function object out. */
#ifndef FALX_SYCL_DETAIL_KERNEL_HPP
#define FALX_SYCL_DETAIL_KERNEL_HPP

#include <type_traits>

#include <sycl/detail/config.hpp>
#ifndef FALX_HAS_STABLE_NAMES
#include <string_view>
#endif
#if !defined(FALX_HAS_STABLE_NAMES) && defined(__GXX_RTTI)
#include <cstring>
#include <string>
#include <typeinfo>
#endif
#ifdef __FALX_INTEGRATION__
#include <sycl/detail/tell.hpp>
#endif

#include <sycl/detail/assert.hpp>
#include <sycl/device_copyable.hpp>
#include <sycl/exception.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl {

namespace detail {

struct unnamed;

/* Names of kernels are classes, 5.2; bool and its like, which some programs give, stand in one. */
template <class Name> struct named;
template <class Name, bool = __is_class(Name)> struct class_name_of {
  using type = Name;
};
template <class Name> struct class_name_of<Name, false> {
  using type = std::conditional_t<std::is_fundamental_v<Name>, named<Name>, Name>;
};
template <class Name> using class_name = typename class_name_of<Name>::type;

/* The name of a kernel: what the user gave, or the function object's own type. */
template <class Name, class Kernel>
using kernel_name = std::conditional_t<std::is_same_v<Name, unnamed>, Kernel, class_name<Name>>;

template <class Name> constexpr void check_name() {
  static_assert(std::is_class_v<Name>,
                "the name of a kernel is a class: parallel_for<class MyKernel>(...)");
}

template <class Kernel> constexpr void check_kernel() {
  constexpr bool by_value = !captures_reference<Kernel>();
  static_assert(by_value,
                "the kernel captures a variable by reference, and a device cannot reach the host's "
                "stack: capture by value, [=], and give results back through USM or an accessor");
#ifdef __SYCL_DEVICE_ONLY__ /* where accessors are plain bytes: detail/identity.hpp */
  static_assert(
      !by_value || is_kernel_copyable<Kernel>(),
      "the kernel captures something that cannot be copied to a device byte by byte (a "
      "std::vector, a std::string, a sycl::buffer, a sycl::queue, ...): capture a pointer "
      "or an accessor instead, or specialise sycl::is_device_copyable for the type");
#endif
}

/* ---- Device pass: one entry per kernel ---- */

#ifdef __SYCL_DEVICE_ONLY__
#define FALX_ENTRY [[clang::sycl_kernel_entry_point(Name)]]
/* An entry has one, where the function object arrives as a plain pointer because its copy
 * constructor or destructor is not trivial: falx-post-link knows it by its name, and so the type.
 */
template <class Kernel> union falx_function_object {
  Kernel kernel;
  falx_function_object() {}
  ~falx_function_object() {}
};
template <class Kernel>
inline constexpr bool is_passed_by_value =
    __is_trivially_constructible(Kernel, const Kernel &) &&
    __is_trivially_constructible(Kernel, Kernel) && __is_trivially_destructible(Kernel);
#define FALX_MARK_TYPE(Kernel)                                                                     \
  if constexpr (!is_passed_by_value<Kernel>) {                                                     \
    [[maybe_unused, gnu::nodebug]] falx_function_object<Kernel> type;                              \
  }
#else
#define FALX_ENTRY
#define FALX_MARK_TYPE(Kernel)
#endif
#ifndef __FALX_INTEGRATION__
#define FALX_TELL_KERNEL(Name, Kernel)
#endif

/* The argument a kernel over a range is called with, 4.9.4.2.2: an item, or what it converts to
 * (an id, or an integer in one dimension); and a kernel_handler if it takes one. */
template <int D, class Kernel> FALX_INLINE void call_with_item(const Kernel &kernel) {
  if constexpr (is_callable<const Kernel &, item<D, true>>)
    kernel(access_item::here<D, true>());
  else if constexpr (is_callable<const Kernel &, item<D, false>>)
    kernel(access_item::here<D, false>());
  else if constexpr (is_callable<const Kernel &, item<D, true>, kernel_handler>)
    kernel(access_item::here<D, true>(), make_handler::here());
  else if constexpr (is_callable<const Kernel &, item<D, false>, kernel_handler>)
    kernel(access_item::here<D, false>(), make_handler::here());
  else
    static_assert(
        always_false<Kernel>,
        "a kernel over a range is called with a sycl::item or a sycl::id of the same number of "
        "dimensions or, in one dimension, an integer, maybe with a sycl::kernel_handler behind it, "
        "and its call operator is const");
}

template <class Name, class Kernel> FALX_ENTRY void enter_single_task(Kernel kernel) {
  FALX_MARK_TYPE(Kernel)
  FALX_TELL_KERNEL(Name, Kernel)
  if constexpr (is_callable<const Kernel &>)
    kernel();
  else if constexpr (is_callable<const Kernel &, kernel_handler>)
    kernel(make_handler::here());
  else
    static_assert(always_false<Kernel>, "a single_task is called without arguments or with a "
                                        "sycl::kernel_handler, and its call operator is const");
}
template <class Name, int D, class Kernel> FALX_ENTRY void enter_range(Kernel kernel) {
  FALX_MARK_TYPE(Kernel)
  FALX_TELL_KERNEL(Name, Kernel)
  call_with_item<D>(kernel);
}
template <class Name, int D, class Kernel> FALX_ENTRY void enter_nd_range(Kernel kernel) {
  FALX_MARK_TYPE(Kernel)
  FALX_TELL_KERNEL(Name, Kernel)
  if constexpr (is_callable<const Kernel &, nd_item<D>>)
    kernel(nd_item<D>::here());
  else if constexpr (is_callable<const Kernel &, nd_item<D>, kernel_handler>)
    kernel(nd_item<D>::here(), make_handler::here());
  else
    static_assert(always_false<Kernel>,
                  "a kernel over an nd_range is called with a sycl::nd_item of the same number of "
                  "dimensions, maybe with a sycl::kernel_handler behind it, and its call operator "
                  "is const");
}
#undef FALX_ENTRY
#undef FALX_TELL_KERNEL
#undef FALX_MARK_TYPE

/* ---- Host pass: what the runtime needs to find the kernel ---- */
#if defined(FALX_HAS_STABLE_NAMES)
template <class Name> constexpr const char *own_symbol() {
  return __builtin_sycl_unique_stable_name(Name);
}
#else
/* Any other host compiler: the type's name in the C++ ABI that all of them share. A lambda has no
 * name that two compilers agree on; a class in one has, but for the lambda's number. clang gives a
 * lambda that other sources cannot name a number alone, without its parameters: then a class in it
 * is not found, and the runtime says why. */
template <class T> constexpr bool has_lambda() { // T or a template argument of T is one
  const std::string_view name = __PRETTY_FUNCTION__;
#ifdef __clang__ // of a class in a lambda it has the name alone
  return name.find("(lambda at ") != name.npos;
#else            // of a class in a lambda it has <lambda(int)>::name
  for (size_t at = 0; (at = name.find("<lambda", at)) != name.npos;) {
    int depth = 0;
    do
      depth += (name[at] == '<') - (name[at] == '>');
    while (depth && ++at < name.size());
    if (at + 1 >= name.size() || name[at + 1] != ':')
      return true;
  }
  return false;
#endif
}
template <class Name> const char *own_symbol() {
  static_assert(!has_lambda<Name>(),
                "with this host compiler every kernel that is a lambda needs a name: "
                "parallel_for<class MyKernel>(...)");
#ifdef __GXX_RTTI
  static const std::string name = [] {
    const char *mangled = typeid(Name *).name(); // "P" and the type
    std::string symbol("_ZTS");
    if (std::strstr(mangled, "Ul")) // as lambdas are written
      symbol.insert(symbol.begin(), FALX_LOOSE_NAME);
    return symbol + (mangled + 1 + (*mangled == '*'));
  }();
  return name.c_str();
#else
  static_assert(always_false<Name>,
                "without -frtti this host compiler knows a kernel by the integration header only "
                "(falx++ -fsycl-int-header=FILE), and only if its name could stand at namespace "
                "scope");
  return nullptr;
#endif
}
#endif

#if defined(__FALX_INTEGRATION_HEADER__)
/* By the names that the integration header has (docs/integration.md). */
template <class Name> const char *kernel_symbol() {
  if constexpr (KernelInfo<Name>::isKnown())
    return KernelInfo<Name>::getName();
  else
    return own_symbol<Name>();
}
template <class Name, class Kernel> FALX_PER_MODULE falx_kernel_site *site_of() {
  if constexpr (KernelInfo<Name>::isKnown())
    static_assert(KernelInfo<Name>::getKernelSize() == sizeof(Kernel) &&
                      KernelInfo<Name>::getKernelAlign() == alignof(Kernel),
                  "the kernel's function object is laid out in another way than in the device "
                  "compilation that the integration header is of: compile both with the same "
                  "macros and headers, and write the header again");
  static falx_kernel_site site{
      kernel_symbol<Name>(), &__dso_handle, sizeof(Kernel), alignof(Kernel), {nullptr, nullptr}};
  return &site;
}
#elif defined(FALX_HAS_STABLE_NAMES)
template <class Name> constexpr const char *kernel_symbol() {
  return own_symbol<Name>();
}
template <class Name, class Kernel>
FALX_PER_MODULE inline falx_kernel_site site{__builtin_sycl_unique_stable_name(Name),
                                             &__dso_handle,
                                             sizeof(Kernel),
                                             alignof(Kernel),
                                             {nullptr, nullptr}};
template <class Name, class Kernel> FALX_PER_MODULE FALX_INLINE falx_kernel_site *site_of() {
  return &site<Name, Kernel>;
}
#else
template <class Name> const char *kernel_symbol() {
  return own_symbol<Name>();
}
template <class Name, class Kernel> FALX_PER_MODULE falx_kernel_site *site_of() {
  static falx_kernel_site site{
      own_symbol<Name>(), &__dso_handle, sizeof(Kernel), alignof(Kernel), {nullptr, nullptr}};
  return &site;
}
#endif

/* ---- What a launch by a kernel object needs: of a free function ---- */
struct argument_place { // bytes of an argument in the function object
  uint32_t size, offset;
};
struct kernel_arguments {
  falx_kernel_site *site;
  size_t size; // of the function object
  uint32_t count;
  const argument_place *places;
};
/* A kernel of a source that was compiled at run time: detail/source_kernels.hpp. */
struct source_kernel {
  const char *name; // as it was registered, or NULL
  const char *symbol;
  const kernel_arguments *arguments;
};

template <int D> void set_range(falx_nd_range &out, const range<D> &global, const id<D> &offset) {
  out.dimensions = D;
  out.has_local = 0;
  store(out.global, global, 1);
  store(out.local, range<D>(global), 1);
  store(out.offset, offset, 0);
}
template <int D> void set_range(falx_nd_range &out, const nd_range<D> &r) {
  set_range(out, r.get_global_range(), r.get_offset());
  out.has_local = 1;
  store(out.local, r.get_local_range(), 1);
}

} // namespace detail
} // namespace sycl

#endif
