/* Symbols shared between images on native_cpu, from prepare-native-cpu on (docs/ir.md, 6).
 *
 * - The entry of an export F is @F.falx_export, hidden, with the state as last parameter.
 * - An import F is declared as @F.falx_import, with the C calling convention and the state as last
 *   parameter; only instructions use it. bind-imports removes it: @F.falx_slot and
 *   @F.falx_rows_slot are null pointers, weak_odr, hidden and externally initialized.
 * - From wide-vectors on the types of entries, imports, functions whose address is taken and calls
 *   through pointers contain no vector of more than 128 bits.
 * - Rows of an export F are computed by @F.falx_rows.all.NativeCPUKernel and …some…, hidden, and
 *   internal after row-entries. Then their entry is @F.falx_rows, hidden, void(ptr…, ptr, ptr,
 *   i64, ptr). */
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/linking.h"
#include "compiler/ir/rebuild.h"
#include "compiler/memory.h"
#include "compiler/verify/checker.h"

static bool is_named(const char *name, const char *of, const char *suffix) {
  size_t length = strlen(of);
  return strncmp(name, of, length) == 0 && strcmp(name + length, suffix) == 0;
}

static bool is_hidden_root(LLVMValueRef function) {
  return LLVMGetLinkage(function) == LLVMExternalLinkage &&
         LLVMGetVisibility(function) == LLVMHiddenVisibility;
}

/* ---- wide vectors ---- */

static bool is_wide(const struct fxc_verifier *v, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMSizeOfTypeInBits(v->layout, type) > 128;
}

static bool has_wide(const struct fxc_verifier *v, LLVMTypeRef type) {
  unsigned count = LLVMCountParamTypes(type);
  LLVMTypeRef *types = fxc_must(calloc(count + 1, sizeof *types));
  LLVMGetParamTypes(type, types);
  bool is_any = is_wide(v, LLVMGetReturnType(type));
  for (unsigned i = 0; i < count; i++)
    is_any = is_any || is_wide(v, types[i]);
  free(types);
  return is_any && !LLVMIsFunctionVarArg(type);
}

/* ---- exports and imports ---- */

static void check_export(struct fxc_verifier *v, LLVMValueRef entry) {
  const char *of = fxc_export_of(entry);
  if (!is_named(v->function.name, of, FXC_EXPORT_SUFFIX) || !is_hidden_root(entry) ||
      !v->function.state)
    fxc_broken(v, entry,
               "the entry of an export F is F" FXC_EXPORT_SUFFIX
               ", hidden, with the state as last parameter: '%s' is not",
               v->function.name);
}

static void check_import(struct fxc_verifier *v, LLVMValueRef import, bool is_rows) {
  const char *of = is_rows ? fxc_import_rows_of(import) : fxc_import_of(import);
  const char *suffix = is_rows ? FXC_IMPORT_ROWS_SUFFIX : FXC_IMPORT_SUFFIX;
  if (v->stage < FXC_AFTER_prepare_native_cpu || v->stage >= FXC_AFTER_bind_imports)
    fxc_broken(v, import,
               "imports are declared as such between prepare-native-cpu and bind-imports only: "
               "there is '%s'",
               v->function.name);
  if (!is_named(v->function.name, of, suffix) || !v->function.state ||
      LLVMGetFunctionCallConv(import) != LLVMCCallConv)
    fxc_broken(v, import,
               "an import F is F%s, of the C calling convention, with the state as last parameter: "
               "'%s' is not",
               suffix, v->function.name);
  for (LLVMUseRef use = LLVMGetFirstUse(import); use; use = LLVMGetNextUse(use))
    if (LLVMIsAGlobalVariable(LLVMGetUser(use)))
      fxc_broken(v, import, "no variable holds the address of an import: '%s' holds that of '%s'",
                 fxc_value_name(LLVMGetUser(use)), of);
}

/* ---- rows ---- */

static void check_rows(struct fxc_verifier *v, LLVMValueRef rows) {
  bool is_bound = v->stage >= FXC_AFTER_row_entries;
  if (is_bound ? LLVMGetLinkage(rows) != LLVMInternalLinkage : !is_hidden_root(rows))
    fxc_broken(v, rows, "what computes rows is hidden, internal after row-entries: '%s' is not",
               v->function.name);
}

