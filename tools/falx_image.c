/* falx-image: prints the images of files (docs/tools.md). */
#include <inttypes.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/image/model.h"
#include "compiler/image/read.h"
#include "compiler/ir/callgraph.h"
#include "compiler/memory.h"
#include "compiler/target.h"
#include "falx_version.h"
#include "support/file.h"
#include "tools/falx_image.h"

static const char help[] =
    "Usage: " TOOL " [--raw] FILE...\n"
    "  or:  " TOOL " --why SYMBOL FILE...\n"
    "\n"
    "Prints the device images of objects, archives, programs, shared libraries, tables and\n"
    "bitcode: targets, formats, kernels with their parameters, property sets.\n"
    "\n"
    "  --raw             print property values as bytes, too\n"
    "  --why SYMBOL      say which images export the function SYMBOL and which import it\n"
    "  --help, --version\n";

static const char *format_name(unsigned format) {
  static const char *const names[] = {"unknown format", "native code", "SPIR-V", "LLVM bitcode",
                                      "PTX"};
  return format < sizeof names / sizeof *names ? names[format] : "unknown format";
}

void falx_image_print_name(const char *symbol) {
  char *name = fxc_demangle(symbol);
  if (strcmp(name, symbol))
    printf("%s  (%s)", symbol, name);
  else
    fputs(symbol, stdout);
  free(name);
}

/* ---- kernels ---- */

static void print_param(const struct falx_kernel_param *param) {
  static const char *const kinds[] = {"accessor",
                                      "value",
                                      "sampler",
                                      "pointer",
                                      "specialization constants",
                                      "stream",
                                      "memory of the work-group",
                                      "local accessor"};
  const char *kind = param->kind < sizeof kinds / sizeof *kinds ? kinds[param->kind] : "unknown";
  printf("      %s", kind);
  if (param->dimensions)
    printf(" of %u dimension%s", param->dimensions, param->dimensions == 1 ? "" : "s");
  printf(", %" PRIu32 " bytes at %" PRIu32 "\n", param->size, param->offset);
}

static void print_record(const struct falx_kernel_record *record) {
  static const struct {
    uint32_t flag;
    const char *text;
  } flags[] = {{FALX_KERNEL_DISPATCH_ITEMS, "by work-items"},
               {FALX_KERNEL_USES_LOCAL_MEMORY, "local memory"},
               {FALX_KERNEL_USES_BARRIER, "barriers"},
               {FALX_KERNEL_USES_FP64, "fp64"},
               {FALX_KERNEL_USES_FP16, "fp16"},
               {FALX_KERNEL_USES_ATOMIC64, "64-bit atomics"},
               {FALX_KERNEL_USES_ROOT_BARRIER, "barriers across work-groups"},
               {FALX_KERNEL_USES_LAUNCH_MEMORY, "memory of the launch's size"},
               {FALX_KERNEL_USES_LAUNCH_RANGE, "the launch's range"},
               {FALX_KERNEL_GUARDS_X, "grids rounded up in x"},
               {FALX_KERNEL_GUARDS_Y, "in y"},
               {FALX_KERNEL_GUARDS_Z, "in z"},
               {FALX_KERNEL_WIDE_IDS, "ids of 64 bits"},
               {FALX_KERNEL_WALKS_COLUMNS, "in columns"}};
  printf("      function object of %" PRIu32 " bytes, aligned to %" PRIu32 "; %" PRIu32
         " argument%s",
         record->functor_size, record->functor_align, record->arg_count,
         record->arg_count == 1 ? "" : "s");
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (record->flags & flags[i].flag)
      printf("; %s", flags[i].text);
  putchar('\n');
  for (int d = 0; d < 3 && record->reqd_work_group_size[d]; d++)
    printf("%s%" PRIu32 "%s", d ? " x " : "      requires work-groups of ",
           record->reqd_work_group_size[d],
           d < 2 && record->reqd_work_group_size[d + 1] ? "" : "\n");
  if (record->reqd_sub_group_size)
    printf("      requires sub-groups of %" PRIu32 "\n", record->reqd_sub_group_size);
  if (record->sub_group_size > 1)
    printf("      runs sub-groups of %" PRIu32 "\n", record->sub_group_size);
  if (record->frame_bytes || record->frame_sub_group_bytes || record->frame_item_bytes)
    printf("      storage of a work-group: %" PRIu32 " bytes, %" PRIu32
           " for each sub-group, %" PRIu32 " for each work-item\n",
           record->frame_bytes, record->frame_sub_group_bytes, record->frame_item_bytes);
  if (record->item_cost)
    printf("      a work-item: %" PRIu32 " instructions at most\n", record->item_cost);
  for (uint32_t i = 0; i < record->param_count; i++)
    print_param(&record->params[i]);
}

