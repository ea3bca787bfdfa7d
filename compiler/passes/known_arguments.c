/* A part of spec-constants: what is known of a kernel's launches (docs/specialization.md). */
#include <string.h>

#include "compiler/diagnostics.h"
#include "compiler/ir/rebuild.h"
#include "compiler/passes/kernel_attributes.h"
#include "compiler/passes/spec_constants.h"

/* A number in the order of memory; size is at most 8. */
static uint64_t number_of(const unsigned char *bytes, size_t size) {
  uint64_t number = 0;
  memcpy(&number, bytes, size); /* every target and its host are little-endian */
  return number;
}

/* NULL where the type has no constant of such bytes: pointers, vectors. */
static LLVMValueRef scalar_of(LLVMTypeRef type, const struct fxc_known_argument *known) {
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool is_float =
      kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
  if ((kind != LLVMIntegerTypeKind && !is_float) || known->size > 8)
    return NULL;
  unsigned bits =
      kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : (unsigned)known->size * 8;
  LLVMValueRef number = LLVMConstInt(LLVMIntTypeInContext(context, bits),
                                     number_of(known->bytes, known->size), false);
  return is_float ? LLVMConstBitCast(number, type) : number;
}

/* A variable of those bytes, which LLVM takes apart as it does the parameter's own copy. */
static LLVMValueRef variable_of(LLVMValueRef kernel, const struct fxc_known_argument *known) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(kernel));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
  LLVMTypeRef byte = LLVMInt8TypeInContext(context);
  LLVMValueRef variable =
      LLVMBuildAlloca(builder, LLVMArrayType2(byte, known->size), "known_argument");
  uint64_t align = fxc_int_attribute(kernel, known->index + 1, "align");
  LLVMSetAlignment(variable, align > 16 ? (unsigned)align : 16);
  for (size_t at = 0, size; at < known->size; at += size) {
    for (size = 8; at + size > known->size;)
      size /= 2;
    LLVMTypeRef word = LLVMIntTypeInContext(context, 8 * (unsigned)size);
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(context), at, false);
    LLVMValueRef place = LLVMBuildInBoundsGEP2(builder, byte, variable, &offset, 1, "");
    LLVMValueRef number = LLVMConstInt(word, number_of(known->bytes + at, size), false);
    LLVMSetAlignment(LLVMBuildStore(builder, number, place), (unsigned)size);
  }
  LLVMDisposeBuilder(builder);
  return variable;
}

static bool know(struct fxc_module *module, LLVMValueRef kernel,
                 const struct fxc_known_argument *known) {
  if (known->index >= LLVMCountParams(kernel) || !known->size) {
    fxc_report(module->diagnostics, FXC_ERROR, NULL,
               "the kernel has no argument %u: the program's image and this code differ",
               known->index);
    return false;
  }
  LLVMValueRef parameter = LLVMGetParam(kernel, known->index), value;
  LLVMTypeRef whole = fxc_type_attribute(kernel, known->index + 1, "byval");
  LLVMTargetDataRef layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(module->ir));
  uint64_t size = LLVMABISizeOfType(layout, whole ? whole : LLVMTypeOf(parameter));
  LLVMDisposeTargetData(layout);
  if (size != known->size) {
    fxc_report(module->diagnostics, FXC_ERROR, NULL,
               "argument %u of the kernel has %llu bytes, not %zu", known->index,
               (unsigned long long)size, known->size);
    return false;
  }
  value = whole ? variable_of(kernel, known) : scalar_of(LLVMTypeOf(parameter), known);
  if (value)
    LLVMReplaceAllUsesWith(parameter, value);
  return true;
}

/* A kernel that says the size itself keeps what it says. */
static void know_local_size(struct fxc_module *module, LLVMValueRef kernel,
                            const uint32_t size[3]) {
  struct fxc_kernel_attribute_value value;
  if (fxc_kernel_attribute_get(kernel, FXC_REQD_WORK_GROUP_SIZE, &value))
    return;
  value = (struct fxc_kernel_attribute_value){.place = ""};
  while (value.count < 3 && size[value.count])
    value.numbers[value.count] = size[value.count], value.count++;
  fxc_kernel_attribute_set(module, kernel, FXC_REQD_WORK_GROUP_SIZE, &value);
}

bool fxc_know_arguments(struct fxc_module *module, const struct fxc_specialization *set) {
  LLVMValueRef kernel = set->kernel ? LLVMGetNamedFunction(module->ir, set->kernel) : NULL;
  bool is_fine = true;
  for (size_t i = 0; kernel && is_fine && i < set->arguments.count; i++)
    is_fine = know(module, kernel, &set->arguments.items[i]);
  if (kernel && is_fine && set->local_size[0])
    know_local_size(module, kernel, set->local_size);
  return is_fine;
}
