/* Device code from source text: falx++ makes a shared library of it, in a process and a folder of
 * its own. The compiler's first run finds the free-function kernels, whose list the second one
 * compiles behind the source (docs/kernel-compiler.md). */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "falx_version.h"
#include "runtime/common/error.h"
#include "runtime/common/settings.h"
#include "runtime/common/timeline.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/os/os.h"
#include "runtime/program/child.h"
#include "runtime/program/progress.h"
#include "runtime/program/store.h"
#include "support/file.h"
#include "support/process.h"
#include "support/strbuf.h"
#include "support/vector.h"

enum { LIMIT_MS = 600000 }; /* of a run */

struct build {
  const struct falx_source *source;
  char *compiler, *folder;
  struct fxs_strbuf log;
};

/* ---- The compiler ---- */

/* NULL: none. The caller frees it. */
static char *find_compiler(void) {
  static const char *const places[] = {"../bin", "../../bin"};
  const char *given = fxr_setting("FALX_COMPILER");
  char folder[4096], path[4352], *found = NULL;
  if (fxr_os_is_set_user_id())
    return NULL;
  if (given && *given)
    return fxs_find_program(given, &found) ? NULL : found;
  if (fxr_os_own_folder(folder, sizeof folder))
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
      snprintf(path, sizeof path, "%s/%s/falx++", folder, places[i]);
      if (fxs_is_executable(path))
        return strdup(path);
    }
  return fxs_find_program("falx++", &found) ? NULL : found;
}

FALX_API bool falx_source_has_compiler(void) {
  char *compiler = find_compiler();
  free(compiler);
  return compiler != NULL;
}

/* ---- What is asked for ---- */

/* Options that would change what falx++ makes, or where. */
static const char *refused_option(const char *option) {
  static const char *const whole[] = {"-c", "-S", "-E", "-o", "-shared", "-fsyntax-only", "-x"};
  static const char *const begins[] = {"-fsycl-device-only", "-fsycl-host", "-fsycl-int-",
                                       "-fsycl-link",        "-fno-sycl",   "-fsycl-prepare-pch",
                                       "--version",          "--help",      "@"};
  if (option[0] != '-')
    return "is no option";
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
    if (strcmp(option, whole[i]) == 0)
      return "cannot be given here: the result is a library that is loaded at once";
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (strncmp(option, begins[i], strlen(begins[i])) == 0 &&
        strcmp(option, "-fno-sycl-pch") != 0 && strcmp(option, "-fno-sycl-rdc") != 0)
      return "cannot be given here: the result is a library that is loaded at once";
  return NULL;
}

static bool is_file_name(const char *name) {
  if (!*name || *name == '/')
    return false;
  for (const char *part = name; part; part = strchr(part, '/')) {
    part += *part == '/';
    size_t length = strcspn(part, "/");
    if (!length || (length == 2 && part[0] == '.' && part[1] == '.'))
      return false;
  }
  return true;
}

static falx_status check(const struct falx_source *source) {
  for (size_t i = 0; i < source->option_count; i++) {
    const char *why = refused_option(source->options[i]);
    if (why)
      return fxr_error(FALX_ERROR_INVALID, "the build option '%s' %s", source->options[i], why);
  }
  for (size_t i = 0; i < source->file_count; i++)
    if (!is_file_name(source->file_names[i]))
      return fxr_error(FALX_ERROR_INVALID,
                       "an include file is named '%s': name it as an #include directive does, "
                       "without a folder above",
                       source->file_names[i]);
  return FALX_SUCCESS;
}

/* ---- Files ---- */

static falx_status cannot_write(const char *path, int problem) {
  return fxr_error(problem == ENOMEM ? FALX_ERROR_MEMORY_ALLOCATION : FALX_ERROR_BUILD,
                   "cannot write '%s': %s", path, strerror(problem));
}

