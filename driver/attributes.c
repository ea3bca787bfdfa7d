/* Finds the files of a compilation that contain kernel attributes, and the rewritten files that
 * clang reads instead: -remap-file keeps the original names in messages, dependencies and debug
 * information.
 *
 * Files are located as clang does, ignoring conditionals: the input, the targets of its #include
 * and -include, and so on. */
#include "driver/attributes.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/driver.h"
#include "support/file.h"

struct source {
  char *path;
  struct fxs_file file;
};

struct walk {
  struct fxd_driver *driver;
  struct fxd_words quoted, folders; /* searched for "name" first; for both forms */
  char *own[2];                     /* Falx's own headers: not searched */
  struct fxs_map seen;              /* device and number of files */
  FXS_VECTOR(struct source) sources;
};

static struct fxd_text text_of(const struct source *source) {
  return (struct fxd_text){(const char *)source->file.data, source->file.size};
}

static bool is_file(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* Each file once: headers that include each other would otherwise yield ever longer paths. */
static void add_source(struct walk *walk, char *path) {
  struct source source = {.path = path};
  struct stat info;
  char identity[64];
  for (size_t i = 0; i < 2; ++i)
    if (strncmp(path, walk->own[i], strlen(walk->own[i])) == 0)
      return;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
    return;
  snprintf(identity, sizeof identity, "%llx:%llx", (unsigned long long)info.st_dev,
           (unsigned long long)info.st_ino);
  if (fxs_map_has(&walk->seen, identity))
    return;
  if (!fxs_map_put(&walk->seen, identity, NULL))
    fxd_out_of_memory();
  if (fxs_file_map(path, &source.file) == 0 && source.file.size)
    FXD_PUSH(&walk->sources, source);
}

static bool add_from(struct walk *walk, const char *folder, const char *name, size_t length) {
  char *path = fxd_printf(walk->driver, "%s%s%.*s", folder, *folder ? "/" : "", (int)length, name);
  if (!is_file(path))
    return false;
  add_source(walk, path);
  return true;
}

/* includer NULL: -include on the command line. */
static void add_include(struct walk *walk, const char *includer, const char *name, size_t length,
                        bool is_quoted) {
  if (length && name[0] == '/') {
    add_from(walk, "", name, length);
    return;
  }
  if (is_quoted) {
    const char *slash = includer ? strrchr(includer, '/') : NULL;
    size_t size = slash ? (size_t)(slash - includer) : 0;
    if (add_from(walk, fxd_printf(walk->driver, "%.*s", (int)size, includer ? includer : ""), name,
                 length))
      return;
    for (size_t i = 0; i < walk->quoted.count; ++i)
      if (add_from(walk, walk->quoted.items[i], name, length))
        return;
  }
  for (size_t i = 0; i < walk->folders.count; ++i)
    if (add_from(walk, walk->folders.items[i], name, length))
      return;
}

/* Every `# include` in the text, even in comments and dead code: a false match costs little. */
static void follow_includes(struct walk *walk, const char *path, struct fxd_text text) {
  const char *end = text.data + text.size, *at = text.data;
  while ((at = memmem(at, (size_t)(end - at), "include", 7))) {
    const char *before = at, *name = at + 7;
    at += 7;
    while (before > text.data && (before[-1] == ' ' || before[-1] == '\t'))
      --before;
    if (before == text.data || before[-1] != '#')
      continue;
    while (name < end && *name != '"' && *name != '<' && *name != '\n')
      ++name;
    if (name >= end || *name == '\n')
      continue;
    char close = *name == '<' ? '>' : '"';
    const char *stop = memchr(name + 1, close, (size_t)(end - name - 1));
    if (!stop || memchr(name, '\n', (size_t)(stop - name)))
      continue;
    add_include(walk, path, name + 1, (size_t)(stop - name) - 1, close == '"');
    at = stop;
  }
}

/* The value of an option that takes one, from its word or the next one. */
static char *value_of(const struct fxd_arg *arg, const char *option) {
  size_t length = strlen(option);
  if (strncmp(arg->words[0], option, length) != 0)
    return NULL;
  return arg->words[0][length] ? arg->words[0] + length : arg->words[1];
}

static void read_options(struct walk *walk) {
  static const char *const folders[] = {"-I", "-isystem", "-idirafter"};
  const struct fxd_options *options = &walk->driver->options;
  for (size_t k = 0; k < sizeof folders / sizeof *folders; ++k)
    for (size_t i = 0; i < options->args.count; ++i) {
      char *value = value_of(&options->args.items[i], folders[k]);
      if (value)
        fxd_word(&walk->folders, value);
    }
  for (size_t i = 0; i < options->args.count; ++i) {
    char *value = value_of(&options->args.items[i], "-iquote");
    if (value)
      fxd_word(&walk->quoted, value);
  }
  fxd_word(&walk->folders, fxd_printf(walk->driver, "%s/include", walk->driver->prefix));
  fxd_word(&walk->folders, "/usr/local/include");
  fxd_word(&walk->folders, "/usr/include");
}

/* The host compilation takes its content unchanged. */
static bool uses_precompiled_header(struct fxd_driver *driver) {
  static const char *const suffixes[] = {".pch", ".gch"};
  const struct fxd_options *options = &driver->options;
  for (size_t i = 0; i < options->args.count; ++i) {
    const struct fxd_arg *arg = &options->args.items[i];
    if (arg->input < 0 && strstr(arg->words[arg->words[1] ? 1 : 0], "-include-pch"))
      return true;
    if (arg->input < 0 && strcmp(arg->words[0], "-include-pch") == 0)
      return true;
    struct stat info;
    char *value = value_of(arg, "-include");
    for (size_t k = 0; value && k < 2; ++k)
      if (stat(fxd_printf(driver, "%s%s", value, suffixes[k]), &info) == 0)
        return true;
  }
  return false;
}

static void find_sources(struct walk *walk, const struct fxd_input *input) {
  struct fxd_driver *driver = walk->driver;
  add_source(walk, input->path);
  for (size_t i = 0; i < driver->options.args.count; ++i) {
    const struct fxd_arg *arg = &driver->options.args.items[i];
    char *value = arg->input < 0 ? value_of(arg, "-include") : NULL;
    if (value && strcmp(arg->words[0], "-include-pch") != 0)
      add_include(walk, NULL, value, strlen(value), true);
  }
  for (size_t i = 0; i < walk->sources.count; ++i)
    follow_includes(walk, walk->sources.items[i].path, text_of(&walk->sources.items[i]));
}

static bool write_remapped(struct fxd_driver *driver, const char *path,
                           const struct fxs_strbuf *text, bool needs_macros,
                           struct fxd_words *words) {
  const char *slash = strrchr(path, '/');
  if (!driver->temp_folder && !fxd_make_temp_folder(driver))
    return false;
  char *copy = fxd_temp_path(driver, slash ? slash + 1 : path, "");
  int error = driver->options.prints_only ? 0 : fxs_file_write(copy, text->data, text->length);
  if (error) {
    fxd_error("cannot write '%s': %s", copy, strerror(error));
    return false;
  }
  if (!words->count && needs_macros) {
    fxd_word(words, "-include");
    fxd_word(words, fxd_printf(driver, "%s/include/sycl/detail/attributes.hpp", driver->prefix));
  }
  fxd_word(words, "-Xclang");
  fxd_word(words, "-remap-file");
  fxd_word(words, "-Xclang");
  fxd_word(words, fxd_printf(driver, "%s;%s", path, copy));
  return true;
}

/* for_host: the source is also read by the host compilation. */
static bool remap(struct walk *walk, struct fxd_input *input, const struct source *source,
                  const struct fxs_map *macros, unsigned flags, bool for_host) {
  struct fxs_strbuf device = {0}, host = {0};
  bool is_fine = true;
  if (fxd_rewrite(text_of(source), macros, flags, &device)) {
    fxd_rewrite(text_of(source), macros, flags | FXD_REWRITE_HOST, &host);
    if (strchr(source->path, ';')) {
      fxd_error("'%s' has kernel attributes, and a ';' in its path, which clang cannot take; "
                "rename the file or folder",
                source->path);
      is_fine = false;
    }
    bool has_macros = !(flags & FXD_REWRITE_PREPROCESSED);
    is_fine =
        is_fine &&
        write_remapped(walk->driver, source->path, &device, has_macros, &input->device_words) &&
        (!for_host ||
         write_remapped(walk->driver, source->path, &host, has_macros, &input->host_words));
  }
  fxs_strbuf_free(&device);
  fxs_strbuf_free(&host);
  return is_fine;
}

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && strchr(" \t\r\n", *at))
    at++;
  return at;
}

