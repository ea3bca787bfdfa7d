/* The classes of SYCL 1.2.1's exceptions, which SYCL 2020 replaced by error codes (4.13): in a
 * program that names one of them, what Falx throws is of the class that belongs to its code. They
 * have one base, runtime_error, errors of devices included: errc::invalid stands for bad objects
 * and bad parameters. */
#ifndef FALX_SYCL_DETAIL_LEGACY_EXCEPTIONS_HPP
#define FALX_SYCL_DETAIL_LEGACY_EXCEPTIONS_HPP

#include <sycl/exception.hpp>

namespace sycl {
namespace detail {
/* Templates, so that other programs do not pay for compiling what throws them: naming a class
 * instantiates registering, and that defines the variable whose initializer sets throw_legacy. */
template <class T> [[noreturn]] void throw_by_code(const exception &e);
template <class T> struct legacy_exceptions {
  static bool are_used;
};
template <class T> bool legacy_exceptions<T>::are_used = (throw_legacy = throw_by_code<T>, true);
template <bool *> struct used {};

#define FALX_LEGACY_EXCEPTION(name, base)                                                          \
  template <class T> class name : public base {                                                    \
  public:                                                                                          \
    name() = default;                                                                              \
    name(std::error_code code, const std::string &what) : base(code, what) {}                      \
    explicit name(const exception &e) : base(e) {}                                                 \
  };
template <class T> class registering : public exception {
public:
  using exception::exception;
  explicit registering(const exception &e) : exception(e) {}
  using registered = used<&legacy_exceptions<T>::are_used>;
};
FALX_LEGACY_EXCEPTION(runtime_error, registering<T>)
FALX_LEGACY_EXCEPTION(kernel_error, runtime_error<T>)
FALX_LEGACY_EXCEPTION(accessor_error, runtime_error<T>)
FALX_LEGACY_EXCEPTION(nd_range_error, runtime_error<T>)
FALX_LEGACY_EXCEPTION(event_error, runtime_error<T>)
FALX_LEGACY_EXCEPTION(invalid_parameter_error, runtime_error<T>)
FALX_LEGACY_EXCEPTION(device_error, runtime_error<T>)
FALX_LEGACY_EXCEPTION(compile_program_error, device_error<T>)
FALX_LEGACY_EXCEPTION(link_program_error, device_error<T>)
FALX_LEGACY_EXCEPTION(invalid_object_error, device_error<T>)
FALX_LEGACY_EXCEPTION(memory_allocation_error, device_error<T>)
FALX_LEGACY_EXCEPTION(platform_error, device_error<T>)
FALX_LEGACY_EXCEPTION(profiling_error, device_error<T>)
FALX_LEGACY_EXCEPTION(feature_not_supported, device_error<T>)
#undef FALX_LEGACY_EXCEPTION

template <class T> [[noreturn]] void throw_by_code(const exception &e) {
  switch (static_cast<errc>(e.code().value())) {
  case errc::kernel:
    throw kernel_error<T>(e);
  case errc::accessor:
    throw accessor_error<T>(e);
  case errc::nd_range:
    throw nd_range_error<T>(e);
  case errc::event:
    throw event_error<T>(e);
  case errc::kernel_argument:
    throw invalid_parameter_error<T>(e);
  case errc::build:
    throw compile_program_error<T>(e);
  case errc::invalid:
    throw invalid_object_error<T>(e);
  case errc::memory_allocation:
    throw memory_allocation_error<T>(e);
  case errc::platform:
    throw platform_error<T>(e);
  case errc::profiling:
    throw profiling_error<T>(e);
  case errc::feature_not_supported:
  case errc::kernel_not_supported:
    throw feature_not_supported<T>(e);
  default:
    throw runtime_error<T>(e);
  }
}
} // namespace detail

#define FALX_LEGACY_EXCEPTION(name, code)                                                          \
  using name FALX_DEPRECATED("catch sycl::exception and compare code() with sycl::errc::" code) =  \
      detail::name<void>;
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
