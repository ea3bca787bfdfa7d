/* Entries of files: one process has a program build them, others find and read them by path.
 *
 * The entry is a small file like any other (cache_entry.h) that records the name, size and
 * checksum of the file proper, which lies beside it as the program wrote it. The file is renamed
 * first, so that an entry never names an incomplete file. */
#include <stdlib.h>
#include <string.h>

#include "support/cache_visit.h"
#include "support/clock.h"
#include "support/folder.h"
#include "support/strbuf.h"

#define COMMIT_WAIT_MS 2000
#define NS_PER_MS 1000000u
#define WAIT_STEP_NS (10 * NS_PER_MS)
#define CHUNK (256u * 1024)
#define CONTENT_NAME "content"

struct fxs_cache_build_state {
  struct fxs_visit visit; /* its cache is that of the last call */
  char claim[FXS_CACHE_NAME_SIZE], name[FXS_CACHE_NAME_SIZE]; /* name: of the builder's folder */
  int lock, folder;                                           /* locks the claim; the builder's
                                                               * folder */
};

static char *join(const char *folder, const char *name) {
  struct fxs_strbuf path = {0};
  fxs_strbuf_printf(&path, "%s/%s", folder, name);
  return fxs_strbuf_take(&path);
}

static bool sum_up(int file, uint64_t size, uint64_t *out_sum) {
  struct fxs_entry_sum sum;
  unsigned char *chunk = malloc(CHUNK);
  bool is_fine = chunk != NULL;
  fxs_entry_sum_begin(&sum);
  for (uint64_t at = 0; is_fine && at < size;) {
    size_t part = size - at < CHUNK ? (size_t)(size - at) : CHUNK;
    is_fine = fxs_folder_read(file, at, chunk, part);
    if (is_fine)
      fxs_entry_sum_add(&sum, chunk, part);
    at += part;
  }
  free(chunk);
  *out_sum = fxs_entry_sum_end(&sum);
  return is_fine;
}

/* ---- Finding ---- */

/* Reads the file, unless it is unchanged since its sum was verified; if it reads, updates the
 * stamp in wanted. */
static bool is_whole(struct fxs_visit *visit, int file, uint64_t size,
                     struct fxs_entry_file *wanted) {
  uint64_t sum, stamp = fxs_folder_stamp(file);
  if (size != wanted->size)
    return false;
  if (stamp && stamp == wanted->stamp)
    return true;
  visit->cache->stats.checked++;
  wanted->stamp = stamp;
  return sum_up(file, size, &sum) && sum == wanted->sum;
}

/* Opens, holds and checks the file that the entry names. Sets out->path, size and hold; false
 * with the reason. */
static bool take(struct fxs_visit *visit, struct fxs_entry_file *wanted,
                 struct fxs_cache_file *out) {
  int file = fxs_folder_open_file(visit->folder, wanted->name, &out->size, &visit->reason);
  if (file < 0)
    return false;
  if (!(out->path = join(visit->cache->path, wanted->name)))
    visit->reason = "no memory";
  else if (!fxs_folder_hold(file))
    visit->reason = "the file is being removed";
  else if (!is_whole(visit, file, out->size, wanted))
    visit->reason = "the file is damaged";
  else if (!fxs_folder_is_at(file, out->path))
    visit->reason = "the path leads elsewhere";
  else {
    out->hold = file;
    return true;
  }
  free(out->path);
  fxs_folder_unlock(file);
  return false;
}

/* Rewrites the entry with the new stamp, if that needs no waiting and the entry is unchanged.
 * Its size is the same. */
static void keep_stamp(struct fxs_visit *visit, void *content, size_t size,
                       const struct fxs_entry_file *file) {
  struct fxs_room room;
  const char *ignored;
  size_t now_size;
  if (!fxs_room_enter(&room, visit->folder, visit->cache->kind, 0, &ignored))
    return;
  void *now = fxs_visit_read(visit, &now_size);
  bool is_same = now && now_size == size && memcmp(now, content, size) == 0;
  free(now);
  memcpy(content, file, sizeof *file);
  fxs_entry_seal(&visit->entry, content, size);
  fxs_name_print(room.name, room.kind, FXS_NAME_NEW, NULL, false);
  if (is_same && fxs_visit_write(visit, &room, content, size))
    fxs_visit_publish(visit, &room);
  fxs_room_leave(&room, false);
}