static falx_status write_text(const struct build *build, const char *name, const char *text,
                              size_t length) {
  struct fxs_strbuf path = {0};
  fxs_strbuf_printf(&path, "%s/%s", build->folder, name);
  char *whole = fxs_strbuf_take(&path);
  char *slash = whole ? strrchr(whole, '/') : NULL;
  if (!slash)
    return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory to compile a source");
  *slash = '\0';
  int problem = fxs_make_private_folders(whole) ? 0 : errno;
  *slash = '/';
  problem = problem ? problem : fxs_file_write(whole, text, length);
  falx_status status = problem ? cannot_write(whole, problem) : FALX_SUCCESS;
  free(whole);
  return status;
}

static void quote(struct fxs_strbuf *out, const char *text) {
  fxs_strbuf_putc(out, '"');
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == '"' || *text == '\\' || *text == '?')
      fxs_strbuf_printf(out, "\\%03o", (unsigned char)*text);
    else
      fxs_strbuf_putc(out, *text);
  fxs_strbuf_putc(out, '"');
}

/* The source, named in messages as in the first run; behind it the table of kernels. */
static falx_status write_whole(const struct build *build) {
  const struct falx_source *source = build->source;
  struct fxs_strbuf text = {0};
  fxs_strbuf_printf(&text, "#line 1 \"%s/source.cpp\"\n%s\n", build->folder, source->text);
  fxs_strbuf_puts(&text,
                  "#line 1 \"registered names\"\n"
                  "#include <sycl/detail/source_kernels.hpp>\n"
                  "FALX_SOURCE_KERNELS_BEGIN\n"
                  "#define FALX_FREE_FUNCTION(...) FALX_SOURCE_KERNEL(nullptr, __VA_ARGS__)\n"
                  "#include \"kernels.h\"\n");
  for (size_t i = 0; i < source->name_count; i++) {
    fxs_strbuf_puts(&text, "FALX_SOURCE_KERNEL(");
    quote(&text, source->names[i]);
    fxs_strbuf_printf(&text, ", %s)\n", source->names[i]);
  }
  fxs_strbuf_puts(&text, "FALX_SOURCE_KERNELS_END\n"
                         "#undef FALX_FREE_FUNCTION\n"
                         "#define FALX_FREE_FUNCTION(...) FALX_EXPORT_SOURCE_KERNEL(__VA_ARGS__)\n"
                         "#include \"kernels.h\"\n");
  for (size_t i = 0; i < source->name_count; i++) {
    fxs_strbuf_puts(&text, "SYCL_EXT_FALX_EXPORT_KERNEL_AS(");
    quote(&text, source->names[i]);
    fxs_strbuf_printf(&text, ", %s)\n", source->names[i]);
  }
  falx_status status =
      text.has_failed ? fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory to compile a source")
                      : write_text(build, "whole.cpp", text.data, text.length);
  fxs_strbuf_free(&text);
  return status;
}

static falx_status write_files(const struct build *build) {
  const struct falx_source *source = build->source;
  falx_status status = write_text(build, "source.cpp", source->text, strlen(source->text));
  for (size_t i = 0; i < source->file_count && status == FALX_SUCCESS; i++) {
    struct fxs_strbuf name = {0};
    fxs_strbuf_printf(&name, "include/%s", source->file_names[i]);
    status = name.has_failed
                 ? fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory to compile a source")
                 : write_text(build, fxs_strbuf_text(&name), source->file_texts[i],
                              strlen(source->file_texts[i]));
    fxs_strbuf_free(&name);
  }
  return status == FALX_SUCCESS ? write_whole(build) : status;
}

/* ---- Running it ---- */

