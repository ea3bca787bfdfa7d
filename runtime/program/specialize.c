/* Values of specialization constants, and images compiled for them by falx-specialize, in a
 * process of its own: LLVM is never loaded into the program. */
#include "runtime/program/specialize.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "falx_version.h"
#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/os/os.h"
#include "runtime/program/child.h"
#include "runtime/program/store.h"
#include "support/file.h"
#include "support/process.h"
#include "support/strbuf.h"

enum { LIMIT_MS = 300000 }; /* of a compilation */

/* ---- Relevant values ---- */

/* NULL if the image does not use it. */
static const struct falx_property *find_constant(const struct fxr_image *image, const char *name,
                                                 size_t length) {
  for (size_t i = 0; i < fxr_property_count(image->spec_constants); i++) {
    const struct falx_property *constant = &image->spec_constants->begin[i];
    if (constant->name && constant->type == FALX_PROPERTY_UINT32 &&
        strncmp(constant->name, name, length) == 0 && !constant->name[length])
      return constant;
  }
  return NULL;
}

static bool is_default(const struct fxr_image *image, const struct falx_spec_value *value) {
  for (size_t i = 0; i < fxr_property_count(image->spec_defaults); i++) {
    const struct falx_property *constant = &image->spec_defaults->begin[i];
    if (constant->name && strcmp(constant->name, value->name) == 0)
      return constant->type == FALX_PROPERTY_BYTE_ARRAY && constant->size == value->size &&
             memcmp(constant->value, value->bytes, value->size) == 0;
  }
  return false;
}

enum effect { NO_EFFECT, COUNTS, WRONG_SIZE };

static bool is_known(const char *name) {
  return name[0] == FXR_KNOWN_MARK[0];
}

bool fxr_spec_is_of_launches(const char *key) {
  return key && is_known(key); /* other names are identifiers: letters are behind the mark */
}

static enum effect effect_of(struct fxr_image *const *images, size_t count,
                             const struct falx_spec_value *value) {
  enum effect effect = NO_EFFECT;
  if (is_known(value->name))
    return COUNTS;
  for (size_t i = 0; i < count; i++) {
    const struct falx_property *constant =
        find_constant(images[i], value->name, strlen(value->name));
    if (constant && constant->size && constant->size != value->size)
      return WRONG_SIZE;
    if (constant && !is_default(images[i], value))
      effect = COUNTS;
  }
  return effect;
}

static char digit(const struct falx_spec_value *value, size_t i) {
  return "0123456789abcdef"[((const unsigned char *)value->bytes)[i / 2] >> (i % 2 ? 0 : 4) & 15];
}

static unsigned value_of(char hexadecimal) {
  return (unsigned)(hexadecimal <= '9' ? hexadecimal - '0' : hexadecimal - 'a' + 10);
}

static int compare_values(const void *left, const void *right) {
  const struct falx_spec_value *const *a = left, *const *b = right;
  return strcmp((*a)->name, (*b)->name);
}

char *fxr_spec_key(struct fxr_image *const *images, size_t count,
                   const struct falx_spec_value *values, size_t value_count,
                   falx_status *out_status) {
  *out_status = FALX_SUCCESS;
  size_t counted = 0;
  const struct falx_spec_value **sorted = value_count ? malloc(value_count * sizeof *sorted) : NULL;
  if (value_count && !sorted) {
    *out_status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for specialization constants");
    return NULL;
  }
  for (size_t i = 0; i < value_count; i++) {
    enum effect effect = effect_of(images, count, &values[i]);
    if (effect == WRONG_SIZE) {
      *out_status = fxr_error(FALX_ERROR_INVALID,
                              "specialization constant %s is set to a value of %zu bytes, and has "
                              "another size in the device image: were the files compiled with "
                              "different definitions of it?",
                              values[i].name, values[i].size);
      free(sorted);
      return NULL;
    }
    if (effect == COUNTS)
      sorted[counted++] = &values[i];
  }
  if (counted)
    qsort(sorted, counted, sizeof *sorted, compare_values);
  struct fxs_strbuf key = {0};
  for (size_t i = 0; i < counted; i++) {
    fxs_strbuf_printf(&key, "%s=", sorted[i]->name);
    for (size_t d = 0; d < 2 * sorted[i]->size; d++)
      fxs_strbuf_putc(&key, digit(sorted[i], d));
    fxs_strbuf_putc(&key, ' ');
  }
  free(sorted);
  if (!counted)
    return NULL;
  char *text = fxs_strbuf_take(&key);
  if (!text)
    *out_status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for specialization constants");
  return text;
}

/* The digits after the name in key; NULL if absent. */
static const char *find_digits(const char *key, const char *name) {
  size_t length = strlen(name);
  for (const char *word = key; word && *word; word = strchr(word, ' ') + 1)
    if (strncmp(word, name, length) == 0 && word[length] == '=')
      return word + length + 1;
  return NULL;
}

