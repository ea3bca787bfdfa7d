/* Kernels that go over memory in columns, as those that transpose.
 *
 *     out[y * n + x] = in[x * n + y];
 *
 * Along a row of work-items every element of `in` is on a line of memory of its own, and the next
 * row has the neighbours of each. When a row is long, its lines have left the cache by then. So a
 * vector of work-items of many rows comes before the next vector (work_item_loops/nest.c), and
 * threads get high boxes of work-items rather than wide ones. */
#include "compiler/native_cpu/growth.h"
#include "compiler/native_cpu/prepare_native_cpu.h"

enum { MOST_ELEMENT = 16, LINE = 64 }; /* bytes */

/* Neighbours of a column are neighbours in memory, those of a row are far apart. */
static bool is_column(const struct fxc_growth_source *source, LLVMValueRef pointer) {
  struct fxc_growth growth = fxc_growth_of(source, pointer);
  int64_t row = growth.by[FXC_BY_ROW].constant, column = growth.by[FXC_BY_COLUMN].constant;
  return growth.is_known && !growth.by[FXC_BY_COLUMN].is_other && column > 0 &&
         column <= MOST_ELEMENT && (growth.by[FXC_BY_ROW].is_other || row >= LINE || row <= -LINE);
}

bool fxc_walks_columns(LLVMModuleRef module, LLVMValueRef kernel) {
  struct fxc_growth_source source = {.layout = LLVMGetModuleDataLayout(module)};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      unsigned pointer = LLVMIsAStoreInst(i) ? 1 : 0;
      if ((LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) &&
          is_column(&source, LLVMGetOperand(i, pointer)))
        return true;
    }
  return false;
}