/* Whether what follows the name is "<...> &" and then a name, or the end of a parameter: there is
 * a reference, and no variable. */
static bool is_by_reference(const char *at, const char *end) {
  int depth = 0;
  at = skip_blanks(at, end);
  if (at == end || *at != '<')
    return false;
  do {
    depth += *at == '<' ? 1 : *at == '>' ? -1 : 0;
    if (!*at || strchr(";{(", *at))
      return false;
    at++;
  } while (depth > 0 && at < end);
  at = skip_blanks(at, end);
  if (at == end || *at != '&')
    return false;
  at = skip_blanks(at + 1, end);
  return at < end && (isalpha((unsigned char)*at) || strchr("_,)", *at));
}

/* False if the text has no variables of that type, as far as the text alone tells. */
static bool may_declare_device_global(struct fxd_text text) {
  static const char name[] = "device_global";
  const char *at = text.data, *end = text.data + text.size;
  while ((at = memmem(at, (size_t)(end - at), name, sizeof name - 1))) {
    at += sizeof name - 1;
    if (!is_by_reference(at, end))
      return true;
  }
  return false;
}

bool fxd_plan_attributes(struct fxd_driver *driver, struct fxd_input *input) {
  struct walk walk = {.driver = driver};
  struct fxs_map macros = {0};
  const char *dot = strrchr(input->path, '.');
  bool is_fine = true;
  bool is_preprocessed =
      input->language ? strcmp(input->language, "c++-cpp-output") == 0 : dot && !strcmp(dot, ".ii");
  walk.own[0] = fxd_printf(driver, "%s/include/sycl/", driver->prefix);
  walk.own[1] = fxd_printf(driver, "%s/include/falx/", driver->prefix);
  input->has_precompiled = uses_precompiled_header(driver);
  read_options(&walk);
  find_sources(&walk, input);
  for (size_t i = 0; i < walk.sources.count; ++i) {
    struct fxd_text text = text_of(&walk.sources.items[i]);
    if (fxd_text_names_attribute(text))
      fxd_find_attribute_macros(text, &macros);
    input->names_device_global |= may_declare_device_global(text);
  }
  for (size_t i = 0; i < walk.sources.count && is_fine; ++i) {
    struct fxd_text text = text_of(&walk.sources.items[i]);
    if (fxd_text_names_attribute(text) || fxd_text_names_macro(text, &macros))
      is_fine =
          remap(&walk, input, &walk.sources.items[i], &macros,
                is_preprocessed ? FXD_REWRITE_PREPROCESSED : 0, i == 0 || !input->has_precompiled);
  }
  for (size_t i = 0; i < walk.sources.count; ++i)
    fxs_file_free(&walk.sources.items[i].file);
  fxs_vector_free(&walk.sources);
  fxs_vector_free(&walk.quoted);
  fxs_vector_free(&walk.folders);
  fxs_map_free(&walk.seen);
  fxs_map_free(&macros);
  return is_fine;
}
