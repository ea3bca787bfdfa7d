/* The roles of functions, and small queries on values and metadata. */
#include "compiler/verify/roles.h"
#include "compiler/target.h"

#include <ctype.h>
#include <string.h>

#include "compiler/ir/atomics.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/builtins.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/linking.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/passes/spec_constants.h"
#include "falx/image.h"

const char *const fxc_note_names[FXC_NOTE_COUNT] = {
    [FXC_NOTE_PARAMS] = "falx.params",
    [FXC_NOTE_FUNCTOR] = "falx.functor",
    [FXC_NOTE_OMIT] = "falx.omit",
    [FXC_NOTE_DISPATCH] = "falx.dispatch",
    [FXC_NOTE_GROUP] = "falx.group",
    [FXC_NOTE_VECTOR] = "falx.vector",
    [FXC_NOTE_FRAME] = "falx.frame",
    [FXC_NOTE_COLD] = "falx.cold",
    [FXC_NOTE_REQD_WORK_GROUP_SIZE] = "falx.reqd_work_group_size",
    [FXC_NOTE_WORK_GROUP_SIZE_HINT] = "falx.work_group_size_hint",
    [FXC_NOTE_REQD_SUB_GROUP_SIZE] = "falx.reqd_sub_group_size",
    [FXC_NOTE_DEVICE_HAS] = "falx.device_has",
};

/* ---- values and types ---- */

bool fxc_is_ptx(const struct fxc_verifier *v) {
  return v->module->options->target->format == FALX_IMAGE_FORMAT_PTX;
}

const char *fxc_value_name(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

bool fxc_ends_with(const char *text, const char *tail) {
  size_t length = strlen(text), tail_length = strlen(tail);
  return length > tail_length && strcmp(text + length - tail_length, tail) == 0;
}

bool fxc_is_pointer(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

bool fxc_is_integer(LLVMTypeRef type, unsigned bits) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == bits;
}

LLVMValueRef fxc_direct_callee(LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction) && !LLVMIsAInvokeInst(instruction))
    return NULL;
  return LLVMIsAFunction(LLVMGetCalledValue(instruction));
}

bool fxc_is_address_taken(LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (fxc_direct_callee(LLVMGetUser(use)) != function)
      return true;
  return false;
}

/* ---- roles ---- */

static enum fxc_role role_of_declaration(LLVMValueRef function, const char *name) {
  if (strncmp(name, "__falx_ncpu_", strlen("__falx_ncpu_")) == 0)
    return strcmp(name, FXC_BARRIER_NAME) == 0               ? FXC_ROLE_BARRIER
           : fxc_builtin_of_state(name) != FXC_BUILTIN_COUNT ? FXC_ROLE_STATE_ID
                                                             : FXC_ROLE_UNKNOWN_STATE_ID;
  if (fxc_import_of(function))
    return FXC_ROLE_IMPORT;
  if (fxc_import_rows_of(function))
    return FXC_ROLE_IMPORT_ROWS;
  if (strcmp(name, FXC_SPEC_CONSTANT) == 0)
    return FXC_ROLE_SPEC_CONSTANT;
  if (strcmp(name, "__falx_group_pointer") == 0)
    return FXC_ROLE_GROUP_POINTER;
  if (strcmp(name, "__falx_scope_pointer") == 0)
    return FXC_ROLE_SCOPE_POINTER;
  if (strcmp(name, "__falx_scope_fence") == 0)
    return FXC_ROLE_SCOPE_FENCE;
  if (fxc_is_source_name(name, "__falx_group_memory"))
    return FXC_ROLE_GROUP_MEMORY;
  if (fxc_is_source_name(name, "__falx_group_scratch"))
    return FXC_ROLE_GROUP_SCRATCH;
  if (fxc_is_source_name(name, "__falx_launch_memory"))
    return FXC_ROLE_LAUNCH_MEMORY;
  if (!strstr(name, "__spirv_"))
    return FXC_ROLE_NONE;
  return fxc_sub_group_shape(name)                         ? FXC_ROLE_SUB_GROUP
         : fxc_builtin_of_spirv(name) != FXC_BUILTIN_COUNT ? FXC_ROLE_ID
         : fxc_is_spirv_function(name, "ControlBarrier")   ? FXC_ROLE_CONTROL_BARRIER
         : fxc_is_spirv_function(name, "MemoryBarrier")    ? FXC_ROLE_MEMORY_BARRIER
                                                           : FXC_ROLE_NONE;
}

