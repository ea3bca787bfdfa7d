/* Kernels that are functions: sycl_ext_oneapi_free_function_kernels. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_FREE_FUNCTION_KERNELS_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_FREE_FUNCTION_KERNELS_HPP

#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/ext/oneapi/free_function_kernel_properties.hpp>

namespace sycl::ext::oneapi::experimental {

/* ---- Launches ---- */
template <auto *Func, class Properties = empty_properties_t, class To, class Set,
          class... Arguments>
FALX_PER_MODULE void launch_function(To &&to, const Properties &properties, const Set &set_range,
                                     Arguments &&...arguments) {
  const auto kernel =
      sycl::detail::free_function_call<Func>::object(static_cast<Arguments &&>(arguments)...);
  sycl::detail::enqueue::set_kernel(to, kernel, [&](falx_command &c) {
    sycl::detail::set_free_function<Func, Properties>(c, kernel);
    set_range(c.u.kernel.range);
    sycl::detail::set_launch_values(c, properties);
  });
}
template <auto *Func, class... Arguments>
using if_callable = std::enable_if_t<std::is_invocable_v<decltype(Func), Arguments...>, int>;

template <auto *Func, class To, class... Arguments, sycl::detail::if_destination<To> = 0,
          std::enable_if_t<sycl::detail::launches_as<Func, 0>, int> = 0,
          if_callable<Func, Arguments...> = 0>
FALX_PER_MODULE void single_task(To &&to, kernel_function_s<Func>, Arguments &&...arguments) {
  launch_function<Func>(
      to, empty_properties_t(),
      [](falx_nd_range &r) { r = {1, 0, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}}; },
      static_cast<Arguments &&>(arguments)...);
}
#define FALX_LAUNCH_FUNCTION(D)                                                                    \
  template <auto *Func, class To, class... Arguments, sycl::detail::if_destination<To> = 0,        \
            std::enable_if_t<sycl::detail::launches_as<Func, D>, int> = 0,                         \
            if_callable<Func, Arguments...> = 0>                                                   \
  FALX_PER_MODULE void nd_launch(To &&to, nd_range<D> r, kernel_function_s<Func>,                  \
                                 Arguments &&...arguments) {                                       \
    launch_function<Func>(                                                                         \
        to, empty_properties_t(), [&](falx_nd_range &out) { sycl::detail::set_range(out, r); },    \
        static_cast<Arguments &&>(arguments)...);                                                  \
  }
FALX_LAUNCH_FUNCTION(1)
FALX_LAUNCH_FUNCTION(2)
FALX_LAUNCH_FUNCTION(3)
#undef FALX_LAUNCH_FUNCTION
template <auto *Func, class To, int D, class Properties, class... Arguments,
          sycl::detail::if_destination<To> = 0,
          std::enable_if_t<sycl::detail::launches_as<Func, D>, int> = 0,
          if_callable<Func, Arguments...> = 0>
FALX_PER_MODULE void nd_launch(To &&to, launch_config<nd_range<D>, Properties> r,
                               kernel_function_s<Func>, Arguments &&...arguments) {
  launch_function<Func>(
      to, r.get_properties(),
      [&](falx_nd_range &out) { sycl::detail::set_range(out, r.get_range()); },
      static_cast<Arguments &&>(arguments)...);
}

/* ---- Identities, bundles, queries ---- */
template <auto *Func, class Id = kernel_id, sycl::detail::if_free_function<Func> = 0>
FALX_PER_MODULE Id get_kernel_id() {
  return sycl::detail::free_function_access::id<Func>();
}
template <auto *Func, bundle_state State, sycl::detail::if_free_function<Func> = 0>
FALX_PER_MODULE kernel_bundle<State>
get_kernel_bundle(const context &c, const sycl::detail::lazy_vector<device, State> &devices) {
  return sycl::get_kernel_bundle<State>(
      c, devices, sycl::detail::lazy_vector<kernel_id, State>{get_kernel_id<Func>()});
}
template <auto *Func, bundle_state State, sycl::detail::if_free_function<Func> = 0>
FALX_PER_MODULE kernel_bundle<State> get_kernel_bundle(const context &c) {
  return get_kernel_bundle<Func, State>(c, c.get_devices());
}
template <auto *Func, bundle_state State, sycl::detail::if_free_function<Func> = 0>
FALX_PER_MODULE bool has_kernel_bundle(const context &c,
                                       const sycl::detail::lazy_vector<device, State> &devices) {
  return sycl::has_kernel_bundle<State>(
      c, devices, sycl::detail::lazy_vector<kernel_id, State>{get_kernel_id<Func>()});
}
template <auto *Func, bundle_state State, sycl::detail::if_free_function<Func> = 0>
FALX_PER_MODULE bool has_kernel_bundle(const context &c) {
  return has_kernel_bundle<Func, State>(c, c.get_devices());
}
template <auto *Func, sycl::detail::if_free_function<Func> = 0>
FALX_PER_MODULE bool is_compatible(const device &d) {
  return sycl::is_compatible<kernel_id>({get_kernel_id<Func>()}, d);
}

template <auto *Func, class Param, sycl::detail::if_free_function<Func> = 0>
FALX_PER_MODULE typename Param::return_type get_kernel_info(const context &c) {
  return get_kernel_bundle<Func, bundle_state::executable>(c)
      .template ext_oneapi_get_kernel<Func>()
      .template get_info<Param>();
}
template <auto *Func, class Param, sycl::detail::if_free_function<Func> = 0>
FALX_PER_MODULE typename Param::return_type get_kernel_info(const context &c, const device &d) {
  return get_kernel_bundle<Func, bundle_state::executable>(c, {d})
      .template ext_oneapi_get_kernel<Func>()
      .template get_info<Param>(d);
}
template <auto *Func, class Param, sycl::detail::if_free_function<Func> = 0>
FALX_PER_MODULE typename Param::return_type get_kernel_info(const queue &q) {
  return get_kernel_info<Func, Param>(q.get_context(), q.get_device());
}

} // namespace sycl::ext::oneapi::experimental

#endif
