/* lower-kernels: turns function objects into kernel parameters (requirements KL-1, KL-2, KL-4).
 *
 * Needs:   kernels as the front end emits them (docs/ir.md, 0), each input separately.
 * Leaves:  docs/ir.md, 1: the function object's members as parameters, !falx.params, !falx.functor.
 * Refuses: a kernel without a function object, a special type inside a union, a special type whose
 *          init is missing or does not fit, a function object of unknown type.
 * Tests:   tests/passes/lower-kernels. */
#include "compiler/pass.h"
#include "compiler/target.h"

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/passes/lower_kernels_layout.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

struct lowering {
  struct fxc_module *module;
  LLVMContextRef context;
  LLVMTargetDataRef data;
  LLVMBuilderRef builder;
};

static void refuse(struct lowering *lowering, LLVMValueRef kernel, const char *why) {
  size_t length;
  char *name = fxc_demangle(LLVMGetValueName2(kernel, &length));
  fxc_report(lowering->module->diagnostics, FXC_ERROR, kernel, "kernel '%s': %s", name, why);
  free(name);
}

/* A function object with a non-trivial copy constructor or destructor arrives as a plain
 * pointer; its type is that of a variable in the entry block, which the headers create for this
 * purpose. */
static LLVMTypeRef find_type(LLVMValueRef kernel, unsigned *out_align) {
  static const char union_name[] = "union.sycl::detail::falx_function_object";
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
    LLVMTypeRef type = LLVMIsAAllocaInst(i) ? LLVMGetAllocatedType(i) : NULL;
    const char *name = type && LLVMGetTypeKind(type) == LLVMStructTypeKind &&
                               !LLVMIsLiteralStruct(type) && LLVMCountStructElementTypes(type)
                           ? LLVMGetStructName(type)
                           : NULL;
    if (!name || strncmp(name, union_name, sizeof union_name - 1) != 0 ||
        (name[sizeof union_name - 1] != '\0' && name[sizeof union_name - 1] != '.'))
      continue;
    *out_align = LLVMGetAlignment(i);
    return LLVMStructGetTypeAtIndex(type, 0);
  }
  return NULL;
}

/* ---- The new kernel ---- */

static LLVMTypeRef parameter_type(const struct lowering *lowering, const struct fxc_parameter *p,
                                  LLVMTypeRef functor_pointer) {
  if (p->is_block)
    return functor_pointer;
  if (LLVMGetTypeKind(p->type) != LLVMPointerTypeKind)
    return p->type;
  const struct fxc_target *target = lowering->module->options->target;
  return LLVMPointerTypeInContext(lowering->context,
                                  p->is_local ? target->local_space : target->global_space);
}

/* What is passed by value: OpenCL has no arrays as arguments, but structs that hold them. */
static LLVMTypeRef block_type(const struct lowering *lowering, const struct fxc_parameter *p) {
  LLVMTypeRef type = p->type;
  return lowering->module->options->target->is_host || LLVMGetTypeKind(type) != LLVMArrayTypeKind
             ? type
             : LLVMStructTypeInContext(lowering->context, &type, 1, false);
}

static LLVMValueRef declare_kernel(struct lowering *lowering, LLVMValueRef kernel,
                                   const struct fxc_layout *layout) {
  unsigned count = (unsigned)layout->parameters.count;
  LLVMTypeRef *types = fxc_must(calloc(count + 1, sizeof *types));
  for (unsigned i = 0; i < count; i++)
    types[i] =
        parameter_type(lowering, &layout->parameters.items[i], LLVMTypeOf(LLVMGetParam(kernel, 0)));
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(lowering->context), types, count, 0);
  LLVMValueRef lowered = fxc_function_like(kernel, type, "");
  free(types);
  for (unsigned i = 0; i < count; i++) {
    const struct fxc_parameter *p = &layout->parameters.items[i];
    char name[32];
    int length = snprintf(name, sizeof name, "_arg_%u", i);
    LLVMSetValueName2(LLVMGetParam(lowered, i), name, (size_t)length);
    if (p->is_block) {
      fxc_add_type_attribute(lowered, i + 1, "byval", block_type(lowering, p));
      fxc_add_attribute(lowered, i + 1, "align", p->align);
    } else if (p->is_data) { /* it may be null and may alias: no other attribute applies */
      fxc_add_attribute(lowered, i + 1, "noundef", 0);
      fxc_add_attribute(lowered, i + 1, "nofree", 0);
    }
  }
  return lowered;
}

static LLVMValueRef member_address(struct lowering *lowering, LLVMValueRef object,
                                   uint64_t offset) {
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(lowering->context), offset, 0);
  return offset ? LLVMBuildInBoundsGEP2(lowering->builder, LLVMInt8TypeInContext(lowering->context),
                                        object, &index, 1, "")
                : object;
}

