/* One module for each image (docs/ir.md, 4 and 5).
 *
 * - native_cpu, from export-entries on: an external SYCL_EXTERNAL function has an entry, or is
 *   named in !falx.local_exports. The entry is @F.falx_export with "falx-export"="F"; @F is
 *   internal, and uses of its address refer to the entry.
 * - From internalize on only kernels, exports and device globals are external, and nothing is in a
 *   comdat. */
#include <llvm-c/Comdat.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/callgraph.h"
#include "compiler/ir/device_globals.h"
#include "compiler/ir/linking.h"
#include "compiler/memory.h"
#include "compiler/verify/checker.h"

static bool is_hidden(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static bool is_local_export(struct fxc_verifier *v, const char *name) {
  unsigned count = LLVMGetNamedMetadataNumOperands(v->module->ir, FXC_LOCAL_EXPORTS), length;
  LLVMValueRef *nodes = fxc_must(calloc(count + 1, sizeof *nodes)), operand;
  LLVMGetNamedMetadataOperands(v->module->ir, FXC_LOCAL_EXPORTS, nodes);
  bool is_found = false;
  for (unsigned i = 0; i < count && !is_found; i++) {
    if (!LLVMIsAMDNode(nodes[i]) || LLVMGetMDNodeNumOperands(nodes[i]) != 1)
      continue;
    LLVMGetMDNodeOperands(nodes[i], &operand);
    const char *text = operand ? LLVMGetMDString(operand, &length) : NULL;
    is_found = text && strlen(name) == length && memcmp(text, name, length) == 0;
  }
  free(nodes);
  return is_found;
}

static void check_entry(struct fxc_verifier *v, LLVMValueRef entry) {
  const char *of = fxc_export_of(entry);
  LLVMValueRef function = LLVMGetNamedFunction(v->module->ir, of);
  if (strncmp(v->function.name, of, strlen(of)) != 0 ||
      strcmp(v->function.name + strlen(of), FXC_EXPORT_SUFFIX) != 0)
    fxc_broken(v, entry, "the entry of an export F is F" FXC_EXPORT_SUFFIX ": that of '%s' is '%s'",
               of, v->function.name);
  if (!function || LLVMIsDeclaration(function))
    return; /* inlined */
  if (!is_hidden(function))
    fxc_broken(v, function, "an export that has an entry is internal: '%s' is not", of);
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (fxc_direct_callee(LLVMGetUser(use)) != function)
      fxc_broken(v, LLVMGetUser(use),
                 "the address of an export is its entry's: that of '%s' is not", of);
}

static void check_function(struct fxc_verifier *v, LLVMValueRef function) {
  if (LLVMIsDeclaration(function) || v->stage >= FXC_AFTER_prepare_native_cpu)
    return;
  bool is_export = fxc_is_export(function);
  if (v->is_native && v->stage >= FXC_AFTER_export_entries) {
    if (v->function.role == FXC_ROLE_EXPORT)
      check_entry(v, function);
    else if (is_export && !is_local_export(v, v->function.name))
      fxc_broken(v, function,
                 "a function that other images may call has an entry, or is named in "
                 "!" FXC_LOCAL_EXPORTS ": '%s' has none",
                 v->function.name);
  }
  if (v->stage < FXC_AFTER_internalize)
    return;
  if (LLVMGetComdat(function))
    fxc_broken(v, function, "after internalize there is no comdat: '%s' is in one",
               v->function.name);
  if (v->function.role != FXC_ROLE_KERNEL && !is_export && !is_hidden(function))
    fxc_broken(v, function,
               "after internalize only kernels and exports are seen from outside: '%s' is, too",
               v->function.name);
}

static void check_module(struct fxc_verifier *v) {
  if (!FXC_BETWEEN(v, FXC_AFTER_internalize, FXC_AFTER_prepare_native_cpu))
    return;
  for (LLVMValueRef g = LLVMGetFirstGlobal(v->module->ir); g; g = LLVMGetNextGlobal(g)) {
    const char *name = fxc_value_name(g);
    if (!LLVMGetInitializer(g) || LLVMIsExternallyInitialized(g) || fxc_is_device_global(g) ||
        strncmp(name, "llvm.", 5) == 0 || strncmp(name, "__llvm_", 7) == 0 ||
        strncmp(name, "__prof", 6) == 0 || strncmp(name, "__covrec", 8) == 0)
      continue;
    if (!is_hidden(g) || LLVMGetComdat(g))
      fxc_broken(v, NULL, "after internalize variables are internal, in no comdat: '%s' is not",
                 name);
  }
}

const struct fxc_checker fxc_check_images = {
    .section = "4 and 5, images", .function = check_function, .module = check_module};
