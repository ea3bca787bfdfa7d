/* Signals of threads that are not the program's: it is the program's own threads that its handlers
 * run on. What a thread does itself (a fault in a kernel, abort) still ends where the program asks:
 * these signals stay open. */
#ifndef FALX_SUPPORT_SIGNALS_H
#define FALX_SUPPORT_SIGNALS_H

#include <pthread.h>
#include <signal.h>

/* Around the making of a thread, which inherits the mask. */
static inline void fxs_signals_hold(sigset_t *out_before) {
  static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT};
  sigset_t held;
  sigfillset(&held);
  for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
    sigdelset(&held, own[i]);
  /* Blocks more, opens nothing that the program has blocked. */
  pthread_sigmask(SIG_BLOCK, &held, out_before);
}

static inline void fxs_signals_give_back(const sigset_t *before) {
  pthread_sigmask(SIG_SETMASK, before, NULL);
}

#endif
