/* Has a source compiled, which progress.py makes slow. */
#include <stdio.h>

#include "falx/falx.h"

int main(void) {
  const struct falx_source source = {.struct_size = sizeof source,
                                     .text = "#include <sycl/sycl.hpp>\n"
                                             "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi:"
                                             ":experimental::single_task_kernel))\n"
                                             "void nothing() {}\n"};
  falx_library_t library;
  char *log;
  if (falx_source_build(&source, &library, &log) != FALX_SUCCESS) {
    printf("%s: %s\n", falx_error_detail(), log);
    falx_source_free_log(log);
    return 1;
  }
  falx_source_free_log(log);
  falx_library_unload(library);
  return 0;
}
