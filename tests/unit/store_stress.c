/* The persistent cache under load (issue 4, C5): many processes at once, writers killed at random
 * points, files damaged meanwhile, a limit that is reached all the time. Whatever is found has to
 * have the right bytes.
 *
 *   store_stress [long] [SEED]     long: a thousand kills, a minute */
#include <signal.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/mman.h>

#include "tests/unit/store_fixture.h"

enum { KEYS = 50, CROWD = 100, WRITERS = 4, READERS = 2, MIB = 1 << 20 };

static struct extent {
  size_t step;              /* bytes that a content is larger than that of the key before */
  unsigned uses, kills;     /* of each process, in all */
  double damaging, filling; /* seconds */
} extent = {500, 10, 50, 0.3, 0.3};

static struct shared {
  _Atomic bool goes, stops;
  _Atomic unsigned long hits, misses, puts;
} *shared;
static unsigned seed = 1, keys = KEYS;

static unsigned draw(unsigned *state, unsigned below) {
  *state = *state * 1664525u + 1013904223u;
  return (unsigned)((uint64_t)*state * below >> 32);
}

static size_t size_of(unsigned number) {
  return 1000 + extent.step * number;
}

static bool find(unsigned number) {
  bool is_hit = finds_sized(number, size_of(number));
  atomic_fetch_add(is_hit ? &shared->hits : &shared->misses, 1);
  return is_hit;
}

static void put(unsigned number) {
  put_sized(number, size_of(number));
  atomic_fetch_add(&shared->puts, 1);
}

/* ---- What a process does ---- */

static void use(unsigned state, unsigned times) {
  for (unsigned i = 0; i < times; i++) {
    unsigned number = draw(&state, keys);
    if (!find(number))
      put(number);
  }
}

static void use_all(unsigned state) {
  use(state, extent.uses);
}

static void use_on(unsigned state) {
  while (!shared->stops)
    use(state += 12345, 20);
}

static void read_on(unsigned state) {
  while (!shared->stops)
    find(draw(&state, keys));
}

static void write_on(unsigned state) {
  for (;;) {
    unsigned number = draw(&state, keys);
    unlink(entry_path(number));
    put(number);
    find(number);
  }
}

static void damage_on(unsigned state) {
  while (!shared->stops) {
    const char *path = draw(&state, 20) ? entry_path(draw(&state, keys)) : inside(FXR_ROOM_LOCK);
    unsigned kind = draw(&state, 6);
    int file = open(path, O_RDWR);
    off_t size = file >= 0 ? lseek(file, 0, SEEK_END) : -1;
    off_t at = size > 0 ? (off_t)draw(&state, (unsigned)size) : 0;
    char byte;
    if (size <= 0)
      kind = 6;
    else if (kind == 0)
      (void)!ftruncate(file, at);
    else if (kind == 1)
      (void)!ftruncate(file, size + at);
    else if (kind <= 3 && pread(file, &byte, 1, at) == 1)
      byte ^= (char)(1 << draw(&state, 8)), (void)!pwrite(file, &byte, 1, at);
    else if (kind == 4)
      unlink(path);
    else
      rename(path, entry_path(draw(&state, keys)));
    if (file >= 0)
      close(file);
    usleep(draw(&state, 300));
  }
}

/* ---- Processes ---- */

static pid_t begin_process(void (*work)(unsigned), unsigned state) {
  fflush(NULL);
  pid_t child = fork();
  if (child)
    return child;
  alarm(600);
  CHECK(fxr_runtime_get());
  while (!shared->goes)
    usleep(100);
  work(state);
  exit(0);
}

static void end_process(pid_t child, bool is_killed) {
  int status = 0;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(is_killed ? WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL : status == 0);
}

static void part_begins(const char *max_size) {
  make_top(NULL);
  clear_settings();
  setenv("FALX_CACHE_PERSISTENT", "1", 1);
  setenv("FALX_CACHE_DIR", folder, 1);
  setenv("FALX_CACHE_MAX_SIZE", max_size, 1);
  memset(shared, 0, sizeof *shared);
}

static void check_all(unsigned state) {
  (void)state;
  uint64_t bytes;
  for (unsigned i = 0; i < keys; i++)
    if (!find(i))
      put(i);
  for (unsigned i = 0; i < keys; i++)
    CHECK(find(i));
  unlink(entry_path(0));
  put(0);
  CHECK(find(0) && count_files(FXR_ROOM_NEW_SUFFIX, &bytes) == 0);
}

