/* Callbacks when events complete, by one thread that asks for those somebody waits for: in short
 * intervals at first, then in longer ones. */
#include "adapters/cuda/cuda.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { EAGER_ROUNDS = 100, FIRST_NAP_NS = 2000, LONGEST_NAP_NS = 100000 };

struct notification {
  struct notification *next;
  struct fxa_event *event; /* referenced until the callback has run */
  void (*callback)(void *user);
  void *user;
};

static struct {
  struct fxs_mutex lock;
  struct notification *added;   /* lock */
  uint32_t change;              /* futex: grows with each addition */
  bool is_started, is_stopping; /* lock */
  pthread_t thread;
} waiting = {.lock = FXS_MUTEX_INIT};

/* Runs the callbacks of those that are complete. True if there was one. */
static bool serve(struct notification **list) {
  bool has_served = false;
  struct notification **at = list;
  while (*at) {
    struct notification *notification = *at;
    cud_event_poll(notification->event);
    if (!cud_event_is_complete(notification->event)) {
      at = &notification->next;
      continue;
    }
    *at = notification->next;
    notification->callback(notification->user);
    cud_host->event_release(notification->event);
    free(notification);
    has_served = true;
  }
  return has_served;
}

/* Appends what was added to the end of list. False: stop. */
static bool take(struct notification **list, uint32_t *out_change) {
  while (*list)
    list = &(*list)->next;
  fxs_mutex_lock(&waiting.lock);
  *list = waiting.added;
  waiting.added = NULL;
  *out_change = __atomic_load_n(&waiting.change, __ATOMIC_ACQUIRE);
  bool goes_on = !waiting.is_stopping;
  fxs_mutex_unlock(&waiting.lock);
  return goes_on;
}

static void *run(void *unused) {
  struct notification *list = NULL;
  uint32_t change, seen = 0;
  int64_t nap = FIRST_NAP_NS;
  unsigned rounds = 0;
  (void)unused;
  while (take(&list, &change) || list) {
    if (serve(&list) || change != seen) {
      seen = change;
      rounds = 0;
      nap = FIRST_NAP_NS;
    } else if (!list) {
      fxs_futex_wait(&waiting.change, change, -1);
    } else if (rounds++ < EAGER_ROUNDS) {
      fxs_spin_pause();
    } else {
      fxs_futex_wait(&waiting.change, change, nap);
      nap = 2 * nap < LONGEST_NAP_NS ? 2 * nap : LONGEST_NAP_NS;
    }
  }
  return NULL;
}

/* With the lock. Signals go to the program's threads. */
static bool start(void) {
  if (waiting.is_started)
    return true;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  waiting.is_started = pthread_create(&waiting.thread, NULL, run, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return waiting.is_started;
}

falx_status cud_event_notify(struct fxa_event *event, void (*callback)(void *user), void *user) {
  cud_event_poll(event);
  if (cud_event_is_complete(event)) {
    callback(user);
    return FALX_SUCCESS;
  }
  struct notification *notification = malloc(sizeof *notification);
  if (!notification)
    return cud_no_memory("a callback");
  *notification = (struct notification){NULL, event, callback, user};
  cud_host->event_retain(event);
  fxs_mutex_lock(&waiting.lock);
  bool is_ok = start();
  if (is_ok) {
    notification->next = waiting.added;
    waiting.added = notification;
    __atomic_add_fetch(&waiting.change, 1, __ATOMIC_RELEASE);
  }
  fxs_mutex_unlock(&waiting.lock);
  if (is_ok) {
    fxs_futex_wake(&waiting.change, 1);
    return FALX_SUCCESS;
  }
  free(notification);
  cud_host->event_release(event);
  return cud_host->error(FALX_ERROR_RUNTIME, "cuda: no thread for callbacks can be started");
}

void cud_notify_stop(void) {
  fxs_mutex_lock(&waiting.lock);
  bool was_started = waiting.is_started;
  waiting.is_stopping = true;
  __atomic_add_fetch(&waiting.change, 1, __ATOMIC_RELEASE);
  fxs_mutex_unlock(&waiting.lock);
  if (was_started) {
    fxs_futex_wake(&waiting.change, 1);
    pthread_join(waiting.thread, NULL);
  }
  waiting.is_started = waiting.is_stopping = false;
}
