/* The headers that cmocka.h requires before it. */
#ifndef FALX_TESTS_UNIT_CMOCKA_PRELUDE_H
#define FALX_TESTS_UNIT_CMOCKA_PRELUDE_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#endif
