/* Compiles a kernel in every requested configuration, runs each on the same memory, and compares
 * the resulting memory with that of the model. */
#ifndef FALX_TESTS_FUZZ_KERNEL_RUNNER_H
#define FALX_TESTS_FUZZ_KERNEL_RUNNER_H

#include "compiler/native_cpu/isa.h"
#include "tests/fuzz/kernel_generator.h"

#include <stdio.h>

struct variant {
  unsigned lanes; /* 1: not vectorized */
  enum fxc_isa isa;
  int early; /* what is done before the vectorizer: 0 nothing, 1 as falx-post-link, 2 LLVM's -O2 */
  int late;  /* LLVM's pipeline after it, -O0 to -O3 */
};

struct runner;

struct runner *runner_create(void);
void runner_destroy(struct runner *runner);
bool runner_has_isa(enum fxc_isa isa);

struct run_counts {
  unsigned variants, vectorized;
};

/* Compares each variant; false at the first that differs, which then stands in *at; where and how
 * it differs is printed to out. *at is set to a variant before it is tried. */
bool runner_compare(struct runner *runner, const struct kernel *kernel, const bool *dropped,
                    const struct variant *variants, unsigned count, volatile unsigned *at,
                    struct run_counts *counts, FILE *out);

/* The module that the vectorizer gets, as text. */
bool runner_write(struct runner *runner, const struct kernel *kernel, const bool *dropped,
                  const struct variant *variant, const char *path);

#endif
