/* Compiles sources with a precompiled <sycl/sycl.hpp>, one for each set of options and kind of
 * compilation. docs/compile-time.md.
 *
 *   build job (if it does not exist yet) ── the compilation, which uses it
 *
 * Nothing here is an error: after any failure the source is compiled without it, and only that
 * output is shown. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/pch.h"
#include "support/cache.h"
#include "support/file.h"

#define DEFAULT_LIMIT_MB 200
#define WAIT_MS (5 * 60 * 1000) /* for another process, if the user requested the header */
#define MB (1000 * 1000)

/* One per key, shared by the compilations of this process. */
struct fxd_pch {
  struct fxs_cache_part key; /* text: the compiler and its options */
  struct fxs_cache cache;
  struct fxs_cache_file file; /* path NULL: there is none */
  struct fxs_cache_build build;
  struct fxd_job *maker;       /* NULL: the header exists */
  char *source, *dependencies; /* the maker's files */
  size_t output;               /* index in its argv of the output path */
  struct timespec start;
  const char *reason; /* why it is not stored */
  bool is_asked_for;  /* by the user: failures are reported, and it is protected */
};

/* One compilation. */
struct fxd_pch_use {
  struct fxd_pch *pch;
  struct fxd_pch_options options;
  const char *source;
  size_t first_word, word_count; /* in the job's argv; 0 words: compile without it */
  size_t path;                   /* index in its argv of the header's path */
  bool has_list;                 /* a dependency file is written, system headers included */
};

static const char header[] = "#include <sycl/sycl.hpp>\n";

/* ---- the cache ---- */

static uint64_t find_limit(void) {
  const char *size = getenv("FALX_PCH_CACHE_SIZE");
  char *stop;
  unsigned long long limit = size ? strtoull(size, &stop, 10) : DEFAULT_LIMIT_MB;
  if (size && (stop == size || *stop || limit > UINT32_MAX)) {
    fxd_warning("FALX_PCH_CACHE_SIZE is '%s', not a number of megabytes; taking %d", size,
                DEFAULT_LIMIT_MB);
    limit = DEFAULT_LIMIT_MB;
  }
  return limit * MB;
}

/* NULL: none can be used. */
static const struct fxs_cache *open_cache(struct fxd_driver *driver) {
  const char *wish = getenv("FALX_PCH_CACHE");
  char place[4096];
  if (driver->has_looked_for_cache)
    return driver->cache;
  driver->has_looked_for_cache = true;
  uint64_t limit = find_limit();
  if (!wish || !*wish)
    wish = fxs_cache_place(getenv("XDG_CACHE_HOME"), getenv("HOME"), "pch", place, sizeof place)
               ? place
               : "0";
  if (*wish == '/' && limit) {
    driver->cache = fxd_alloc(driver, sizeof *driver->cache);
    *driver->cache = (struct fxs_cache){.path = fxd_strdup(driver, wish),
                                        .kind = "pch",
                                        .limit = limit - limit / 2,
                                        .protected_limit = limit / 2,
                                        .limit_setting = "FALX_PCH_CACHE_SIZE"};
  } else if (*wish != '/' && strcmp(wish, "0") != 0) {
    fxd_warning("FALX_PCH_CACHE is '%s', and no headers are precompiled; give the absolute path of "
                "a folder, or 0",
                wish);
  }
  return driver->cache;
}

static const struct fxs_cache_judge judge = {.accepts = fxd_pch_record_holds};

/* Looks for a requested, protected header first, then for one built on demand. */
static void find(struct fxd_pch *pch) {
  struct fxs_cache_key key = {.parts = &pch->key, .count = 1, .is_protected = true};
  if (!fxs_cache_find_file(&pch->cache, &key, &judge, &pch->file)) {
    key.is_protected = false;
    fxs_cache_find_file(&pch->cache, &key, &judge, &pch->file);
  }
}

static struct fxd_text record_of(const struct fxd_pch *pch) {
  return (struct fxd_text){(const char *)pch->file.note, pch->file.note_size};
}

/* ---- building ---- */