bool fxr_spec_matches(const char *key, struct fxr_image *const *images, size_t count,
                      const struct falx_spec_value *values, size_t value_count) {
  size_t counted = 0, words = 0;
  for (size_t i = 0; i < value_count; i++) {
    enum effect effect = effect_of(images, count, &values[i]);
    if (effect == NO_EFFECT)
      continue;
    const char *digits = effect == COUNTS && key ? find_digits(key, values[i].name) : NULL;
    if (!digits)
      return false;
    for (size_t d = 0; d < 2 * values[i].size; d++)
      if (digits[d] != digit(&values[i], d))
        return false;
    counted++;
  }
  for (const char *at = key; at && *at; at++)
    words += *at == ' ';
  return counted == words;
}

/* ---- Recipes ---- */

struct fxr_recipe {
  struct fxs_strbuf options; /* one per line: may be too long for a command line */
  char *key, *what;          /* for the trace */
  size_t code_size;
  unsigned char code[];
};

void fxr_recipe_free(struct fxr_recipe *recipe) {
  if (!recipe)
    return;
  fxs_strbuf_free(&recipe->options);
  free(recipe->key);
  free(recipe->what);
  free(recipe);
}

static const struct falx_property *find_property(const struct falx_property_set *set,
                                                 const char *name) {
  for (size_t i = 0; i < fxr_property_count(set); i++)
    if (set->begin[i].name && strcmp(set->begin[i].name, name) == 0 && set->begin[i].value &&
        set->begin[i].type == FALX_PROPERTY_BYTE_ARRAY)
      return &set->begin[i];
  return NULL;
}

bool fxr_image_has_code(const struct fxr_image *image) {
  return find_property(image->specialization, FALX_SPECIALIZATION_CODE) != NULL;
}

/* What is known of the kernel's launches. */
static void add_known(const char *word, struct fxs_strbuf *options) {
  const char *digits = word + strcspn(word, "=") + 1;
  if (strncmp(word, FXR_KNOWN_LOCAL "=", strlen(FXR_KNOWN_LOCAL "=")) != 0) {
    fxs_strbuf_puts(options, "--argument=");
    fxs_strbuf_append(options, word + 1, strcspn(word + 1, " "));
    fxs_strbuf_putc(options, '\n');
    return;
  }
  fxs_strbuf_puts(options, "--local-size=");
  for (size_t length = strcspn(digits, " "), at = 0; at < length; at += 8) {
    unsigned char bytes[4];
    uint32_t size;
    for (size_t i = 0; i < sizeof bytes; i++)
      bytes[i] =
          (unsigned char)(value_of(digits[at + 2 * i]) << 4 | value_of(digits[at + 2 * i + 1]));
    memcpy(&size, bytes, sizeof size);
    fxs_strbuf_printf(options, "%s%u", at ? "," : "", size);
  }
  fxs_strbuf_putc(options, '\n');
}

/* Turns the words of key that name constants of the image into options, and what is known of the
 * launches of kernel (NULL: none is of this image); returns their number. */
static size_t add_values(const struct fxr_image *image, const char *key,
                         const struct fxr_image_kernel *kernel, struct fxs_strbuf *options) {
  size_t added = 0;
  for (const char *word = key; *word; word = strchr(word, ' ') + 1) {
    if (is_known(word)) {
      if (kernel)
        add_known(word, options);
      added += kernel != NULL;
      continue;
    }
    if (!find_constant(image, word, strcspn(word, "=")))
      continue;
    fxs_strbuf_puts(options, "--set=");
    fxs_strbuf_append(options, word, strcspn(word, " "));
    fxs_strbuf_putc(options, '\n');
    added++;
  }
  return added;
}

static falx_status refuse_without_code(const struct fxr_image *image) {
  char path[512];
  return fxr_error(
      FALX_ERROR_BUILD,
      "image %zu of %s uses specialization constants, but has no code to compile again with "
      "the values that are set: target '%s'",
      (size_t)(image - image->module->images),
      fxr_module_path(image->module->desc, path, sizeof path), image->image->target);
}

