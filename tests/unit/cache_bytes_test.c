/* support/cache.c, cache_entry.c, cache_room.c: which bytes are found, misses, eviction. Files:
 * cache_test.c. Folders: cache_folder_test.c. */
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>

#include "tests/unit/cache_fixture.h"
#include "tests/unit/failing_malloc.h"

/* ---- What is found ---- */

IN_CHILD(keeps_and_finds, {
  start();
  CHECK(!finds_small(1) && says("No such file") && !exists(folder));
  CHECK(put_small(1) && finds_small(1));
  CHECK(!put_small(1) && says("another process has kept it"));
  CHECK(finds_small(1) && !finds_small(2) && says("there is none"));
  put_sized(3, 3000000);
  put_sized(4, 0);
  CHECK(finds_sized(3, 3000000) && finds_sized(4, 0));
})

static void put_text(const struct fxs_cache_part *parts, size_t count, const char *text) {
  const struct fxs_cache_key key = {.parts = parts, .count = count};
  CHECK(fxs_cache_put(&mine, &key, text, strlen(text)));
}

static bool finds_text(const struct fxs_cache_part *parts, size_t count, const char *text) {
  const struct fxs_cache_key key = {.parts = parts, .count = count};
  void *bytes;
  size_t size;
  bool is_hit = fxs_cache_find(&mine, &key, &bytes, &size);
  CHECK(!is_hit || (size == strlen(text) && memcmp(bytes, text, size) == 0));
  free(bytes);
  return is_hit;
}

/* The same bytes in other parts are another key. */
IN_CHILD(keys_count_in_full, {
  const struct fxs_cache_part ab_c[] = {{"ab", 2}, {"c", 1}}, a_bc[] = {{"a", 1}, {"bc", 2}};
  const struct fxs_cache_part abc[] = {{"abc", 3}, {NULL, 0}}, zero = {"\0\0\0\0\0\0\0\0", 8};
  start();
  put_text(ab_c, 2, "one");
  CHECK(!finds_text(a_bc, 2, "") && !finds_text(abc, 1, "") && !finds_text(abc, 2, ""));
  put_text(a_bc, 2, "two");
  put_text(abc, 1, "three");
  put_text(abc, 2, "four");
  put_text(NULL, 0, "none");
  put_text(abc + 1, 1, "empty");
  put_text(&zero, 1, "zero");
  CHECK(finds_text(ab_c, 2, "one") && finds_text(a_bc, 2, "two") && finds_text(abc, 1, "three"));
  CHECK(finds_text(abc, 2, "four") && finds_text(NULL, 0, "none"));
  CHECK(finds_text(abc + 1, 1, "empty") && finds_text(&zero, 1, "zero"));
})

/* ---- What is a miss ---- */

static unsigned char whole[4096];
static size_t whole_size;

static void read_entry(unsigned number) {
  struct fxs_file file;
  CHECK(fxs_file_read(entry_path(number), &file) == 0 && file.size < sizeof whole - 100);
  memcpy(whole, file.data, whole_size = file.size);
  fxs_file_free(&file);
}

/* The entry with these bytes is a miss, and goes unless it is for another version to judge. */
static void refuses(const void *bytes, size_t size) {
  write_file(entry_path(1), bytes, size);
  CHECK(!finds_small(1));
  bool is_of_other = says("another version");
  CHECK(exists(entry_path(1)) == is_of_other);
}

IN_CHILD(each_flipped_bit_is_a_miss, {
  start();
  put_small(1);
  read_entry(1);
  for (size_t bit = 0; bit < 8 * whole_size; bit++) {
    whole[bit / 8] ^= (unsigned char)(1u << bit % 8);
    refuses(whole, whole_size);
    whole[bit / 8] ^= (unsigned char)(1u << bit % 8);
  }
  put_small(1);
  CHECK(finds_small(1));
})

IN_CHILD(each_length_is_a_miss, {
  start();
  put_small(1);
  read_entry(1);
  memset(whole + whole_size, 0, 100);
  for (size_t size = 0; size < whole_size + 100; size++)
    if (size != whole_size)
      refuses(whole, size);
  write_file(entry_path(1), whole, whole_size);
  CHECK(finds_small(1));
  CHECK(truncate(entry_path(1), 1ll << 40) == 0 && !finds_small(1)); /* not read at all */
})