static void print_mask(const struct fxc_read_property *mask) {
  uint64_t count;
  if (mask->size < sizeof count || mask->type != FALX_PROPERTY_BYTE_ARRAY || !mask->bytes)
    return;
  memcpy(&count, mask->bytes, sizeof count);
  if (count > (mask->size - sizeof count) * 8)
    return;
  fputs("      removed arguments:", stdout);
  for (uint64_t i = 0; i < count; i++)
    if (mask->bytes[8 + i / 8] >> i % 8 & 1)
      printf(" %" PRIu64, i);
  putchar('\n');
}

static const struct fxc_read_property *find_property(const struct fxc_read_image *image,
                                                     const char *set, const char *name) {
  for (size_t i = 0; i < image->sets.count; i++)
    for (size_t k = 0; k < image->sets.items[i].properties.count; k++)
      if (!strcmp(image->sets.items[i].name, set) &&
          !strcmp(image->sets.items[i].properties.items[k].name, name))
        return &image->sets.items[i].properties.items[k];
  return NULL;
}

static void print_kernel(const struct fxc_read_image *image, const char *symbol) {
  const struct fxc_read_property *property = find_property(image, FALX_SET_KERNEL_RECORDS, symbol);
  fputs(property ? "    kernel " : "    function ", stdout);
  falx_image_print_name(symbol);
  putchar('\n');
  const struct falx_kernel_record *record;
  if (property && fxc_read_record(property, &record))
    print_record(record);
  else if (property)
    puts("      its record is broken");
  property = find_property(image, FALX_SET_KERNEL_PARAM_OPT, symbol);
  if (property)
    print_mask(property);
}

/* ---- property sets ---- */

static void print_property(const struct fxc_read_property *property, bool is_raw) {
  printf("      %s", property->name);
  if (property->type == FALX_PROPERTY_UINT32) {
    printf(" = %" PRIu64 "\n", property->size);
    return;
  }
  printf(": %" PRIu64 " bytes", property->size);
  for (uint64_t i = 0; is_raw && property->bytes && i < property->size; i++)
    printf("%s%02x", i % 16 ? " " : "\n        ", property->bytes[i]);
  putchar('\n');
}

static void print_sets(const struct fxc_read_image *image, bool is_raw) {
  for (size_t i = 0; i < image->sets.count; i++) {
    const struct fxc_read_set *set = &image->sets.items[i];
    if (!is_raw &&
        (!strcmp(set->name, FALX_SET_KERNEL_RECORDS) || !strcmp(set->name, FALX_SET_KERNEL_NAMES) ||
         !strcmp(set->name, FALX_SET_KERNEL_PARAM_OPT) || !strcmp(set->name, FALX_SET_NATIVE)))
      continue; /* printed with the image and its kernels */
    printf("    [%s]\n", set->name);
    for (size_t k = 0; k < set->properties.count; k++)
      print_property(&set->properties.items[k], is_raw);
  }
}

/* ---- bitcode ---- */

static void ignore(LLVMDiagnosticInfoRef info, void *context) {
  (void)info, (void)context;
}

static void print_bitcode(const struct fxc_read_image *image) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, ignore, NULL);
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)image->bytes, image->size, "bitcode");
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LLVMParseIRInContext(context, buffer, &module, &message)) { /* consumes the buffer */
    puts("    this LLVM cannot read it");
  } else {
    printf("    triple %s\n", LLVMGetTarget(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
      bool is_kernel = fxc_is_kernel(f) && !LLVMIsDeclaration(f);
      if (!is_kernel && !fxc_is_export(f))
        continue;
      size_t length;
      fputs(is_kernel ? "    kernel " : "    function ", stdout);
      falx_image_print_name(LLVMGetValueName2(f, &length));
      putchar('\n');
    }
    LLVMDisposeModule(module);
  }
  LLVMDisposeMessage(message);
  LLVMContextDispose(context);
}

/* ---- files ---- */

/* " for x86-64-v3", if the image says so. */
static void print_cpu(const struct fxc_read_image *image) {
  const struct fxc_read_property *cpu = find_property(image, FALX_SET_NATIVE, FALX_NATIVE_CPU);
  if (cpu && cpu->bytes && cpu->size > 1 && cpu->size < 100)
    printf(" for %.*s", (int)cpu->size - 1, (const char *)cpu->bytes);
}

