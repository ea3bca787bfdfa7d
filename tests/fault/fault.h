/* The k-th call of the runtime or an adapter that can fail, fails: allocations, threads, files,
 * operations of the adapter.
 *
 * libfalx.so and native_cpu are linked a second time, with --wrap for the functions of fault.cmake
 * and with this library, which counts the calls. Programs find it by these names. */
#ifndef FALX_TESTS_FAULT_H
#define FALX_TESTS_FAULT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From now on the k-th call fails, and count - 1 behind it. k 0: none. */
void falx_fault_arm(unsigned k, unsigned count);
/* Calls fail no more. Answers how many have failed since arm. */
unsigned falx_fault_disarm(void);
/* Counts a call; true if it is to fail. what: for the trace (FALX_FAULT_TRACE=1: of
 * calls that fail; 2: of all). */
bool falx_fault_fails(const char *what);

#ifdef __cplusplus
}
#endif
#endif
