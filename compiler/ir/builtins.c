/* Work-item builtins and other functions of the headers that device code calls by name. */
#include "compiler/ir/builtins.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/attributes.h"

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)
#define SPIRV_PREFIX "__spirv_"
#define STATE_PREFIX "__falx_ncpu_"

const struct fxc_builtin_info fxc_builtins[FXC_BUILTIN_COUNT] = {
    [FXC_GLOBAL_ID] = {"GlobalInvocationId", "global_id", true},
    [FXC_GLOBAL_SIZE] = {"GlobalSize", "global_size", true},
    [FXC_GLOBAL_OFFSET] = {"GlobalOffset", "global_offset", true},
    [FXC_LOCAL_ID] = {"LocalInvocationId", "local_id", true},
    [FXC_LOCAL_SIZE] = {"WorkgroupSize", "local_size", true},
    [FXC_GROUP_ID] = {"WorkgroupId", "group_id", true},
    [FXC_GROUP_COUNT] = {"NumWorkgroups", "group_count", true},
    [FXC_DEVICE_GLOBALS] = {"DeviceGlobals", "device_globals", true},
    [FXC_MEMORY_BOUNDS] = {"MemoryBounds", "memory_bounds", true},
    [FXC_RUN_BEGIN] = {"RunBegin", "run_begin", true},
    [FXC_RUN_END] = {"RunEnd", "run_end", true},
    [FXC_SUB_GROUP_SIZE] = {"SubgroupSize", "sub_group_size", false},
    [FXC_SUB_GROUP_MAX_SIZE] = {"SubgroupMaxSize", "sub_group_max_size", false},
    [FXC_SUB_GROUP_COUNT] = {"NumSubgroups", "sub_group_count", false},
    [FXC_SUB_GROUP_ID] = {"SubgroupId", "sub_group_id", false},
    [FXC_SUB_GROUP_LOCAL_ID] = {"SubgroupLocalInvocationId", "sub_group_local_id", false},
};

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

enum fxc_builtin fxc_builtin_called(LLVMValueRef instruction) {
  LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
  size_t length;
  return callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee)
             ? fxc_builtin_of_spirv(LLVMGetValueName2(callee, &length))
             : FXC_BUILTIN_COUNT;
}

enum fxc_builtin fxc_builtin_of_state(const char *name) {
  if (strncmp(name, STATE_PREFIX, strlen(STATE_PREFIX)))
    return FXC_BUILTIN_COUNT;
  for (unsigned i = 0; i < FXC_BUILTIN_COUNT; i++)
    if (!strcmp(fxc_builtins[i].state_name, name + strlen(STATE_PREFIX)))
      return (enum fxc_builtin)i;
  return FXC_BUILTIN_COUNT;
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

void fxc_describe_builtin(LLVMValueRef builtin) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(builtin));
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

void fxc_describe_builtin_declarations(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (LLVMIsDeclaration(f) &&
        fxc_builtin_of_spirv(LLVMGetValueName2(f, &length)) != FXC_BUILTIN_COUNT)
      fxc_describe_builtin(f);
  }
}
