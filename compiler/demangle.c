/* Demangled C++ names for messages. LLVM's C API has no Itanium demangler; the C++ runtime
 * library, which libLLVM needs anyway, exports one with C linkage. */
#include "compiler/demangle.h"
#include "compiler/memory.h"

#include <string.h>

char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

/* Of a variable with internal linkage, whose name was made unique: "_ZL1x.0123456789abcdef". */
static char *without_suffix(const char *name) {
  const char *dot = strncmp(name, "_Z", 2) == 0 ? strrchr(name, '.') : NULL;
  char *mangled = fxc_must(strndup(name, dot ? (size_t)(dot - name) : strlen(name)));
  int status = 0;
  char *text = dot ? __cxa_demangle(mangled, NULL, NULL, &status) : NULL;
  free(mangled);
  return status == 0 && text ? text : fxc_must(strdup(name));
}

char *fxc_demangle(const char *name) {
  static const char prefix[] = "typeinfo name for ";
  int status = 0;
  /* Without the prefix "t" would be demangled as a type, unsigned short, instead of the C name
   * t. */
  char *text = strncmp(name, "_Z", 2) == 0 ? __cxa_demangle(name, NULL, NULL, &status) : NULL;
  if (status != 0 || !text)
    return without_suffix(name);
  if (strncmp(text, prefix, sizeof prefix - 1) == 0)
    memmove(text, text + sizeof prefix - 1, strlen(text) - sizeof prefix + 2);
  return text;
}