/* "….NativeCPUKernel.v8", "….v8.masked" and "….v8.packed", which has active lanes, too. */
static enum fxc_role role_of_form(const char *name) {
  const char *at = strstr(name, FXC_ONE_ITEM_SUFFIX ".v");
  if (!at)
    return FXC_ROLE_NONE;
  at += strlen(FXC_ONE_ITEM_SUFFIX ".v");
  if (!isdigit((unsigned char)*at))
    return FXC_ROLE_NONE;
  while (isdigit((unsigned char)*at))
    at++;
  if (!*at)
    return FXC_ROLE_FORM;
  return strcmp(at, ".masked") && strcmp(at, ".packed") ? FXC_ROLE_NONE : FXC_ROLE_MASKED_FORM;
}

static enum fxc_role role_of_definition(LLVMValueRef function, const char *name) {
  if (fxc_is_kernel(function))
    return fxc_string_attribute(function, FXC_HELPER) ? FXC_ROLE_NONE : FXC_ROLE_KERNEL;
  if (fxc_ends_with(name, FXC_ONE_ITEM_SUFFIX))
    return fxc_string_attribute(function, FXC_ROWS) ? FXC_ROLE_ROWS : FXC_ROLE_ONE_ITEM;
  if (fxc_export_of(function))
    return FXC_ROLE_EXPORT;
  if (fxc_export_rows_of(function))
    return FXC_ROLE_EXPORT_ROWS;
  enum fxc_role form = role_of_form(name);
  return form                                                                 ? form
         : fxc_function_metadata(function, fxc_note_names[FXC_NOTE_DISPATCH]) ? FXC_ROLE_HANDLER
                                                                              : FXC_ROLE_NONE;
}

enum fxc_role fxc_role_of(const struct fxc_verifier *v, LLVMValueRef function) {
  return (enum fxc_role)(uintptr_t)fxc_map_get(&v->roles, function);
}

void fxc_find_roles(struct fxc_verifier *v) {
  for (unsigned n = 0; n < FXC_NOTE_COUNT; n++)
    v->kinds[n] = fxc_metadata_kind(v->context, fxc_note_names[n]);
  v->fence_kind = fxc_metadata_kind(v->context, "falx.fence");
  v->one_thread = LLVMGetSyncScopeID(v->context, FXC_SCOPE_THREAD, strlen(FXC_SCOPE_THREAD));
  v->deferred = LLVMGetSyncScopeID(v->context, FXC_SCOPE_DEFERRED, strlen(FXC_SCOPE_DEFERRED));
  for (LLVMValueRef f = LLVMGetFirstFunction(v->module->ir); f; f = LLVMGetNextFunction(f)) {
    if (LLVMGetIntrinsicID(f))
      continue;
    const char *name = fxc_value_name(f);
    enum fxc_role role =
        LLVMIsDeclaration(f) ? role_of_declaration(f, name) : role_of_definition(f, name);
    if (role)
      fxc_map_put(&v->roles, f, (void *)(uintptr_t)role);
  }
}

/* ---- the current function ---- */

static LLVMValueRef state_of(LLVMValueRef function, enum fxc_role role) {
  unsigned count = LLVMCountParams(function), behind = role == FXC_ROLE_MASKED_FORM ? 2 : 1;
  LLVMValueRef last = count >= behind ? LLVMGetParam(function, count - behind) : NULL;
  return last && fxc_is_pointer(LLVMTypeOf(last)) ? last : NULL;
}

static void read_notes(struct fxc_verifier *v, LLVMValueRef function) {
  size_t count;
  memset(v->function.notes, 0, sizeof v->function.notes);
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(function, &count);
  for (unsigned i = 0; i < count; i++)
    for (unsigned n = 0; n < FXC_NOTE_COUNT; n++)
      if (LLVMValueMetadataEntriesGetKind(entries, i) == v->kinds[n])
        v->function.notes[n] =
            LLVMMetadataAsValue(v->context, LLVMValueMetadataEntriesGetMetadata(entries, i));
  LLVMDisposeValueMetadataEntries(entries);
}

