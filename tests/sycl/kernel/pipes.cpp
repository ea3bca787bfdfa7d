/* Falx: programs with the pipes of sycl_ext_intel_dataflow_pipes compile; no device has pipes, and
 * says so: the query, launches of kernels with pipes, and pipes on the host. */
#include <sycl/ext/intel/fpga_extensions.hpp>

#include "../check.hpp"

#ifdef SYCL_EXT_INTEL_DATAFLOW_PIPES
#error "a macro for what no device has"
#endif

using numbers = sycl::ext::intel::pipe<class numbers_name, int, 4>;
static_assert(std::is_same_v<numbers::value_type, int> && numbers::min_capacity == 4);

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  *out = 1;
  if (!q.get_device().has(sycl::aspect::accelerator)) {
    CHECK(!q.get_device().get_info<sycl::info::device::kernel_kernel_pipe_support>());
    CHECK_THROWS(q.single_task<class reader>([=] { *out = numbers::read(); }),
                 sycl::errc::kernel_not_supported, "accelerator");
    CHECK_THROWS(q.single_task<class writer>([=] {
      bool is_done = false;
      numbers::write(*out, is_done);
      *out = is_done;
    }),
                 sycl::errc::kernel_not_supported, "accelerator");
    CHECK_THROWS(numbers::read(), sycl::errc::feature_not_supported, "pipe");
  }
  CHECK(*out == 1);
  sycl::free(out, q);
  return finish();
}