static void check_rows_entry(struct fxc_verifier *v, LLVMValueRef entry) {
  LLVMTypeRef type = LLVMGlobalGetValueType(entry);
  unsigned count = LLVMCountParams(entry);
  bool is_fine = count >= 4 && LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind;
  for (unsigned i = 0; i < count && is_fine; i++) {
    LLVMTypeRef parameter = LLVMTypeOf(LLVMGetParam(entry, i));
    is_fine = i + 2 == count ? fxc_is_integer(parameter, 64) : fxc_is_pointer(parameter);
  }
  if (!is_fine || !is_named(v->function.name, fxc_export_rows_of(entry), FXC_ROWS_SUFFIX) ||
      !is_hidden_root(entry))
    fxc_broken(v, entry,
               "the entry of an export's rows is F" FXC_ROWS_SUFFIX
               ", hidden, void(ptr..., ptr, ptr, i64, ptr): '%s' is not",
               v->function.name);
}

/* ---- */

static bool is_in_charge(const struct fxc_verifier *v) {
  return v->is_native && v->stage < FXC_AFTER_optimize; /* roots have their final names then */
}

static void check_function(struct fxc_verifier *v, LLVMValueRef function) {
  enum fxc_role role = v->function.role;
  if (!is_in_charge(v))
    return;
  if (role == FXC_ROLE_IMPORT || role == FXC_ROLE_IMPORT_ROWS)
    check_import(v, function, role == FXC_ROLE_IMPORT_ROWS);
  if (v->stage < FXC_AFTER_prepare_native_cpu)
    return;
  if (role == FXC_ROLE_EXPORT)
    check_export(v, function);
  else if (role == FXC_ROLE_ROWS)
    check_rows(v, function);
  else if (role == FXC_ROLE_EXPORT_ROWS)
    check_rows_entry(v, function);
  if (v->stage >= FXC_AFTER_wide_vectors && has_wide(v, LLVMGlobalGetValueType(function)) &&
      (role == FXC_ROLE_EXPORT || role == FXC_ROLE_IMPORT ||
       (!LLVMIsDeclaration(function) && fxc_is_address_taken(function))))
    fxc_broken(v, function,
               "vectors of more than 128 bits cross images in memory: '%s' takes or answers one",
               v->function.name);
}

static void check_instruction(struct fxc_verifier *v, LLVMValueRef instruction) {
  if (is_in_charge(v) && FXC_BETWEEN(v, FXC_AFTER_wide_vectors, FXC_AFTER_work_item_loops) &&
      fxc_is_call_through_pointer(instruction) &&
      has_wide(v, LLVMGetCalledFunctionType(instruction)))
    fxc_broken(v, instruction,
               "vectors of more than 128 bits cross images in memory: this call has one");
}

static void check_module(struct fxc_verifier *v) {
  if (!is_in_charge(v) || v->stage < FXC_AFTER_bind_imports)
    return;
  for (LLVMValueRef g = LLVMGetFirstGlobal(v->module->ir); g; g = LLVMGetNextGlobal(g)) {
    const char *name = fxc_value_name(g);
    LLVMValueRef value = LLVMGetInitializer(g);
    if (!fxc_ends_with(name, FXC_SLOT_SUFFIX) && !fxc_ends_with(name, FXC_ROWS_SLOT_SUFFIX))
      continue;
    if (!value || !LLVMIsNull(value) || !fxc_is_pointer(LLVMTypeOf(value)) ||
        !LLVMIsExternallyInitialized(g) || LLVMGetLinkage(g) != LLVMWeakODRLinkage ||
        LLVMGetVisibility(g) != LLVMHiddenVisibility)
      fxc_broken(v, NULL,
                 "the slot of an import is a null pointer, weak_odr, hidden, initialized from "
                 "outside: '%s' is not",
                 name);
  }
}

const struct fxc_checker fxc_check_linking = {.section = "6, exports and imports",
                                              .instruction = check_instruction,
                                              .function = check_function,
                                              .module = check_module};