static bool find_file(struct fxs_visit *visit, const struct fxs_cache_judge *judge,
                      struct fxs_cache_file *out) {
  struct fxs_entry_file wanted;
  bool is_protected;
  size_t size;
  *out = (struct fxs_cache_file){0};
  unsigned char *content = fxs_visit_read(visit, &size);
  if (!content)
    return false;
  visit->reason = "the entry is damaged";
  if (size < sizeof wanted)
    goto free_content;
  memcpy(&wanted, content, sizeof wanted);
  const uint64_t stamp = wanted.stamp;
  const unsigned char *note = content + sizeof wanted;
  const size_t note_size = size - sizeof wanted;
  if (!memchr(wanted.name, 0, sizeof wanted.name) ||
      fxs_name_parse(wanted.name, visit->cache->kind, &is_protected) != FXS_NAME_FILE)
    goto free_content;
  visit->reason = "the entry is of the past";
  if (judge && judge->accepts && !judge->accepts(judge->user, note, note_size))
    goto free_content;
  if (!take(visit, &wanted, out))
    goto free_content;
  if (wanted.stamp && wanted.stamp != stamp)
    keep_stamp(visit, content, size, &wanted);
  memmove(content, note, note_size);
  out->note = content;
  out->note_size = note_size;
  visit->reason = NULL;
  return true;

free_content:
  free(content);
  *out = (struct fxs_cache_file){0};
  return false;
}

bool fxs_cache_find_file(struct fxs_cache *cache, const struct fxs_cache_key *key,
                         const struct fxs_cache_judge *judge, struct fxs_cache_file *out_file) {
  struct fxs_visit visit;
  *out_file = (struct fxs_cache_file){0};
  bool is_found = fxs_visit_enter(&visit, cache, key, FXS_ENTRY_FILE, false) &&
                  find_file(&visit, judge, out_file);
  if (!is_found)
    fxs_visit_explain(&visit);
  *(is_found ? &cache->stats.hits : &cache->stats.misses) += 1;
  fxs_visit_leave(&visit);
  return is_found;
}

void fxs_cache_file_end(struct fxs_cache_file *file) {
  if (file->path)
    fxs_folder_unlock(file->hold);
  free(file->path);
  free(file->note);
  *file = (struct fxs_cache_file){0};
}

/* ---- Building ---- */

static void give_up_claim(const struct fxs_visit *visit, const char *claim, int lock) {
  fxs_folder_remove(visit->folder, claim);
  fxs_folder_unlock(lock);
}

void fxs_cache_build_end(struct fxs_cache_build *build) {
  struct fxs_cache_build_state *state = build->state;
  if (state) {
    if (state->folder >= 0) {
      fxs_folder_close(state->folder);
      fxs_folder_remove_tree(state->visit.folder, state->name);
    }
    give_up_claim(&state->visit, state->claim, state->lock);
    fxs_visit_leave(&state->visit);
  }
  free(state);
  free(build->folder);
  free(build->path);
  *build = (struct fxs_cache_build){0};
}

static bool remove_abandoned(void *user, const struct fxs_listed *listed) {
  const struct fxs_visit *visit = user;
  bool is_protected;
  if (listed->is_folder &&
      fxs_name_parse(listed->name, visit->cache->kind, &is_protected) == FXS_NAME_BUILDING &&
      strncmp(listed->name, visit->entry.digest, strlen(visit->entry.digest)) == 0)
    fxs_folder_remove_tree(visit->folder, listed->name);
  return true;
}

/* Holding the claim: removes what a killed builder left, and creates this builder's folder.
 * Consumes the visit and the lock in any case. */
