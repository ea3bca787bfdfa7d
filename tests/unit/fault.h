/* Failing allocations for unit tests: the code under test is linked so that malloc, calloc and
 * realloc come here first (support.cmake).
 *
 *   for (unsigned k = 1; fault_met(k, scenario); ++k) ; */
#ifndef FALX_TESTS_UNIT_FAULT_H
#define FALX_TESTS_UNIT_FAULT_H

#include <stdbool.h>

/* Calls scenario with the k-th allocation inside it failing, and checks that scenario answers
 * false if that was met, true if not. Answers whether it was met. */
bool fault_met(unsigned k, bool (*scenario)(void));

#endif