static LLVMValueRef cast_pointer(struct lowering *lowering, LLVMValueRef value, LLVMTypeRef type) {
  return LLVMTypeOf(value) == type ? value
                                   : LLVMBuildAddrSpaceCast(lowering->builder, value, type, "");
}

static void copy_member(struct lowering *lowering, const struct fxc_parameter *p,
                        LLVMValueRef value, LLVMValueRef object) {
  LLVMValueRef address = member_address(lowering, object, p->offset);
  if (p->is_block) {
    LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(lowering->context),
                                     LLVMABISizeOfType(lowering->data, p->type), 0);
    LLVMBuildMemCpy(lowering->builder, address, p->align, value, p->align, size);
    return;
  }
  if (LLVMGetTypeKind(p->type) == LLVMPointerTypeKind)
    value = cast_pointer(lowering, value, p->type);
  LLVMSetAlignment(LLVMBuildStore(lowering->builder, value, address), p->align);
}

static const char *init_name(struct fxs_arena *arena, const struct fxc_special_use *use) {
  return fxc_must(use->dimensions
                      ? fxs_arena_printf(arena, "%s%u_init", use->special->stem, use->dimensions)
                      : fxs_arena_printf(arena, "%s_init", use->special->stem));
}

/* Sets use->init, or reports what is wrong with it. */
static bool find_init(struct lowering *lowering, LLVMValueRef kernel, struct fxc_layout *layout,
                      struct fxc_special_use *use) {
  const char *name = init_name(&layout->arena, use);
  LLVMValueRef init = LLVMGetNamedFunction(lowering->module->ir, name);
  bool fits = init && !LLVMIsDeclaration(init) && LLVMCountParams(init) == use->count + 1;
  for (unsigned i = 0; fits && i <= use->count; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(init, i));
    const struct fxc_parameter *p = i ? &layout->parameters.items[use->first + i - 1] : NULL;
    bool is_pointer = !p || p->is_block || LLVMGetTypeKind(p->type) == LLVMPointerTypeKind;
    fits = is_pointer ? LLVMGetTypeKind(type) == LLVMPointerTypeKind : type == p->type;
  }
  use->init = init;
  if (!fits)
    refuse(lowering, kernel,
           fxc_must(
               fxs_arena_printf(&layout->arena,
                                "the init function '%s' of one of its members is %s; compile every "
                                "source with the SYCL headers of this compiler",
                                name, init ? "not of the expected form" : "missing")));
  return fits;
}

static void call_init(struct lowering *lowering, LLVMValueRef lowered,
                      const struct fxc_special_use *use, LLVMValueRef object) {
  LLVMValueRef init = use->init;
  LLVMValueRef *args = fxc_must(calloc(use->count + 1, sizeof *args));
  args[0] = member_address(lowering, object, use->offset);
  for (unsigned i = 0; i < use->count; i++)
    args[i + 1] = LLVMGetParam(lowered, use->first + i);
  for (unsigned i = 0; i <= use->count; i++)
    if (LLVMGetTypeKind(LLVMTypeOf(args[i])) == LLVMPointerTypeKind)
      args[i] = cast_pointer(lowering, args[i], LLVMTypeOf(LLVMGetParam(init, i)));
  LLVMValueRef call = LLVMBuildCall2(lowering->builder, LLVMGlobalGetValueType(init), init, args,
                                     use->count + 1, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(init));
  free(args);
}

/* Rebuilds the function object in an alloca at the top of the entry block; returns the alloca. */
static LLVMValueRef rebuild_object(struct lowering *lowering, LLVMValueRef lowered,
                                   const struct fxc_layout *layout) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(lowered);
  LLVMValueRef first = LLVMGetFirstInstruction(entry);
  LLVMMetadataRef subprogram = LLVMGetSubprogram(lowered);
  LLVMPositionBuilderBeforeInstrAndDbgRecords(lowering->builder, first);
  LLVMSetCurrentDebugLocation2(lowering->builder, NULL);
  LLVMValueRef object = LLVMBuildAlloca(lowering->builder, layout->type, "functor");
  LLVMSetAlignment(object, layout->align);
  while (LLVMIsAAllocaInst(first))
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBeforeInstrAndDbgRecords(lowering->builder, first);
  if (subprogram) /* calls between functions with debug information need a location: line 0 */
    LLVMSetCurrentDebugLocation2(lowering->builder, LLVMDIBuilderCreateDebugLocation(
                                                        lowering->context, 0, 0, subprogram, NULL));
  for (size_t i = 0; i < layout->parameters.count; i++)
    if (layout->parameters.items[i].special == FXC_NOT_SPECIAL)
      copy_member(lowering, &layout->parameters.items[i], LLVMGetParam(lowered, (unsigned)i),
                  object);
  for (size_t i = 0; i < layout->specials.count; i++)
    call_init(lowering, lowered, &layout->specials.items[i], object);
  LLVMSetCurrentDebugLocation2(lowering->builder, NULL);
  return object;
}

