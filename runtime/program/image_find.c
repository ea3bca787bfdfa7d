/* Finds the image of a kernel, or explains why there is none. */
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/platform/device.h"
#include "runtime/platform/platform.h"
#include "runtime/program/image.h"
#include "support/strbuf.h"

/* The name is known, but not for target: lists the targets that have it. */
static falx_status explain_target(const struct fxr_image_registry *registry, const char *name,
                                  const void *module, const char *target) {
  char path[512], pretty[512];
  struct fxs_strbuf where = {0};
  const struct fxr_symbol *symbol = NULL;
  while ((symbol = fxr_symbols_next(&registry->kernels, name, symbol)))
    if (!module || symbol->image->module->handle == module)
      fxs_strbuf_printf(&where, "%s%s (in %s)", where.length ? ", " : "",
                        symbol->image->image->target,
                        fxr_module_path(symbol->image->module->desc, path, sizeof path));
  fxr_error(FALX_ERROR_NO_KERNEL,
            "kernel %s has no image for the device's target %s; it has one for: %s. Add %s to "
            "-fsycl-targets= and build again, or choose another device with "
            "ONEAPI_DEVICE_SELECTOR",
            fxr_kernel_pretty_name(name, pretty, sizeof pretty), target, fxs_strbuf_text(&where),
            target);
  fxs_strbuf_free(&where);
  return FALX_ERROR_NO_KERNEL;
}

static void list_images(const struct fxr_image_registry *registry, struct fxs_strbuf *out) {
  char path[512];
  for (const struct fxr_module *module = registry->first; module; module = module->next) {
    const char *file = fxr_module_path(module->desc, path, sizeof path);
    if (module->problem)
      fxs_strbuf_printf(out, "; %s: cannot be read: %s", file, module->problem);
    for (size_t i = 0; i < module->image_count; i++) {
      const struct fxr_image *image = &module->images[i];
      fxs_strbuf_printf(out, "; %s: image %zu for %s, ", file, i,
                        image->image->target ? image->image->target : "no target");
      if (image->problem)
        fxs_strbuf_printf(out, "cannot be read: %s", image->problem);
      else
        fxs_strbuf_printf(out, "%zu kernel%s", image->kernel_count,
                          image->kernel_count == 1 ? "" : "s");
    }
  }
}

static falx_status explain_absence(const struct fxr_image_registry *registry, const char *name) {
  char pretty[512];
  const char *shown = fxr_kernel_pretty_name(name, pretty, sizeof pretty);
  struct fxs_strbuf list = {0};
  list_images(registry, &list);
  if (!registry->first)
    fxr_error(FALX_ERROR_NO_KERNEL,
              "kernel %s is in no device image: none was registered at all. Link the program with "
              "falx++ -fsycl, and compile every file with kernels with -fsycl",
              shown);
  else if (strstr(name, "$_"))
    fxr_error(FALX_ERROR_NO_KERNEL,
              "kernel %s is in no device image by this name: a class in a lambda names it, and "
              "the host compiler, a clang without -fsycl-is-host, gives that lambda nothing but a "
              "number. Declare the class outside of lambdas, or compile without "
              "-fsycl-host-compiler=",
              shown);
  else
    fxr_error(FALX_ERROR_NO_KERNEL,
              "kernel %s%s%s%s is in no device image. Either the object with it was not linked by "
              "falx++ -fsycl, or a lambda that only the host compilation sees (#ifndef "
              "__SYCL_DEVICE_ONLY__) shifts the numbers of those after it: give the kernel a "
              "name%s. Registered%s",
              shown, shown == name ? "" : " (", shown == name ? "" : name, shown == name ? "" : ")",
              registry->has_lost ? "; a registration was lost for want of memory" : "",
              fxs_strbuf_text(&list));
  fxs_strbuf_free(&list);
  return FALX_ERROR_NO_KERNEL;
}

