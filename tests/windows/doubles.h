/* What the test's programs find in lifetime.dll, by name. */
#ifndef FALX_TESTS_WINDOWS_DOUBLES_H
#define FALX_TESTS_WINDOWS_DOUBLES_H

#include <stdbool.h>
#include <stddef.h>

#define EXPORTED __declspec(dllexport)

EXPORTED bool test_use(void);          /* as a program's first platform query */
EXPORTED bool test_lives(void);        /* a call is let in */
EXPORTED bool test_is_shut_down(void); /* a call is refused, with the reason */
EXPORTED void test_hold(void);         /* never returns: inside a call, with the scheduler's lock */
EXPORTED bool test_is_held(void);
EXPORTED bool test_futex(bool is_woken); /* true if it was not for the time */
EXPORTED bool test_seam(const char *path, char *stamp,
                        size_t size); /* false: what failed in stamp */

#endif
