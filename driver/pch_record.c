/* The inputs of a precompiled header, and whether they are unchanged.
 *
 *   falx-pch 2
 *   F SIZE WRITTEN CHANGED INODE PATH    a file that was read, or a folder that clang chose
 *   P PATH                               one of them that a header probes for: `__has_include(<…>)`
 *   N NAME                               a name under which headers were searched, sorted
 *   W WORD                               every word of these files, sorted
 *
 * clang itself checks only the size and the time of the user's headers. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/pch.h"
#include "support/file.h"

/* A modification this shortly before clang started may have gone unnoticed. */
#define SLACK (50 * 1000 * 1000LL)
#define COARSE_SLACK (2 * 1000 * 1000 * 1000LL) /* for file times in whole seconds */

static const char magic[] = "falx-pch 2\n";

static long long nanoseconds(struct timespec time) {
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void write_state(const struct stat *info, const char *path, struct fxs_strbuf *out) {
  fxs_strbuf_printf(out, "F %lld %lld %lld %lld %s\n", (long long)info->st_size,
                    nanoseconds(info->st_mtim), nanoseconds(info->st_ctim), (long long)info->st_ino,
                    path);
}

/* ---- recording ---- */

struct maker {
  struct fxd_driver *driver;
  struct fxs_strbuf *out;
  struct fxs_map names, words;
  struct fxs_map probed; /* of the names: those in `__has_include` */
  long long start;       /* nanoseconds */
};

static void add(struct fxs_map *map, const char *word) {
  if (!fxs_map_put(map, word, NULL))
    fxd_out_of_memory();
}

/* False if it is not as clang read it. */
static bool add_state(struct maker *maker, const char *path) {
  struct stat info;
  if (stat(path, &info) != 0)
    return false;
  /* Anyone can set the modification time; the change time is set by the system only. */
  long long changed = nanoseconds(info.st_ctim);
  long long slack = changed % 1000000000LL ? SLACK : COARSE_SLACK;
  write_state(&info, path, maker->out);
  return changed <= maker->start - slack;
}

size_t fxd_pch_word_length(const char *at, const char *end) {
  const char *start = at;
  while (at < end && (isalnum((unsigned char)*at) || *at == '_' || *at == '$' || *at & 0x80))
    ++at;
  return (size_t)(at - start);
}

static void add_words(struct maker *maker, struct fxd_text text) {
  struct fxs_strbuf word = {0};
  for (size_t i = 0, length; i < text.size; i += length + 1) {
    length = fxd_pch_word_length(text.data + i, text.data + text.size);
    if (!length)
      continue;
    word.length = 0;
    fxs_strbuf_append(&word, text.data + i, length);
    add(&maker->words, fxs_strbuf_text(&word));
  }
  fxs_strbuf_free(&word);
}

/* Names after the word in a header: `include <name>`, `__has_include("name")`. A name found
 * beside the header is not searched for anywhere else. */
static void add_names(struct maker *maker, const char *path, struct fxd_text text,
                      const char *word) {
  static const char question[] = "__has_";
  const char *at = text.data, *end = at + text.size, *slash = strrchr(path, '/');
  struct stat info;
  while ((at = memmem(at, (size_t)(end - at), word, strlen(word)))) {
    size_t before = strlen(question);
    bool is_question = (size_t)(at - text.data) >= before && !memcmp(at - before, question, before);
    for (at += strlen(word); at < end && strchr(" \t(", *at);)
      ++at;
    char close = at < end && *at == '<' ? '>' : '"';
    const char *stop = at < end ? memchr(at + 1, close, (size_t)(end - at - 1)) : NULL;
    if (!stop || (*at != '<' && *at != '"') || memchr(at, '\n', (size_t)(stop - at)))
      continue;
    char *name = fxd_printf(maker->driver, "%.*s", (int)(stop - at) - 1, at + 1);
    char *beside =
        fxd_printf(maker->driver, "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, name);
    if (is_question)
      add(&maker->probed, name);
    if (*name != '/' && (close == '>' || stat(beside, &info) != 0))
      add(&maker->names, name);
  }
}

/* Clang uses the newest installation of GCC, which is the last component of
 * `/usr/lib/gcc/TRIPLE/12/../..`; a newer one would modify its folder. */
static bool add_installation(struct maker *maker, const char *path) {
  const char *up = strstr(path, "/../");
  char *folder = fxd_printf(maker->driver, "%.*s", up ? (int)(up - path) : 0, path);
  char *slash = strrchr(folder, '/');
  if (!slash || slash == folder)
    return true;
  *slash = 0;
  if (fxs_map_has(&maker->names, folder))
    return true;
  add(&maker->names, folder); /* no header has this name */
  return add_state(maker, folder);
}

static bool add_file(struct maker *maker, const char *path) {
  struct fxs_file file;
  if (*path != '/' || !add_installation(maker, path) || !add_state(maker, path) ||
      fxs_file_map(path, &file) != 0)
    return false;
  struct fxd_text text = {(const char *)file.data, file.size};
  add_words(maker, text);
  add_names(maker, path, text, "include"); /* `__has_include(`, too */
  add_names(maker, path, text, "include_next");
  fxs_file_free(&file);
  return true;
}

/* The next file in a dependency file; NULL at its end. */
static char *next_dependency(struct fxd_driver *driver, const char **at, const char *end) {
  struct fxs_strbuf name = {0};
  while (*at < end && strchr(" \\\n", **at))
    ++*at;
  for (; *at < end && **at != ' ' && **at != '\n'; ++*at) {
    bool is_escape = **at == '\\' && end - *at > 1 && strchr(" #", (*at)[1]);
    *at += is_escape || (**at == '$' && end - *at > 1 && (*at)[1] == '$');
    fxs_strbuf_putc(&name, **at);
  }
  char *path = name.length ? fxd_strdup(driver, name.data) : NULL;
  fxs_strbuf_free(&name);
  return path;
}

static int compare(const void *left, const void *right) {
  return strcmp(*(char *const *)left, *(char *const *)right);
}

static void write_sorted(const struct fxs_map *map, const char *mark, struct fxs_strbuf *out) {
  struct fxd_words words = {0};
  const char *word;
  void *value;
  for (size_t i = 0; fxs_map_next(map, &i, &word, &value);)
    fxd_word(&words, word);
  if (words.count)
    qsort(words.items, words.count, sizeof *words.items, compare);
  for (size_t i = 0; i < words.count; ++i)
    fxs_strbuf_printf(out, "%s%s\n", mark, words.items[i]);
  fxs_vector_free(&words);
}

/* Whether a header probes for the file by the last parts of its path. */
static bool is_probed(const struct maker *maker, const char *path) {
  while ((path = strchr(path, '/')))
    if (fxs_map_has(&maker->probed, ++path))
      return true;
  return false;
}

bool fxd_pch_record(struct fxd_driver *driver, struct fxd_text dependencies, struct timespec start,
                    struct fxs_strbuf *out) {
  struct maker maker = {.driver = driver, .out = out, .start = nanoseconds(start)};
  const char *end = dependencies.data + dependencies.size;
  const char *at = memchr(dependencies.data, ':', dependencies.size);
  bool is_fine = at != NULL;
  fxs_strbuf_puts(out, magic);
  at = at ? at + 1 : end;
  struct fxd_words paths = {0};
  for (char *path; is_fine && (path = next_dependency(driver, &at, end));) {
    is_fine = add_file(&maker, path);
    fxd_word(&paths, path);
  }
  for (size_t i = 0; i < paths.count; ++i)
    if (is_probed(&maker, paths.items[i]))
      fxs_strbuf_printf(out, "P %s\n", paths.items[i]);
  fxs_vector_free(&paths);
  write_sorted(&maker.names, "N ", out);
  fxs_strbuf_puts(out, "W\n");
  write_sorted(&maker.words, "", out);
  fxs_map_free(&maker.names);
  fxs_map_free(&maker.probed);
  fxs_map_free(&maker.words);
  return is_fine && !out->has_failed;
}

/* ---- checking ---- */

/* The next line that begins with the letter, without letter and blank; false: no more. */
static bool next_line(struct fxd_text *rest, char letter, struct fxd_text *out) {
  const char *stop;
  while ((stop = memchr(rest->data, '\n', rest->size))) {
    const char *line = rest->data;
    size_t length = (size_t)(stop - line);
    if (line[0] == 'W' && length == 1)
      return false;
    rest->size -= length + 1;
    rest->data = stop + 1;
    if (length > 2 && line[0] == letter && line[1] == ' ') {
      *out = (struct fxd_text){line + 2, length - 2};
      return true;
    }
  }
  return false;
}

bool fxd_pch_record_holds(void *unused, const void *record, size_t size) {
  struct fxd_text rest = {record, size}, line;
  struct fxs_strbuf now = {0}, path = {0};
  (void)unused;
  bool holds = size > strlen(magic) && memcmp(record, magic, strlen(magic)) == 0;
  while (holds && next_line(&rest, 'F', &line)) {
    struct stat info;
    const char *start = memchr(line.data, '/', line.size); /* after the numbers */
    now.length = path.length = 0;
    if (start)
      fxs_strbuf_append(&path, start, (size_t)(line.data + line.size - start));
    holds = start && stat(fxs_strbuf_text(&path), &info) == 0;
    if (holds)
      write_state(&info, path.data, &now);
    holds = holds && now.length == line.size + 3 && memcmp(now.data + 2, line.data, line.size) == 0;
  }
  fxs_strbuf_free(&now);
  fxs_strbuf_free(&path);
  return holds;
}

void fxd_pch_record_probed(struct fxd_driver *driver, struct fxd_text record,
                           struct fxd_words *out) {
  for (struct fxd_text line; next_line(&record, 'P', &line);)
    fxd_word(out, fxd_printf(driver, "%.*s", (int)line.size, line.data));
}

/* Whether the file was read under this path. */
static bool was_read(struct fxd_text record, const char *path) {
  size_t length = strlen(path);
  for (struct fxd_text line; next_line(&record, 'F', &line);)
    if (line.size > length && memcmp(line.data + line.size - length, path, length) == 0 &&
        line.data[line.size - length - 1] == ' ')
      return true;
  return false;
}

bool fxd_pch_record_meets(struct fxd_text record, const char *folder) {
  struct fxs_strbuf path = {0};
  struct fxd_text rest = record, name;
  struct stat info;
  bool meets = false;
  while (!meets && next_line(&rest, 'N', &name)) {
    path.length = 0;
    fxs_strbuf_printf(&path, "%s/%.*s", folder, (int)name.size, name.data);
    meets = stat(fxs_strbuf_text(&path), &info) == 0 && !S_ISDIR(info.st_mode) &&
            !was_read(record, path.data);
  }
  fxs_strbuf_free(&path);
  return meets;
}

bool fxd_pch_record_mentions(struct fxd_text record, const char *word) {
  struct fxs_strbuf line = {0};
  fxs_strbuf_printf(&line, "\n%s\n", word);
  const char *words = memmem(record.data, record.size, "\nW\n", 3);
  bool is_there =
      !words || line.has_failed ||
      memmem(words + 2, record.size - (size_t)(words + 2 - record.data), line.data, line.length);
  fxs_strbuf_free(&line);
  return is_there;
}
