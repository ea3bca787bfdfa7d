/* Kernels defined in two inputs under one name: the same template or inline function, or a mistake
 * (requirement KL-8).
 *
 * The linker would keep one of two different kernels, and both launches would run it. They are the
 * same if both come from the same user function at the same source position: the name alone does
 * not distinguish static functions, or those in unnamed namespaces, of different files.
 *
 * Functions and variables that may have only one definition are reported here: the linker does not
 * know source positions. */
#include "compiler/pipeline/link_kernels.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/metadata.h"
#include "compiler/memory.h"
#include "compiler/passes/kernel_attributes.h"
#include "support/file.h"

#define ORIGIN "falx-module-id" /* of read_module */

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static const char *origin_of(LLVMValueRef function) {
  LLVMAttributeRef id = LLVMGetStringAttributeAtIndex(
      function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ORIGIN, sizeof ORIGIN - 1);
  unsigned length;
  return id ? LLVMGetStringAttributeValue(id, &length) : "another input";
}

static unsigned functor_size(LLVMValueRef kernel) {
  return fxc_metadata_integer(fxc_function_node(kernel, "falx.functor"), 0);
}

/* The first user function that function calls, looking through those of the headers; NULL for a
 * kernel that consists of header code only. */
static LLVMValueRef body_of(LLVMValueRef function, struct fxc_map *seen) {
  if (fxc_map_has(seen, function))
    return NULL;
  fxc_map_put(seen, function, function);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
      if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee))
        continue;
      LLVMValueRef found = fxc_is_of_headers(callee) ? body_of(callee, seen) : callee;
      if (found)
        return found;
    }
  return NULL;
}

static LLVMValueRef user_function(LLVMValueRef kernel) {
  struct fxc_map seen = {0};
  LLVMValueRef function = body_of(kernel, &seen);
  fxc_map_free(&seen);
  return function;
}

/* Unknown counts as the same. */
static bool is_same_place(LLVMValueRef one, LLVMValueRef other) {
  struct fxs_arena arena = {0};
  const char *first = fxc_source_path(&arena, one), *second = fxc_source_path(&arena, other);
  bool is_same = !first || !second ||
                 (LLVMGetDebugLocLine(one) == LLVMGetDebugLocLine(other) &&
                  (strcmp(first, second) == 0 || fxs_may_be_same_file(first, second)));
  fxs_arena_release(&arena);
  return is_same;
}

static bool is_same_kernel(LLVMValueRef one, LLVMValueRef other) {
  if (functor_size(one) != functor_size(other) || LLVMCountParams(one) != LLVMCountParams(other))
    return false;
  LLVMValueRef a = user_function(one), b = user_function(other);
  if (!a || !b)
    return !a && !b;
  if (strcmp(name_of(a), name_of(b)) != 0)
    return false;
  return LLVMGetLinkage(a) != LLVMInternalLinkage || is_same_place(a, b);
}

/* Whether different files may each have a function or type of that name. */
static bool is_of_file(const char *mangled) {
  return strstr(mangled, "_GLOBAL__N_") || strstr(mangled, "ZL");
}

static void report(LLVMValueRef known, LLVMValueRef again, struct fxc_diagnostics *diagnostics) {
  LLVMValueRef here = user_function(again), there = user_function(known);
  unsigned size = functor_size(again), other = functor_size(known);
  char *name = fxc_demangle(name_of(again));
  here = here && LLVMGetSubprogram(here) ? here : again;
  there = there && LLVMGetSubprogram(there) ? there : known;
  if (size != other)
    fxc_report(diagnostics, FXC_ERROR, here,
               "kernel '%s' is defined twice, with function objects of %u and %u bytes; give one "
               "of the two another name",
               name, other, size);
  else
    fxc_report(diagnostics, FXC_ERROR, here,
               "kernel '%s' is defined twice, with different code; give one of the two another "
               "name%s",
               name,
               is_of_file(name_of(again)) ? " (what is static or in an unnamed namespace has the "
                                            "same name in every file)"
                                          : "");
  if (LLVMGetSubprogram(there))
    fxc_report(diagnostics, FXC_NOTE, there, "the other definition is here");
  else
    fxc_report(diagnostics, FXC_NOTE, there, "the other definition is in '%s'", origin_of(known));
  free(name);
}

bool fxc_link_kernels(LLVMModuleRef into, LLVMModuleRef from, struct fxc_diagnostics *diagnostics) {
  bool is_fine = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(from); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || !fxc_is_kernel(f))
      continue;
    LLVMValueRef known = LLVMGetNamedFunction(into, name_of(f));
    if (!known || LLVMIsDeclaration(known))
      continue;
    if (!is_same_kernel(known, f)) {
      report(known, f, diagnostics);
      is_fine = false;
    }
    LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
  }
  return is_fine;
}

/* ---- what may be defined once only ---- */

static bool is_only_definition(LLVMValueRef value) {
  return !LLVMIsDeclaration(value) && LLVMGetLinkage(value) == LLVMExternalLinkage;
}

static void report_twice(LLVMValueRef known, LLVMValueRef again,
                         struct fxc_diagnostics *diagnostics) {
  struct fxs_arena arena = {0};
  size_t length;
  char *name = fxc_demangle(name_of(again));
  const char *position = fxc_source_position(&arena, again);
  if (!position) /* a variable, without -g */
    position = LLVMGetSourceFileName(LLVMGetGlobalParent(again), &length);
  fxc_report_at(diagnostics, FXC_ERROR, position,
                "'%s' is defined twice in device code; define it in one file and declare it in the "
                "others, or make it inline or static",
                name);
  if (fxc_source_position(&arena, known))
    fxc_report(diagnostics, FXC_NOTE, known, "the other definition is here");
  free(name);
  fxs_arena_release(&arena);
}

bool fxc_link_symbols(LLVMModuleRef into, LLVMModuleRef from, struct fxc_diagnostics *diagnostics) {
  bool is_fine = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(from); f; f = LLVMGetNextFunction(f)) {
    LLVMValueRef known = is_only_definition(f) ? LLVMGetNamedFunction(into, name_of(f)) : NULL;
    if (!known || !is_only_definition(known))
      continue;
    report_twice(known, f, diagnostics);
    is_fine = false;
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(from); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef known = is_only_definition(g) ? LLVMGetNamedGlobal(into, name_of(g)) : NULL;
    if (!known || !is_only_definition(known))
      continue;
    report_twice(known, g, diagnostics);
    is_fine = false;
  }
  return is_fine;
}
