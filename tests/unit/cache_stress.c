/* Caches under load: many processes at once, writers and builders killed at random points, files
 * damaged meanwhile, a limit that is reached all the time. What is found has to have the right
 * bytes, files for as long as they are in use.
 *
 *   cache_stress [long] [SEED]     long: a minute */
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>

#include "tests/unit/cache_fixture.h"

enum { KEYS = 20, CROWD = 100, USERS = 8 };

static struct extent {
  unsigned kills;
  double damaging, filling; /* seconds */
} extent = {60, 0.4, 0.6};

static struct shared {
  _Atomic bool goes, stops;
  unsigned long found, built, without; /* atomic */
} *shared;
static unsigned seed = 1;
static uint64_t limit; /* of each class, bytes */

static unsigned draw(unsigned *state, unsigned below) {
  *state = *state * 1664525u + 1013904223u;
  return (unsigned)((uint64_t)*state * below >> 32);
}

static size_t size_of(unsigned number) {
  return 1000 + 5000 * (size_t)number;
}

static struct fxs_cache stressed(void) {
  struct fxs_cache cache = open_cache();
  cache.limit = cache.protected_limit = limit;
  return cache;
}

/* ---- What a process does ---- */

/* Gets the file or builds it, and looks at it again after a while. */
static void use(unsigned *state, unsigned number, int wait_ms) {
  struct fxs_cache cache = stressed();
  struct fxs_cache_build build;
  struct fxs_cache_file file;
  enum fxs_cache_build_answer answer = begin(&cache, number, wait_ms, &build, &file);
  if (answer == FXS_CACHE_BUILD) {
    write_content(build.path, size_of(number), number);
    usleep(draw(state, 2000));
    fxs_cache_build_commit(&cache, &build, &number, sizeof number, &file);
    __atomic_fetch_add(&shared->built, file.path != NULL, __ATOMIC_RELAXED);
    fxs_cache_build_end(&build);
  }
  __atomic_fetch_add(&shared->found, answer == FXS_CACHE_FOUND, __ATOMIC_RELAXED);
  __atomic_fetch_add(&shared->without, answer == FXS_CACHE_WITHOUT, __ATOMIC_RELAXED);
  if (file.path) {
    CHECK(file.size == size_of(number) && is_note_of(&file, number));
    usleep(draw(state, 3000));
    CHECK(has_content(file.path, file.size, number));
  }
  fxs_cache_file_end(&file);
}

static void use_bytes(struct fxs_cache *cache, unsigned number, bool is_protected) {
  if (!finds(cache, number, is_protected, size_of(number)))
    put(cache, number, is_protected, size_of(number));
}

static void wait_for_all(void) {
  while (!shared->goes)
    usleep(100);
}

static void use_each(unsigned state) {
  struct fxs_cache cache = stressed();
  wait_for_all();
  for (unsigned i = 0; i < KEYS; i++) {
    use(&state, (i + state) % KEYS, WAIT_MS);
    use_bytes(&cache, (i + state) % KEYS, false);
  }
}

static void use_on(unsigned state) {
  wait_for_all();
  while (!shared->stops)
    use(&state, draw(&state, KEYS), (int)draw(&state, 20));
}

static void write_on(unsigned state) {
  struct fxs_cache cache = stressed();
  wait_for_all();
  while (!shared->stops) {
    unsigned number = draw(&state, KEYS);
    unlink(entry_path(number));
    put(&cache, number, false, size_of(number));
    finds(&cache, number, false, size_of(number));
  }
}

/* The same numbers as entries of bytes, ordinary and protected, beside the files. */
static void use_all_on(unsigned state) {
  struct fxs_cache cache = stressed();
  wait_for_all();
  while (!shared->stops) {
    use_bytes(&cache, draw(&state, KEYS), draw(&state, 2));
    use(&state, draw(&state, KEYS), 0);
  }
}

