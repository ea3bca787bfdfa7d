/* What a preamble was made from, and whether that is still so.
 *
 * clang looks only at the size and the time of the user's headers it has read. Here are all files
 * with the times of their last writing and change, the folders of clang's that it takes its headers
 * from, and for each name that was looked for, in which of the search folders it is: a header that
 * would now be found before another is noticed too. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/preamble.h"

/* A change within this time before clang has started may have been missed. */
#define SLACK (50 * 1000 * 1000LL)
#define COARSE_SLACK (2 * 1000 * 1000 * 1000LL) /* where files have times of whole seconds */

static const char magic[] = "falx-preamble 4";

static long long nanoseconds(struct timespec time) {
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static bool read_state(const char *path, struct fxd_record_input *out) {
  struct stat info;
  if (stat(path, &info) != 0)
    return false;
  out->size = info.st_size;
  out->written = nanoseconds(info.st_mtim);
  out->changed = nanoseconds(info.st_ctim);
  out->inode = (long long)info.st_ino;
  return true;
}

static uint64_t sum_of(const char *path) {
  struct fxs_file file;
  if (fxs_file_map(path, &file) != 0)
    return 0;
  uint64_t sum = fxd_store_sum(file.data, file.size);
  fxs_file_free(&file);
  return sum;
}

static bool is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Which names are in which folders, as ones and zeros. Names of one subfolder follow each other;
 * where it is absent, they are not asked for. */
static void look_in(const struct fxd_record *record, const struct fxd_words *folders,
                    struct fxs_strbuf *found) {
  struct fxs_strbuf path = {0};
  for (size_t i = 0; i < folders->count; ++i) {
    const char *last = NULL;
    size_t last_length = 0;
    bool has_folder = false;
    for (size_t k = 0; k < record->names.count; ++k) {
      const char *name = record->names.items[k], *slash = strrchr(name, '/');
      size_t length = slash ? (size_t)(slash - name) : 0;
      if (!last || length != last_length || memcmp(name, last, length) != 0) {
        last = name;
        last_length = length;
        path.length = 0;
        fxs_strbuf_printf(&path, "%s/%.*s", folders->items[i], (int)length, name);
        has_folder = is_folder(fxs_strbuf_text(&path));
      }
      bool is_there = false;
      if (has_folder) {
        path.length = 0;
        fxs_strbuf_printf(&path, "%s/%s", folders->items[i], name);
        is_there = access(fxs_strbuf_text(&path), F_OK) == 0;
      }
      fxs_strbuf_putc(found, is_there ? '1' : '0');
    }
  }
  if (found->has_failed || path.has_failed)
    fxd_out_of_memory();
  fxs_strbuf_free(&path);
}

static uint64_t look_around(const struct fxd_record *record) {
  struct fxs_strbuf found = {0};
  look_in(record, &record->folders, &found);
  uint64_t hash = fxs_hash(fxs_strbuf_text(&found), found.length);
  fxs_strbuf_free(&found);
  return hash;
}

bool fxd_record_meets(const struct fxd_record *record, const struct fxd_words *folders) {
  struct fxs_strbuf found = {0};
  look_in(record, folders, &found);
  bool has_any = found.length && memchr(found.data, '1', found.length);
  fxs_strbuf_free(&found);
  return has_any;
}

bool fxd_record_holds(const struct fxd_record *record) {
  struct fxd_record_input now;
  for (size_t i = 0; i < record->inputs.count; ++i) {
    const struct fxd_record_input *input = &record->inputs.items[i];
    if (!read_state(input->path, &now) || now.size != input->size ||
        now.written != input->written || now.changed != input->changed)
      return false;
    /* Another file of the same moment, by a link that leads elsewhere; but some file systems number
     * theirs anew. */
    if (now.inode != input->inode && sum_of(input->path) != input->sum)
      return false;
  }
  for (size_t i = 0; i < record->absent.count; ++i)
    if (access(record->absent.items[i], F_OK) == 0)
      return false;
  return look_around(record) == record->found;
}

long long fxd_record_changed(const struct fxd_record *record) {
  struct fxd_record_input now;
  long long latest = 0;
  for (size_t i = 0; i < record->inputs.count; ++i)
    if (read_state(record->inputs.items[i].path, &now) && now.changed > latest)
      latest = now.changed;
  return latest;
}

void fxd_record_free(struct fxd_record *record) {
  fxs_vector_free(&record->inputs);
  fxs_vector_free(&record->folders);
  fxs_vector_free(&record->names);
  fxs_vector_free(&record->absent);
}

/* ---- making ---- */

struct maker {
  struct fxd_driver *driver;
  struct fxd_record *record;
  bool is_bad, is_recent;
  long long visibility; /* pushed but not popped */
  long long start;
};

static char *keep(struct maker *maker, const char *at, size_t length) {
  return fxd_printf(maker->driver, "%.*s", (int)length, at);
}

static void add_input(struct maker *maker, char *path) {
  struct fxd_record_input input = {.path = path};
  if (!read_state(path, &input)) {
    maker->is_recent = true;
    return;
  }
  /* Anyone can set the time of writing; that of change is the system's. */
  long long slack = input.changed % 1000000000LL ? SLACK : COARSE_SLACK;
  if (input.changed > maker->start - slack)
    maker->is_recent = true;
  input.sum = sum_of(path);
  FXD_PUSH(&maker->record->inputs, input);
}

/* The text between the two, if the line has both. */
static bool between(const char *line, size_t length, const char *before, const char *after,
                    const char **out, size_t *out_length) {
  const char *at = memmem(line, length, before, strlen(before));
  if (!at)
    return false;
  at += strlen(before);
  size_t rest = length - (size_t)(at - line);
  const char *stop = *after ? memmem(at, rest, after, strlen(after)) : at + rest;
  *out = at;
  *out_length = stop ? (size_t)(stop - at) : 0;
  return stop != NULL;
}

/* Reads what -v says of the places that clang looks at. Answers where it ends. */
static const char *read_places(struct maker *maker, struct fxd_text said) {
  const char *at = said.data, *end = at + said.size, *stop, *word;
  bool is_list = false;
  size_t length;
  for (; at < end && (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1) {
    size_t size = (size_t)(stop - at);
    if (size > 1 && is_list && *at == ' ') {
      if (stop[-1] == ')') /* a framework or header map */
        maker->is_bad = true;
      fxd_word(&maker->record->folders, keep(maker, at + 1, size - 1));
    } else if (between(at, size, "End of search list.", "", &word, &length)) {
      return stop + 1;
    } else if (between(at, size, "ignoring nonexistent directory \"", "\"", &word, &length) ||
               /* a link may lead elsewhere later */
               between(at, size, "ignoring duplicate directory \"", "\"", &word, &length)) {
      fxd_word(&maker->record->folders, keep(maker, word, length));
    } else if (between(at, size, "Selected GCC installation: ", "", &word, &length)) {
      /* A newer one beside it would be taken. */
      char *path = keep(maker, word, length), *slash = strrchr(path, '/');
      if (slash && slash > path) {
        *slash = 0;
        add_input(maker, path);
      }
    } else if (between(at, size, "Configuration file: ", "", &word, &length)) {
      add_input(maker, keep(maker, word, length));
    }
    is_list = (is_list && *at == ' ') || memmem(at, size, "search starts here:", 19);
  }
  return NULL;
}

/* The next file of a dependency list; NULL at its end. */
static char *next_dependency(struct maker *maker, const char **at, const char *end) {
  struct fxs_strbuf name = {0};
  while (*at < end && strchr(" \\\n", **at))
    ++*at;
  for (; *at < end && **at != ' ' && **at != '\n'; ++*at) {
    if (**at == '\\' && end - *at > 1 && strchr(" #", (*at)[1]))
      ++*at;
    else if (**at == '$' && end - *at > 1 && (*at)[1] == '$')
      ++*at;
    fxs_strbuf_putc(&name, **at);
  }
  char *path = name.length ? keep(maker, name.data, name.length) : NULL;
  fxs_strbuf_free(&name);
  return path;
}

/* What a search for the file asked for: its path below the folder that it was found in. */
static void add_name_of(struct maker *maker, const char *path) {
  const char *best = NULL;
  for (size_t i = 0; i < maker->record->folders.count; ++i) {
    const char *folder = maker->record->folders.items[i];
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) == 0 && path[length] == '/' &&
        (!best || path + length + 1 > best))
      best = path + length + 1;
  }
  if (best)
    fxd_word(&maker->record->names, best);
}

