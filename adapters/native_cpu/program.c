/* Programs: arrays of handlers, looked up by name, with the imports of their images bound.
 * Kernels: the parts of their records that a launch needs. */
#include "adapters/native_cpu/native.h"

#include <stdlib.h>
#include <string.h>

struct found {
  const char *name;
  falx_native_handler handler;
  size_t image; /* earlier images take precedence */
};

struct fxa_program {
  void **globals; /* its context's for its device; NULL if its images use none */
  size_t slot_count;
  void ***slots; /* slots bound; allocated separately */
  size_t count;
  struct found entries[]; /* sorted by name, then by image */
};

/* The kinds whose first argument is a block of local memory. */
static bool is_local(const struct fxa_arg *arg) {
  return arg->position == 0 &&
         (arg->kind == FALX_PARAM_LOCAL_ACCESSOR || arg->kind == FALX_PARAM_WORK_GROUP_MEMORY);
}

static int compare_found(const void *left, const void *right) {
  const struct found *a = left, *b = right;
  int order = strcmp(a->name, b->name);
  return order != 0 ? order : (a->image > b->image) - (a->image < b->image);
}

/* Counts and checks the entries of an image, without the end marker. */
static falx_status image_entries(const struct falx_image *image,
                                 const struct falx_native_entry **out_entries, size_t *out_count) {
  *out_entries = NULL;
  *out_count = 0;
  if (image->format != FALX_IMAGE_FORMAT_NATIVE && image->format != FALX_IMAGE_FORMAT_NONE)
    return ncpu_host->error(FALX_ERROR_BUILD,
                            "native_cpu: an image of format %u for target '%s' cannot run here; "
                            "build with -fsycl-targets=native_cpu",
                            image->format, image->target);
  uintptr_t begin = (uintptr_t)image->binary_begin, end = (uintptr_t)image->binary_end;
  if (begin == 0 || begin % _Alignof(struct falx_native_entry) != 0 || end < begin ||
      (end - begin) % sizeof(struct falx_native_entry) != 0)
    return ncpu_host->error(FALX_ERROR_BUILD,
                            "native_cpu: the image's registration array is damaged (%zu bytes)",
                            (size_t)(end - begin));
  const struct falx_native_entry *entries = (const void *)image->binary_begin;
  size_t count = (end - begin) / sizeof *entries;
  if (!entries[count].name || strcmp(entries[count].name, FALX_NATIVE_END) != 0)
    return ncpu_host->error(FALX_ERROR_BUILD, "native_cpu: the image's registration array does not "
                                              "end with " FALX_NATIVE_END);
  for (size_t i = 0; i < count; i++)
    if (!entries[i].name || !entries[i].handler)
      return ncpu_host->error(
          FALX_ERROR_BUILD, "native_cpu: entry %zu of the image's registration array is empty", i);
  *out_entries = entries;
  *out_count = count;
  return FALX_SUCCESS;
}

/* ---- Imports ---- */

struct exported {
  const char *name;
  enum falx_entry_kind kind;
  size_t image; /* earlier images take precedence */
  void *address;
};

static bool is_import(const struct falx_image_entry *entry) {
  return entry->flags == FALX_ENTRY_IMPORT || entry->flags == FALX_ENTRY_IMPORT_ROWS;
}

struct exports {
  size_t count, slot_count; /* of all images */
  struct exported items[];
};

/* By name and kind. */
static int compare_keys(const struct exported *a, const struct exported *b) {
  int order = strcmp(a->name, b->name);
  return order != 0 ? order : (a->kind > b->kind) - (a->kind < b->kind);
}

static int compare_exported(const void *left, const void *right) {
  const struct exported *a = left, *b = right;
  int order = compare_keys(a, b);
  return order != 0 ? order : (a->image > b->image) - (a->image < b->image);
}

static size_t entry_count(const struct falx_image *image) {
  return image->entries_begin && image->entries_end > image->entries_begin
             ? (size_t)(image->entries_end - image->entries_begin)
             : 0;
}

/* Sorted; NULL if out of memory. */
static struct exports *collect_exports(const struct falx_image *const *images, size_t count) {
  size_t total = 0;
  for (size_t i = 0; i < count; i++)
    total += entry_count(images[i]);
  struct exports *exports = calloc(1, sizeof *exports + total * sizeof exports->items[0]);
  for (size_t i = 0; exports && i < count; i++)
    for (size_t k = 0; k < entry_count(images[i]); k++) {
      const struct falx_image_entry *entry = &images[i]->entries_begin[k];
      exports->slot_count += is_import(entry);
      if ((entry->flags == FALX_ENTRY_EXPORT || entry->flags == FALX_ENTRY_EXPORT_ROWS) &&
          entry->name && entry->address)
        exports->items[exports->count++] =
            (struct exported){entry->name, (enum falx_entry_kind)entry->flags, i, entry->address};
    }
  if (exports)
    qsort(exports->items, exports->count, sizeof exports->items[0], compare_exported);
  return exports;
}