falx_status fxr_recipe_create(const struct fxr_image *image, const char *key,
                              const struct fxr_image_kernel *kernel, bool has_exports,
                              struct fxr_recipe **out_recipe) {
  const struct falx_property *code = find_property(image->specialization, FALX_SPECIALIZATION_CODE);
  const struct falx_property *words =
      find_property(image->specialization, FALX_SPECIALIZATION_OPTIONS);
  struct fxs_strbuf values = {0};
  *out_recipe = NULL;
  /* An image without such a value is recompiled too if it has imports: these are bound once, and
   * it is linked with functions that are recompiled. */
  if (!add_values(image, key, kernel, &values) && !(code && fxr_property_count(image->imports)))
    return FALX_SUCCESS;
  if (!code || !words || !words->size || ((const char *)words->value)[words->size - 1]) {
    fxs_strbuf_free(&values);
    return refuse_without_code(image);
  }
  struct fxr_recipe *recipe = calloc(1, sizeof *recipe + code->size);
  if (recipe) {
    recipe->code_size = code->size;
    memcpy(recipe->code, code->value, code->size);
    recipe->key = strdup(key);
    recipe->what = strdup(kernel ? kernel->symbol.name : "functions of a library");
    recipe->options = values;
    if (kernel)
      fxs_strbuf_printf(&recipe->options, "--kernel=%s\n", kernel->symbol.name);
    if (has_exports)
      fxs_strbuf_puts(&recipe->options, "--exports\n");
    fxs_strbuf_puts(&recipe->options, words->value);
    const char *cpu = fxr_image_cpu(image);
    if (cpu && strcmp(cpu, "generic") != 0)
      fxs_strbuf_printf(&recipe->options, "--march=%s\n", cpu);
  } else {
    fxs_strbuf_free(&values);
  }
  if (!recipe || !recipe->key || !recipe->what || recipe->options.has_failed) {
    fxr_recipe_free(recipe);
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory to compile a kernel");
  }
  *out_recipe = recipe;
  return FALX_SUCCESS;
}

/* ---- The compiler ---- */

struct tool {
  char path[4352];
  char stamp[64]; /* identifies its version */
};

static bool find_tool(struct tool *tool) {
  static const char *const places[] = {"../bin", "../../bin"};
  char folder[4096];
  if (!fxr_os_own_folder(folder, sizeof folder))
    return false;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    snprintf(tool->path, sizeof tool->path, "%s/%s/falx-specialize", folder, places[i]);
    if (fxr_os_file_stamp(tool->path, tool->stamp, sizeof tool->stamp))
      return true;
  }
  return false;
}

static falx_status get_tool(struct tool *tool) {
  *tool = (struct tool){.path = "falx-specialize"};
  if (fxr_os_is_set_user_id())
    return fxr_error(FALX_ERROR_BUILD,
                     "specialization constants cannot be set in a set-user-id program: "
                     "it runs no compiler");
  if (find_tool(tool))
    return FALX_SUCCESS;
  return fxr_error(FALX_ERROR_BUILD,
                   "the values of specialization constants are compiled into the kernel, and "
                   "there is no compiler: %s is missing; install Falx's tools beside its runtime",
                   tool->path);
}

/* ---- Running it ---- */

struct files {
  int input, library, messages; /* anonymous; -1: not open */
  char input_path[64], library_path[64], messages_path[64];
};

static void close_files(struct files *files) {
  int all[3] = {files->input, files->library, files->messages};
  for (int i = 0; i < 3; i++)
    if (all[i] >= 0)
      fxr_os_close_file(all[i]);
}

/* Options, a blank line, code. */
static int open_input(const struct fxr_recipe *recipe, struct files *files) {
  struct fxs_strbuf input = {0};
  int file = -1;
  fxs_strbuf_append(&input, recipe->options.data, recipe->options.length);
  fxs_strbuf_putc(&input, '\n');
  fxs_strbuf_append(&input, recipe->code, recipe->code_size);
  if (!input.has_failed)
    file =
        fxr_os_memory_file(input.data, input.length, files->input_path, sizeof files->input_path);
  fxs_strbuf_free(&input);
  return file;
}

static bool open_files(const struct fxr_recipe *recipe, struct files *files) {
  files->library = files->messages = -1;
  files->input = open_input(recipe, files);
  if (files->input >= 0)
    files->library = fxr_os_memory_file("", 0, files->library_path, sizeof files->library_path);
  if (files->library >= 0)
    files->messages = fxr_os_memory_file("", 0, files->messages_path, sizeof files->messages_path);
  return files->messages >= 0;
}

