/* Names of kernels from host compilers that number lambdas in their own way. */
#include <ctype.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/program/image.h"

/* Behind the E that ends a lambda's parameters: the number, up to its '_'. */
static const char *skip_number(const char *at) {
  const char *end = at;
  while (isdigit((unsigned char)*end))
    end++;
  return *end == '_' ? end : at;
}

static bool is_same_but_numbers(const char *a, const char *b) {
  while (*a == *b && *a) {
    bool is_end = *a == 'E';
    a++, b++;
    if (is_end) {
      a = skip_number(a);
      b = skip_number(b);
    }
  }
  return *a == *b;
}

/* Among the images of the module, or of all if it is NULL. */
static bool find(const struct fxr_image_registry *registry, const char *name, const void *handle,
                 const char **out_name) {
  for (const struct fxr_module *module = registry->first; module; module = module->next)
    for (size_t i = 0; i < module->image_count && !module->is_withdrawn; i++)
      for (size_t k = 0; k < module->images[i].kernel_count; k++) {
        const char *found = module->images[i].kernels[k].symbol.name;
        if ((handle && module->handle != handle) || !is_same_but_numbers(name, found))
          continue;
        if (*out_name && strcmp(*out_name, found) != 0)
          return false;
        *out_name = found;
      }
  return true;
}

falx_status fxr_image_device_name(const struct fxr_image_registry *registry, const char *name,
                                  const void *module, const char **out_name) {
  *out_name = name;
  if (*name != FALX_LOOSE_NAME)
    return FALX_SUCCESS;
  const char *found = NULL;
  *out_name = name + 1;
  if (!find(registry, name + 1, module, &found) ||
      (!found && !find(registry, name + 1, NULL, &found)))
    return fxr_error(FALX_ERROR_NO_KERNEL,
                     "kernel %s: the names of several kernels differ in the numbers of lambdas "
                     "alone, and the host compiler numbers lambdas in another way than the device "
                     "compiler: declare the classes that name them outside of lambdas",
                     name + 1);
  if (found)
    *out_name = found;
  return FALX_SUCCESS;
}
