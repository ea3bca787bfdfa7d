/* The cache of preambles: the leading includes of a source as a precompiled header of clang's, one
 * for each kind of compilation. docs/compile-time.md.
 *
 *   making job (when a preamble is met for the second time) ── the compilation, which uses it
 *
 * That of our header alone, the base, is for all sources; those of a source's list continue it.
 * Nothing here is an error: whatever does not work out, the compilation reads the headers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/preamble.h"

#define COUNT(array) (sizeof array / sizeof *array)
#define FRESH (100 * 1000 * 1000LL) /* nanoseconds that a look at the store holds for */

enum found { UNKNOWN, ABSENT, STORED, DAMAGED, STALE, LEFT_ALONE };

/* One for each key, shared by the compilations of this process. */
struct fxd_preamble {
  struct fxd_store store;
  struct fxd_key key;
  struct fxd_text text;
  struct fxd_words remapped; /* of which the compilation reads another text than it could read */
  struct fxd_words folders;  /* of headers that are not the system's */
  struct fxd_preamble *base; /* that it continues; NULL: none */
  enum found found;
  struct fxd_job *maker; /* NULL: it is stored */
  struct precompiled {
    char *path; /* NULL: left out */
    uint64_t size, sum;
  } pch, base_pch;                    /* base_pch: what the maker continues */
  bool is_usable, has_claim, is_kept; /* is_kept: in the store */
  bool is_base, is_noted;             /* is_noted: in this process */
  bool is_ours;                       /* it has our header and the system's, no others */
  bool is_asked_for;                  /* by the user: failures are said */
  long long changed;                  /* of a stale one: the last change of what it was made from */
  char *dependencies, *standard_input; /* the maker's files */
  struct timespec start;
  long long looked; /* when it was last looked up; by the monotonic clock, in nanoseconds */
};

/* One compilation. */
struct fxd_preamble_use {
  struct fxd_preamble *preamble;
  struct fxd_cut cut;
  bool is_hoisted, is_shared; /* is_shared: with other sources' options */
  const char *source, *dependency_file;
  struct stat state;             /* of the source, when it was cut */
  size_t first_word, word_count; /* in argv; 0 words: without it */
};

/* ---- the store ---- */

static bool is_intact(const char *path, uint64_t size, uint64_t sum) {
  struct fxs_file file;
  if (fxs_file_map(path, &file) != 0)
    return false;
  bool is_fine = file.size == size && fxd_store_sum(file.data, file.size) == sum;
  fxs_file_free(&file);
  return is_fine;
}

/* What the record says of it, and of the base. */
static bool is_whole(struct fxd_driver *driver, const struct fxd_preamble *preamble,
                     const struct fxd_record *record) {
  if (!is_intact(preamble->pch.path, record->size, record->sum) || !record->base != !preamble->base)
    return false;
  return !record->base || is_intact(fxd_store_path(driver, &preamble->store, record->base, ""),
                                    record->base_size, record->base_sum);
}

