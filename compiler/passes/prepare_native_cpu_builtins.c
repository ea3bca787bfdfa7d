/* The table of work-item builtins and small questions about them. */
#include "compiler/passes/prepare_native_cpu.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "falx/native_cpu.h"

#define AT(field) offsetof(struct falx_native_cpu_state, field)

const struct fxc_builtin_info fxc_builtins[FXC_BUILTIN_COUNT] = {
    [FXC_GLOBAL_ID] = {"GlobalInvocationId", "global_id", AT(global_id), true},
    [FXC_GLOBAL_SIZE] = {"GlobalSize", "global_size", AT(global_range), true},
    [FXC_GLOBAL_OFFSET] = {"GlobalOffset", "global_offset", AT(global_offset), true},
    [FXC_LOCAL_ID] = {"LocalInvocationId", "local_id", AT(local_id), true},
    [FXC_LOCAL_SIZE] = {"WorkgroupSize", "local_size", AT(local_range), true},
    [FXC_GROUP_ID] = {"WorkgroupId", "group_id", AT(group_id), true},
    [FXC_GROUP_COUNT] = {"NumWorkgroups", "group_count", AT(num_groups), true},
    [FXC_DEVICE_GLOBALS] = {"DeviceGlobals", "device_globals", AT(device_globals), true},
    [FXC_SUB_GROUP_SIZE] = {"SubgroupSize", "sub_group_size", AT(sub_group_size), false},
    [FXC_SUB_GROUP_MAX_SIZE] = {"SubgroupMaxSize", "sub_group_max_size", AT(sub_group_size), false},
    [FXC_SUB_GROUP_COUNT] = {"NumSubgroups", "sub_group_count", AT(sub_group_count), false},
    [FXC_SUB_GROUP_ID] = {"SubgroupId", "sub_group_id", AT(sub_group_id), false},
    [FXC_SUB_GROUP_LOCAL_ID] = {"SubgroupLocalInvocationId", "sub_group_local_id",
                                AT(sub_group_local_id), false},
};

#define SPIRV_PREFIX "__spirv_"
#define STATE_PREFIX "__falx_ncpu_"

/* The source name inside an Itanium-mangled or plain symbol, and its length. */
static const char *source_name(const char *symbol, size_t *out_length) {
  if (symbol[0] == '_' && symbol[1] == 'Z' && isdigit((unsigned char)symbol[2])) {
    char *rest;
    unsigned long length = strtoul(symbol + 2, &rest, 10);
    if (length <= strlen(rest)) {
      *out_length = length;
      return rest;
    }
  }
  *out_length = strlen(symbol);
  return symbol;
}

bool fxc_is_spirv_function(const char *name, const char *tail) {
  size_t length, prefix = strlen(SPIRV_PREFIX), tail_length = strlen(tail);
  const char *source = source_name(name, &length);
  return length == prefix + tail_length && !memcmp(source, SPIRV_PREFIX, prefix) &&
         !memcmp(source + prefix, tail, tail_length);
}

enum fxc_builtin fxc_builtin_of_spirv(const char *name) {
  static const char prefix[] = SPIRV_PREFIX "BuiltIn";
  size_t length;
  const char *source = source_name(name, &length);
  if (length < sizeof prefix || memcmp(source, prefix, sizeof prefix - 1))
    return FXC_BUILTIN_COUNT;
  source += sizeof prefix - 1;
  length -= sizeof prefix - 1;
  for (unsigned i = 0; i < FXC_BUILTIN_COUNT; i++)
    if (strlen(fxc_builtins[i].spirv_name) == length &&
        !memcmp(fxc_builtins[i].spirv_name, source, length))
      return (enum fxc_builtin)i;
  return FXC_BUILTIN_COUNT;
}

enum fxc_builtin fxc_builtin_of_state(const char *name) {
  if (strncmp(name, STATE_PREFIX, strlen(STATE_PREFIX)))
    return FXC_BUILTIN_COUNT;
  for (unsigned i = 0; i < FXC_BUILTIN_COUNT; i++)
    if (!strcmp(fxc_builtins[i].state_name, name + strlen(STATE_PREFIX)))
      return (enum fxc_builtin)i;
  return FXC_BUILTIN_COUNT;
}

