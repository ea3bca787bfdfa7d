/* The base: a preamble of our header alone, which all sources that include it share. Standard
 * headers in front of it may come behind it, too: docs/compile-time.md. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/preamble.h"

#define COUNT(array) (sizeof array / sizeof *array)

/* Headers whose order is of no account, by ISO C++, ISO C and POSIX. Not <complex.h>, <tgmath.h>
 * and what includes them: their macros have names that any program may use. */
static const char *const orderless[] = {
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
    "math.h", "setjmp.h", "signal.h", "stdarg.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
    "string.h", "time.h", "uchar.h", "wchar.h", "wctype.h",
    /* POSIX */
    "dirent.h", "fcntl.h", "pthread.h", "strings.h", "sys/mman.h", "sys/resource.h", "sys/stat.h",
    "sys/time.h", "sys/types.h", "unistd.h"};

static const char *const ours[] = {"sycl/sycl.hpp", "CL/sycl.hpp"};

static bool is_one_of(const char *name, size_t length, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
      return true;
  return false;
}

bool fxd_preamble_base(const struct fxd_cut *cut, struct fxd_base *out) {
  static const char include[] = "#include <";
  const char *at = cut->text, *end = at + cut->size, *stop;
  *out = (struct fxd_base){0};
  for (; at < end && (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1) {
    const char *name = at + strlen(include), *close;
    if (stop < name || memcmp(at, include, strlen(include)) != 0 ||
        !(close = memchr(name, '>', (size_t)(stop - name))))
      return false;
    size_t length = (size_t)(close - name);
    if (is_one_of(name, length, ours, COUNT(ours))) {
      out->text = (struct fxd_text){at, (size_t)(stop + 1 - at)};
      out->is_hoisted = at != cut->text;
      return true;
    }
    if (!is_one_of(name, length, orderless, COUNT(orderless)))
      return false;
  }
  return false;
}

static bool has_one_of(const char *folder, const char *const *names, size_t count) {
  struct fxs_strbuf path = {0};
  bool is_there = false;
  for (size_t i = 0; i < count && !is_there; ++i) {
    path.length = 0;
    fxs_strbuf_printf(&path, "%s/%s", folder, names[i]);
    is_there = access(fxs_strbuf_text(&path), F_OK) == 0;
  }
  fxs_strbuf_free(&path);
  return is_there;
}

bool fxd_preamble_has_foreign(const char *folder) {
  return has_one_of(folder, ours, COUNT(ours)) || has_one_of(folder, orderless, COUNT(orderless));
}

/* Past what sets colours. */
static const char *skip_colours(const char *at, const char *end) {
  while (end - at > 1 && at[0] == '\033' && at[1] == '[') {
    const char *stop = memchr(at, 'm', (size_t)(end - at));
    if (!stop)
      return at;
    at = stop + 1;
  }
  return at;
}

static bool begins(const char *at, const char *end, const char *what) {
  return (size_t)(end - at) >= strlen(what) && memcmp(at, what, strlen(what)) == 0;
}

/* A line that has one of the words, and so a place in front of it, has to begin with the source. */
bool fxd_preamble_is_of_source(struct fxd_text said, const char *source) {
  static const char *const severities[] = {"error: ", "warning: ", "note: ", "remark: "};
  static const char *const elsewhere[] = {"In file included from", "did you mean", "<stdin>",
                                          "<built-in>"};
  for (size_t i = 0; i < COUNT(elsewhere); ++i)
    if (memmem(said.data, said.size, elsewhere[i], strlen(elsewhere[i])))
      return false;
  const char *at = said.data, *end = at + said.size;
  for (const char *stop; at < end; at = stop + 1) {
    stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop)
      stop = end;
    const char *place = skip_colours(at, stop);
    bool has_place = begins(place, stop, source) && place[strlen(source)] == ':';
    for (size_t i = 0; i < COUNT(severities) && !has_place; ++i)
      if (memmem(at, (size_t)(stop - at), severities[i], strlen(severities[i])))
        return false;
  }
  return true;
}