void fxc_enter_function(struct fxc_verifier *v, LLVMValueRef function) {
  struct fxc_verified_function *f = &v->function;
  f->value = function;
  f->name = fxc_value_name(function);
  f->role = fxc_role_of(v, function);
  f->state = state_of(function, f->role);
  f->barriers.count = 0;
  f->one_item_calls = 0;
  read_notes(v, function);
}

void fxc_note_call(struct fxc_verifier *v, LLVMValueRef instruction) {
  LLVMValueRef callee = fxc_direct_callee(instruction);
  enum fxc_role role = callee ? fxc_role_of(v, callee) : FXC_ROLE_NONE;
  if (role == FXC_ROLE_ONE_ITEM)
    v->function.one_item_calls++;
  if (role != FXC_ROLE_BARRIER || LLVMGetNumArgOperands(instruction) != 1)
    return;
  LLVMValueRef number = LLVMGetArgOperand(instruction, 0);
  uint64_t value = LLVMIsAConstantInt(number) ? LLVMConstIntGetZExtValue(number) : 0;
  fxc_push(&v->function.barriers, value); /* 0 is none */
}

/* ---- nodes ---- */

bool fxc_read_numbers(LLVMValueRef node, unsigned bits, unsigned least, unsigned most,
                      uint64_t *out, unsigned *out_count) {
  unsigned count = node && LLVMIsAMDNode(node) ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
  if (!node || !LLVMIsAMDNode(node) || count < least || count > most)
    return false;
  LLVMValueRef *operands = fxc_must(calloc(count + 1, sizeof *operands));
  if (count)
    LLVMGetMDNodeOperands(node, operands);
  bool are_numbers = true;
  for (unsigned i = 0; i < count && are_numbers; i++) {
    are_numbers = operands[i] && LLVMIsAConstantInt(operands[i]) &&
                  fxc_is_integer(LLVMTypeOf(operands[i]), bits);
    if (are_numbers)
      out[i] = LLVMConstIntGetZExtValue(operands[i]);
  }
  free(operands);
  if (out_count)
    *out_count = count;
  return are_numbers;
}

static unsigned arguments_of(uint64_t kind) {
  return kind == FALX_PARAM_ACCESSOR ? 4 : kind == FALX_PARAM_LOCAL_ACCESSOR ? 2 : 1;
}

bool fxc_count_arguments(const struct fxc_verifier *v, unsigned *out_all, unsigned *out_kept) {
  LLVMValueRef params = v->function.notes[FXC_NOTE_PARAMS];
  LLVMValueRef omit = v->function.notes[FXC_NOTE_OMIT];
  if ((!params && !omit) || (params && !LLVMIsAMDNode(params)) || (omit && !LLVMIsAMDNode(omit)))
    return false;
  LLVMValueRef node = params ? params : omit;
  unsigned count = (unsigned)LLVMGetMDNodeNumOperands(node);
  LLVMValueRef *operands = fxc_must(calloc(count + 1, sizeof *operands));
  if (count)
    LLVMGetMDNodeOperands(node, operands);
  *out_all = params ? 0 : count;
  uint64_t numbers[4];
  for (unsigned i = 0; params && i < count; i++)
    *out_all +=
        fxc_read_numbers(operands[i], 32, 4, 4, numbers, NULL) ? arguments_of(numbers[0]) : 0;
  *out_kept = *out_all;
  if (omit) {
    unsigned bits = (unsigned)LLVMGetMDNodeNumOperands(omit);
    uint64_t *omitted = fxc_must(calloc(bits + 1, sizeof *omitted));
    if (fxc_read_numbers(omit, 1, 0, bits, omitted, NULL))
      for (unsigned i = 0; i < bits; i++)
        *out_kept -= omitted[i] && *out_kept;
    free(omitted);
  }
  free(operands);
  return true;
}