static void print_image(const struct fxc_read_image *image, bool is_raw) {
  fputs("  image", stdout);
  if (*image->origin)
    printf(" in %s", image->origin);
  printf(": %s%s%s", image->target, *image->target ? ", " : "", format_name(image->format));
  print_cpu(image);
  printf(", %" PRIu64 " bytes", image->size);
  puts(image->producer ? "" : ", not wrapped");
  if (image->producer)
    printf("    written by %s\n", image->producer);
  if (image->compile_options && *image->compile_options)
    printf("    compile options: %s\n", image->compile_options);
  if (image->link_options && *image->link_options)
    printf("    link options: %s\n", image->link_options);
  if (image->format == FALX_IMAGE_FORMAT_BITCODE && image->bytes)
    print_bitcode(image);
  for (size_t i = 0; i < image->entries.count; i++)
    print_kernel(image, image->entries.items[i]);
  print_sets(image, is_raw);
}

/* A table names other files: prints their contents in the same way. */
static bool print_table(const char *path, bool is_raw) {
  struct fxc_diagnostics *diagnostics = fxc_diagnostics_create();
  struct fxc_image_list list = {0};
  bool is_fine = fxc_table_read(&list, path, &fxc_native_cpu, diagnostics);
  for (size_t i = 0; i < list.images.count && is_fine; i++) {
    const struct fxc_image *from = &list.images.items[i];
    struct fxc_read_image image = {.origin = "",
                                   .producer = "a table",
                                   .target = "",
                                   .format = from->format,
                                   .size = from->size};
    for (size_t k = 0; k < from->entries.count; k++)
      fxc_push(&image.entries, from->entries.items[k].name);
    for (size_t k = 0; k < from->sets.count; k++) {
      struct fxc_read_set set = {.name = from->sets.items[k].name};
      for (size_t p = 0; p < from->sets.items[k].properties.count; p++) {
        const struct fxc_property *property = &from->sets.items[k].properties.items[p];
        struct fxc_read_property read = {property->name, property->type, property->bytes,
                                         property->size};
        fxc_push(&set.properties, read);
      }
      fxc_push(&image.sets, set);
    }
    print_image(&image, is_raw);
    for (size_t k = 0; k < image.sets.count; k++)
      fxs_vector_free(&image.sets.items[k].properties);
    fxs_vector_free(&image.sets);
    fxs_vector_free(&image.entries);
  }
  fxc_diagnostics_print(diagnostics, TOOL, stderr);
  fxc_diagnostics_destroy(diagnostics);
  fxc_image_list_free(&list);
  return is_fine;
}

static bool print_file(const char *path, bool is_raw) {
  struct fxs_file file;
  int status = fxs_file_read(path, &file);
  if (status) {
    fprintf(stderr, TOOL ": error: cannot read '%s': %s\n", path, strerror(status));
    return false;
  }
  struct fxc_reading reading = {0};
  bool is_fine;
  printf("%s:\n", path);
  if (fxc_read(&reading, file.data, file.size)) {
    for (size_t i = 0; i < reading.images.count; i++)
      print_image(&reading.images.items[i], is_raw);
    fflush(stdout);
    for (size_t i = 0; i < reading.problems.count; i++)
      fprintf(stderr, TOOL ": error: '%s': %s\n", path, reading.problems.items[i]);
    is_fine = reading.problems.count == 0;
    if (is_fine && !reading.images.count)
      puts("  no images");
  } else if (file.size && file.data[0] == '[') {
    is_fine = print_table(path, is_raw);
  } else {
    fprintf(stderr,
            TOOL ": error: '%s' is no object, archive, program, shared library, table or bitcode\n",
            path);
    is_fine = false;
  }
  fxc_reading_free(&reading);
  fxs_file_free(&file);
  return is_fine;
}

int main(int argc, char **argv) {
  bool is_raw = false, is_fine = true, has_file = false;
  if (argc > 1 && !strcmp(argv[1], "--why")) {
    if (argc > 3)
      return !falx_image_why(argv[2], argv + 3, argc - 3);
    fputs(TOOL ": error: --why needs a symbol and files; see " TOOL " --help\n", stderr);
    return 1;
  }
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "--version")) {
      fputs(argv[i][2] == 'h' ? help : TOOL " " FALX_VERSION "\n", stdout);
      return 0;
    }
    if (!strcmp(argv[i], "--raw")) {
      is_raw = true;
    } else if (argv[i][0] == '-' && argv[i][1]) {
      fprintf(stderr, TOOL ": error: unknown option '%s'; see " TOOL " --help\n", argv[i]);
      return 1;
    }
  }
  for (int i = 1; i < argc; i++)
    if (argv[i][0] != '-' || !argv[i][1]) {
      has_file = true;
      is_fine = print_file(argv[i], is_raw) && is_fine;
    }
  if (!has_file)
    fputs(TOOL ": error: no file; see " TOOL " --help\n", stderr);
  return !(has_file && is_fine);
}
