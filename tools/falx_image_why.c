/* falx-image --why: which images export and import a device function (requirements DL-1, DL-2). */
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/image/read.h"
#include "compiler/memory.h"
#include "support/file.h"
#include "support/strbuf.h"
#include "tools/falx_image.h"

enum role { EXPORTS, HIDES, IMPORTS, DEFINES, CALLS };

/* The uses of the symbol in the images of one file and target. */
struct finding {
  const char *path, *symbol, *target;
  enum role role;
  struct fxs_strbuf cpus, kernels;
};

struct search {
  const char *wanted;
  FXS_VECTOR(struct finding) findings;
  struct fxs_arena arena; /* of names */
};

/* "f" and "f(int)" match "_Z1fi". */
static bool is_wanted(const struct search *search, const char *symbol) {
  if (!strcmp(symbol, search->wanted))
    return true;
  char *name = fxc_demangle(symbol);
  size_t length = strcspn(name, "(");
  bool is_it = !strcmp(name, search->wanted) ||
               (strlen(search->wanted) == length && !strncmp(name, search->wanted, length));
  free(name);
  return is_it;
}

static void add_word(struct fxs_strbuf *list, const char *word) {
  if (!strstr(fxs_strbuf_text(list), word))
    fxs_strbuf_printf(list, "%s%s", list->length ? ", " : "", word);
}

/* Finds or adds the finding of that kind. */
static struct finding *note(struct search *search, const char *path, const char *symbol,
                            const char *target, enum role role) {
  for (size_t i = 0; i < search->findings.count; i++) {
    struct finding *f = &search->findings.items[i];
    if (f->path == path && f->role == role && !strcmp(f->symbol, symbol) &&
        !strcmp(f->target, target))
      return f;
  }
  struct finding created = {.path = path,
                            .symbol = fxc_must(fxs_arena_strdup(&search->arena, symbol)),
                            .target = fxc_must(fxs_arena_strdup(&search->arena, target)),
                            .role = role};
  fxc_push(&search->findings, created);
  return &search->findings.items[search->findings.count - 1];
}

/* ---- finished images ---- */

static void note_image(struct search *search, const char *path, const struct fxc_read_image *image,
                       const char *symbol, enum role role) {
  struct finding *found = note(search, path, symbol, image->target, role);
  for (size_t i = 0; i < image->sets.count; i++)
    for (size_t k = 0; k < image->sets.items[i].properties.count; k++) {
      const struct fxc_read_property *property = &image->sets.items[i].properties.items[k];
      const char *bytes = (const char *)property->bytes;
      if (!strcmp(image->sets.items[i].name, FALX_SET_NATIVE) && bytes && property->size &&
          !strcmp(property->name, FALX_NATIVE_CPU) && !bytes[property->size - 1])
        add_word(&found->cpus, bytes);
      if (!strcmp(image->sets.items[i].name, FALX_SET_KERNEL_NAMES)) {
        char *name = fxc_demangle(property->name);
        add_word(&found->kernels, name);
        free(name);
      }
    }
}

static void search_image(struct search *search, const char *path,
                         const struct fxc_read_image *image) {
  for (size_t i = 0; i < image->sets.count; i++) {
    const struct fxc_read_set *set = &image->sets.items[i];
    bool exports = !strcmp(set->name, FALX_SET_EXPORTED);
    if (!exports && strcmp(set->name, FALX_SET_IMPORTED) != 0)
      continue;
    for (size_t k = 0; k < set->properties.count; k++) {
      const struct fxc_read_property *property = &set->properties.items[k];
      if (is_wanted(search, property->name))
        note_image(search, path, image, property->name,
                   !exports                              ? IMPORTS
                   : property->size == FALX_SYMBOL_LOCAL ? HIDES
                                                         : EXPORTS);
    }
  }
}

/* ---- bitcode in objects ---- */

static void ignore(LLVMDiagnosticInfoRef info, void *context) {
  (void)info, (void)context;
}