/* Zeros are what a crash leaves of a file that was not written yet. */
IN_CHILD(each_hole_is_a_miss, {
  unsigned char bytes[sizeof whole];
  start();
  put_small(1);
  read_entry(1);
  for (size_t from = 0; from < whole_size; from += 8) {
    memcpy(bytes, whole, from);
    memset(bytes + from, 0, whole_size - from);
    refuses(bytes, whole_size);
  }
})

/* A file with the right name, sound, for another key: what a collision of digests would be. */
IN_CHILD(collision_is_a_miss, {
  start();
  put_small(2);
  CHECK(rename(entry_path(2), entry_path(1)) == 0);
  CHECK(!finds_small(1) && says("has another key") && exists(entry_path(1)));
  put_small(1);
  CHECK(finds_small(1) && !finds_small(2));
})

IN_CHILD(other_version_is_a_miss, {
  struct sample sample;
  struct fxs_entry entry;
  struct fxs_entry_header header;
  unsigned char content[SMALL] = {1};
  start();
  put_small(1);
  CHECK(fxs_entry_init(&entry, fill_key(&sample, 1, false), FXS_ENTRY_BYTES));
  memcpy(&header, entry.head, sizeof header);
  header.version++;
  memcpy(entry.head, &header, sizeof header);
  fxs_entry_seal(&entry, content, sizeof content);
  memcpy(whole, entry.head, entry.head_size);
  memcpy(whole + entry.head_size, content, sizeof content);
  write_file(entry_path(1), whole, entry.head_size + sizeof content);
  fxs_entry_free(&entry);
  CHECK(!finds_small(1) && says("another version") && exists(entry_path(1)));
  put_small(1);
  CHECK(finds_small(1));
})

/* ---- Locks: nobody waits for a file, and writers not for long ---- */

IN_CHILD(readers_never_wait, {
  start();
  put_small(1);
  int lock = open(inside(LOCK_NAME), O_RDWR), entry = open(entry_path(1), O_RDWR);
  CHECK(flock(lock, LOCK_EX) == 0 && flock(entry, LOCK_EX) == 0);
  double before = seconds();
  CHECK(finds_small(1) && !put_small(2));
  CHECK(says("others are writing") && seconds() - before < 5);
  flock(lock, LOCK_UN);
  put_small(2);
  CHECK(finds_small(2));
  /* A lease is the one lock that an open would wait for; its holder gets a signal. */
  signal(SIGIO, SIG_IGN);
  if (fcntl(entry, F_SETLEASE, F_WRLCK) == 0) {
    before = seconds();
    CHECK(!finds_small(1) && seconds() - before < 5);
    CHECK(fcntl(entry, F_SETLEASE, F_UNLCK) == 0 && finds_small(1));
  }
})

/* ---- Eviction ---- */

enum { BIG = 100000 };

static void use_at(unsigned number, time_t when) {
  const struct timespec times[2] = {{when, 0}, {when, 0}};
  CHECK(utimensat(AT_FDCWD, entry_path(number), times, 0) == 0);
}

IN_CHILD(the_least_recently_used_go, {
  uint64_t bytes;
  start_with(MIB);
  for (unsigned i = 0; i < 10; i++) {
    put_sized(i, BIG);
    use_at(i, 1000000 + 1000 * (time_t)i);
  }
  CHECK(count_names(ENTRY_ENDING, NULL, &bytes) == 10);
  CHECK(finds_sized(0, BIG)); /* used now */
  write_file(inside("of-others.o"), whole, 100);
  put_sized(10, BIG);
  CHECK(finds_sized(0, BIG) && finds_sized(10, BIG) && finds_sized(9, BIG));
  CHECK(!finds_sized(1, BIG) && !finds_sized(2, BIG));
  CHECK(count_names(".o", NULL, &bytes) == 1);
  for (unsigned i = 11; i < 100; i++) {
    put_sized(i, BIG);
    CHECK(finds_sized(i, BIG) && count_names("", NULL, &bytes) && bytes <= MIB);
  }
  CHECK(!put_sized(200, MIB) && says("larger than the cache") && !finds_sized(200, MIB));
  CHECK(count_names(ENTRY_ENDING, NULL, &bytes) >= 7);
})