/* `"name"` in a header: its own folder comes first. */
static void add_absent(struct maker *maker, const char *path, const char *name, size_t length) {
  const char *slash = strrchr(path, '/');
  char *beside = fxd_printf(maker->driver, "%.*s%.*s", slash ? (int)(slash + 1 - path) : 0, path,
                            (int)length, name);
  if (length && *name != '/' && access(beside, F_OK) != 0)
    fxd_word(&maker->record->absent, beside);
}

/* Names behind the word in a header: `include <name>`, `__has_include("name")`. */
static void scan_for(struct maker *maker, const char *path, struct fxd_text text,
                     const char *word) {
  const char *at = text.data, *end = at + text.size;
  while ((at = memmem(at, (size_t)(end - at), word, strlen(word)))) {
    for (at += strlen(word); at < end && strchr(" \t(", *at);)
      ++at;
    char close = at < end && *at == '<' ? '>' : '"';
    const char *stop = at < end ? memchr(at + 1, close, (size_t)(end - at - 1)) : NULL;
    if (!stop || (*at != '<' && *at != '"') || memchr(at, '\n', (size_t)(stop - at)))
      continue;
    if (close == '"')
      add_absent(maker, path, at + 1, (size_t)(stop - at) - 1);
    if (at[1] != '/')
      fxd_word(&maker->record->names, keep(maker, at + 1, (size_t)(stop - at) - 1));
  }
}