/* last: the words that differ from run to run, ended by NULL. */
static falx_status run(struct build *build, const char *const *last, const char *result) {
  const struct falx_source *source = build->source;
  FXS_VECTOR(char *) words = {0};
  struct fxs_strbuf include = {0}, messages = {0}, made = {0};
  fxs_strbuf_printf(&include, "-I%s/include", build->folder);
  fxs_strbuf_printf(&messages, "%s/messages", build->folder);
  fxs_strbuf_printf(&made, "%s/%s", build->folder, result);
  bool has_all = fxs_vector_push(&words, build->compiler) && fxs_vector_push(&words, "-fsycl") &&
                 fxs_vector_push(&words, "-O2") && fxs_vector_push(&words, "-fPIC");
  for (size_t i = 0; i < source->option_count; i++)
    has_all = has_all && fxs_vector_push(&words, (char *)(uintptr_t)source->options[i]);
  has_all = has_all && fxs_vector_push(&words, include.data);
  for (; *last; last++)
    has_all = has_all && fxs_vector_push(&words, (char *)(uintptr_t)*last);
  has_all = has_all && fxs_vector_push(&words, NULL);
  falx_status status = FALX_SUCCESS;
  struct fxs_process_options options = {.stdin_path = "/dev/null",
                                        .stdout_path = fxs_strbuf_text(&messages),
                                        .joins_stderr = true,
                                        .has_own_group = true};
  pid_t process;
  int ended = 0, problem = 0;
  if (!has_all || include.has_failed || messages.has_failed || made.has_failed)
    status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory to compile a source");
  else if ((problem = fxs_process_spawn(words.items, &options, &process)))
    status = fxr_error(FALX_ERROR_BUILD, "cannot run %s: %s", build->compiler, strerror(problem));
  else
    problem = fxr_child_wait(process, LIMIT_MS, NULL, &ended);
  struct fxs_file said = {0};
  if (status == FALX_SUCCESS && !fxs_file_read(fxs_strbuf_text(&messages), &said))
    fxs_strbuf_append(&build->log, said.data, said.size);
  /* ECHILD: the program reaps children itself; the file shows the outcome. */
  if (status == FALX_SUCCESS && problem == ETIMEDOUT)
    status = fxr_error(FALX_ERROR_BUILD, "%s did not end within %d seconds", build->compiler,
                       LIMIT_MS / 1000);
  else if (status == FALX_SUCCESS &&
           (problem == ECHILD ? !fxr_child_has_written(made.data) : problem || ended))
    status = fxr_error(FALX_ERROR_BUILD, "%s failed with status %d", build->compiler, ended);
  fxs_file_free(&said);
  fxs_strbuf_free(&made);
  fxs_strbuf_free(&messages);
  fxs_strbuf_free(&include);
  fxs_vector_free(&words);
  return status;
}

/* The library's bytes. */
static falx_status compile(struct build *build, struct fxs_file *out_library) {
  struct fxs_strbuf path[4] = {0};
  static const char *const names[] = {"kernels.h", "source.cpp", "whole.cpp", "library.so"};
  int problem = fxs_temp_folder("falx-source-", &build->folder);
  if (problem)
    return fxr_error(FALX_ERROR_BUILD, "cannot make a folder to compile a source in: %s",
                     strerror(problem));
  fxs_strbuf_printf(&path[0], "-fsycl-int-header=%s/%s", build->folder, names[0]);
  for (int i = 1; i < 4; i++)
    fxs_strbuf_printf(&path[i], "%s/%s", build->folder, names[i]);
  falx_status status = write_files(build);
  if (path[0].has_failed || path[1].has_failed || path[2].has_failed || path[3].has_failed)
    status = fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "no memory to compile a source");
  if (status == FALX_SUCCESS)
    status = run(build, (const char *const[]){path[0].data, path[1].data, NULL}, names[0]);
  if (status == FALX_SUCCESS)
    status = run(build, (const char *const[]){"-shared", path[2].data, "-o", path[3].data, NULL},
                 names[3]);
  if (status == FALX_SUCCESS && (problem = fxs_file_read(path[3].data, out_library)))
    status = fxr_error(FALX_ERROR_BUILD, "the library that %s wrote cannot be read: %s",
                       build->compiler, strerror(problem));
  for (int i = 0; i < 4; i++)
    fxs_strbuf_free(&path[i]);
  fxs_remove_tree(build->folder);
  return status;
}

