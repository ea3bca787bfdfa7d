/* Device globals that integration footers register: the id of each host variable. Registration
 * only links a list that the module owns; the runtime searches it for variables it does not
 * know. */
#include "runtime/program/device_global.h"

#include <string.h>

#include "runtime/lifetime/lifetime.h"

FALX_API void falx_register_device_globals(struct falx_host_globals *list) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!list || !fxr_runtime_may_register())
    return;
  fxs_mutex_lock(&registry->lock);
  list->next = registry->globals.host;
  registry->globals.host = list;
  fxs_mutex_unlock(&registry->lock);
}

FALX_API void falx_unregister_device_globals(struct falx_host_globals *list) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  if (!list || !fxr_runtime_may_register())
    return;
  fxs_mutex_lock(&registry->lock);
  struct falx_host_globals **link = &registry->globals.host;
  while (*link && *link != list)
    link = &(*link)->next;
  if (*link) {
    *link = list->next;
    for (size_t i = 0; i < list->count; i++)
      fxr_globals_forget_host(&registry->globals, list->variables[i].variable);
  }
  fxs_mutex_unlock(&registry->lock);
}

const char *fxr_host_global_id(const struct fxr_globals *globals, const void *variable) {
  for (const struct falx_host_globals *list = globals->host; list; list = list->next)
    for (size_t i = 0; i < list->count; i++)
      if (list->variables[i].variable == variable)
        return list->variables[i].id;
  return NULL;
}

const void *fxr_host_global_find(const struct fxr_globals *globals, const char *id) {
  for (const struct falx_host_globals *list = globals->host; list; list = list->next)
    for (size_t i = 0; i < list->count; i++)
      if (strcmp(list->variables[i].id, id) == 0)
        return list->variables[i].variable;
  return NULL;
}