static bool set_up(struct fxs_visit *visit, const char *claim, int lock,
                   struct fxs_cache_build *out) {
  struct fxs_cache_build_state *state = malloc(sizeof *state);
  if (!state) {
    give_up_claim(visit, claim, lock);
    visit->reason = "no memory";
    return false;
  }
  *state = (struct fxs_cache_build_state){.visit = *visit, .lock = lock, .folder = -1};
  memcpy(state->claim, claim, sizeof state->claim);
  fxs_name_print(state->name, visit->cache->kind, FXS_NAME_BUILDING, visit->entry.digest, false);
  fxs_folder_list(visit->folder, remove_abandoned, visit);
  out->state = state;
  out->folder = join(visit->cache->path, state->name);
  out->path = out->folder ? join(out->folder, CONTENT_NAME) : NULL;
  visit->reason = "no memory";
  if (out->path)
    state->folder = fxs_folder_make_folder(visit->folder, state->name, &visit->reason);
  return state->folder >= 0;
}

/* WITHOUT: with the reason. BUILD: *out_lock locks the claim. */
static enum fxs_cache_build_answer wait_for_turn(struct fxs_visit *visit, const char *claim,
                                                 const struct fxs_cache_judge *judge, int wait_ms,
                                                 int *out_lock, struct fxs_cache_file *out_file) {
  for (const uint64_t end = fxs_clock_ns() + (uint64_t)wait_ms * NS_PER_MS;;) {
    if (find_file(visit, judge, out_file))
      return FXS_CACHE_FOUND;
    int lock = fxs_folder_lock(visit->folder, claim, 0, &visit->reason);
    if (lock >= 0) {
      /* The other builder may have finished between the two checks. */
      bool is_found = find_file(visit, judge, out_file);
      *out_lock = lock;
      if (!is_found)
        return FXS_CACHE_BUILD;
      give_up_claim(visit, claim, lock);
      return FXS_CACHE_FOUND;
    }
    if (lock != FXS_FOLDER_BUSY)
      return FXS_CACHE_WITHOUT;
    visit->reason = "another process is building it";
    if (fxs_clock_ns() >= end)
      return FXS_CACHE_WITHOUT;
    fxs_sleep_ns(WAIT_STEP_NS);
  }
}

enum fxs_cache_build_answer fxs_cache_build_begin(struct fxs_cache *cache,
                                                  const struct fxs_cache_key *key,
                                                  const struct fxs_cache_judge *judge, int wait_ms,
                                                  struct fxs_cache_build *out_build,
                                                  struct fxs_cache_file *out_file) {
  struct fxs_visit visit;
  char claim[FXS_CACHE_NAME_SIZE];
  int lock = -1;
  enum fxs_cache_build_answer answer = FXS_CACHE_WITHOUT;
  *out_build = (struct fxs_cache_build){0};
  *out_file = (struct fxs_cache_file){0};
  if (fxs_visit_enter(&visit, cache, key, FXS_ENTRY_FILE, true)) {
    fxs_name_print(claim, cache->kind, FXS_NAME_CLAIM, visit.entry.digest, false);
    answer = wait_for_turn(&visit, claim, judge, wait_ms, &lock, out_file);
  }
  *(answer == FXS_CACHE_FOUND ? &cache->stats.hits : &cache->stats.misses) += 1;
  if (answer == FXS_CACHE_BUILD && set_up(&visit, claim, lock, out_build))
    return FXS_CACHE_BUILD;
  if (answer == FXS_CACHE_FOUND)
    visit.reason = NULL;
  else
    answer = FXS_CACHE_WITHOUT;
  fxs_visit_explain(&visit);
  if (out_build->state)
    fxs_cache_build_end(out_build); /* leaves the visit */
  else
    fxs_visit_leave(&visit);
  return answer;
}

/* ---- Committing ---- */

