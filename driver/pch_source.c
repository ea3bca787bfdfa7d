/* Which sources can use a precompiled <sycl/sycl.hpp>.
 *
 * It is read before the source, in which other headers may precede it. So these must be standard
 * headers, whose order does not matter. Only plain text is understood: in case of doubt the
 * source is compiled without. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/pch.h"
#include "support/file.h"

#define COUNT(array) (sizeof array / sizeof *array)
#define MAX_DEPTH 16 /* of headers that include each other */
#define MAX_FILES 200

/* Headers whose order does not matter, by ISO C++, ISO C and POSIX. Not <complex.h>, <tgmath.h>
 * and headers that include them: the names of their macros may be used by any program. */
static const char *const standard[] = {
    "algorithm", "any", "array", "atomic", "barrier", "bit", "bitset", "cassert", "cctype",
    "cerrno", "cfenv", "cfloat", "charconv", "chrono", "cinttypes", "climits", "clocale", "cmath",
    "codecvt", "compare", "complex", "concepts", "condition_variable", "coroutine", "csetjmp",
    "csignal", "cstdarg", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctime", "cuchar",
    "cwchar", "cwctype", "deque", "exception", "execution", "expected", "filesystem", "format",
    "forward_list", "fstream", "functional", "future", "initializer_list", "iomanip", "ios",
    "iosfwd", "iostream", "istream", "iterator", "latch", "limits", "list", "locale", "map",
    "memory", "memory_resource", "mutex", "new", "numbers", "numeric", "optional", "ostream",
    "queue", "random", "ranges", "ratio", "regex", "scoped_allocator", "semaphore", "set",
    "shared_mutex", "source_location", "span", "sstream", "stack", "stdexcept", "stop_token",
    "streambuf", "string", "string_view", "syncstream", "system_error", "thread", "tuple",
    "type_traits", "typeindex", "typeinfo", "unordered_map", "unordered_set", "utility", "valarray",
    "variant", "vector", "version",
    /* C */
    "assert.h", "ctype.h", "errno.h", "fenv.h", "float.h", "inttypes.h", "limits.h", "locale.h",
    "math.h", "setjmp.h", "signal.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h",
    "stdlib.h", "string.h", "time.h", "uchar.h", "wchar.h", "wctype.h",
    /* POSIX and GNU */
    "dirent.h", "fcntl.h", "getopt.h", "pthread.h", "strings.h", "sys/mman.h", "sys/resource.h",
    "sys/stat.h", "sys/time.h", "sys/types.h", "unistd.h"};

static const char *const ours[] = {"sycl/sycl.hpp", "CL/sycl.hpp"};

/* The content of a file up to the current position. */
enum verdict {
  PLAIN, /* complete: only standard headers */
  FOUND, /* our header, preceded only by standard headers */
  OTHER
};

struct reader {
  const char *path, *at, *end;
  unsigned depth;   /* 0: the source itself */
  const char *name; /* as it was included */
  size_t length;
  bool is_quoted;
  char *guard; /* NULL: none */
};

static enum verdict read_file(struct fxd_driver *driver, const char *path, unsigned depth,
                              struct fxd_pch_options *options);

static bool is_one_of(const char *name, size_t length, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
      return true;
  return false;
}

/* ---- text ---- */

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t'))
    ++at;
  return at;
}

/* Whether the line continues on the next one, which this file does not handle. */
static bool has_splice(const char *at, const char *end) {
  if (memmem(at, (size_t)(end - at), "?\?/", 3))
    return true;
  while ((at = memchr(at, '\\', (size_t)(end - at)))) {
    at = skip_blanks(at + 1, end);
    if (at == end || *at == '\n' || *at == '\r')
      return true;
  }
  return false;
}

/* Skips white space and comments; false: in doubt. */
static bool skip_space(struct reader *reader) {
  const char *end = reader->end, *stop;
  for (; reader->at < end; reader->at = stop) {
    const char *at = reader->at;
    if (strchr(" \t\r\n", *at)) {
      stop = at + 1;
      continue;
    }
    if (end - at < 2 || at[0] != '/' || (at[1] != '/' && at[1] != '*'))
      return true;
    const char *close = at[1] == '/' ? "\n" : "*/";
    stop = memmem(at + 2, (size_t)(end - at - 2), close, strlen(close));
    if ((!stop && at[1] == '*') || has_splice(at, stop ? stop + 1 : end))
      return false;
    stop = stop ? stop + strlen(close) : end;
  }
  return true;
}