static void search_bitcode(struct search *search, const char *path,
                           const struct fxc_read_image *image) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, ignore, NULL);
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)image->bytes, image->size, "bitcode");
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (!LLVMParseIRInContext(context, buffer, &module, &message)) { /* consumes the buffer */
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
      size_t length;
      const char *name = LLVMGetValueName2(f, &length);
      bool is_local = LLVMGetLinkage(f) == LLVMInternalLinkage;
      if (!is_local && (!LLVMIsDeclaration(f) || LLVMGetFirstUse(f)) && is_wanted(search, name))
        note(search, path, name, image->target, LLVMIsDeclaration(f) ? CALLS : DEFINES);
    }
    LLVMDisposeModule(module);
  }
  LLVMDisposeMessage(message);
  LLVMContextDispose(context);
}

/* ---- output ---- */

static void print(const struct search *search, enum role role, const char *words) {
  for (size_t i = 0; i < search->findings.count; i++) {
    const struct finding *f = &search->findings.items[i];
    if (f->role != role)
      continue;
    printf("  %s %s", words, f->path);
    if (*f->target)
      printf(", %s", f->target);
    if (f->cpus.length)
      printf(", for %s", fxs_strbuf_text(&f->cpus));
    putchar('\n');
    if (role == IMPORTS && f->kernels.length)
      printf("    the image of %s\n", fxs_strbuf_text(&f->kernels));
  }
}

static bool has(const struct search *search, enum role role) {
  for (size_t i = 0; i < search->findings.count; i++)
    if (search->findings.items[i].role == role)
      return true;
  return false;
}

static void answer(const struct search *search) {
  for (size_t i = 0; i < search->findings.count; i++) {
    bool is_first = true;
    for (size_t k = 0; k < i && is_first; k++)
      is_first = strcmp(search->findings.items[k].symbol, search->findings.items[i].symbol) != 0;
    if (is_first) {
      falx_image_print_name(search->findings.items[i].symbol);
      putchar('\n');
    }
  }
  print(search, EXPORTS, "exported by");
  print(search, HIDES, "kept by");
  if (has(search, HIDES))
    puts(
        "    it uses a work-group barrier, group memory or sub-group functions: its own image only "
        "can call it");
  print(search, DEFINES, "defined in the device code of");
  print(search, IMPORTS, "imported by");
  print(search, CALLS, "called in the device code of");
  if (!has(search, EXPORTS) && !has(search, DEFINES))
    puts("  no file given exports it: was it declared SYCL_EXTERNAL where it is defined?");
}

bool falx_image_why(const char *symbol, char *const paths[], int count) {
  struct search search = {.wanted = symbol};
  bool is_fine = true;
  for (int i = 0; i < count; i++) {
    struct fxs_file file;
    int status = fxs_file_read(paths[i], &file);
    if (status) {
      fprintf(stderr, TOOL ": error: cannot read '%s': %s\n", paths[i], strerror(status));
      is_fine = false;
      continue;
    }
    struct fxc_reading reading = {0};
    fxc_read(&reading, file.data, file.size);
    for (size_t k = 0; k < reading.images.count; k++) {
      const struct fxc_read_image *image = &reading.images.items[k];
      search_image(&search, paths[i], image);
      if (!image->producer && image->format == FALX_IMAGE_FORMAT_BITCODE && image->bytes)
        search_bitcode(&search, paths[i], image);
    }
    fxc_reading_free(&reading);
    fxs_file_free(&file);
  }
  if (search.findings.count) {
    answer(&search);
  } else if (is_fine) {
    fprintf(stderr,
            TOOL ": error: no device code in the files given exports, imports or defines '%s'\n",
            symbol);
    is_fine = false;
  }
  for (size_t i = 0; i < search.findings.count; i++) {
    fxs_strbuf_free(&search.findings.items[i].cpus);
    fxs_strbuf_free(&search.findings.items[i].kernels);
  }
  fxs_vector_free(&search.findings);
  fxs_arena_release(&search.arena);
  return is_fine;
}
