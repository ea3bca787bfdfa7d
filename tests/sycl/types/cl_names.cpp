/* Falx: OpenCL's names of scalar types, as DPC++'s header brings them, beside the header of OpenCL
 * itself and with all of sycl's names in the global namespace. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

cl_ulong before = 1;

#if __has_include(<CL/cl_platform.h>)
#include <CL/cl_platform.h>
#endif

using namespace sycl;

int main() {
  static_assert(std::is_same_v<cl_ulong, uint64_t> && std::is_same_v<::cl_int, int32_t>);
  static_assert(std::is_same_v<cl_float, float> && std::is_same_v<opencl::cl_char, ::cl_char>);
  queue q;
  const event e = q.single_task([] {});
  const cl_ulong state = cl_ulong(e.get_info<info::event::command_execution_status>());
  CHECK(before == 1 && state <= 3);
  return finish();
}
