/* C++ names for people. LLVM's C API has no Itanium demangler; the C++ runtime library, which
 * libLLVM needs anyway, exports one with C linkage. */
#include "compiler/demangle.h"
#include "compiler/memory.h"

#include <string.h>

char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

char *fxc_demangle(const char *name) {
  static const char prefix[] = "typeinfo name for ";
  int status = 0;
  /* Without the prefix "t" would be a type, unsigned short, and not the C name t. */
  char *text = strncmp(name, "_Z", 2) == 0 ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
  if (status != 0 || !text)
    return fxc_must(strdup(name));
  if (strncmp(text, prefix, sizeof prefix - 1) == 0)
    memmove(text, text + sizeof prefix - 1, strlen(text) - sizeof prefix + 2);
  return text;
}
