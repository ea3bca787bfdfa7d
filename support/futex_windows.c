/* The futex of threads.h for Windows 8 and later, with WaitOnAddress. */
#include "support/threads.h"

#include <windows.h>

bool fxs_futex_wait(uint32_t *word, uint32_t expected, int64_t timeout_ns) {
  DWORD milliseconds = INFINITE;
  if (timeout_ns >= 0)
    milliseconds = timeout_ns / 1000000 < INFINITE - 1 ? (DWORD)((timeout_ns + 999999) / 1000000)
                                                       : INFINITE - 1;
  return WaitOnAddress(word, &expected, sizeof expected, milliseconds) ||
         GetLastError() != ERROR_TIMEOUT;
}

void fxs_futex_wake(uint32_t *word, int count) {
  if (count == 1)
    WakeByAddressSingle(word);
  else
    WakeByAddressAll(word);
}