/* Whose claim was removed may find the folder that it builds in removed by the next builder. */
static void make_anew(struct fxs_cache *cache, unsigned number) {
  struct fxs_cache_build build;
  struct fxs_cache_file file;
  if (begin(cache, number, 0, &build, &file) == FXS_CACHE_BUILD &&
      can_write_content(build.path, size_of(number), number))
    fxs_cache_build_commit(cache, &build, &number, sizeof number, &file);
  __atomic_fetch_add(&shared->built, build.path && file.path, __ATOMIC_RELAXED);
  fxs_cache_build_end(&build);
  fxs_cache_file_end(&file);
}

/* Where files are damaged, what was found may change before it is looked at. */
static void look_on(unsigned state) {
  wait_for_all();
  while (!shared->stops) {
    struct fxs_cache cache = stressed();
    struct fxs_cache_file file;
    struct sample sample;
    unsigned number = draw(&state, KEYS);
    use_bytes(&cache, draw(&state, KEYS), false);
    if (fxs_cache_find_file(&cache, fill_key(&sample, number, true), NULL, &file)) {
      CHECK(file.size == size_of(number) && is_note_of(&file, number));
      __atomic_fetch_add(&shared->found, 1, __ATOMIC_RELAXED);
    } else {
      make_anew(&cache, number);
    }
    fxs_cache_file_end(&file);
  }
}

static void damage_on(unsigned state) {
  wait_for_all();
  while (!shared->stops) {
    char victim[5000] = "";
    unsigned skip = draw(&state, 2 * KEYS + 1);
    DIR *list = opendir(folder);
    for (struct dirent *file; list && (file = readdir(list));)
      if (file->d_name[0] != '.' && (!victim[0] || skip-- > 0))
        snprintf(victim, sizeof victim, "%s/%s", folder, file->d_name);
    if (list)
      closedir(list);
    int file = victim[0] ? open(victim, O_RDWR) : -1;
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : 0;
    off_t at = size > 0 ? (off_t)draw(&state, (unsigned)size) : 0;
    char byte;
    switch (draw(&state, 5)) {
    case 0:
      (void)!ftruncate(file, at);
      break;
    case 1:
      (void)!ftruncate(file, size + at);
      break;
    case 2:
    case 3:
      if (pread(file, &byte, 1, at) == 1)
        byte ^= 1, (void)!pwrite(file, &byte, 1, at);
      break;
    case 4:
      unlink(victim);
      break;
    }
    if (file >= 0)
      close(file);
    usleep(draw(&state, 2000));
  }
}

/* ---- The parts ---- */

static void part_begins(uint64_t bytes) {
  CHECK(make_top(NULL) == 0);
  memset(shared, 0, sizeof *shared);
  limit = bytes;
}

static void part_ends(const char *name, double since) {
  printf("%s: %lu found, %lu built, %lu went without; %.1f s\n", name, shared->found, shared->built,
         shared->without, seconds() - since);
  CHECK(remove_top(NULL) == 0);
}

static void replace(pid_t *child, void (*work)(unsigned), unsigned state) {
  CHECK(kill(*child, SIGKILL) == 0 && end_process(*child) == 128 + SIGKILL);
  *child = begin_process(work, state);
}

/* All is whole and tidy again after one of each has been made or found. */
static void check_all(void) {
  struct fxs_cache cache = stressed();
  for (unsigned i = 0; i < KEYS; i++) {
    CHECK(make_file(&cache, i, size_of(i)) && finds_file(&cache, i, size_of(i)));
    use_bytes(&cache, i, false);
    CHECK(finds(&cache, i, false, size_of(i)));
  }
  CHECK(make_file(&cache, KEYS, 1) && is_tidy());
}

/* A hundred processes want the same files: each is built once, unless the machine is so busy that
   one has waited longer for its turn than the cache waits (2 s, support/cache_build.c). */