/* What makes the kept sum wrong is found again; a sum that is too small cannot come from us. */
IN_CHILD(sum_and_leftovers, {
  uint64_t bytes;
  start_with(MIB);
  /* Entries taken away by hand: the sum says full, counting says empty. */
  for (unsigned i = 0; i < 10; i++)
    put_sized(i, BIG);
  for (unsigned i = 0; i < 10; i++)
    CHECK(unlink(entry_path(i)) == 0);
  for (unsigned i = 0; i < 10; i++)
    put_sized(i, BIG);
  CHECK(count_names(ENTRY_ENDING, NULL, &bytes) == 10);
  /* No sum, or a damaged one; files that killed writers left. */
  for (int round = 0; round < 3; round++) {
    write_file(inside("17fa-1" NEW_ENDING), whole, 1000);
    if (round == 0)
      unlink(inside(LOCK_NAME));
    else
      write_file(inside(LOCK_NAME), whole, round == 1 ? 0 : 1000);
    put_sized(20 + (unsigned)round, BIG);
    CHECK(finds_sized(20 + (unsigned)round, BIG) && !exists(inside("17fa-1" NEW_ENDING)));
    CHECK(count_names("", NULL, &bytes) && bytes <= MIB);
  }
})

IN_CHILD(nothing_at_all, {
  start_with(0);
  mine.limit_setting = "A_SETTING";
  CHECK(!put_small(1) && says("A_SETTING sets the limit") && !finds_small(1));
})

/* ---- Memory, threads, forks ---- */

IN_CHILD(without_memory, {
  struct sample sample;
  start();
  const struct fxs_cache_key *key = fill_key(&sample, 1, false);
  unsigned char *content = make_content(SMALL, 1);
  bool was_met = true;
  for (unsigned k = 1; was_met; k++) {
    void *bytes;
    size_t size;
    unlink(inside(LOCK_NAME)); /* so that it counts, too */
    unlink(entry_path(1));
    put_small(2);
    calls_left = k;
    fxs_cache_put(&mine, key, content, SMALL);
    bool is_hit = fxs_cache_find(&mine, key, &bytes, &size);
    was_met = calls_left == 0;
    calls_left = 0;
    CHECK(!is_hit || (size == SMALL && memcmp(bytes, content, size) == 0));
    CHECK(is_hit || was_met);
    free(bytes);
    put_small(1);
    CHECK(finds_small(1) && k < 100);
  }
  free(content);
})

static void *work(void *user) {
  unsigned first = *(unsigned *)user;
  struct fxs_cache own = open_cache();
  for (unsigned i = 0; i < 100; i++) {
    unsigned number = (first * 13 + i) % 20;
    if (!finds(&own, number, false, 5000))
      put(&own, number, false, 5000);
    if (i % 10 == 9)
      unlink(entry_path(number));
  }
  return NULL;
}

IN_CHILD(threads, {
  pthread_t threads[8];
  unsigned numbers[8];
  start();
  for (unsigned i = 0; i < 8; i++) {
    numbers[i] = i;
    CHECK(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0);
  }
  for (unsigned i = 0; i < 8; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
})

IN_CHILD(forked_children, {
  start();
  put_small(1);
  pid_t child = fork();
  if (child == 0) {
    bool is_fine = finds_small(1);
    put_small(2);
    _exit(is_fine ? 0 : 1);
  }
  int status = 1;
  CHECK(waitpid(child, &status, 0) == child && status == 0 && finds_small(2));
})

int main(void) {
  const struct CMUnitTest tests[] = {
      CACHE_TEST(keeps_and_finds),
      CACHE_TEST(keys_count_in_full),
      CACHE_TEST(each_flipped_bit_is_a_miss),
      CACHE_TEST(each_length_is_a_miss),
      CACHE_TEST(each_hole_is_a_miss),
      CACHE_TEST(collision_is_a_miss),
      CACHE_TEST(other_version_is_a_miss),
      CACHE_TEST(readers_never_wait),
      CACHE_TEST(the_least_recently_used_go),
      CACHE_TEST(sum_and_leftovers),
      CACHE_TEST(nothing_at_all),
      CACHE_TEST(without_memory),
      CACHE_TEST(threads),
      CACHE_TEST(forked_children),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