static falx_status run(char *const *words, struct files *files, const uint32_t *is_cancelled) {
  struct fxs_process_options options = {.stdin_path = files->input_path,
                                        .stdout_path = files->library_path,
                                        .stderr_path = files->messages_path,
                                        .has_own_group = true};
  pid_t process;
  int ended = 0, problem = fxs_process_spawn(words, &options, &process);
  if (problem)
    return fxr_error(FALX_ERROR_BUILD, "cannot run %s: %s", words[0], strerror(problem));
  problem = fxr_child_wait(process, LIMIT_MS, is_cancelled, &ended);
  if (problem == ETIMEDOUT)
    return fxr_error(FALX_ERROR_BUILD, "%s did not end within %d seconds", words[0],
                     LIMIT_MS / 1000);
  if (problem == ECANCELED)
    return fxr_error(FALX_ERROR_BUILD, "%s was ended: nobody needs the kernel any more", words[0]);
  /* ECHILD: someone else, or the system, has reaped it; the library file shows the outcome. */
  bool is_unknown = problem == ECHILD;
  if (is_unknown ? fxr_child_has_written(files->library_path) : !problem && !ended)
    return FALX_SUCCESS;
  struct fxs_file said = {0};
  falx_status status =
      fxs_file_read(files->messages_path, &said)
          ? fxr_error(FALX_ERROR_BUILD, "%s failed with status %d", words[0], ended)
          : fxr_error(FALX_ERROR_BUILD,
                      "compiling a kernel again for its specialization constants "
                      "failed with status %d%s:\n%s",
                      ended, is_unknown ? " (unknown: the program reaps its children itself)" : "",
                      (const char *)said.data);
  fxs_file_free(&said);
  return status;
}

/* The library's bytes. */
static falx_status compile(const struct fxr_recipe *recipe, struct tool *tool,
                           const uint32_t *is_cancelled, struct fxs_file *out_library) {
  char lines[] = "--lines", output[] = "-o", standard[] = "-";
  char *const words[] = {tool->path, lines, output, standard, standard, NULL};
  struct files files;
  falx_status status =
      open_files(recipe, &files)
          ? run(words, &files, is_cancelled)
          : fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no files in memory to compile a kernel");
  if (status == FALX_SUCCESS && fxs_file_read(files.library_path, out_library))
    status = fxr_error(FALX_ERROR_BUILD, "the library that %s wrote cannot be read", words[0]);
  close_files(&files);
  return status;
}

/* ---- Loading ---- */

static falx_status load(const void *bytes, size_t size, struct fxr_specialized **out_specialized) {
  char path[256], reason[512];
  struct fxr_specialized *made = calloc(1, sizeof *made);
  if (!made)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a device image");
  made->size = size;
  int file = fxr_os_memory_file(bytes, size, path, sizeof path);
  if (file >= 0)
    made->library = fxr_os_open_memory_file(file, made, reason, sizeof reason);
  made->module.desc = made->library ? fxr_os_symbol(made->library, FALX_SPECIALIZED_SYMBOL) : NULL;
  falx_status status = FALX_SUCCESS;
  if (file < 0)
    status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a device image: %s", path);
  else if (!made->library)
    status = fxr_error(FALX_ERROR_BUILD,
                       "a kernel compiled for its specialization constants cannot "
                       "be loaded: %s",
                       reason);
  else if (!made->module.desc || made->module.desc->image_count != 1)
    status =
        fxr_error(FALX_ERROR_BUILD, "a kernel compiled for its specialization constants is not "
                                    "in its library");
  else if (!fxr_module_parse(&made->module))
    status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory for a device image");
  else if (made->module.problem || made->module.images[0].problem)
    status =
        fxr_error(FALX_ERROR_BUILD, "a kernel compiled for its specialization constants: %s",
                  made->module.problem ? made->module.problem : made->module.images[0].problem);
  if (status == FALX_SUCCESS)
    *out_specialized = made;
  else
    fxr_specialized_free(made);
  return status;
}

void fxr_specialized_free(struct fxr_specialized *specialized) {
  if (!specialized)
    return;
  fxr_module_free_images(&specialized->module);
  if (specialized->library)
    fxr_os_close(specialized->library);
  free(specialized);
}

falx_status fxr_specialize(const struct fxr_recipe *recipe, const uint32_t *is_cancelled,
                           struct fxr_specialized **out_specialized) {
  static const char kind[] = "specialized image, " FALX_VERSION;
  struct tool tool;
  *out_specialized = NULL;
  falx_status status = get_tool(&tool);
  if (status != FALX_SUCCESS)
    return status;
  const struct fxs_cache_part key[] = {{kind, sizeof kind},
                                       {tool.stamp, strlen(tool.stamp)},
                                       {recipe->options.data, recipe->options.length},
                                       {recipe->code, recipe->code_size}};
  const size_t parts = sizeof key / sizeof *key;
  void *kept;
  size_t size;
  if (fxr_store_find(key, parts, &kept, &size)) {
    status = load(kept, size, out_specialized);
    free(kept);
    if (status == FALX_SUCCESS)
      goto done;
    fxr_error_clear();
  }
  struct fxs_file library = {0};
  status = compile(recipe, &tool, is_cancelled, &library);
  if (status == FALX_SUCCESS)
    status = load(library.data, library.size, out_specialized);
  if (status == FALX_SUCCESS)
    fxr_store_put(key, parts, library.data, library.size);
  fxs_file_free(&library);

done:
  if (status == FALX_SUCCESS)
    fxr_trace("program", "compiled %s again, with %s", recipe->what, recipe->key);
  return status;
}