bool fxc_is_group_builtin(LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction) || !LLVMIsAFunction(LLVMGetCalledValue(instruction)))
    return false;
  size_t length;
  enum fxc_builtin builtin =
      fxc_builtin_of_state(LLVMGetValueName2(LLVMGetCalledValue(instruction), &length));
  switch (builtin) {
  case FXC_BUILTIN_COUNT:
  case FXC_GLOBAL_ID:
  case FXC_LOCAL_ID:
  case FXC_SUB_GROUP_ID:
  case FXC_SUB_GROUP_SIZE: /* the last sub-group of a row may be smaller */
  case FXC_SUB_GROUP_LOCAL_ID:
    return false;
  default:
    return !fxc_builtins[builtin].has_dimension || LLVMIsAConstant(LLVMGetOperand(instruction, 1));
  }
}

unsigned fxc_attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

LLVMAttributeRef fxc_enum_attribute(LLVMContextRef context, const char *name, unsigned long value) {
  return LLVMCreateEnumAttribute(context, fxc_attribute_kind(name), value);
}

bool fxc_is_source_name(const char *name, const char *source) {
  size_t length;
  const char *found = source_name(name, &length);
  return length == strlen(source) && !memcmp(found, source, length);
}

LLVMAtomicOrdering fxc_semantics_ordering(uint64_t semantics) {
  return semantics & FXC_SEQ_CST ? LLVMAtomicOrderingSequentiallyConsistent
         : semantics & 0x8       ? LLVMAtomicOrderingAcquireRelease
         : semantics & 0x4       ? LLVMAtomicOrderingRelease
         : semantics & 0x2       ? LLVMAtomicOrderingAcquire
                                 : LLVMAtomicOrderingNotAtomic;
}

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static void state_facts(LLVMContextRef context, LLVMValueRef builtin) {
  static const char *const facts[] = {"nounwind", "willreturn",   "nosync",
                                      "nofree",   "speculatable", "memory"};
  unsigned convergent = fxc_attribute_kind("convergent");
  for (unsigned i = 0; i < sizeof facts / sizeof *facts; i++)
    LLVMAddAttributeAtIndex(builtin, FUNCTION_INDEX, fxc_enum_attribute(context, facts[i], 0));
  LLVMRemoveEnumAttributeAtIndex(builtin, FUNCTION_INDEX, convergent);
  for (LLVMUseRef use = LLVMGetFirstUse(builtin); use; use = LLVMGetNextUse(use))
    if (LLVMIsACallInst(LLVMGetUser(use)) && LLVMGetCalledValue(LLVMGetUser(use)) == builtin)
      LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), FUNCTION_INDEX, convergent);
}

/* Calls in function of other functions than those kept are not convergent. */
static void relax_calls(LLVMValueRef function, const struct fxc_map *kept) {
  unsigned convergent = fxc_attribute_kind("convergent");
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && !fxc_map_has(kept, LLVMGetCalledValue(i)))
        LLVMRemoveCallSiteEnumAttribute(i, FUNCTION_INDEX, convergent);
}

void fxc_relax_attributes(LLVMModuleRef module, bool is_native_cpu) {
  struct fxc_map kept = {0};
  if (is_native_cpu)
    fxc_find_group_functions(module, &kept);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (LLVMIsDeclaration(f) &&
        fxc_builtin_of_spirv(LLVMGetValueName2(f, &length)) != FXC_BUILTIN_COUNT)
      state_facts(LLVMGetModuleContext(module), f);
    if (!is_native_cpu)
      continue;
    if (!fxc_map_has(&kept, f))
      LLVMRemoveEnumAttributeAtIndex(f, FUNCTION_INDEX, fxc_attribute_kind("convergent"));
    relax_calls(f, &kept);
  }
  fxc_map_free(&kept);
}

LLVMValueRef fxc_state_field(LLVMBuilderRef builder, LLVMValueRef state, unsigned offset,
                             const char *name) {
  LLVMContextRef context = LLVMGetBuilderContext(builder);
  LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(context), offset, 0);
  return LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(context), state, &index, 1, name);
}