/* The export that resolves the import; NULL if none does. */
static void *find_export(const struct exports *exports, const struct falx_image_entry *import) {
  bool is_rows = import->flags == FALX_ENTRY_IMPORT_ROWS;
  struct exported key = {.name = import->name,
                         .kind = is_rows ? FALX_ENTRY_EXPORT_ROWS : FALX_ENTRY_EXPORT};
  size_t low = 0, high = exports->count; /* lower bound of key */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (compare_keys(&exports->items[middle], &key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_found = low < exports->count && compare_keys(&exports->items[low], &key) == 0;
  return is_found ? exports->items[low].address : NULL;
}

static falx_status bind_import(struct fxa_program *program, const struct exports *exports,
                               const struct falx_image_entry *entry) {
  void **slot = entry->address, *other;
  if (!slot || !entry->name)
    return ncpu_host->error(FALX_ERROR_BUILD, "native_cpu: an import of the image has no %s",
                            slot ? "name" : "slot");
  void *target = find_export(exports, entry);
  if (!target)
    return ncpu_host->error(FALX_ERROR_BUILD, "native_cpu: no image of the program exports '%s'",
                            entry->name);
  if (ncpu_bind(slot, target, &other)) {
    program->slots[program->slot_count++] = slot;
    return FALX_SUCCESS;
  }
  if (!other)
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for an import");
  return ncpu_host->error(FALX_ERROR_BUILD,
                          "native_cpu: another program has linked the image with another '%s'; an "
                          "image can be linked one way at a time: let go of that program first",
                          entry->name);
}

static falx_status bind_imports(struct fxa_program *program, const struct falx_image *const *images,
                                size_t count) {
  struct exports *exports = collect_exports(images, count);
  if (!exports)
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for exports");
  falx_status status = FALX_SUCCESS;
  if (exports->slot_count && !(program->slots = calloc(exports->slot_count, sizeof(void **))))
    status = ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for imports");
  for (size_t i = 0; status == FALX_SUCCESS && exports->slot_count && i < count; i++)
    for (size_t k = 0; status == FALX_SUCCESS && k < entry_count(images[i]); k++)
      if (is_import(&images[i]->entries_begin[k]))
        status = bind_import(program, exports, &images[i]->entries_begin[k]);
  free(exports);
  return status;
}

/* ---- Device globals ---- */

static bool is_global(const struct falx_image_entry *entry) {
  return entry->flags == FALX_ENTRY_DEVICE_GLOBAL && entry->name;
}

/* The table of context and device, if an image uses any. */
static falx_status take_table(struct fxa_context *context, const struct fxa_device *device,
                              struct fxa_program *program, const struct falx_image *const *images,
                              size_t count) {
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < entry_count(images[i]); k++)
      if (is_global(&images[i]->entries_begin[k]))
        return ncpu_globals_table(context, device, &program->globals);
  return FALX_SUCCESS;
}

falx_status ncpu_variable_bind(struct fxa_program *program, const struct falx_image *image,
                               const char *name, uint32_t which, void *memory) {
  for (size_t k = 0; program->globals && k < entry_count(image); k++) {
    const struct falx_image_entry *entry = &image->entries_begin[k];
    if (is_global(entry) && strcmp(entry->name, name) == 0)
      return ncpu_globals_bind(program->globals, entry, which, memory);
  }
  return ncpu_host->error(FALX_ERROR_BUILD, "native_cpu: no image of the program has '%s'", name);
}

/* ---- Programs ---- */

falx_status ncpu_program_create(struct fxa_context *context, struct fxa_device *device,
                                const struct falx_image *const *images, size_t count,
                                struct fxa_program **out_program) {
  *out_program = NULL;
  const struct falx_native_entry *entries;
  size_t total = 0, here;
  for (size_t i = 0; i < count; i++) {
    falx_status status = image_entries(images[i], &entries, &here);
    if (status != FALX_SUCCESS)
      return status;
    total += here;
  }
  struct fxa_program *program = calloc(1, sizeof *program + total * sizeof program->entries[0]);
  if (!program)
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION,
                            "native_cpu: no memory for a program of %zu kernels", total);
  for (size_t i = 0; i < count; i++) {
    image_entries(images[i], &entries, &here);
    for (size_t k = 0; k < here; k++)
      program->entries[program->count++] = (struct found){entries[k].name, entries[k].handler, i};
  }
  qsort(program->entries, program->count, sizeof program->entries[0], compare_found);
  falx_status status = bind_imports(program, images, count);
  if (status == FALX_SUCCESS)
    status = take_table(context, device, program, images, count);
  if (status != FALX_SUCCESS) {
    ncpu_program_destroy(program);
    return status;
  }
  *out_program = program;
  return FALX_SUCCESS;
}

