/* !falx.vector: metadata of a scalar kernel that names its forms for several work-items
 * (docs/ir.md). */
#ifndef FALX_COMPILER_NATIVE_CPU_VECTOR_FORMS_H
#define FALX_COMPILER_NATIVE_CPU_VECTOR_FORMS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct fxc_vector_forms {
  unsigned lanes;
  bool uses_sub_groups;
  LLVMValueRef id_bound;       /* i64: the forms are for launches whose ids are below it */
  LLVMValueRef vector, masked; /* NULL: there is none */
  LLVMValueRef packed;         /* the masked form across short rows; NULL: there is none */
};

void fxc_note_vector_forms(LLVMValueRef kernel, const struct fxc_vector_forms *forms);
/* False where there are none. */
bool fxc_find_vector_forms(LLVMValueRef kernel, struct fxc_vector_forms *out);
void fxc_forget_vector_forms(LLVMValueRef kernel);

#endif