static void part_ends(const char *name, const char *more, unsigned long number, double since) {
  printf("%s: %lu hits, %lu misses, %lu puts, %lu %s; %.1f s\n", name, shared->hits, shared->misses,
         shared->puts, number, more, seconds() - since);
  CHECK(remove_top(NULL) == 0);
}

/* ---- The parts ---- */

/* A hundred processes want the same fifty programs. */
static void crowd(void) {
  pid_t children[CROWD];
  double since = seconds();
  uint64_t bytes;
  part_begins("");
  for (unsigned i = 0; i < CROWD; i++)
    children[i] = begin_process(use_all, seed + i);
  shared->goes = true;
  for (unsigned i = 0; i < CROWD; i++)
    end_process(children[i], false);
  end_process(begin_process(check_all, 0), false);
  part_ends("crowd", "entries", count_files(FXR_ENTRY_SUFFIX, &bytes), since);
}

/* Writers are killed, readers check; nothing stays behind. */
static void killed(void) {
  pid_t writers[WRITERS], readers[READERS];
  unsigned state = seed;
  unsigned long torn = 0;
  double since = seconds();
  part_begins("");
  shared->goes = true;
  for (unsigned i = 0; i < WRITERS; i++)
    writers[i] = begin_process(write_on, state + i);
  for (unsigned i = 0; i < READERS; i++)
    readers[i] = begin_process(read_on, state + i);
  for (unsigned i = 0; i < extent.kills; i++) {
    pid_t *victim = &writers[draw(&state, WRITERS)];
    uint64_t bytes;
    usleep(draw(&state, 3000));
    CHECK(kill(*victim, SIGKILL) == 0);
    end_process(*victim, true);
    torn += count_files(FXR_ROOM_NEW_SUFFIX, &bytes) > 0;
    *victim = begin_process(write_on, draw(&state, UINT32_MAX));
  }
  for (unsigned i = 0; i < WRITERS; i++) {
    CHECK(kill(writers[i], SIGKILL) == 0);
    end_process(writers[i], true);
  }
  shared->stops = true;
  for (unsigned i = 0; i < READERS; i++)
    end_process(readers[i], false);
  end_process(begin_process(check_all, 0), false);
  part_ends("killed", "times a file was unfinished after a kill", torn, since);
}

static void damaged(void) {
  enum { USERS = 6 };
  pid_t children[USERS + 1];
  double since = seconds();
  part_begins("");
  for (unsigned i = 0; i < USERS; i++)
    children[i] = begin_process(use_on, seed + i);
  children[USERS] = begin_process(damage_on, seed);
  shared->goes = true;
  usleep((useconds_t)(1e6 * extent.damaging));
  shared->stops = true;
  for (unsigned i = 0; i <= USERS; i++)
    end_process(children[i], false);
  end_process(begin_process(check_all, 0), false);
  part_ends("damaged", "files left over", 0, since);
}

/* All files, while nobody writes: readers can only take away. */
static uint64_t total(void) {
  uint64_t bytes;
  int lock = open(inside(FXR_ROOM_LOCK), O_RDWR | O_CLOEXEC);
  if (lock < 0)
    return 0;
  CHECK(flock(lock, LOCK_EX) == 0);
  count_files("", &bytes);
  close(lock);
  return bytes;
}

/* Twice the programs take 2.5 MB and more; there is room for 1 MiB. Some processes are
 * killed: what they left counts, too. */
static void full(void) {
  pid_t children[CROWD];
  unsigned state = seed;
  unsigned long looks = 0;
  double since = seconds();
  part_begins("1");
  keys = 2 * KEYS;
  for (unsigned i = 0; i < CROWD; i++)
    children[i] = begin_process(use_on, seed + i);
  shared->goes = true;
  since = seconds();
  for (; seconds() - since < extent.filling; looks++) {
    pid_t *victim = &children[draw(&state, CROWD)];
    CHECK(total() <= MIB);
    usleep(draw(&state, 5000));
    CHECK(kill(*victim, SIGKILL) == 0);
    end_process(*victim, true);
    *victim = begin_process(use_on, draw(&state, UINT32_MAX));
  }
  shared->stops = true;
  for (unsigned i = 0; i < CROWD; i++)
    end_process(children[i], false);
  CHECK(total() <= MIB);
  part_ends("full", "looks at the total", looks, since);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "long") == 0)
    extent = (struct extent){3000, 500, 1000, 10, 10};
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