/* Whether the line is `# WORD`; skips that. */
static const char *after_word(const char *at, const char *end, const char *word) {
  size_t length = strlen(word);
  at = skip_blanks(at + 1, end);
  if ((size_t)(end - at) < length || memcmp(at, word, length) != 0)
    return NULL;
  at += length;
  return at < end && strchr(" \t\r<\"/", *at) ? skip_blanks(at, end) : at == end ? at : NULL;
}

/* Only comments are left. */
static bool is_rest_blank(const char *at, const char *end) {
  at = skip_blanks(at, end);
  return at == end || (*at == '\r' && at + 1 == end) ||
         (end - at > 1 && at[0] == '/' && at[1] == '/');
}

/* ---- headers ---- */

static char *find_in(struct fxd_driver *driver, const char *folder, const struct reader *reader) {
  struct stat info;
  char *path =
      fxd_printf(driver, "%s%s%.*s", folder, *folder ? "/" : "", (int)reader->length, reader->name);
  return stat(path, &info) == 0 && !S_ISDIR(info.st_mode) ? path : NULL;
}

/* Where clang finds the header if not among the system's; NULL: there. */
static char *find_header(struct fxd_driver *driver, const struct fxd_pch_options *options,
                         const struct reader *reader) {
  const char *slash = strrchr(reader->path, '/');
  char *own = fxd_printf(driver, "%.*s", slash ? (int)(slash - reader->path) : 0, reader->path),
       *path = NULL;
  if (slash == reader->path)
    own = "/.";
  if (reader->is_quoted)
    path = find_in(driver, own, reader);
  for (size_t i = 0; i < options->quoted.count && reader->is_quoted && !path; ++i)
    path = find_in(driver, options->quoted.items[i], reader);
  for (size_t i = 0; i < options->folders.count && !path; ++i)
    path = find_in(driver, options->folders.items[i], reader);
  return path;
}

static enum verdict judge_header(struct fxd_driver *driver, struct fxd_pch_options *options,
                                 const struct reader *reader) {
  char *path = find_header(driver, options, reader);
  if (path)
    return reader->depth < MAX_DEPTH ? read_file(driver, path, reader->depth + 1, options) : OTHER;
  if (is_one_of(reader->name, reader->length, ours, COUNT(ours)))
    return FOUND;
  options->has_headers = true;
  return is_one_of(reader->name, reader->length, standard, COUNT(standard)) ? PLAIN : OTHER;
}

/* `<name>` or `"name"` and nothing else. */
static bool read_name(struct reader *reader, const char *at, const char *end) {
  if (at == end || (*at != '<' && *at != '"'))
    return false;
  const char *close = memchr(at + 1, *at == '<' ? '>' : '"', (size_t)(end - at - 1));
  if (!close || close == at + 1 || at[1] == '/' || !is_rest_blank(close + 1, end))
    return false;
  reader->is_quoted = *at == '"';
  reader->name = at + 1;
  reader->length = (size_t)(close - at - 1);
  return true;
}

/* ---- directives ---- */

/* `#ifndef NAME` and, on the next line, `#define NAME`, before anything else in a header. */
static bool read_guard(struct fxd_driver *driver, struct reader *reader, const char *at,
                       const char *end, struct fxd_words *guards) {
  size_t length = fxd_pch_word_length(at, end);
  reader->at = end;
  if (!length || !is_rest_blank(at + length, end) || !skip_space(reader) ||
      reader->at == reader->end || *reader->at != '#')
    return false;
  const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
  stop = stop ? stop : reader->end;
  const char *name = after_word(reader->at, stop, "define");
  if (!name || fxd_pch_word_length(name, stop) != length || memcmp(name, at, length) != 0 ||
      has_splice(name, stop) || !is_rest_blank(name + length, stop))
    return false;
  reader->guard = fxd_printf(driver, "%.*s", (int)length, at);
  reader->at = stop;
  fxd_word(guards, reader->guard);
  return true;
}

