/* A library linked after libfalx.so that does not use it: its destructors run after the
 * runtime's. */
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT void lifetime_after_teardown(void (*function)(void));

static void (*asked)(void);

void lifetime_after_teardown(void (*function)(void)) {
  asked = function;
}

__attribute__((destructor)) static void call(void) {
  if (asked)
    asked();
}
