/* Blocks signals on threads that do not belong to the program: its handlers must run on its own
 * threads. Signals caused by the thread itself (a fault in a kernel, abort) stay unblocked, and
 * reach the program's handlers. */
#ifndef FALX_SUPPORT_SIGNALS_H
#define FALX_SUPPORT_SIGNALS_H

#include <pthread.h>
#include <signal.h>

/* Call around thread creation; the thread inherits the mask. */
static inline void fxs_signals_hold(sigset_t *out_before) {
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
  sigset_t held;
  sigfillset(&held);
  for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
    sigdelset(&held, own[i]);
  /* Only adds to the blocked signals: what the program has blocked stays blocked. */
  pthread_sigmask(SIG_BLOCK, &held, out_before);
}

static inline void fxs_signals_give_back(const sigset_t *before) {
  pthread_sigmask(SIG_SETMASK, before, NULL);
}

#endif
