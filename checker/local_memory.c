/* Memory of the work-group that a thread runs: where it is, and where it was made. */
#include <pthread.h>
#include <string.h>

#include "checker/checker.h"

/* ---- where local accessors were made ----
 * A word of its own tells each apart (sycl/local_accessor.hpp) and is in the kernel's arguments.
 * Words are counted: the last ones are known, and kernels of older ones have no line. */
enum { MADE = 1 << 14 };
static struct {
  uintptr_t word;
  struct chk_frames made;
} accessors[MADE];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t place_of(uintptr_t word) {
  return word / 4 % MADE;
}

void falx_check_local_made(uintptr_t word) {
  struct chk_frames made = chk_frames_here();
  pthread_mutex_lock(&lock);
  accessors[place_of(word)].word = word;
  accessors[place_of(word)].made = made;
  pthread_mutex_unlock(&lock);
}

bool chk_find_local_accessor(uintptr_t word, struct chk_frames *out_made) {
  pthread_mutex_lock(&lock);
  bool is_found = word && accessors[place_of(word)].word == word;
  if (is_found)
    *out_made = accessors[place_of(word)].made;
  pthread_mutex_unlock(&lock);
  return is_found;
}

/* ---- the group's ---- */

static void add(struct chk_local local, const struct falx_native_cpu_state *state) {
  struct chk_group *group = chk_enter(state);
  if (!group)
    return;
  for (uint32_t i = 0; i < group->local_count; i++)
    if (group->locals[i].begin == local.begin) { /* several begin there if some are empty */
      if (group->locals[i].end < local.end)
        group->locals[i] = local;
      return;
    }
  if (group->local_count < CHK_LOCALS)
    group->locals[group->local_count++] = local;
}

void falx_check_local(const void *begin, uint64_t bytes, struct falx_check_site *site,
                      const struct falx_native_cpu_state *state) {
  add((struct chk_local){(uintptr_t)begin, (uintptr_t)begin + bytes, site, 0}, state);
}

static uint64_t argument(uint64_t offset, const struct falx_native_cpu_state *state) {
  uint64_t value;
  memcpy(&value, (const char *)(uintptr_t)chk_bounds(state)->arguments_begin + offset,
         sizeof value);
  return value;
}

void falx_check_local_argument(const void *begin, uint64_t offset, uint64_t word,
                               const struct falx_native_cpu_state *state) {
  add((struct chk_local){(uintptr_t)begin, (uintptr_t)begin + argument(offset, state), NULL,
                         word ? argument(word, state) : 0},
      state);
}
