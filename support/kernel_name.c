#include "support/kernel_name.h"

#include <stddef.h>
#include <string.h>

/* Templates whose first argument is the kernel's name, or its function object. */
static const char *const wrappers[] = {"sycl::detail::reduce_name<",
                                       "sycl::detail::reduce_nothing_name<",
                                       "sycl::detail::reduce_unnamed<"};

/* Behind the first argument; NULL: it has no end. */
static const char *end_of_argument(const char *at) {
  for (int depth = 0; *at; at++) {
    if (!depth && (*at == ',' || *at == '>'))
      return at;
    depth += strchr("<({[", *at) != NULL;
    depth -= strchr(">)}]", *at) != NULL;
  }
  return NULL;
}

char *fxs_own_kernel_name(char *demangled) {
  for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers;) {
    size_t length = strlen(wrappers[i]);
    char *argument = demangled + length;
    const char *end =
        strncmp(demangled, wrappers[i], length) == 0 ? end_of_argument(argument) : NULL;
    if (end && end > argument) {
      size_t size = (size_t)(end - argument);
      memmove(demangled, argument, size);
      while (demangled[size - 1] == ' ' && size > 1)
        size--;
      demangled[size] = 0;
      i = 0;
    } else {
      i++;
    }
  }
  return demangled;
}