static int making_starts(struct fxd_driver *driver, struct fxd_job *job) {
  struct fxd_pch *pch = job->context;
  struct fxs_cache_key key = {.parts = &pch->key, .count = 1, .is_protected = pch->is_asked_for};
  int wait_ms = pch->is_asked_for ? WAIT_MS : 0;
  enum fxs_cache_build_answer answer =
      fxs_cache_build_begin(&pch->cache, &key, &judge, wait_ms, &pch->build, &pch->file);
  (void)driver;
  clock_gettime(CLOCK_REALTIME, &pch->start);
  if (answer == FXS_CACHE_BUILD && fxs_file_write(pch->source, header, strlen(header)) == 0) {
    job->argv.items[pch->output] = pch->build.path;
    return 0;
  }
  job->is_skipped = true;
  if (answer == FXS_CACHE_FOUND || !pch->is_asked_for)
    return 0;
  fxd_error("<sycl/sycl.hpp> is not precompiled: %s", pch->cache.reason);
  return 1;
}

/* False, with the reason. */
static bool keep(struct fxd_driver *driver, struct fxd_pch *pch) {
  struct fxs_file list;
  struct fxs_strbuf record = {0};
  if (fxs_file_read(pch->dependencies, &list) != 0)
    return false;
  struct fxd_text text = {(const char *)list.data, list.size};
  bool is_kept = fxd_pch_record(driver, text, pch->start, &record);
  pch->reason = pch->cache.reason;
  if (!is_kept)
    pch->reason = "its headers have just been written; try again";
  is_kept = is_kept && fxs_cache_build_commit(&pch->cache, &pch->build, record.data, record.length,
                                              &pch->file);
  fxs_strbuf_free(&record);
  fxs_file_free(&list);
  return is_kept;
}

/* A header with diagnostics is not used: each source that includes it must show them. */
static bool making_ended(struct fxd_driver *driver, struct fxd_job *job, int *status) {
  struct fxd_pch *pch = job->context;
  bool is_kept = *status == 0 && !fxd_job_said(job) && keep(driver, pch);
  fxs_cache_build_end(&pch->build);
  if (*status == 0 && !is_kept && pch->is_asked_for) {
    fxd_error("<sycl/sycl.hpp> is not precompiled: %s",
              pch->reason ? pch->reason : "clang warns of it");
    *status = 1;
  }
  job->hides_output = !pch->is_asked_for;
  if (!pch->is_asked_for)
    *status = 0; /* the compilation will report any errors */
  return false;
}

/* list: words separated by blanks. */
static void add_words(struct fxd_driver *driver, const char *list, struct fxd_words *argv) {
  for (size_t length; *list; list += length + (list[length] == ' ')) {
    length = strcspn(list, " ");
    fxd_word(argv, fxd_printf(driver, "%.*s", (int)length, list));
  }
}

static void plan_making(struct fxd_driver *driver, struct fxd_pch *pch,
                        const struct fxd_words *words) {
  struct fxd_job *job = fxd_job_new(driver);
  pch->maker = job;
  pch->source = fxd_temp_path(driver, "sycl", ".hpp");
  pch->dependencies = fxd_temp_path(driver, "sycl", ".d");
  for (size_t i = 0; i < words->count; ++i)
    fxd_word(&job->argv, words->items[i]);
  add_words(driver, "-Qunused-arguments -fno-crash-diagnostics -MD -MT x -MF", &job->argv);
  fxd_word(&job->argv, pch->dependencies);
  add_words(driver, "-Xclang -emit-pch -x c++ -c - -o", &job->argv);
  pch->output = job->argv.count;
  fxd_word(&job->argv, fxd_temp_path(driver, "sycl", ".pch")); /* until the cache has named it */
  job->stdin_path = pch->source;
  job->is_compilation = true;
  job->context = pch;
  job->prepare = making_starts;
  job->ended = making_ended;
}

/* The one for these words, if this process has it already. */
static struct fxd_pch *get(struct fxd_driver *driver, const struct fxd_words *words) {
  struct fxs_strbuf key = {0};
  if (!fxd_pch_compiler(driver, &key))
    return NULL;
  for (size_t i = 1; i < words->count; ++i)
    fxs_strbuf_printf(&key, "\n%s", words->items[i]);
  struct fxd_pch *pch = fxd_alloc(driver, sizeof *pch);
  *pch = (struct fxd_pch){.key = {fxd_strdup(driver, fxs_strbuf_text(&key)), key.length},
                          .cache = *driver->cache};
  fxs_strbuf_free(&key);
  for (size_t i = 0; i < driver->pchs.count; ++i)
    if (strcmp(driver->pchs.items[i]->key.data, pch->key.data) == 0)
      return driver->pchs.items[i];
  FXD_PUSH(&driver->pchs, pch);
  find(pch);
  return pch;
}