/* ---- The store ---- */

static void add_texts(struct fxs_strbuf *key, const char *const *texts, size_t count) {
  fxs_strbuf_printf(key, "%zu ", count);
  for (size_t i = 0; i < count; i++)
    fxs_strbuf_printf(key, "%zu:%s", strlen(texts[i]), texts[i]);
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), size = strlen(end);
  return length >= size && strcmp(text + length - size, end) == 0;
}

/* Everything that the library depends on but for the processor, which falx++ asks only with
 * -march=native: such an option is not kept. */
static bool make_key(const struct build *build, struct fxs_strbuf *key) {
  const struct falx_source *source = build->source;
  char stamp[64];
  for (size_t i = 0; i < source->option_count; i++)
    if (ends_with(source->options[i], "=native"))
      return false;
  if (!fxr_store_is_on() || !fxr_os_file_stamp(build->compiler, stamp, sizeof stamp))
    return false;
  fxs_strbuf_printf(key, "source 2 " FALX_VERSION " %s %s ", build->compiler, stamp);
  add_texts(key, &source->text, 1);
  add_texts(key, source->file_names, source->file_count);
  add_texts(key, source->file_texts, source->file_count);
  add_texts(key, source->options, source->option_count);
  add_texts(key, source->names, source->name_count);
  return !key->has_failed;
}

static falx_status build_library(struct build *build, falx_library_t *out_library) {
  struct fxs_strbuf key = {0};
  bool is_kept = make_key(build, &key);
  const struct fxs_cache_part part = {key.data, key.length};
  void *bytes = NULL;
  size_t size = 0;
  if (is_kept && fxr_store_find(&part, 1, &bytes, &size) &&
      falx_library_load_bytes(bytes, size, out_library) == FALX_SUCCESS) {
    free(bytes);
    fxs_strbuf_free(&key);
    return FALX_SUCCESS;
  }
  free(bytes);
  struct fxs_file library = {0};
  uint64_t start = fxr_timeline_start();
  struct fxr_progress progress;
  fxr_progress_begin(&progress, "compiling a source");
  falx_status status = compile(build, &library);
  fxr_progress_end(&progress);
  fxr_timeline_span(start, "build", "compile a source");
  if (status == FALX_SUCCESS)
    status = falx_library_load_bytes(library.data, library.size, out_library);
  if (status == FALX_SUCCESS) {
    fxr_trace("program", "compiled a source of %zu bytes", strlen(build->source->text));
    if (is_kept)
      fxr_store_put(&part, 1, library.data, library.size);
  }
  fxs_file_free(&library);
  fxs_strbuf_free(&key);
  return status;
}

FALX_API falx_status falx_source_build(const struct falx_source *source,
                                       falx_library_t *out_library, char **out_log) {
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return fxr_runtime_status();
  if (!source || !source->text || !out_library || !out_log)
    return fxr_error(FALX_ERROR_INVALID, "falx_source_build: a NULL argument");
  *out_library = NULL;
  *out_log = NULL;
  falx_status status = check(source);
  if (status != FALX_SUCCESS)
    return status;
  struct build build = {.source = source, .compiler = find_compiler()};
  if (!build.compiler)
    return fxr_error(FALX_ERROR_BUILD,
                     "there is no compiler for source code: falx++ is neither "
                     "beside libfalx.so nor in PATH; install Falx's tools, or set "
                     "FALX_COMPILER");
  status = build_library(&build, out_library);
  *out_log = fxs_strbuf_take(&build.log);
  free(build.compiler);
  free(build.folder);
  return status;
}

FALX_API void falx_source_free_log(char *log) {
  free(log);
}
