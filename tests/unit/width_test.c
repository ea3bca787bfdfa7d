/* adapters/native_cpu/width.c: how many threads launches get, by times that are made up. */
#include "adapters/native_cpu/native.h"
#include "cmocka_prelude.h"

enum { ITEMS = 65536, THREADS = 16, SHARED_TRIES = 16, SLOW_TRIES = 4, ALONE_TRIES = 4 };
enum { FIRST = ALONE_TRIES + SHARED_TRIES };

static struct ncpu_width choose(struct ncpu_pace *paces, float ns, uint32_t awake) {
  return ncpu_width_choose(paces, ITEMS, ns / ITEMS, THREADS, THREADS, awake);
}

/* A launch of ns by one thread and shared_ns by several; the number of threads that it got. */
static uint32_t launch(struct ncpu_pace *paces, float ns, float shared_ns, uint32_t awake) {
  struct ncpu_width width = choose(paces, ns, awake);
  bool is_shared = width.threads > 1;
  ncpu_width_learn(paces, ITEMS, is_shared, (uint64_t)(is_shared ? shared_ns : ns));
  return width.threads;
}

/* Of so many launches, those by one thread. */
static int alone_of(struct ncpu_pace *paces, int count, float ns, float shared_ns) {
  int alone = 0;
  for (int i = 0; i < count; i++)
    alone += launch(paces, ns, shared_ns, THREADS - 1) == 1;
  return alone;
}

/* The next launch after those that are tried by one thread. */
static struct ncpu_width choose_shared(float ns, uint32_t awake) {
  struct ncpu_pace paces[NCPU_PACES] = {{0}};
  for (int i = 0; i < ALONE_TRIES; i++)
    assert_int_equal(choose(paces, ns, awake).threads, 1);
  return choose(paces, ns, awake);
}

static void unknown_and_long_launches_are_for_all(void **state) {
  struct ncpu_pace paces[NCPU_PACES] = {{0}};
  (void)state;
  struct ncpu_width unknown = ncpu_width_choose(paces, ITEMS, -1, THREADS, THREADS, 0);
  assert_int_equal(unknown.threads, THREADS);
  assert_int_equal(unknown.units, THREADS * 16);
  assert_true(unknown.expected_ns == 0);
  struct ncpu_width milliseconds = choose(paces, 5e6f, 0);
  assert_int_equal(milliseconds.threads, THREADS);
  assert_int_equal(milliseconds.units, THREADS * 16);
  assert_int_equal(choose(paces, 1000, 0).units, 1);
}

static void threads_follow_the_cost(void **state) {
  (void)state;
  uint32_t before = 1;
  for (float ns = 3000; ns < 240000; ns *= 2) {
    struct ncpu_width width = choose_shared(ns, THREADS - 1);
    assert_true(width.threads >= before && width.threads <= THREADS);
    assert_true(width.units >= width.threads);
    assert_true(width.expected_ns * (float)width.threads >= 0.99f * ns);
    before = width.threads;
  }
  assert_int_equal(before, THREADS);
  assert_in_range(choose_shared(3000, THREADS - 1).threads, 2, THREADS / 2);
  /* Of more than half each finds its data in its caches only if all come. */
  assert_int_equal(choose_shared(10000, THREADS - 1).threads, THREADS);
}

static void sleeping_threads_cost_more(void **state) {
  struct ncpu_pace paces[NCPU_PACES] = {{0}};
  (void)state;
  for (int i = 0; i < ALONE_TRIES; i++)
    choose(paces, 60000, THREADS - 1);
  uint32_t awake = choose(paces, 60000, THREADS - 1).threads;
  assert_int_equal(choose(paces, 60000, 0).threads, awake); /* they are woken for the next ones */
  uint32_t asleep = choose(paces, 60000, 0).threads;
  assert_true(asleep < awake);
  assert_int_equal(choose(paces, 60000, 6).threads, 7);
  int woken = 0; /* in vain: less and less often */
  for (int i = 0; i < 400; i++)
    woken += choose(paces, 60000, 0).threads == awake;
  assert_in_range(woken, 4, 7);
  choose(paces, 60000, THREADS - 1); /* not in vain */
  for (int i = 0; i < 200; i++)
    woken += choose(paces, 60000, 0).threads == awake;
  assert_in_range(woken, 7, 12);
}