void ncpu_program_destroy(struct fxa_program *program) {
  for (size_t i = 0; i < program->slot_count; i++)
    ncpu_unbind(program->slots[i]);
  free(program->slots);
  free(program);
}

static falx_native_handler find(const struct fxa_program *program, const char *name) {
  size_t low = 0, high = program->count; /* lower bound of name */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (strcmp(program->entries[middle].name, name) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_found = low < program->count && strcmp(program->entries[low].name, name) == 0;
  return is_found ? program->entries[low].handler : NULL;
}

static falx_status check_record(const char *name, const struct falx_kernel_record *record,
                                const struct fxa_arg *args, uint32_t arg_count) {
  if (record->version != FALX_KERNEL_RECORD_VERSION)
    return ncpu_host->error(FALX_ERROR_BUILD,
                            "native_cpu: kernel '%s' has a record of version %u, known is %u; "
                            "rebuild it with this version of falx++",
                            name, record->version, FALX_KERNEL_RECORD_VERSION);
  uint32_t required = record->reqd_sub_group_size;
  if (required & (required - 1) || required > NCPU_MAX_SUB_GROUP)
    return ncpu_host->error(FALX_ERROR_KERNEL_NOT_SUPPORTED,
                            "native_cpu: kernel '%s' requires sub-groups of %u work-items; this "
                            "device has them of a power of two up to %d",
                            name, required, NCPU_MAX_SUB_GROUP);
  for (uint32_t i = 0; i < arg_count; i++) {
    uint32_t size = is_local(&args[i]) ? (uint32_t)sizeof(uint64_t) : args[i].size;
    if (args[i].offset > record->functor_size || size > record->functor_size - args[i].offset)
      return ncpu_host->error(FALX_ERROR_KERNEL_ARGUMENT,
                              "native_cpu: argument %u of kernel '%s' lies outside its function "
                              "object of %u bytes",
                              i, name, record->functor_size);
    bool is_known = args[i].kind == FALX_PARAM_ACCESSOR || args[i].kind == FALX_PARAM_STD_LAYOUT ||
                    args[i].kind == FALX_PARAM_POINTER ||
                    args[i].kind == FALX_PARAM_LOCAL_ACCESSOR || is_local(&args[i]);
    if (args[i].is_used && !is_known)
      return ncpu_host->error(FALX_ERROR_KERNEL_NOT_SUPPORTED,
                              "native_cpu: argument %u of kernel '%s' is of kind %u (sampler, "
                              "specialization constants or stream), which this device does not "
                              "have",
                              i, name, args[i].kind);
  }
  return FALX_SUCCESS;
}

falx_status ncpu_kernel_create(struct fxa_program *program, const char *name,
                               const struct falx_kernel_record *record, const struct fxa_arg *args,
                               uint32_t arg_count, struct fxa_kernel **out_kernel) {
  *out_kernel = NULL;
  falx_native_handler handler = find(program, name);
  if (!handler)
    return ncpu_host->error(FALX_ERROR_NO_KERNEL,
                            "native_cpu: the program's %zu entries hold no kernel '%s'",
                            program->count, name);
  falx_status status = check_record(name, record, args, arg_count);
  if (status != FALX_SUCCESS)
    return status;
  struct fxa_kernel *kernel =
      calloc(1, sizeof *kernel + 2 * (size_t)arg_count * sizeof kernel->offsets[0]);
  if (!kernel)
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION, "native_cpu: no memory for kernel '%s'",
                            name);
  kernel->handler = handler;
  kernel->globals = program->globals;
  kernel->flags = record->flags;
  kernel->arg_count = arg_count;
  kernel->functor_size = record->functor_size;
  kernel->sub_group_size = record->sub_group_size ? record->sub_group_size : 1;
  kernel->frame_bytes = record->frame_bytes;
  kernel->frame_sub_group_bytes = record->frame_sub_group_bytes;
  kernel->frame_item_bytes = record->frame_item_bytes;
  ncpu_kernel_bound(kernel, record->item_cost);
  kernel->cost = -1;
  uint32_t *locals = kernel->offsets + arg_count;
  kernel->locals = locals;
  for (uint32_t i = 0; i < arg_count; i++) {
    kernel->offsets[i] = args[i].offset;
    if (args[i].is_used && is_local(&args[i]))
      locals[kernel->local_count++] = i;
  }
  const uint32_t *required = record->reqd_work_group_size;
  if (required[0] != 0)
    for (int d = 0; d < 3; d++)
      kernel->required[d] = required[d] != 0 ? required[d] : 1;
  *out_kernel = kernel;
  return FALX_SUCCESS;
}

void ncpu_kernel_destroy(struct fxa_kernel *kernel) {
  free(kernel);
}
