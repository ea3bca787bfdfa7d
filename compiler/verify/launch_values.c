/* Device globals, whose addresses depend on the context (docs/ir.md, 0).
 *
 * - A node of !falx.device_globals is {!"name", i32 size, i32 whether it has image scope,
 *   !"bytes", !"position"}; with image scope any number of {!"kernel", !"position"} may follow.
 * - Between device-globals and lower-device-globals a variable of that name is a declaration on
 *   native_cpu, and externally initialized elsewhere.
 * - After lower-device-globals, on native_cpu, it has no use. Its slot, <name>.falx_global, is an
 *   i64, externally initialized. */
#include "compiler/verify/checker.h"

#include <stdlib.h>

#include "compiler/ir/device_globals.h"
#include "compiler/memory.h"

static bool is_string(LLVMValueRef field) {
  unsigned length;
  return field && LLVMGetMDString(field, &length);
}

static bool is_number(LLVMValueRef field) {
  return field && LLVMIsAConstantInt(field) && fxc_is_integer(LLVMTypeOf(field), 32);
}

static bool is_use(LLVMValueRef field) {
  LLVMValueRef pair[2];
  if (!field || !LLVMIsAMDNode(field) || LLVMGetMDNodeNumOperands(field) != 2)
    return false;
  LLVMGetMDNodeOperands(field, pair);
  return is_string(pair[0]) && is_string(pair[1]);
}

static bool is_described(LLVMValueRef *fields, unsigned count) {
  if (count < FXC_DEVICE_GLOBAL_FIELDS || !is_string(fields[0]) || !is_number(fields[1]) ||
      !is_number(fields[2]) || !is_string(fields[3]) || !is_string(fields[4]))
    return false;
  bool is_scoped = LLVMConstIntGetZExtValue(fields[2]) != 0;
  for (unsigned i = FXC_DEVICE_GLOBAL_FIELDS; i < count; i++)
    if (!is_scoped || !is_use(fields[i]))
      return false;
  return true;
}

static void check_variable(struct fxc_verifier *v, LLVMValueRef string) {
  unsigned length;
  const char *name = LLVMGetMDString(string, &length);
  LLVMValueRef global = LLVMGetNamedGlobalWithLength(v->module->ir, name, length);
  if (!global)
    return;
  if (v->stage >= FXC_AFTER_lower_device_globals && v->is_native) {
    if (LLVMGetFirstUse(global))
      fxc_broken(v, LLVMGetUser(LLVMGetFirstUse(global)),
                 "after lower-device-globals a device_global is in the context's table: '%s' is "
                 "used",
                 name);
  } else if (v->is_native ? LLVMGetInitializer(global) != NULL
                          : !LLVMIsExternallyInitialized(global)) {
    fxc_broken(v, NULL, "after device-globals a device_global is %s: '%s' is not",
               v->is_native ? "a declaration" : "initialized from outside", name);
  }
}

static void check_node(struct fxc_verifier *v, LLVMValueRef node, unsigned number) {
  unsigned count = LLVMIsAMDNode(node) ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
  LLVMValueRef *fields = fxc_must(calloc(count + 1, sizeof *fields));
  if (count)
    LLVMGetMDNodeOperands(node, fields);
  if (is_described(fields, count))
    check_variable(v, fields[0]);
  else
    fxc_broken(v, NULL,
               "a node of !" FXC_DEVICE_GLOBALS
               " is {name, i32 size, i32 scope, bytes, place, {user, place}...}: number %u is not",
               number);
  free(fields);
}

static void check_module(struct fxc_verifier *v) {
  LLVMModuleRef module = v->module->ir;
  unsigned count = LLVMGetNamedMetadataNumOperands(module, FXC_DEVICE_GLOBALS);
  LLVMValueRef *nodes = fxc_must(calloc(count + 1, sizeof *nodes));
  LLVMGetNamedMetadataOperands(module, FXC_DEVICE_GLOBALS, nodes);
  for (unsigned i = 0; i < count; i++)
    check_node(v, nodes[i], i);
  free(nodes);
  if (!FXC_BETWEEN(v, FXC_AFTER_lower_device_globals, FXC_AFTER_optimize) || !v->is_native)
    return;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (fxc_ends_with(fxc_value_name(g), FXC_GLOBAL_SUFFIX) &&
        (!fxc_is_integer(LLVMGlobalGetValueType(g), 64) || !LLVMIsExternallyInitialized(g)))
      fxc_broken(v, NULL,
                 "the slot of a device_global is an i64 that is initialized from outside: '%s' is "
                 "not",
                 fxc_value_name(g));
}

const struct fxc_checker fxc_check_launch_values = {.section = "0, device globals",
                                                    .module = check_module};
