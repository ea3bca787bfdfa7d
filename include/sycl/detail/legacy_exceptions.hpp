/* The classes of SYCL 1.2.1's exceptions, which SYCL 2020 replaced by error codes (4.13): what Falx
 * throws is of the class that belongs to its code, so that programs which catch these work. They
 * have one base, runtime_error, errors of devices included: errc::invalid stands for bad objects
 * and bad parameters. */
#ifndef FALX_SYCL_DETAIL_LEGACY_EXCEPTIONS_HPP
#define FALX_SYCL_DETAIL_LEGACY_EXCEPTIONS_HPP

#include <sycl/exception.hpp>

namespace sycl {
namespace detail {
#define FALX_LEGACY_EXCEPTION(name, base)                                                          \
  class name : public base {                                                                       \
  public:                                                                                          \
    using base::base;                                                                              \
    name() = default;                                                                              \
    explicit name(const sycl::exception &e) : base(e) {}                                           \
  };
FALX_LEGACY_EXCEPTION(runtime_error, exception)
FALX_LEGACY_EXCEPTION(kernel_error, runtime_error)
FALX_LEGACY_EXCEPTION(accessor_error, runtime_error)
FALX_LEGACY_EXCEPTION(nd_range_error, runtime_error)
FALX_LEGACY_EXCEPTION(event_error, runtime_error)
FALX_LEGACY_EXCEPTION(invalid_parameter_error, runtime_error)
FALX_LEGACY_EXCEPTION(device_error, runtime_error)
FALX_LEGACY_EXCEPTION(compile_program_error, device_error)
FALX_LEGACY_EXCEPTION(link_program_error, device_error)
FALX_LEGACY_EXCEPTION(invalid_object_error, device_error)
FALX_LEGACY_EXCEPTION(memory_allocation_error, device_error)
FALX_LEGACY_EXCEPTION(platform_error, device_error)
FALX_LEGACY_EXCEPTION(profiling_error, device_error)
FALX_LEGACY_EXCEPTION(feature_not_supported, device_error)
#undef FALX_LEGACY_EXCEPTION

[[noreturn]] __attribute__((cold)) inline void throw_legacy(const exception &e) {
  switch (static_cast<errc>(e.code().value())) {
  case errc::kernel:
    throw kernel_error(e);
  case errc::accessor:
    throw accessor_error(e);
  case errc::nd_range:
    throw nd_range_error(e);
  case errc::event:
    throw event_error(e);
  case errc::kernel_argument:
    throw invalid_parameter_error(e);
  case errc::build:
    throw compile_program_error(e);
  case errc::invalid:
    throw invalid_object_error(e);
  case errc::memory_allocation:
    throw memory_allocation_error(e);
  case errc::platform:
    throw platform_error(e);
  case errc::profiling:
    throw profiling_error(e);
  case errc::feature_not_supported:
  case errc::kernel_not_supported:
    throw feature_not_supported(e);
  default:
    throw runtime_error(e);
  }
}
} // namespace detail

#define FALX_LEGACY_EXCEPTION(name, code)                                                          \
  using name FALX_DEPRECATED("catch sycl::exception and compare code() with sycl::errc::" code) =  \
      detail::name;
FALX_LEGACY_EXCEPTION(runtime_error, "runtime")
FALX_LEGACY_EXCEPTION(kernel_error, "kernel")
FALX_LEGACY_EXCEPTION(accessor_error, "accessor")
FALX_LEGACY_EXCEPTION(nd_range_error, "nd_range")
FALX_LEGACY_EXCEPTION(event_error, "event")
FALX_LEGACY_EXCEPTION(invalid_parameter_error, "kernel_argument")
FALX_LEGACY_EXCEPTION(device_error, "runtime")
FALX_LEGACY_EXCEPTION(compile_program_error, "build")
FALX_LEGACY_EXCEPTION(link_program_error, "build")
FALX_LEGACY_EXCEPTION(invalid_object_error, "invalid")
FALX_LEGACY_EXCEPTION(memory_allocation_error, "memory_allocation")
FALX_LEGACY_EXCEPTION(platform_error, "platform")
FALX_LEGACY_EXCEPTION(profiling_error, "profiling")
FALX_LEGACY_EXCEPTION(feature_not_supported, "feature_not_supported")
#undef FALX_LEGACY_EXCEPTION
} // namespace sycl

#endif