/* `#define NAME TEXT`, without parameters. What our headers test is for the precompiled one to be
 * told, which cannot be done behind others that have been read without it. Reserved names may be
 * defined already (_GNU_SOURCE). */
static bool read_define(struct fxd_driver *driver, const char *at, const char *end,
                        struct fxd_pch_options *options) {
  size_t length = fxd_pch_word_length(at, end);
  const char *text = skip_blanks(at + length, end);
  if (!length || (text == at + length && text < end && *text != '\r') ||
      memmem(text, (size_t)(end - text), "//", 2) || memmem(text, (size_t)(end - text), "/*", 2))
    return false;
  while (end > text && strchr(" \t\r", end[-1]))
    --end;
  char *name = fxd_printf(driver, "%.*s", (int)length, at);
  if (!fxd_pch_tests(name))
    fxd_word(&options->guards, name);
  else if (options->has_headers || *name == '_')
    return false;
  else
    fxd_word(&options->own, fxd_printf(driver, "%s=%.*s", name, (int)(end - text), text));
  return true;
}

static enum verdict read_directives(struct fxd_driver *driver, struct reader *reader,
                                    struct fxd_pch_options *options) {
  enum verdict verdict = PLAIN;
  for (bool is_first = true; verdict == PLAIN; is_first = false) {
    if (!skip_space(reader))
      return OTHER;
    if (reader->at == reader->end)
      return reader->guard ? OTHER : PLAIN;
    const char *at = reader->at, *rest;
    const char *stop = memchr(at, '\n', (size_t)(reader->end - at));
    stop = stop ? stop : reader->end;
    if (*at != '#' || has_splice(at, stop < reader->end ? stop + 1 : stop))
      return OTHER;
    reader->at = stop;
    if ((rest = after_word(at, stop, "include")) && read_name(reader, rest, stop)) {
      verdict = judge_header(driver, options, reader);
    } else if (reader->depth && (rest = after_word(at, stop, "pragma"))) {
      bool is_once =
          stop - rest >= 4 && memcmp(rest, "once", 4) == 0 && is_rest_blank(rest + 4, stop);
      verdict = is_once ? PLAIN : OTHER;
    } else if (reader->depth && is_first && (rest = after_word(at, stop, "ifndef"))) {
      verdict = read_guard(driver, reader, rest, stop, &options->guards) ? PLAIN : OTHER;
    } else if ((rest = after_word(at, stop, "define"))) {
      verdict = read_define(driver, rest, stop, options) ? PLAIN : OTHER;
    } else if (reader->guard && after_word(at, stop, "endif")) {
      return skip_space(reader) && reader->at == reader->end ? PLAIN : OTHER;
    } else {
      verdict = OTHER;
    }
  }
  return verdict;
}

static enum verdict read_file(struct fxd_driver *driver, const char *path, unsigned depth,
                              struct fxd_pch_options *options) {
  struct fxs_file file;
  if (++options->files_read > MAX_FILES || fxs_file_map(path, &file) != 0)
    return OTHER;
  const char *text = (const char *)file.data;
  struct reader reader = {.path = path, .at = text, .end = text + file.size, .depth = depth};
  enum verdict verdict = file.size ? read_directives(driver, &reader, options) : PLAIN;
  fxs_file_free(&file);
  return verdict;
}

bool fxd_pch_scan(struct fxd_driver *driver, const char *path, struct fxd_pch_options *options) {
  const size_t known = options->own.count;
  options->files_read = 0;
  options->guards.count = 0;
  options->has_headers = false;
  if (read_file(driver, path, 0, options) != FOUND)
    return false;
  char **own = options->own.items;
  const size_t found = options->own.count - known;
  if (!options->is_scanned) {
    for (size_t i = 0; i < found; ++i)
      fxd_word(&options->words, fxd_printf(driver, "-D%s", own[i]));
    return options->is_scanned = true;
  }
  bool is_same = found == known;
  for (size_t i = 0; i < known && is_same; ++i)
    is_same = strcmp(own[i], own[known + i]) == 0;
  options->own.count = known;
  return is_same;
}