/* Whether the header that was read is the one of this installation, and all others the system's. */
static bool is_ours(struct fxd_driver *driver, const struct fxd_preamble *preamble,
                    const struct fxd_record *record) {
  static const char name[] = "/sycl/sycl.hpp";
  struct stat one, other;
  bool has_it = false;
  if (stat(fxd_printf(driver, "%s/include%s", driver->prefix, name), &one) != 0 ||
      fxd_record_meets(record, &preamble->folders))
    return false;
  for (size_t i = 0; i < record->inputs.count; ++i) {
    const char *path = record->inputs.items[i].path;
    size_t length = strlen(path);
    has_it = has_it ||
             (length >= strlen(name) && strcmp(path + length - strlen(name), name) == 0 &&
              stat(path, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino);
  }
  return has_it;
}

/* Whether the preamble has a text that the compilation is to read in another form. */
static bool reads_remapped(const struct fxd_preamble *preamble, const struct fxd_record *record) {
  struct stat one, other;
  for (size_t i = 0; i < preamble->remapped.count; ++i)
    for (size_t k = 0; k < record->inputs.count; ++k)
      if (stat(preamble->remapped.items[i], &one) != 0 ||
          stat(record->inputs.items[k].path, &other) != 0 ||
          (one.st_dev == other.st_dev && one.st_ino == other.st_ino))
        return true;
  return false;
}

static long long monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static enum found read_entry(struct fxd_driver *driver, struct fxd_preamble *preamble) {
  char *info = fxd_store_path(driver, &preamble->store, preamble->key.name, ".info");
  struct fxd_record record = {0};
  struct fxs_file file;
  preamble->looked = monotonic();
  if (fxs_file_read(info, &file) != 0)
    return ABSENT;
  enum found found = DAMAGED;
  struct fxd_text text = {(const char *)file.data, file.size};
  if (!fxd_record_read(driver, text, preamble->key.text, &record)) {
    found = DAMAGED;
  } else if (!fxd_record_holds(&record)) {
    found = STALE;
    preamble->changed = fxd_record_changed(&record);
  } else if (!record.file || reads_remapped(preamble, &record)) {
    found = LEFT_ALONE;
  } else {
    preamble->pch.path = fxd_store_path(driver, &preamble->store, record.file, "");
    found = is_whole(driver, preamble, &record) ? STORED : DAMAGED;
    preamble->pch.size = record.size;
    preamble->pch.sum = record.sum;
    preamble->is_ours = is_ours(driver, preamble, &record);
  }
  if (!driver->options.prints_only && (found == STORED || found == LEFT_ALONE)) {
    fxd_store_touch(info);
    if (preamble->base)
      fxd_store_touch(fxd_store_path(driver, &preamble->store, preamble->base->key.name, ".info"));
  }
  fxd_record_free(&record);
  fxs_file_free(&file);
  return found;
}

static enum found look_up(struct fxd_driver *driver, struct fxd_preamble *preamble) {
  preamble->found = read_entry(driver, preamble);
  preamble->is_usable = preamble->is_kept = preamble->found == STORED;
  return preamble->found;
}

/* The new file first, then the record that names it: at every moment both belong together. */
static bool keep(struct fxd_driver *driver, const struct fxd_preamble *preamble,
                 struct fxd_record *record, const struct fxs_file *file) {
  const struct fxd_store *store = &preamble->store;
  char *info = fxd_store_path(driver, store, preamble->key.name, ".info");
  struct fxs_strbuf text = {0};
  char *path = NULL;
  if (file) {
    record->size = file->size;
    record->sum = fxd_store_sum(file->data, file->size);
    /* Another name for each process, too: a record never gets another one's file. */
    record->file = fxd_printf(driver, "%s-%016llx.pch", preamble->key.name,
                              (unsigned long long)(record->sum ^ (uint64_t)getpid()));
    path = fxd_store_path(driver, store, record->file, "");
    if (fxs_file_write(path, file->data, file->size) != 0)
      return false;
  }
  fxd_record_write(record, preamble->key.text, &text);
  bool is_kept = !text.has_failed && fxs_file_write(info, text.data, text.length) == 0;
  if (!is_kept) {
    if (path)
      unlink(path);
  } else {
    fxd_store_drop_others(store, preamble->key.name, record->file);
    fxd_store_drop_note(driver, store, preamble->key.name);
    fxd_store_clean(driver, store);
  }
  fxs_strbuf_free(&text);
  return is_kept;
}

/* ---- making ---- */

static int making_starts(struct fxd_driver *driver, struct fxd_job *job) {
  struct fxd_preamble *preamble = job->context;
  char *path = preamble->pch.path;
  preamble->has_claim = fxd_store_claim(driver, &preamble->store, preamble->key.name);
  /* Another process may just have made it. */
  if (look_up(driver, preamble) != STORED)
    preamble->pch.path = path;
  if (preamble->is_usable || !preamble->has_claim ||
      fxs_file_write(preamble->standard_input, preamble->text.data, preamble->text.size) != 0)
    job->is_skipped = true;
  clock_gettime(CLOCK_REALTIME, &preamble->start);
  if (!job->is_skipped || preamble->is_usable || !preamble->is_asked_for)
    return 0;
  fxd_error(
      "the preamble is not made: another process makes it, or '%s' is full; give it more room "
      "with FALX_PREAMBLE_CACHE_SIZE",
      preamble->store.folder);
  return 1;
}

static void judge(struct fxd_driver *driver, struct fxd_preamble *preamble, const char *said) {
  struct fxd_record record = {0};
  struct fxs_file messages = {0}, list = {0}, file = {0};
  enum fxd_making_result result = FXD_MAKING_FAILED;
  if (fxs_file_read(said, &messages) == 0 && fxs_file_read(preamble->dependencies, &list) == 0 &&
      fxs_file_map(preamble->pch.path, &file) == 0 && file.size) {
    struct fxd_making making = {.messages = {(const char *)messages.data, messages.size},
                                .dependencies = {(const char *)list.data, list.size},
                                .start = preamble->start,
                                .is_local = preamble->key.is_local};
    result = fxd_record_make(driver, &making, &record);
  }
  preamble->looked = monotonic();
  preamble->is_ours = is_ours(driver, preamble, &record);
  if (preamble->base) {
    record.base = strrchr(preamble->base_pch.path, '/') + 1;
    record.base_size = preamble->base_pch.size;
    record.base_sum = preamble->base_pch.sum;
  }
  preamble->is_kept = false;
  if (result == FXD_MAKING_FINE || result == FXD_MAKING_BAD)
    preamble->is_kept = keep(driver, preamble, &record, result == FXD_MAKING_FINE ? &file : NULL) &&
                        result == FXD_MAKING_FINE;
  preamble->is_usable = (result == FXD_MAKING_FINE || result == FXD_MAKING_ONCE) &&
                        !reads_remapped(preamble, &record);
  fxd_record_free(&record);
  fxs_file_free(&messages);
  fxs_file_free(&list);
  fxs_file_free(&file);
}

/* Not what -v says of the places that clang looks at. */
static void show_errors_alone(const char *said) {
  static const char end_of_places[] = "End of search list.\n";
  struct fxs_file file;
  if (!said || fxs_file_read(said, &file) != 0)
    return;
  const char *text = (const char *)file.data;
  const char *at = memmem(text, file.size, end_of_places, strlen(end_of_places));
  if (at) {
    at += strlen(end_of_places);
    fxs_file_write(said, at, file.size - (size_t)(at - text));
  }
  fxs_file_free(&file);
}

static bool making_ended(struct fxd_driver *driver, struct fxd_job *job, int *status) {
  struct fxd_preamble *preamble = job->context;
  if (*status == 0)
    judge(driver, preamble, job->stderr_path);
  else
    fxd_store_drop_note(driver, &preamble->store, preamble->key.name);
  fxd_store_release(driver, &preamble->store, preamble->key.name);
  preamble->has_claim = false;
  if (preamble->is_asked_for && *status) {
    show_errors_alone(job->stderr_path);
    return false;
  }
  job->hides_output = true; /* the compilation will say what there is to say */
  *status = preamble->is_asked_for && !preamble->is_kept;
  if (*status)
    fxd_error(
        "the preamble cannot be kept: its headers give warnings, name __TIME__ or the like, or "
        "have just been written; sources will read them");
  return false;
}

static void plan_making(struct fxd_driver *driver, struct fxd_preamble *preamble,
                        const struct fxd_words *words) {
  struct fxd_job *job = fxd_job_new(driver);
  preamble->maker = job;
  preamble->pch.path = fxd_temp_path(driver, "preamble", ".pch");
  preamble->dependencies = fxd_temp_path(driver, "preamble", ".d");
  preamble->standard_input = fxd_temp_path(driver, "preamble", ".hpp");
  if (preamble->base)
    preamble->base_pch = preamble->base->pch;
  const char *const behind[] = {"-Xclang", "-include-pch", "-Xclang", preamble->base_pch.path};
  const char *more[] = {"-Qunused-arguments",
                        "-v",
                        "-MD",
                        "-MF",
                        preamble->dependencies,
                        "-MT",
                        "x",
                        "-Xclang",
                        "-emit-pch",
                        "-fno-crash-diagnostics",
                        "-c",
                        "-o",
                        preamble->pch.path,
                        "-x",
                        "c++",
                        "-"};
  for (size_t i = 0; i < words->count; ++i)
    fxd_word(&job->argv, words->items[i]);
  for (size_t i = 0; i < COUNT(behind) && preamble->base; ++i)
    fxd_word(&job->argv, behind[i]);
  for (size_t i = 0; i < COUNT(more); ++i)
    fxd_word(&job->argv, more[i]);
  job->stdin_path = preamble->standard_input;
  job->context = preamble;
  job->prepare = making_starts;
  job->ended = making_ended;
}

/* ---- using ---- */

static void leave_out(struct fxd_job *job) {
  struct fxd_preamble_use *use = job->context;
  struct fxd_words *argv = &job->argv;
  size_t after = use->first_word + use->word_count;
  memmove(argv->items + use->first_word, argv->items + after,
          (argv->count - after) * sizeof *argv->items);
  argv->count -= use->word_count;
  use->word_count = 0;
}

/* The cut is of the text that was there then. */
static bool is_same_source(const struct fxd_preamble_use *use) {
  const struct stat *then = &use->state;
  struct stat now;
  return stat(use->source, &now) == 0 && now.st_ino == then->st_ino &&
         now.st_size == then->st_size && now.st_mtim.tv_sec == then->st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == then->st_mtim.tv_nsec &&
         now.st_ctim.tv_sec == then->st_ctim.tv_sec && now.st_ctim.tv_nsec == then->st_ctim.tv_nsec;
}

/* Of the source, that the precompiled header stands for. */
static char *preamble_bytes(struct fxd_driver *driver, const struct fxd_preamble_use *use) {
  size_t bytes = use->preamble->is_base ? use->cut.first_bytes : use->cut.bytes;
  if (use->preamble->is_base && use->is_hoisted)
    return "-preamble-bytes=0,0";
  return fxd_printf(driver, "-preamble-bytes=%zu,1", bytes);
}

static bool is_ready(struct fxd_driver *driver, struct fxd_preamble_use *use) {
  struct fxd_preamble *preamble = use->preamble;
  /* Where there is much to compile, its turn may come late. */
  if (preamble->is_usable && preamble->is_kept && monotonic() - preamble->looked > FRESH)
    look_up(driver, preamble);
  return preamble->is_usable &&
         (!preamble->is_base || preamble->is_ours || !(use->is_hoisted || use->is_shared));
}

static int use_starts(struct fxd_driver *driver, struct fxd_job *job) {
  struct fxd_preamble_use *use = job->context;
  if (!use->word_count)
    return 0;
  bool is_usable = is_ready(driver, use);
  if (!is_usable && use->preamble->base) {
    use->preamble = use->preamble->base;
    is_usable = is_ready(driver, use);
  }
  if (!is_usable || !is_same_source(use)) {
    leave_out(job);
    return 0;
  }
  job->argv.items[use->first_word + 3] = use->preamble->pch.path;
  job->argv.items[use->first_word + 5] = preamble_bytes(driver, use);
  return 0;
}

/* In its place, as clang writes it: it may be a link, and has a mode. */
static bool write_list(const char *path, const struct fxs_strbuf *text) {
  FILE *file = fopen(path, "we");
  if (!file)
    return false;
  bool is_fine = fwrite(text->data, 1, text->length, file) == text->length;
  return fclose(file) == 0 && is_fine;
}

static bool mend_list(const struct fxd_preamble_use *use) {
  struct fxs_file list;
  struct fxs_strbuf mended = {0};
  if (fxs_file_read(use->dependency_file, &list) != 0)
    return false;
  struct fxd_text text = {(const char *)list.data, list.size};
  bool is_fine = fxd_preamble_mend_dependencies(text, use->source, &mended) &&
                 write_list(use->dependency_file, &mended);
  fxs_file_free(&list);
  fxs_strbuf_free(&mended);
  return is_fine;
}

/* A header in the preamble has pushed what is popped behind it: clang has forgotten. */
static bool lacks_push(struct fxd_text said) {
  static const char *const words[] = {"with no matching", "could not pop"};
  for (size_t i = 0; i < COUNT(words); ++i)
    if (memmem(said.data, said.size, words[i], strlen(words[i])))
      return true;
  return false;
}

/* What clang says of precompiled headers that it cannot use, or where it has come to grief. */
static bool names_preamble(const char *pch, struct fxd_text said) {
  const char *const words[] = {"precompiled", "AST file", "PCH file", "PLEASE submit a bug report",
                               pch};
  for (size_t i = 0; i < COUNT(words); ++i)
    if (memmem(said.data, said.size, words[i], strlen(words[i])))
      return true;
  return false;
}

/* True: it has to run again, without the preamble. */
static bool use_ended(struct fxd_driver *driver, struct fxd_job *job, int *status) {
  struct fxd_preamble_use *use = job->context;
  struct fxs_file said;
  struct fxs_strbuf mended = {0};
  bool is_fine = false, is_refused = *status != 0 && *status != 1;
  if (!use->word_count)
    return false;
  if (job->stderr_path && fxs_file_read(job->stderr_path, &said) == 0) {
    struct fxd_text text = {(const char *)said.data, said.size};
    is_refused =
        is_refused || (*status && names_preamble(job->argv.items[use->first_word + 3], text));
    is_fine = !is_refused && !lacks_push(text) && is_same_source(use) &&
              (!use->is_hoisted || fxd_preamble_is_of_source(text, use->source)) &&
              fxd_preamble_mend_messages(text, &use->cut, &mended);
    if (is_fine && (mended.length != said.size))
      is_fine = fxs_file_write(job->stderr_path, mended.data, mended.length) == 0;
    fxs_file_free(&said);
  }
  if (is_fine && *status == 0 && use->dependency_file)
    is_fine = mend_list(use);
  /* It will be made anew; but -v names it in any case. */
  if (is_refused && !use->preamble->maker && !driver->options.is_verbose) {
    unlink(fxd_store_path(driver, &use->preamble->store, use->preamble->key.name, ".info"));
    fxd_store_note(driver, &use->preamble->store, use->preamble->key.name, true);
  }
  fxs_strbuf_free(&mended);
  if (!is_fine)
    leave_out(job);
  return !is_fine;
}

static bool read_source(struct fxd_driver *driver, const char *path, const struct fxd_words *words,
                        struct stat *out_state, struct fxd_cut *out) {
  struct fxd_words folders = {0};
  struct fxs_file file;
  if (stat(path, out_state) != 0 || fxs_file_map(path, &file) != 0)
    return false;
  struct fxd_text text = {(const char *)file.data, file.size};
  /* A source with a relative path has headers with relative ones, which clang would change. */
  char *own = *path == '/' && !strpbrk(path, "\"\\\n") ? fxd_strdup(driver, path) : NULL;
  if (own)
    *strrchr(own, '/') = 0;
  fxd_preamble_relative(words, &folders);
  bool is_fine = fxd_preamble_cut(driver, text, own, &folders, out);
  fxs_vector_free(&folders);
  fxs_file_free(&file);
  return is_fine;
}

/* What clang says is kept there, to be looked at before it is shown. */
static bool has_temp_folder(struct fxd_driver *driver) {
  const char *parent = getenv("TMPDIR");
  return driver->temp_folder || (access(parent && *parent ? parent : "/tmp", W_OK | X_OK) == 0 &&
                                 fxd_make_temp_folder(driver));
}

/* A compilation that could have one. */
struct request {
  struct fxd_words words, remapped;
  struct fxd_words shared, folders; /* the base's words; folders that its headers are not in */
  bool is_orderless;
  const struct fxd_store *store;
};

/* The preamble of the text, as this process knows it already. */
static struct fxd_preamble *get(struct fxd_driver *driver, const struct request *request,
                                const struct fxd_words *words, struct fxd_preamble *base,
                                struct fxd_text text) {
  struct fxd_preamble *preamble = fxd_alloc(driver, sizeof *preamble);
  *preamble = (struct fxd_preamble){.store = *request->store, .base = base, .text = text};
  if (!fxd_preamble_key(driver, words, base ? &base->text : NULL, text, &preamble->key))
    return NULL;
  for (size_t i = 0; i < driver->preambles.count; ++i) {
    struct fxd_preamble *known = driver->preambles.items[i];
    if (!known->remapped.count && !request->remapped.count &&
        strcmp(known->key.text.data, preamble->key.text.data) == 0)
      return known;
  }
  for (size_t i = 0; i < request->remapped.count; ++i)
    fxd_word(&preamble->remapped, request->remapped.items[i]);
  for (size_t i = 0; i < request->folders.count; ++i)
    fxd_word(&preamble->folders, request->folders.items[i]);
  FXD_PUSH(&driver->preambles, preamble);
  return preamble;
}

static enum found look_up_once(struct fxd_driver *driver, struct fxd_preamble *preamble) {
  return preamble->found == UNKNOWN ? look_up(driver, preamble) : preamble->found;
}

/* As the store has it, or else a plan to make it if it was met before. True: it may be used. */
static bool find(struct fxd_driver *driver, const struct fxd_words *words,
                 struct fxd_preamble *preamble) {
  look_up_once(driver, preamble);
  if (preamble->found == STORED || preamble->found == LEFT_ALONE || preamble->is_noted)
    return preamble->pch.path;
  preamble->is_noted = true;
  preamble->pch.path = NULL;
  long long seen =
      fxd_store_note(driver, &preamble->store, preamble->key.name, !driver->options.prints_only);
  /* While someone edits the headers, each compilation is the last that could use it. */
  if (preamble->found != DAMAGED && !(seen && preamble->changed < seen))
    return false;
  if (preamble->base ? preamble->base->found != STORED : driver->makes_preamble)
    return false;
  driver->makes_preamble = driver->makes_preamble || !preamble->base;
  plan_making(driver, preamble, words);
  return true;
}

/* The base that the cut begins with, if any. */
static struct fxd_preamble *get_base(struct fxd_driver *driver, struct request *request,
                                     struct fxd_text text) {
  const struct fxd_words *words = &request->words;
  if (request->is_orderless) {
    fxd_preamble_shared_words(driver, words, &request->shared);
    words = &request->shared;
  }
  struct fxd_preamble *base = get(driver, request, words, NULL, text);
  if (base)
    base->is_base = true;
  return base;
}

static const struct fxd_words *base_words(const struct request *request) {
  return request->is_orderless ? &request->shared : &request->words;
}

/* By the user's wish, and no more debug information than that. Hoisted, files would have other
 * numbers in them. */
static bool has_line_tables(const struct fxd_driver *driver) {
  const char *debug = driver->options.debug;
  return debug && (strstr(debug, "line") || strstr(debug, "-g1") || strstr(debug, "mlt"));
}

/* The preamble of all leading includes, or else the base; false: neither. */
static bool choose(struct fxd_driver *driver, struct request *request,
                   struct fxd_preamble_use *use) {
  struct fxd_text text = {use->cut.text, use->cut.size};
  struct fxd_preamble *base = NULL, *whole;
  struct fxd_base part;
  bool can_continue = true;
  request->is_orderless = fxd_preamble_is_orderless(driver, &request->words, &request->folders);
  if (fxd_preamble_base(&use->cut, &part) &&
      (!part.is_hoisted || (request->is_orderless && !has_line_tables(driver))))
    base = get_base(driver, request, part.text);
  /* A folder has one of its headers, after all: it is no one else's then. */
  if (base && request->is_orderless && look_up_once(driver, base) == STORED && !base->is_ours) {
    request->is_orderless = false;
    base = part.is_hoisted ? NULL : get_base(driver, request, part.text);
  }
  if (!base) {
    use->preamble = whole = get(driver, request, &request->words, NULL, text);
    return whole && find(driver, &request->words, whole);
  }
  use->is_hoisted = part.is_hoisted;
  use->is_shared = base_words(request)->count != request->words.count;
  use->preamble = base;
  if (part.text.size == use->cut.size)
    return find(driver, base_words(request), base);
  whole = get(driver, request, &request->words, base, text);
  if (whole && look_up_once(driver, whole) == STORED) {
    use->preamble = whole;
    return true;
  }
  bool has_base = find(driver, base_words(request), base);
  if (use->is_hoisted || use->is_shared)
    can_continue = base->is_ours;
  if (whole && can_continue && find(driver, &request->words, whole)) {
    use->preamble = whole;
    return true;
  }
  return has_base;
}

/* What is written into a pipe cannot be mended. */
static bool is_file_to_be(const char *path) {
  struct stat info;
  return strcmp(path, "-") != 0 && (stat(path, &info) != 0 || S_ISREG(info.st_mode));
}

static const struct fxd_store *find_store(struct fxd_driver *driver) {
  struct fxd_store store;
  if (!driver->has_looked_for_store && fxd_store_open(driver, &store)) {
    driver->store = fxd_alloc(driver, sizeof store);
    *driver->store = store;
  }
  driver->has_looked_for_store = true;
  return driver->store;
}

static void free_request(struct request *request) {
  fxs_vector_free(&request->words);
  fxs_vector_free(&request->remapped);
  fxs_vector_free(&request->shared);
  fxs_vector_free(&request->folders);
}

struct fxd_preamble_use *fxd_preamble_plan(struct fxd_driver *driver, const struct fxd_input *input,
                                           const struct fxd_words *argv, const char *output,
                                           const char *dependency_file) {
  struct request request = {0};
  struct fxd_preamble_use use = {.source = input->path, .dependency_file = dependency_file};
  bool has_one = false;
  if (fxd_preamble_fits(driver, input, output, dependency_file != NULL) &&
      (!dependency_file || is_file_to_be(dependency_file)) &&
      (request.store = find_store(driver)) && has_temp_folder(driver)) {
    fxd_preamble_words(driver, input, argv, &request.words, &request.remapped);
    if (read_source(driver, input->path, &request.words, &use.state, &use.cut))
      has_one = choose(driver, &request, &use);
  }
  free_request(&request);
  if (!has_one)
    return NULL;
  struct fxd_preamble_use *planned = fxd_alloc(driver, sizeof *planned);
  *planned = use;
  return planned;
}

struct fxd_job *fxd_preamble_prepare(struct fxd_driver *driver, const struct fxd_input *input,
                                     const struct fxd_words *argv) {
  static char line[] = "#include <sycl/sycl.hpp>\n";
  struct request request = {0};
  struct fxd_preamble *preamble = NULL;
  if (driver->options.has_no_preamble || !fxd_preamble_fits(driver, input, NULL, false)) {
    fxd_error("no preamble fits these options; docs/compile-time.md lists what leaves it out");
  } else if (!(request.store = find_store(driver))) {
    fxd_error("there is no folder for preambles; FALX_PREAMBLE_CACHE names one, an absolute path");
  } else if (has_temp_folder(driver)) {
    fxd_preamble_words(driver, input, argv, &request.words, &request.remapped);
    request.is_orderless = fxd_preamble_is_orderless(driver, &request.words, &request.folders);
    preamble = get_base(driver, &request, (struct fxd_text){line, strlen(line)});
  }
  driver->has_failed = driver->has_failed || !preamble;
  if (preamble && look_up_once(driver, preamble) != STORED && !preamble->maker) {
    preamble->is_asked_for = true;
    plan_making(driver, preamble, base_words(&request));
  }
  free_request(&request);
  return preamble ? preamble->maker : NULL;
}

void fxd_preamble_use(struct fxd_driver *driver, struct fxd_job *job,
                      struct fxd_preamble_use *use) {
  const char *words[] = {"-Xclang",
                         "-include-pch",
                         "-Xclang",
                         use->preamble->pch.path,
                         "-Xclang",
                         preamble_bytes(driver, use),
                         "-fno-crash-diagnostics"}; /* it will run again without */
  use->first_word = job->argv.count;
  use->word_count = COUNT(words);
  for (size_t i = 0; i < use->word_count; ++i)
    fxd_word(&job->argv, words[i]);
  if (use->preamble->maker)
    fxd_job_waits(job, use->preamble->maker);
  job->context = use;
  job->prepare = use_starts;
  job->ended = use_ended;
}

void fxd_preamble_end(struct fxd_driver *driver) {
  for (size_t i = 0; i < driver->preambles.count; ++i) {
    struct fxd_preamble *preamble = driver->preambles.items[i];
    if (preamble->has_claim)
      fxd_store_release(driver, &preamble->store, preamble->key.name);
    fxs_vector_free(&preamble->remapped);
    fxs_vector_free(&preamble->folders);
  }
  fxs_vector_free(&driver->preambles);
}
