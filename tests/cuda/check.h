/* How this folder's programs in C check what the runtime answers them. */
#ifndef FALX_TESTS_CUDA_CHECK_H
#define FALX_TESTS_CUDA_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "falx/falx.h"

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: %s is false; %s\n", __FILE__, __LINE__, #condition,                  \
              falx_error_detail());                                                                \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)
#define OK(call) CHECK((call) == FALX_SUCCESS)

#endif
