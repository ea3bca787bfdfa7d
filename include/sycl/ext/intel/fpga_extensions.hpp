/* sycl_ext_intel_dataflow_pipes: the names alone, for programs that ask the device for
 * kernel_kernel_pipe_support first. No adapter has such a device: a CPU promises no kernel that
 * another one runs beside it, so that a read could wait for ever. Launches of kernels with pipes
 * are refused. */
#ifndef FALX_SYCL_EXT_INTEL_FPGA_EXTENSIONS_HPP
#define FALX_SYCL_EXT_INTEL_FPGA_EXTENSIONS_HPP

#include <sycl/sycl.hpp>

namespace sycl::ext::intel {

template <class Name, class T, size_t MinCapacity = 0> class pipe {
#ifdef __SYCL_DEVICE_ONLY__
  /* Makes the kernel one for accelerators. */
  __fxg_device_has(aspect::accelerator) static T need_accelerator(const T *) {
    __builtin_unreachable();
  }
#else
  static T need_accelerator(const T *) {
    sycl::detail::throw_error(errc::feature_not_supported, "pipe: no device of Falx has pipes");
  }
#endif

public:
  using value_type = T;
  static constexpr size_t min_capacity = MinCapacity;

  static T read() { return need_accelerator(nullptr); }
  static T read(bool &) { return need_accelerator(nullptr); }
  static void write(const T &value) { need_accelerator(&value); }
  static void write(const T &value, bool &) { need_accelerator(&value); }
};

} // namespace sycl::ext::intel

#endif