/* Removes the entry's previous files, unless they are in use. */
struct others {
  const struct fxs_visit *visit;
  const char *name; /* name of its current file */
};
static bool remove_other(void *user, const struct fxs_listed *listed) {
  const struct others *others = user;
  const struct fxs_visit *visit = others->visit;
  bool is_protected;
  if (fxs_name_parse(listed->name, visit->cache->kind, &is_protected) == FXS_NAME_FILE &&
      strncmp(listed->name, visit->entry.digest, strlen(visit->entry.digest)) == 0 &&
      strcmp(listed->name, others->name) != 0)
    fxs_folder_remove_unused(visit->folder, listed->name);
  return true;
}

/* One turn as a writer: first the file, then the entry that names it. */
static bool publish(struct fxs_cache_build_state *state, const struct fxs_entry_file *file,
                    const void *content, size_t size) {
  struct fxs_visit *visit = &state->visit;
  struct fxs_room room;
  if (!fxs_room_enter(&room, visit->folder, visit->cache->kind, COMMIT_WAIT_MS, &visit->reason))
    return false;
  bool is_moved = false, is_kept = false;
  if (fxs_visit_reserve(visit, &room, file->size) && fxs_visit_write(visit, &room, content, size)) {
    is_moved =
        fxs_folder_rename(state->folder, CONTENT_NAME, visit->folder, file->name, &visit->reason);
    if (is_moved)
      is_kept = fxs_visit_publish(visit, &room);
    else
      fxs_folder_remove(visit->folder, room.name);
  }
  const char *ignored;
  if (is_kept)
    fxs_folder_list(visit->folder, remove_other, &(struct others){visit, file->name});
  else if (is_moved)
    fxs_folder_rename(visit->folder, file->name, state->folder, CONTENT_NAME, &ignored);
  fxs_visit_leave_room(visit, &room, is_kept);
  return is_kept;
}

static bool commit(struct fxs_cache_build_state *state, const void *note, size_t note_size,
                   struct fxs_cache_file *out_file) {
  struct fxs_visit *visit = &state->visit;
  struct fxs_entry_file wanted = {0};
  unsigned char *content = NULL;
  size_t size;
  int file = -1;
  if (!fxs_folder_make_private(state->folder, CONTENT_NAME, &visit->reason) ||
      (file = fxs_folder_open_file(state->folder, CONTENT_NAME, &wanted.size, &visit->reason)) < 0)
    return false;
  visit->reason = "the file cannot be read";
  if (!sum_up(file, wanted.size, &wanted.sum))
    goto close_file;
  fxs_name_print(wanted.name, visit->cache->kind, FXS_NAME_FILE, visit->entry.digest,
                 visit->entry.is_protected);
  visit->reason = "no memory";
  if (__builtin_add_overflow(sizeof wanted, note_size, &size) || !(content = malloc(size)))
    goto close_file;
  memcpy(content, &wanted, sizeof wanted);
  if (note_size)
    memcpy(content + sizeof wanted, note, note_size);
  fxs_entry_seal(&visit->entry, content, size);
  /* Held before it becomes visible: nobody can remove it between the commit and its first use. */
  if (!(out_file->path = join(visit->cache->path, wanted.name)) || !fxs_folder_hold(file) ||
      !publish(state, &wanted, content, size))
    goto free_content;
  out_file->size = wanted.size;
  out_file->hold = file;
  out_file->note = content;
  out_file->note_size = note_size;
  memmove(content, content + sizeof wanted, note_size);
  return true;

free_content:
  free(out_file->path);
  free(content);
close_file:
  fxs_folder_unlock(file);
  *out_file = (struct fxs_cache_file){0};
  return false;
}

bool fxs_cache_build_commit(struct fxs_cache *cache, struct fxs_cache_build *build,
                            const void *note, size_t note_size, struct fxs_cache_file *out_file) {
  struct fxs_visit *visit = &build->state->visit;
  *out_file = (struct fxs_cache_file){0};
  visit->cache = cache;
  visit->reason = NULL;
  memcpy(cache->name, visit->name, sizeof cache->name);
  cache->reason[0] = 0;
  bool is_kept = commit(build->state, note, note_size, out_file);
  if (!is_kept)
    fxs_visit_explain(visit);
  *(is_kept ? &cache->stats.kept : &cache->stats.not_kept) += 1;
  return is_kept;
}
