/* The linked module (docs/ir.md, 1 and 2).
 *
 * - From hide-host-code to prepare-native-cpu an external definition that is neither a kernel nor
 *   inline is SYCL_EXTERNAL: it has the attribute "sycl_external". The entry of an export names
 *   the export (4).
 * - Kernels are external.
 * - The front end's annotations and dynamic initializers have been removed.
 * - "falx-module-id" of every definition names the input that it comes from. */
#include <string.h>

#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/linking.h"
#include "compiler/verify/checker.h"

static void check_function(struct fxc_verifier *v, LLVMValueRef function) {
  if (LLVMIsDeclaration(function) ||
      !FXC_BETWEEN(v, FXC_AFTER_hide_host_code, FXC_AFTER_prepare_native_cpu))
    return;
  LLVMLinkage linkage = LLVMGetLinkage(function);
  if (fxc_is_export(function) && !fxc_string_attribute(function, "sycl_external") &&
      !fxc_export_of(function))
    fxc_broken(v, function,
               "an external definition that is no kernel is SYCL_EXTERNAL: '%s' has no "
               "\"sycl_external\"",
               v->function.name);
  if (v->function.role == FXC_ROLE_KERNEL &&
      (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage))
    fxc_broken(v, function, "kernels are seen from outside: '%s' is internal", v->function.name);
  if (v->is_whole && v->function.role == FXC_ROLE_KERNEL &&
      !fxc_string_attribute(function, "falx-module-id"))
    fxc_broken(v, function, "a kernel says which input it is from: '%s' has no \"falx-module-id\"",
               v->function.name);
}

static void check_module(struct fxc_verifier *v) {
  static const char *const hosts[] = {"llvm.global.annotations", "llvm.global_ctors"};
  if (!FXC_BETWEEN(v, FXC_AFTER_hide_host_code, FXC_AFTER_prepare_native_cpu) || !v->is_whole)
    return;
  for (unsigned i = 0; i < sizeof hosts / sizeof *hosts; i++)
    if (LLVMGetNamedGlobal(v->module->ir, hosts[i]))
      fxc_broken(v, NULL, "annotations and dynamic initializers are gone: there is @%s", hosts[i]);
}

const struct fxc_checker fxc_check_linked = {
    .section = "1 and 2, linking", .function = check_function, .module = check_module};