/* ---- Metadata ---- */

static LLVMMetadataRef node_of(struct lowering *lowering, const uint32_t *numbers, size_t count) {
  LLVMMetadataRef operands[4];
  for (size_t i = 0; i < count; i++)
    operands[i] =
        LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(lowering->context), numbers[i], 0));
  return LLVMMDNodeInContext2(lowering->context, operands, count);
}

static void set_metadata(LLVMValueRef function, const char *name, LLVMMetadataRef node) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMGlobalSetMetadata(function, fxc_metadata_kind(context, name), node);
}

static void describe(struct lowering *lowering, LLVMValueRef lowered,
                     const struct fxc_layout *layout) {
  size_t count = layout->descriptors.count;
  LLVMMetadataRef *nodes = fxc_must(calloc(count + 1, sizeof *nodes));
  for (size_t i = 0; i < count; i++) {
    const struct falx_kernel_param *d = &layout->descriptors.items[i];
    nodes[i] = node_of(lowering, (uint32_t[]){d->kind, d->dimensions, d->size, d->offset}, 4);
  }
  set_metadata(lowered, "falx.params", LLVMMDNodeInContext2(lowering->context, nodes, count));
  set_metadata(lowered, "falx.functor",
               node_of(lowering, (uint32_t[]){(uint32_t)layout->size, layout->align}, 2));
  free(nodes);
}

/* ---- One kernel, all kernels ---- */

static bool find_layout(struct lowering *lowering, LLVMValueRef kernel, struct fxc_layout *layout) {
  unsigned align = 0;
  if (LLVMCountParams(kernel) != 1 ||
      LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(kernel, 0))) != LLVMPointerTypeKind) {
    refuse(lowering, kernel,
           "its entry point does not take one function object; compile every "
           "source with the SYCL headers of this compiler");
    return false;
  }
  LLVMTypeRef functor = fxc_type_attribute(kernel, 1, "byval");
  if (functor)
    align = (unsigned)fxc_int_attribute(kernel, 1, "align");
  else if (!(functor = find_type(kernel, &align))) {
    refuse(lowering, kernel,
           "the type of its function object cannot be found; compile every source with the SYCL "
           "headers of this compiler");
    return false;
  }
  fxc_layout_of_members(layout, lowering->data, functor, align);
  bool fits = !layout->refusal;
  if (layout->refusal)
    refuse(lowering, kernel, layout->refusal);
  for (size_t i = 0; fits && i < layout->specials.count; i++)
    fits = find_init(lowering, kernel, layout, &layout->specials.items[i]);
  return fits;
}

static bool lower(struct lowering *lowering, LLVMValueRef kernel) {
  struct fxc_layout layout = {0};
  bool is_fine = find_layout(lowering, kernel, &layout);
  if (is_fine) {
    LLVMValueRef lowered = declare_kernel(lowering, kernel, &layout);
    fxc_take_body(kernel, lowered);
    LLVMReplaceAllUsesWith(LLVMGetParam(kernel, 0), rebuild_object(lowering, lowered, &layout));
    describe(lowering, lowered, &layout);
    fxc_replace_function(kernel, lowered);
  }
  fxc_layout_free(&layout);
  return is_fine;
}

static bool is_lowered(LLVMValueRef kernel) {
  return fxc_function_metadata(kernel, "falx.functor") != NULL;
}

/* "__falx_accessor_1_init": only lowered kernels call it, which are in the same module. Returns
 * whether anything changed. */
static bool internalize_inits(LLVMModuleRef module) {
  bool is_changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMInternalLinkage ||
        !fxc_special_is_init(LLVMGetValueName2(f, &length)))
      continue;
    LLVMSetComdat(f, NULL);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    is_changed = true;
  }
  return is_changed;
}

enum fxc_result fxc_lower_kernels(struct fxc_module *module) {
  struct lowering lowering = {.module = module,
                              .context = LLVMGetModuleContext(module->ir),
                              .data = LLVMGetModuleDataLayout(module->ir)};
  enum fxc_result result = FXC_SAME;
  lowering.builder = LLVMCreateBuilderInContext(lowering.context);
  for (LLVMValueRef f = LLVMGetFirstFunction(module->ir), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (!fxc_is_kernel(f) || is_lowered(f))
      continue;
    if (!lower(&lowering, f))
      result = FXC_FAILED;
    else if (result == FXC_SAME)
      result = FXC_CHANGED;
  }
  LLVMDisposeBuilder(lowering.builder);
  if (result != FXC_FAILED && internalize_inits(module->ir))
    result = FXC_CHANGED;
  return result;
}