static void crowd(void) {
  pid_t children[CROWD];
  double since = seconds();
  part_begins(100 * MIB);
  for (unsigned i = 0; i < CROWD; i++)
    children[i] = begin_process(use_each, seed + i);
  shared->goes = true;
  for (unsigned i = 0; i < CROWD; i++)
    CHECK(end_process(children[i]) == 0);
  CHECK(shared->built >= KEYS && shared->found + shared->built + shared->without <= CROWD * KEYS);
  if (seconds() - since < 2)
    CHECK(shared->built == KEYS && shared->found == (CROWD - 1) * KEYS);
  CHECK(is_tidy() && count_names(FILE_ENDING, NULL, NULL) == KEYS);
  part_ends("crowd", since);
}

/* There is room for half of them, so that there is always one to build. */
static void killed(void) {
  pid_t children[USERS];
  unsigned state = seed;
  double since = seconds();
  part_begins(MIB / 2);
  shared->goes = true;
  for (unsigned i = 0; i < USERS; i++)
    children[i] = begin_process(i % 2 ? use_on : write_on, seed + i);
  for (unsigned i = 0; i < extent.kills; i++) {
    unsigned victim = draw(&state, USERS);
    usleep(draw(&state, 4000));
    replace(&children[victim], victim % 2 ? use_on : write_on, draw(&state, UINT32_MAX));
  }
  for (unsigned i = 0; i < USERS; i++)
    CHECK(kill(children[i], SIGKILL) == 0 && end_process(children[i]) == 128 + SIGKILL);
  check_all();
  part_ends("killed", since);
}

static void damaged(void) {
  pid_t children[USERS + 1];
  double since = seconds();
  part_begins(100 * MIB);
  for (unsigned i = 0; i < USERS; i++)
    children[i] = begin_process(look_on, seed + i);
  children[USERS] = begin_process(damage_on, seed);
  shared->goes = true;
  usleep((useconds_t)(1e6 * extent.damaging));
  shared->stops = true;
  for (unsigned i = 0; i <= USERS; i++)
    CHECK(end_process(children[i]) == 0);
  check_all();
  part_ends("damaged", since);
}

static uint64_t sum_of(const char *ending) {
  uint64_t bytes;
  count_names(ending, NULL, &bytes);
  return bytes;
}

/* What is kept, on disk, while nobody writes, is within the limit of each class. False if it had no
   turn to look: a lock that is waited for goes to whoever asks when it is released. */
static bool check_limits(void) {
  int lock = open(inside(LOCK_NAME), O_RDWR | O_CLOEXEC);
  bool is_locked = false;
  if (lock < 0)
    return false;
  for (double since = seconds(); !is_locked && seconds() - since < 0.1;)
    is_locked = flock(lock, LOCK_EX | LOCK_NB) == 0;
  if (!is_locked) {
    close(lock);
    return false;
  }
  CHECK(sum_of(ENTRY_ENDING) + sum_of(NEW_ENDING) <= limit);
  CHECK(sum_of(ENTRY_ENDING "-protected") + sum_of(FILE_ENDING) + sum_of(NEW_ENDING) <= limit);
  close(lock);
  return true;
}

/* The files take a megabyte, and there is room for a quarter of that. */
static void full(void) {
  enum { MANY = 40 };
  pid_t children[MANY];
  unsigned state = seed;
  part_begins(MIB / 4);
  for (unsigned i = 0; i < MANY; i++)
    children[i] = begin_process(use_all_on, seed + i);
  shared->goes = true;
  double since = seconds();
  for (bool has_looked = false; !has_looked || seconds() - since < extent.filling;) {
    has_looked |= check_limits();
    usleep(draw(&state, 5000));
    replace(&children[draw(&state, MANY)], use_all_on, draw(&state, UINT32_MAX));
  }
  shared->stops = true;
  for (unsigned i = 0; i < MANY; i++)
    CHECK(end_process(children[i]) == 0);
  CHECK(check_limits());
  part_ends("full", since);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "long") == 0)
    extent = (struct extent){2000, 20, 20};
  if (argc > 1 && argv[argc - 1][0] != 'l')
    seed = (unsigned)strtoul(argv[argc - 1], NULL, 10);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(shared != MAP_FAILED);
  crowd();
  killed();
  damaged();
  full();
  return 0;
}
