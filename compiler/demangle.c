/* Demangled C++ names for messages. LLVM's C API has no Itanium demangler; the C++ runtime
 * library, which libLLVM needs anyway, exports one with C linkage. */
#include "compiler/demangle.h"
#include "compiler/memory.h"
#include "support/kernel_name.h"

#include <stdlib.h>
#include <string.h>

char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

/* NULL: no name of C++'s. Without the prefix "t" would be demangled as a type, unsigned short,
 * instead of the C name t. */
static char *demangled(const char *name) {
  static const char prefix[] = "typeinfo name for "; /* of kernels' symbols */
  int status = 0;
  char *text = strncmp(name, "_Z", 2) == 0 ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
  if (status != 0 || !text)
    return NULL;
  if (strncmp(text, prefix, sizeof prefix - 1) == 0)
    memmove(text, text + sizeof prefix - 1, strlen(text) - sizeof prefix + 2);
  return fxs_own_kernel_name(text);
}

/* Of a variable with internal linkage, whose name was made unique, "_ZL1x.0123456789abcdef", or of
 * a kernel's function, "_ZTS….NativeCPUKernel". */
static char *without_suffix(const char *name) {
  const char *dot = strrchr(name, '.');
  char *mangled = dot ? fxc_must(strndup(name, (size_t)(dot - name))) : NULL;
  char *text = mangled ? demangled(mangled) : NULL;
  free(mangled);
  return text;
}

char *fxc_demangle(const char *name) {
  char *text = demangled(name);
  if (!text)
    text = without_suffix(name);
  return text ? text : fxc_must(strdup(name));
}