/* ---- use ---- */

/* The index of a define that the header mentions; -1: none. */
static ptrdiff_t mentioned_define(const struct fxd_pch *pch,
                                  const struct fxd_pch_options *options) {
  for (size_t i = 0; i < options->macros.count; ++i)
    if (fxd_pch_record_mentions(record_of(pch), options->macros.items[i]))
      return (ptrdiff_t)i;
  return -1;
}

/* Whether the compilation would read the same header from source. */
static bool is_right(const struct fxd_pch *pch, const struct fxd_pch_options *options) {
  struct fxd_text record = record_of(pch);
  bool is_fine =
      mentioned_define(pch, options) < 0 && !fxd_pch_record_meets(record, "/usr/local/include");
  for (size_t i = 0; i < options->guards.count && is_fine; ++i)
    is_fine = !fxd_pch_record_mentions(record, options->guards.items[i]);
  for (size_t i = 0; i < options->quoted.count && is_fine; ++i)
    is_fine = !fxd_pch_record_meets(record, options->quoted.items[i]);
  for (size_t i = 0; i < options->folders.count && is_fine; ++i)
    is_fine = !fxd_pch_record_meets(record, options->folders.items[i]);
  return is_fine;
}

static void leave_out(struct fxd_job *job) {
  struct fxd_pch_use *use = job->context;
  struct fxd_words *argv = &job->argv;
  size_t after = use->first_word + use->word_count;
  memmove(argv->items + use->first_word, argv->items + after,
          (argv->count - after) * sizeof *argv->items);
  argv->count -= use->word_count;
  use->word_count = 0;
}

/* Entries of clang's dependency file, behind the other words. */
static void list_probed(struct fxd_driver *driver, struct fxd_job *job) {
  struct fxd_pch_use *use = job->context;
  struct fxd_words probed = {0}, tail = {0}, *argv = &job->argv;
  size_t after = use->first_word + use->word_count, count = argv->count;
  fxd_pch_record_probed(driver, record_of(use->pch), &probed);
  for (size_t i = after; i < count; ++i)
    fxd_word(&tail, argv->items[i]);
  argv->count = after;
  for (size_t i = 0; i < probed.count; ++i) {
    fxd_word(argv, "-Xclang");
    fxd_word(argv, fxd_printf(driver, "-fdepfile-entry=%s", probed.items[i]));
  }
  use->word_count = argv->count - use->first_word;
  for (size_t i = 0; i < tail.count; ++i)
    fxd_word(argv, tail.items[i]);
  fxs_vector_free(&probed);
  fxs_vector_free(&tail);
}

static int use_starts(struct fxd_driver *driver, struct fxd_job *job) {
  struct fxd_pch_use *use = job->context;
  if (use->word_count && use->pch->file.path && is_right(use->pch, &use->options)) {
    job->argv.items[use->path] = use->pch->file.path;
    if (use->has_list)
      list_probed(driver, job);
  } else if (use->word_count) {
    leave_out(job);
  }
  return 0;
}

/* True: it must run again, from source. */
static bool use_ended(struct fxd_driver *driver, struct fxd_job *job, int *status) {
  struct fxd_pch_use *use = job->context;
  if (!use->word_count)
    return false;
  /* Conditions that held at planning may have changed meanwhile. Warnings are those from source;
   * errors can differ, and have stopped it before most of its work. */
  if (*status == 0 && fxd_pch_scan(driver, use->source, &use->options) &&
      is_right(use->pch, &use->options) &&
      fxd_pch_record_holds(NULL, use->pch->file.note, use->pch->file.note_size))
    return false;
  leave_out(job);
  return true;
}

/* Clang's messages are buffered there, and examined before they are shown. */
static bool has_temp_folder(struct fxd_driver *driver) {
  const char *parent = getenv("TMPDIR");
  return driver->temp_folder || (access(parent && *parent ? parent : "/tmp", W_OK | X_OK) == 0 &&
                                 fxd_make_temp_folder(driver));
}