/* How often the first is followed by the second. */
static long long count_pairs(struct fxd_text text, const char *first, const char *second) {
  const char *at = text.data, *end = at + text.size;
  long long count = 0;
  while ((at = memmem(at, (size_t)(end - at), first, strlen(first)))) {
    for (at += strlen(first); at < end && (*at == ' ' || *at == '\t');)
      ++at;
    count += (size_t)(end - at) >= strlen(second) && memcmp(at, second, strlen(second)) == 0;
  }
  return count;
}

/* What pragmas leave behind that clang keeps in no precompiled header. */
static void scan_pragmas(struct maker *maker, struct fxd_text text) {
  static const char *const lost[] = {"section", "deprecated", "final"};
  for (size_t i = 0; i < sizeof lost / sizeof *lost; ++i)
    if (count_pairs(text, "clang", lost[i]))
      maker->is_bad = true;
  /* A header that pushes and one that pops: the source may have the second. */
  if (count_pairs(text, "pragma", "redefine_extname") || count_pairs(text, "eval_method", "(") ||
      count_pairs(text, "push_macro", "(") != count_pairs(text, "pop_macro", "("))
    maker->is_bad = true;
  maker->visibility += count_pairs(text, "visibility", "push");
  maker->visibility -= count_pairs(text, "visibility", "pop");
}

/* Headers that say when or for whom they are compiled are left to clang. */
static void scan(struct maker *maker, const char *path) {
  static const char *const moments[] = {"__TIME__", "__DATE__", "__TIMESTAMP__", "__BASE_FILE__"};
  struct fxs_file file;
  if (fxs_file_map(path, &file) != 0) {
    maker->is_recent = true;
    return;
  }
  struct fxd_text text = {(const char *)file.data, file.size};
  for (size_t i = 0; i < sizeof moments / sizeof *moments; ++i)
    if (memmem(text.data, text.size, moments[i], strlen(moments[i])))
      maker->is_bad = true;
  scan_pragmas(maker, text);
  scan_for(maker, path, text, "include"); /* `__has_include(` too */
  scan_for(maker, path, text, "include_next");
  fxs_file_free(&file);
}

/* In subfolders first, so that those of one stand together. */
static int compare_names(const void *left, const void *right) {
  const char *a = *(char *const *)left, *b = *(char *const *)right;
  const char *slash = strrchr(a, '/'), *other = strrchr(b, '/');
  size_t length = slash ? (size_t)(slash - a) : 0, other_length = other ? (size_t)(other - b) : 0;
  size_t common = length < other_length ? length : other_length;
  int order = memcmp(a, b, common);
  if (!order && length != other_length)
    order = length < other_length ? -1 : 1;
  return order ? order : strcmp(a, b);
}

static void sort_names(struct fxd_words *names) {
  size_t kept = 0;
  if (names->count)
    qsort(names->items, names->count, sizeof *names->items, compare_names);
  for (size_t i = 0; i < names->count; ++i)
    if (!kept || strcmp(names->items[kept - 1], names->items[i]) != 0)
      names->items[kept++] = names->items[i];
  names->count = kept;
}

static bool has_relative_folder(const struct fxd_record *record) {
  bool is_relative = false;
  for (size_t i = 0; i < record->folders.count; ++i)
    is_relative = is_relative || record->folders.items[i][0] != '/';
  return is_relative;
}