size_t fxr_image_modules_for(struct fxr_image_registry *registry, const char *target) {
  size_t count = 0;
  fxs_mutex_lock(&registry->lock);
  for (const struct fxr_module *module = registry->first; module; module = module->next)
    for (uint32_t i = 0; i < module->desc->image_count; i++) {
      const char *own = module->desc->images[i].target;
      if (own && strcmp(own, target) == 0) {
        count++;
        break;
      }
    }
  fxs_mutex_unlock(&registry->lock);
  return count;
}

uint32_t fxr_image_rank(falx_device_t device, const struct fxr_image *image) {
  return device->ops->image_rank ? device->ops->image_rank(device->handle, image->image) : 1;
}

/* The name is known for the target, but the device can run none of the images: says why. */
static falx_status explain_rank(const struct fxr_image_registry *registry, const char *name,
                                const void *module, falx_device_t device) {
  char path[512], pretty[512];
  struct fxs_strbuf reasons = {0};
  const struct fxr_symbol *symbol = NULL;
  while ((symbol = fxr_symbols_next(&registry->kernels, name, symbol))) {
    const struct fxr_image *image = symbol->image;
    if ((module && image->module->handle != module) ||
        strcmp(image->image->target, device->platform->info.target) != 0)
      continue;
    fxr_error_clear();
    if (fxr_image_rank(device, image) == 0)
      fxs_strbuf_printf(&reasons, "; image %zu of %s: %s", (size_t)(image - image->module->images),
                        fxr_module_path(image->module->desc, path, sizeof path),
                        falx_error_detail());
  }
  fxr_error(FALX_ERROR_NO_KERNEL, "kernel %s has no image that the device '%s' can run%s",
            fxr_kernel_pretty_name(name, pretty, sizeof pretty), device->name,
            fxs_strbuf_text(&reasons));
  fxs_strbuf_free(&reasons);
  return FALX_ERROR_NO_KERNEL;
}

const struct fxr_image_kernel *fxr_image_any_kernel(const struct fxr_image_registry *registry,
                                                    const char *name, const void *module) {
  const struct fxr_symbol *symbol = NULL, *first = NULL;
  if (fxr_image_device_name(registry, name, module, &name) != FALX_SUCCESS)
    return NULL;
  while ((symbol = fxr_symbols_next(&registry->kernels, name, symbol))) {
    if (symbol->image->module->handle == module)
      return (const struct fxr_image_kernel *)symbol;
    first = first ? first : symbol;
  }
  return (const struct fxr_image_kernel *)first;
}

falx_status fxr_image_find_kernel(struct fxr_image_registry *registry, const char *name,
                                  const void *module, falx_device_t device,
                                  const struct fxr_image_kernel **out_kernel) {
  const char *target = device->platform->info.target;
  *out_kernel = NULL;
  if (!fxr_image_registry_parse(registry))
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for the tables of device images");
  falx_status status = fxr_image_device_name(registry, name, module, &name);
  if (status != FALX_SUCCESS)
    return status;
  const struct fxr_image_kernel *best = NULL;
  uint32_t best_rank = 0;
  bool is_known = false, is_in_module = false, is_for_target = false;
  const struct fxr_symbol *symbol = NULL;
  while ((symbol = fxr_symbols_next(&registry->kernels, name, symbol))) {
    const struct fxr_image *image = symbol->image;
    bool is_own = image->module->handle == module;
    if (is_own && !is_in_module) { /* other modules' images are not considered */
      is_for_target = false;
      best = NULL;
    }
    is_known = true;
    is_in_module |= is_own;
    if (strcmp(image->image->target, target) != 0 || is_own != is_in_module)
      continue;
    is_for_target = true;
    uint32_t rank = fxr_image_rank(device, image);
    if (rank && (!best || (image->module == best->symbol.image->module && rank > best_rank))) {
      best = (const struct fxr_image_kernel *)symbol;
      best_rank = rank;
    }
  }
  if (best) {
    *out_kernel = best;
    return FALX_SUCCESS;
  }
  if (!is_known)
    return explain_absence(registry, name);
  module = is_in_module ? module : NULL;
  return is_for_target ? explain_rank(registry, name, module, device)
                       : explain_target(registry, name, module, target);
}