/* Defines that the header mentions are added to the words one by one. */
static struct fxd_pch *choose(struct fxd_driver *driver, struct fxd_pch_options *options) {
  struct fxd_pch *pch = get(driver, &options->words);
  ptrdiff_t define;
  while (pch && pch->file.path && (define = mentioned_define(pch, options)) >= 0) {
    fxd_pch_keep_define(options, (size_t)define);
    pch = get(driver, &options->words);
  }
  if (pch && !pch->file.path && !pch->maker)
    plan_making(driver, pch, &options->words);
  return pch;
}

struct fxd_pch_use *fxd_pch_plan(struct fxd_driver *driver, const struct fxd_input *input,
                                 const struct fxd_words *argv, const struct fxd_words *attributes,
                                 const char *output) {
  if (!fxd_pch_fits(driver, input, output) || !open_cache(driver) || !has_temp_folder(driver))
    return NULL;
  struct fxd_pch_use *use = fxd_alloc(driver, sizeof *use);
  *use = (struct fxd_pch_use){.source = input->path};
  FXD_PUSH(&driver->pch_uses, use);
  if (fxd_pch_sort_options(driver, argv, attributes, &use->options) &&
      fxd_pch_scan(driver, input->path, &use->options))
    use->pch = choose(driver, &use->options);
  return use->pch ? use : NULL;
}

/* Escaped as in clang's dependency files. */
static const char *without_dots(const char *path) {
  while (strncmp(path, "./", 2) == 0)
    path += 2 + strspn(path + 2, "/");
  return path;
}

void fxd_pch_use(struct fxd_driver *driver, struct fxd_job *job, struct fxd_pch_use *use) {
  for (size_t i = 0; i < job->argv.count; ++i)
    use->has_list = use->has_list || strcmp(job->argv.items[i], "-MD") == 0;
  use->first_word = job->argv.count;
  add_words(driver, "-fno-crash-diagnostics -Xclang -include-pch -Xclang", &job->argv);
  use->path = job->argv.count;
  fxd_word(&job->argv, use->pch->file.path ? use->pch->file.path
                                           : use->pch->maker->argv.items[use->pch->output]);
  if (use->has_list) { /* the source is first in the list, before the headers */
    add_words(driver, "-Xclang", &job->argv);
    fxd_word(&job->argv, fxd_printf(driver, "-fdepfile-entry=%s", without_dots(use->source)));
  }
  use->word_count = job->argv.count - use->first_word;
  if (use->pch->maker)
    fxd_job_waits(job, use->pch->maker);
  job->context = use;
  job->prepare = use_starts;
  job->ended = use_ended;
}

struct fxd_job *fxd_pch_prepare(struct fxd_driver *driver, const struct fxd_input *input,
                                const struct fxd_words *argv) {
  struct fxd_pch_options options = {0};
  struct fxd_words none = {0};
  struct fxd_pch *pch = NULL;
  if (!fxd_pch_fits(driver, input, NULL) || !fxd_pch_sort_options(driver, argv, &none, &options))
    fxd_error("no precompiled header fits these options; docs/compile-time.md says which do");
  else if (!open_cache(driver))
    fxd_error("there is no folder for precompiled headers; FALX_PCH_CACHE names one, an absolute "
              "path");
  else if (has_temp_folder(driver))
    pch = get(driver, &options.words);
  driver->has_failed = driver->has_failed || !pch;
  if (pch) { /* which checks whether it exists, protected */
    fxs_cache_file_end(&pch->file);
    pch->is_asked_for = true;
    plan_making(driver, pch, &options.words);
  }
  fxd_pch_free_options(&options);
  return pch ? pch->maker : NULL;
}

void fxd_pch_end(struct fxd_driver *driver) {
  for (size_t i = 0; i < driver->pchs.count; ++i) {
    fxs_cache_build_end(&driver->pchs.items[i]->build);
    fxs_cache_file_end(&driver->pchs.items[i]->file);
  }
  for (size_t i = 0; i < driver->pch_uses.count; ++i)
    fxd_pch_free_options(&driver->pch_uses.items[i]->options);
  fxs_vector_free(&driver->pchs);
  fxs_vector_free(&driver->pch_uses);
}
