/* support/threads.c */
#include "cmocka_prelude.h"
#include "support/lock.h"
#include "support/spin.h"
#include "support/threads.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static struct fxs_mutex mutex = FXS_MUTEX_INIT;
static struct fxs_once once = FXS_ONCE_INIT;
static struct fxs_lock lock;
static int counter, once_count, locked_count;
static uint32_t word;

static void count_once(void) {
  ++once_count;
}

static void *add_many(void *unused) {
  fxs_once_run(&once, count_once);
  for (int i = 0; i < 10000; ++i) {
    fxs_mutex_lock(&mutex);
    ++counter;
    fxs_mutex_unlock(&mutex);
    fxs_lock_take(&lock);
    if (i % 1000 == 0) /* the others come to sleep */
      usleep(100);
    ++locked_count;
    fxs_lock_give(&lock);
  }
  return unused;
}

static void locks_exclude(void **state) {
  pthread_t threads[4];
  (void)state;
  for (int i = 0; i < 4; ++i)
    assert_int_equal(pthread_create(&threads[i], NULL, add_many, NULL), 0);
  for (int i = 0; i < 4; ++i)
    assert_int_equal(pthread_join(threads[i], NULL), 0);
  assert_int_equal(counter, 40000);
  assert_int_equal(locked_count, 40000);
  assert_int_equal(lock.state, FXS_LOCK_FREE);
  assert_int_equal(once_count, 1);
  assert_true(fxs_mutex_trylock(&mutex));
  fxs_mutex_unlock(&mutex);
}

static void *set_word(void *unused) {
  __atomic_store_n(&word, 1, __ATOMIC_RELEASE);
  fxs_futex_wake(&word, 1);
  return unused;
}

static void futexes_wake(void **state) {
  pthread_t thread;
  (void)state;
  assert_true(fxs_futex_wait(&word, 5, -1)); /* not what is expected: no sleep */
  assert_false(fxs_futex_wait(&word, 0, 1000000));
  assert_int_equal(pthread_create(&thread, NULL, set_word, NULL), 0);
  while (!__atomic_load_n(&word, __ATOMIC_ACQUIRE))
    fxs_futex_wait(&word, 0, -1);
  assert_int_equal(pthread_join(thread, NULL), 0);
}

/* ---- Order, in debug builds ---- */

#ifndef NDEBUG
static struct fxs_mutex upper = FXS_MUTEX_INIT_ROW(FXS_ROW(1));
static struct fxs_mutex row[2] = {FXS_MUTEX_INIT_ROW(FXS_ROW_BY_ADDRESS(2)),
                                  FXS_MUTEX_INIT_ROW(FXS_ROW_BY_ADDRESS(2))};
static struct fxs_spin lower = {.row = FXS_ROW(3)}, beside = {.row = FXS_ROW(3)};

static void take_in_order(void) {
  fxs_mutex_lock(&upper);
  fxs_mutex_lock(&row[0]);
  fxs_mutex_lock(&row[1]);
  fxs_spin_lock(&lower);
  fxs_mutex_unlock(&upper); /* in any order */
  fxs_spin_unlock(&lower);
  fxs_mutex_unlock(&row[0]);
  fxs_spin_lock(&beside);
  fxs_spin_unlock(&beside);
  fxs_mutex_unlock(&row[1]);
}
static void take_upper_last(void) {
  fxs_mutex_lock(&row[0]);
  fxs_mutex_lock(&upper);
}
static void take_against_addresses(void) {
  fxs_mutex_lock(&row[1]);
  fxs_mutex_lock(&row[0]);
}
static void take_two_of_a_row(void) {
  fxs_spin_lock(&lower);
  fxs_spin_lock(&beside);
}

static int ends_with(void (*body)(void)) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    close(STDERR_FILENO);
    body();
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static void locks_have_an_order(void **state) {
  (void)state;
  assert_int_equal(ends_with(take_in_order), 0);
  assert_int_equal(ends_with(take_upper_last), SIGABRT);
  assert_int_equal(ends_with(take_against_addresses), SIGABRT);
  assert_int_equal(ends_with(take_two_of_a_row), SIGABRT);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(locks_exclude),
      cmocka_unit_test(futexes_wake),
#ifndef NDEBUG
      cmocka_unit_test(locks_have_an_order),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
