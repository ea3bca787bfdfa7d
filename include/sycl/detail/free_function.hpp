/* Free-function kernels, from the function to the kernel: sycl_ext_oneapi_free_function_kernels.
 *
 * The kernel is named free_function<Func>. Its function object is a closure that has a copy of each
 * argument and calls Func; the host knows where in it each argument lies. Uses of Func as a
 * template argument make the entry point, whatever translation unit defines the function. */
#ifndef FALX_SYCL_DETAIL_FREE_FUNCTION_HPP
#define FALX_SYCL_DETAIL_FREE_FUNCTION_HPP

#include <sycl/detail/command.hpp>

namespace sycl::detail {

/* ---- What SYCL_EXT_ONEAPI_FUNCTION_PROPERTY says of a function ----
 *
 * No constant expression can ask for a function's attributes, but for its alignment: clang knows
 * whether an address is a multiple of a constant from the declaration. */
inline constexpr size_t single_task_alignment = 64;

#ifdef __clang__
template <auto *Func, size_t Alignment>
inline constexpr bool is_function_aligned =
    __builtin_constant_p(__builtin_is_aligned((const void *)Func, Alignment));
/* The dimensions of its nd_range; 0: a single task; -1: no kernel. */
template <auto *Func>
inline constexpr int function_dimensions =
    is_function_aligned<Func, single_task_alignment << 3>   ? 3
    : is_function_aligned<Func, single_task_alignment << 2> ? 2
    : is_function_aligned<Func, single_task_alignment << 1> ? 1
    : is_function_aligned<Func, single_task_alignment>      ? 0
                                                            : -1;
template <auto *Func, int D> inline constexpr bool launches_as = function_dimensions<Func> == D;
template <auto *Func> inline constexpr bool is_free_function = function_dimensions<Func> >= 0;
#else /* another host compiler cannot tell; the device compilation, which is clang's, does */
template <auto *Func, int D> inline constexpr bool launches_as = true;
template <auto *Func> inline constexpr bool is_free_function = true;
#endif
template <auto *Func> using if_free_function = std::enable_if_t<is_free_function<Func>, int>;

/* ---- Its function object ---- */

/* The names of kernels: of a launch with compile-time properties it is another one. */
template <auto *Func> struct free_function;
template <auto *Func, class Properties> struct free_function_with;
template <auto *Func, class Properties>
using free_function_name = std::conditional_t<
    std::is_same_v<Properties, no_properties> ||
        std::is_same_v<Properties, ext::oneapi::experimental::properties<std::tuple<
                                       ext::oneapi::experimental::work_group_scratch_size>>>,
    free_function<Func>, free_function_with<Func, Properties>>;

template <size_t N> struct argument_places {
  argument_place places[N ? N : 1];
  size_t size; // of the object
};
template <class... Parameters> constexpr auto places_of() {
  argument_places<sizeof...(Parameters)> all{};
  const size_t sizes[] = {sizeof(Parameters)..., 0}, aligns[] = {alignof(Parameters)..., 1};
  size_t end = 0, align = 1;
  for (size_t i = 0; i < sizeof...(Parameters); ++i) {
    end = (end + aligns[i] - 1) / aligns[i] * aligns[i];
    all.places[i] = {static_cast<uint32_t>(sizes[i]), static_cast<uint32_t>(end)};
    end += sizes[i];
    align = aligns[i] > align ? aligns[i] : align;
  }
  all.size = end ? (end + align - 1) / align * align : 1;
  return all;
}

template <auto *Func, class Type = std::remove_pointer_t<decltype(Func)>>
struct free_function_call {
  static_assert(always_false<Type>, "a free-function kernel is a function that returns void");
};
template <auto *Func, class... Parameters> struct free_function_call<Func, void(Parameters...)> {
  static_assert(!(std::is_reference_v<Parameters> || ...),
                "a parameter of a free-function kernel is a reference, and a device cannot reach "
                "what the host names: pass it by value, or a pointer to USM");
#ifdef __SYCL_DEVICE_ONLY__ /* as check_kernel says of function objects */
  static_assert((is_kernel_copyable<Parameters>() && ...),
                "a parameter of a free-function kernel cannot be copied to a device byte by byte "
                "(a std::vector, a std::string, a sycl::buffer, ...): pass a pointer or an "
                "accessor instead, or specialise sycl::is_device_copyable for the type");
#endif
  static auto object(Parameters... arguments) {
    return [arguments...](auto &&...) { Func(arguments...); };
  }
  using type = decltype(object(std::declval<Parameters>()...));
  static constexpr uint32_t count = sizeof...(Parameters);
  static constexpr auto layout = places_of<Parameters...>();
  static_assert(layout.size == sizeof(type), "arguments lie elsewhere in the function object");
};
template <auto *Func, class... Parameters>
struct free_function_call<Func, void(Parameters...) noexcept>
    : free_function_call<Func, void(Parameters...)> {};

template <auto *Func, class Properties = no_properties, class Kernel>
FALX_PER_MODULE FALX_INLINE void set_free_function(falx_command &c, const Kernel &kernel) {
  using name = free_function_name<Func, Properties>;
#ifdef __SYCL_DEVICE_ONLY__
  using whole = with_properties<Properties, Kernel>;
  enter_single_task<name, whole>(reinterpret_cast<const whole &>(kernel));
  (void)c;
#else
  c.kind = FALX_COMMAND_KERNEL;
  c.u.kernel.site = site_of<name, Kernel>();
  c.u.kernel.functor = &kernel;
#endif
}
template <auto *Func> FALX_PER_MODULE const kernel_arguments *arguments_of() {
  using call = free_function_call<Func>;
  using object = typename call::type;
#ifdef __SYCL_DEVICE_ONLY__
  (void)&enter_single_task<free_function<Func>, object>;
  return nullptr;
#else
  static const kernel_arguments all{site_of<free_function<Func>, object>(), call::layout.size,
                                    call::count, call::layout.places};
  return &all;
#endif
}

} // namespace sycl::detail

#endif
