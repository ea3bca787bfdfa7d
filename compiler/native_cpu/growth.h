/* How much a value of a kernel grows by from one work-item to the next, and from round to round of
 * a loop. Kernels are as inside prepare-native-cpu: ids are calls of __falx_ncpu_*. */
#ifndef FALX_COMPILER_NATIVE_CPU_GROWTH_H
#define FALX_COMPILER_NATIVE_CPU_GROWTH_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

/* Work-items of a row, of a column, and rounds. */
enum fxc_growth_direction { FXC_BY_ROW, FXC_BY_COLUMN, FXC_BY_ROUND, FXC_GROWTH_COUNT };

/* Not known; or by a constant, plus, where is_other, by something that is the same for all
 * work-items and rounds. */
struct fxc_growth {
  bool is_known;
  struct {
    int64_t constant;
    bool is_other;
  } by[FXC_GROWTH_COUNT];
};

struct fxc_growth_source {
  LLVMTargetDataRef layout;
  LLVMValueRef count; /* of the rounds; NULL: there is no loop */
  int64_t step;       /* by which it grows */
};

struct fxc_growth fxc_growth_of(const struct fxc_growth_source *source, LLVMValueRef value);

#endif