enum fxd_making_result fxd_record_make(struct fxd_driver *driver, const struct fxd_making *making,
                                       struct fxd_record *out) {
  struct maker maker = {.driver = driver, .record = out, .start = nanoseconds(making->start)};
  const char *rest = read_places(&maker, making->messages);
  const char *at = making->dependencies.data, *end = at + making->dependencies.size;
  if (!rest || !(at = memchr(at, ':', making->dependencies.size)))
    return FXD_MAKING_FAILED;
  ++at;
  for (char *path; (path = next_dependency(&maker, &at, end));) {
    if (*path != '/') /* clang would call it by its absolute path from now on */
      maker.is_bad = true;
    add_input(&maker, path);
    add_name_of(&maker, path);
    scan(&maker, path);
  }
  /* A warning would be lost: each compilation has to say it. */
  if (rest != making->messages.data + making->messages.size || maker.visibility)
    maker.is_bad = true;
  sort_names(&out->names);
  sort_names(&out->absent);
  out->found = look_around(out);
  if (!making->is_local && has_relative_folder(out))
    return FXD_MAKING_FAILED;
  if (maker.is_recent)
    return maker.is_bad ? FXD_MAKING_FAILED : FXD_MAKING_ONCE;
  return maker.is_bad ? FXD_MAKING_BAD : FXD_MAKING_FINE;
}

/* ---- text ---- */

static void write_words(const struct fxd_words *words, char letter, struct fxs_strbuf *out) {
  for (size_t i = 0; i < words->count; ++i)
    fxs_strbuf_printf(out, "%c %s\n", letter, words->items[i]);
}

void fxd_record_write(const struct fxd_record *record, struct fxd_text key,
                      struct fxs_strbuf *out) {
  fxs_strbuf_printf(out, "%s\n%zu\n", magic, key.size);
  fxs_strbuf_append(out, key.data, key.size);
  fxs_strbuf_putc(out, '\n');
  if (record->file)
    fxs_strbuf_printf(out, "P %llu %llu %s\n", (unsigned long long)record->size,
                      (unsigned long long)record->sum, record->file);
  if (record->base)
    fxs_strbuf_printf(out, "B %llu %llu %s\n", (unsigned long long)record->base_size,
                      (unsigned long long)record->base_sum, record->base);
  write_words(&record->folders, 'F', out);
  write_words(&record->names, 'N', out);
  write_words(&record->absent, 'A', out);
  for (size_t i = 0; i < record->inputs.count; ++i) {
    const struct fxd_record_input *input = &record->inputs.items[i];
    fxs_strbuf_printf(out, "I %lld %lld %lld %lld %llu %s\n", input->size, input->written,
                      input->changed, input->inode, (unsigned long long)input->sum, input->path);
  }
  fxs_strbuf_printf(out, "E %llu\n", (unsigned long long)record->found);
}

/* Numbers, then the rest of the line. */
static bool read_numbers(char **at, unsigned long long *numbers, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    char *stop;
    numbers[i] = strtoull(*at, &stop, 10); /* negative ones wrap and come back */
    if (stop == *at || (*stop != ' ' && (*stop || i + 1 < count)))
      return false;
    *at = *stop ? stop + 1 : stop;
  }
  return true;
}

bool fxd_record_read(struct fxd_driver *driver, struct fxd_text text, struct fxd_text key,
                     struct fxd_record *out) {
  char *head = fxd_printf(driver, "%s\n%zu\n", magic, key.size);
  size_t length = strlen(head);
  if (text.size <= length + key.size || memcmp(text.data, head, length) != 0 ||
      memcmp(text.data + length, key.data, key.size) != 0 || memchr(text.data, 0, text.size))
    return false;
  char *at = fxd_strdup(driver, text.data + length + key.size), *stop;
  if (*at++ != '\n')
    return false;
  for (; (stop = strchr(at, '\n')); at = stop + 1) {
    unsigned long long numbers[5];
    *stop = 0;
    if (!at[0] || at[1] != ' ')
      return false;
    char *word = at + 2;
    struct fxd_record_input input = {0};
    switch (at[0]) {
    case 'P':
      if (!read_numbers(&word, numbers, 2) || strchr(word, '/'))
        return false;
      out->size = numbers[0];
      out->sum = numbers[1];
      out->file = word;
      break;
    case 'B':
      if (!read_numbers(&word, numbers, 2) || strchr(word, '/'))
        return false;
      out->base_size = numbers[0];
      out->base_sum = numbers[1];
      out->base = word;
      break;
    case 'F':
      fxd_word(&out->folders, word);
      break;
    case 'N':
      fxd_word(&out->names, word);
      break;
    case 'A':
      fxd_word(&out->absent, word);
      break;
    case 'I':
      if (!read_numbers(&word, numbers, 5))
        return false;
      input.path = word;
      input.size = (long long)numbers[0];
      input.written = (long long)numbers[1];
      input.changed = (long long)numbers[2];
      input.inode = (long long)numbers[3];
      input.sum = numbers[4];
      FXD_PUSH(&out->inputs, input);
      break;
    case 'E': /* the end: a text that was cut off has none */
      if (!read_numbers(&word, numbers, 1))
        return false;
      out->found = numbers[0];
      return !stop[1];
    default:
      return false;
    }
  }
  return false;
}