static void sharing_that_does_not_pay_ends(void **state) {
  struct ncpu_pace paces[NCPU_PACES] = {{0}};
  (void)state;
  assert_int_equal(alone_of(paces, FIRST, 9000, 33000), FIRST - SLOW_TRIES);
  assert_int_equal(alone_of(paces, 400, 9000, 33000), 400);
  int alone = alone_of(paces, 10000, 9000, 33000);
  assert_in_range(alone, 9600,
                  9999); /* it is tried again, in a few launches of a hundred at most */
}

static void what_is_hardly_slower_is_tried_longer(void **state) {
  struct ncpu_pace paces[NCPU_PACES] = {{0}};
  (void)state;
  assert_int_equal(alone_of(paces, FIRST, 9000, 23000), ALONE_TRIES);
  assert_int_equal(alone_of(paces, 400, 9000, 23000), 400);
}

static void sharing_that_pays_stays(void **state) {
  struct ncpu_pace paces[NCPU_PACES] = {{0}};
  (void)state;
  assert_int_equal(alone_of(paces, FIRST, 100000, 15000), ALONE_TRIES);
  assert_in_range(alone_of(paces, 20000, 100000, 15000), 1, 40);
}

static void what_came_between_is_forgotten(void **state) {
  struct ncpu_pace paces[NCPU_PACES] = {{0}};
  (void)state;
  alone_of(paces, FIRST, 100000, 60000);
  launch(paces, 100000, 1e9f, THREADS - 1); /* an interruption */
  assert_int_equal(alone_of(paces, 100, 100000, 60000), 0);
}

static void what_changes_is_noticed(void **state) {
  struct ncpu_pace paces[NCPU_PACES] = {{0}};
  (void)state;
  alone_of(paces, 100, 20000, 30000); /* the processors were busy */
  assert_in_range(alone_of(paces, 3000, 20000, 5000), 1, 1000);
}

static void the_submitter_runs_what_is_for_one(void **state) {
  struct ncpu_pace paces[NCPU_PACES] = {{0}};
  (void)state;
  assert_false(ncpu_width_is_one(paces, ITEMS, 1e9f));
  alone_of(paces, FIRST, 9000, 23000);
  assert_true(ncpu_width_is_one(paces, ITEMS, 1e9f));
  assert_false(ncpu_width_is_one(paces, ITEMS, 5000)); /* too long for it */
  assert_false(ncpu_width_is_one(paces, 16 * ITEMS, 1e9f));
  int inside = 0;
  for (int i = 0; i < 5000; i++) {
    if (ncpu_width_is_one(paces, ITEMS, 1e9f))
      inside++;
    else
      launch(paces, 9000, 23000, THREADS - 1);
  }
  assert_in_range(inside, 4500, 4999); /* sharing is tried all the same */
}

static void each_magnitude_has_its_own(void **state) {
  struct ncpu_pace paces[NCPU_PACES] = {{0}};
  (void)state;
  alone_of(paces, FIRST, 9000, 23000);
  for (int i = 0; i < ALONE_TRIES; i++)
    ncpu_width_choose(paces, 4 * ITEMS, 0.14f, THREADS, THREADS, THREADS - 1);
  assert_int_equal(
      ncpu_width_choose(paces, 4 * ITEMS, 0.14f, THREADS, THREADS, THREADS - 1).threads, THREADS);
  assert_true(ncpu_width_is_one(paces, ITEMS, 1e9f));
  /* One that takes the same place begins anew, and what ends late is not learnt there. */
  ncpu_width_choose(paces, (uint64_t)ITEMS << NCPU_PACES, 1e-3f, THREADS, THREADS, 0);
  ncpu_width_learn(paces, ITEMS, false, 1);
  assert_false(ncpu_width_is_one(paces, ITEMS, 1e9f));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknown_and_long_launches_are_for_all),
      cmocka_unit_test(threads_follow_the_cost),
      cmocka_unit_test(sleeping_threads_cost_more),
      cmocka_unit_test(sharing_that_does_not_pay_ends),
      cmocka_unit_test(what_is_hardly_slower_is_tried_longer),
      cmocka_unit_test(sharing_that_pays_stays),
      cmocka_unit_test(what_came_between_is_forgotten),
      cmocka_unit_test(what_changes_is_noticed),
      cmocka_unit_test(the_submitter_runs_what_is_for_one),
      cmocka_unit_test(each_magnitude_has_its_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
