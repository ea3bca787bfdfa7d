/* spirv-parameters: arguments of kernels with more parameters than SPIR-V allows, in memory.
 *
 * A function of SPIR-V has at most 255 parameters; an accessor takes four, an image seven. What a
 * kernel with more is given stays in its function object, which the adapter copies to the device.
 *
 * Needs:   optimize has run; !falx.params and !falx.omit.
 * Leaves:  no kernel with more than 255 parameters, but for local memory. Those that had more take
 *          the address of their function object, in global memory, then pointers to local memory,
 *          and have the attribute "falx-arguments-in-memory".
 * Refuses: nothing.
 * Tests:   tests/passes/spirv-parameters. */
#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_params.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/pass.h"
#include "compiler/run_llvm.h"
#include "compiler/target.h"

#define PARAMETERS 255 /* of a function, SPIR-V's universal limit */

struct function_object {
  LLVMValueRef address;
  unsigned align;
};

static bool is_local(const struct fxc_module *module, LLVMValueRef parameter) {
  LLVMTypeRef type = LLVMTypeOf(parameter);
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
         LLVMGetPointerAddressSpace(type) == module->options->target->local_space;
}

static LLVMValueRef declare(const struct fxc_module *module, LLVMValueRef kernel) {
  LLVMContextRef context = LLVMGetModuleContext(module->ir);
  unsigned count = LLVMCountParams(kernel), kept = 0;
  LLVMTypeRef *types = fxc_must(calloc(count + 1, sizeof *types));
  types[kept++] = LLVMPointerTypeInContext(context, module->options->target->global_space);
  for (unsigned i = 0; i < count; i++)
    if (is_local(module, LLVMGetParam(kernel, i)))
      types[kept++] = LLVMTypeOf(LLVMGetParam(kernel, i));
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(kernel));
  LLVMValueRef smaller = fxc_function_like(kernel, LLVMFunctionType(result, types, kept, 0), "");
  free(types);
  return smaller;
}

/* What the body takes for parameter `index`: a value, or a copy of its own. */
static LLVMValueRef read_argument(const struct fxc_module *module, LLVMBuilderRef builder,
                                  LLVMValueRef kernel, unsigned index,
                                  const struct function_object *object, unsigned offset) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(module->ir));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(module->ir));
  LLVMValueRef distance = LLVMConstInt(i64, offset, false);
  LLVMValueRef from = LLVMBuildInBoundsGEP2(builder, i8, object->address, &distance, 1, "");
  LLVMTypeRef block = fxc_type_attribute(kernel, index + 1, "byval");
  unsigned align = fxc_align_at(offset, object->align);
  if (!block) {
    LLVMValueRef load = LLVMBuildLoad2(builder, LLVMTypeOf(LLVMGetParam(kernel, index)), from, "");
    LLVMSetAlignment(load, align);
    return load;
  }
  LLVMValueRef copy = LLVMBuildAlloca(builder, block, "");
  unsigned wanted = (unsigned)fxc_int_attribute(kernel, index + 1, "align");
  LLVMSetAlignment(copy, wanted);
  uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(module->ir), block);
  LLVMBuildMemCpy(builder, copy, wanted, from, align, LLVMConstInt(i64, size, false));
  return copy;
}

static bool move(const struct fxc_module *module, LLVMBuilderRef builder, LLVMValueRef kernel) {
  LLVMValueRef smaller = declare(module, kernel);
  LLVMValueRef functor = fxc_function_node(kernel, "falx.functor");
  unsigned *offsets = fxc_parameter_offsets(kernel), kept = 1;
  struct function_object object = {LLVMGetParam(smaller, 0), fxc_metadata_integer(functor, 1)};
  LLVMSetValueName2(object.address, "_arg_object", strlen("_arg_object"));
  LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
  for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
    LLVMValueRef parameter = LLVMGetParam(kernel, i);
    if (is_local(module, parameter)) {
      fxc_copy_name(parameter, LLVMGetParam(smaller, kept));
      LLVMReplaceAllUsesWith(parameter, LLVMGetParam(smaller, kept++));
      fxc_copy_attributes(kernel, i + 1, smaller, kept);
    } else if (LLVMGetFirstUse(parameter)) {
      LLVMReplaceAllUsesWith(parameter,
                             read_argument(module, builder, kernel, i, &object, offsets[i]));
    }
  }
  free(offsets);
  fxc_take_body(kernel, smaller);
  fxc_replace_function(kernel, smaller);
  fxc_set_string_attribute(smaller, FXC_ARGUMENTS_IN_MEMORY, "");
  return !module->options->opt_level || fxc_run_llvm_on(module, smaller, "sroa");
}

enum fxc_result fxc_spirv_parameters(struct fxc_module *module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->ir));
  bool is_changed = false, is_done = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f && is_done; f = next) {
    next = LLVMGetNextFunction(f);
    if (LLVMIsDeclaration(f) || !fxc_is_kernel(f) || LLVMCountParams(f) <= PARAMETERS ||
        !fxc_function_node(f, "falx.functor"))
      continue;
    is_done = move(module, builder, f);
    is_changed = true;
  }
  LLVMDisposeBuilder(builder);
  return !is_done ? FXC_FAILED : is_changed ? FXC_CHANGED : FXC_SAME;
}
