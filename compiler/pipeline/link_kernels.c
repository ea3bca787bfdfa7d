/* Kernels defined in two inputs under one name: the same template or inline function, or a mistake
 * (requirement KL-8).
 *
 * The linker would keep one of two different kernels, and both launches would run it. They are the
 * same if the user functions that they call have the same names and, where files may each have a
 * function of the name, the same source position and the same code: a file may be compiled twice,
 * with other macros. Of inline functions C++ takes one, whatever the other is; a warning says so.
 *
 * Functions and variables that may have only one definition are reported here: the linker does not
 * know source positions. */
#include "compiler/pipeline/link_kernels.h"

#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/attributes.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/ir/metadata.h"
#include "compiler/ir/same_code.h"
#include "compiler/memory.h"
#include "compiler/passes/kernel_attributes.h"
#include "support/file.h"

enum verdict {
  SAME,
  OTHER_SIZE,        /* of the function object */
  OTHER_FUNCTION,    /* of another name or place */
  OTHER_CODE,        /* from the same place, compiled in another way */
  OTHER_INLINE_CODE, /* where C++ forbids that */
};

/* Both modules without what the level of optimization makes of the same source. */
struct simplified {
  LLVMModuleRef into, from; /* NULL: not needed yet */
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static const char *input_of(LLVMValueRef kernel) {
  const char *name = fxc_string_attribute(kernel, FXC_INPUT_NAME);
  return name ? name : "another input";
}

static unsigned functor_size(LLVMValueRef kernel) {
  return fxc_metadata_integer(fxc_function_node(kernel, "falx.functor"), 0);
}

/* ---- what a kernel runs ---- */

/* The user functions that function calls, looking through those of the headers; none for a kernel
 * that consists of header code only. */
static void find_user_functions(LLVMValueRef function, struct fxc_map *seen,
                                struct fxc_function_list *out) {
  if (fxc_map_has(seen, function))
    return;
  fxc_map_put(seen, function, function);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
      if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee))
        continue;
      if (fxc_is_of_headers(callee)) {
        find_user_functions(callee, seen, out);
      } else if (!fxc_map_has(seen, callee)) {
        fxc_map_put(seen, callee, callee);
        fxc_push(&out->items, callee);
      }
    }
}

static void user_functions(LLVMValueRef kernel, struct fxc_function_list *out) {
  struct fxc_map seen = {0};
  find_user_functions(kernel, &seen, out);
  fxc_map_free(&seen);
}

static LLVMValueRef first_user_function(LLVMValueRef kernel) {
  struct fxc_function_list functions = {{0}};
  user_functions(kernel, &functions);
  LLVMValueRef first = functions.items.count ? functions.items.items[0] : NULL;
  fxs_vector_free(&functions.items);
  return first;
}

/* ---- comparing ---- */

/* Without the number that the linker appends to a name that it has already. */
static size_t name_length(LLVMValueRef function) {
  const char *name = name_of(function), *end = name + strlen(name), *at = end;
  while (at > name && isdigit((unsigned char)at[-1]))
    at--;
  return (size_t)((at < end && at > name && at[-1] == '.' ? at - 1 : end) - name);
}

static bool is_same_name(LLVMValueRef one, LLVMValueRef other) {
  size_t length = name_length(one);
  return name_length(other) == length && !memcmp(name_of(one), name_of(other), length);
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

static bool has_same_attributes(LLVMValueRef one, LLVMValueRef other) {
  struct fxc_kernel_attribute_value first, second;
  for (unsigned a = 0; a < FXC_ATTRIBUTE_COUNT; a++) {
    bool has = fxc_kernel_attribute_get(one, (enum fxc_kernel_attribute)a, &first);
    if (fxc_kernel_attribute_get(other, (enum fxc_kernel_attribute)a, &second) != has ||
        (has && (first.count != second.count ||
                 memcmp(first.numbers, second.numbers, first.count * sizeof *first.numbers) != 0)))
      return false;
  }
  return true;
}

/* A copy in which -O0 and -O3 have left no traces. */
static LLVMModuleRef simplify(LLVMModuleRef module) {
  static const char pipeline[] =
      "always-inline,function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)";
  LLVMModuleRef copy = LLVMCloneModule(module);
  LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  for (LLVMValueRef f = LLVMGetFirstFunction(copy); f; f = LLVMGetNextFunction(f)) {
    LLVMRemoveEnumAttributeAtIndex(f, at, fxc_attribute_kind("optnone"));
    LLVMRemoveEnumAttributeAtIndex(f, at, fxc_attribute_kind("noinline"));
  }
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMConsumeError(LLVMRunPasses(copy, pipeline, NULL, options)); /* then they stay as they are */
  LLVMDisposePassBuilderOptions(options);
  return copy;
}

static bool is_same_code(LLVMValueRef one, LLVMValueRef other, struct simplified *simplified) {
  if (fxc_is_same_code(one, other))
    return true;
  if (!simplified->into) {
    simplified->into = simplify(LLVMGetGlobalParent(one));
    simplified->from = simplify(LLVMGetGlobalParent(other));
  }
  one = LLVMGetNamedFunction(simplified->into, name_of(one));
  other = LLVMGetNamedFunction(simplified->from, name_of(other));
  return one && other && fxc_is_same_code(one, other);
}

static enum verdict compare_function(LLVMValueRef one, LLVMValueRef other,
                                     struct simplified *simplified) {
  bool is_internal = LLVMGetLinkage(one) == LLVMInternalLinkage;
  if (!is_same_name(one, other) || (is_internal && !is_same_place(one, other)))
    return OTHER_FUNCTION;
  if (is_same_code(one, other, simplified))
    return SAME;
  return is_internal ? OTHER_CODE : OTHER_INLINE_CODE;
}

static enum verdict compare(LLVMValueRef one, LLVMValueRef other, struct simplified *simplified) {
  if (functor_size(one) != functor_size(other))
    return OTHER_SIZE;
  if (LLVMCountParams(one) != LLVMCountParams(other))
    return OTHER_FUNCTION;
  struct fxc_function_list first = {{0}}, second = {{0}};
  user_functions(one, &first);
  user_functions(other, &second);
  enum verdict verdict = first.items.count == second.items.count ? SAME : OTHER_FUNCTION;
  for (size_t i = 0; verdict == SAME && i < first.items.count; i++)
    verdict = compare_function(first.items.items[i], second.items.items[i], simplified);
  bool is_inline = first.items.count && LLVMGetLinkage(first.items.items[0]) != LLVMInternalLinkage;
  if (verdict == SAME && !has_same_attributes(one, other))
    verdict = is_inline ? OTHER_INLINE_CODE : OTHER_CODE;
  fxs_vector_free(&first.items);
  fxs_vector_free(&second.items);
  return verdict;
}

/* ---- reporting ---- */

/* Whether different files may each have a function or type of that name. */
static bool is_of_file(const char *mangled) {
  return strstr(mangled, "_GLOBAL__N_") || strstr(mangled, "ZL");
}

static void report(LLVMValueRef known, LLVMValueRef again, enum verdict verdict,
                   struct fxc_diagnostics *diagnostics) {
  LLVMValueRef here = first_user_function(again), there = first_user_function(known);
  char *name = fxc_demangle(name_of(again));
  here = here && LLVMGetSubprogram(here) ? here : again;
  there = there && LLVMGetSubprogram(there) ? there : known;
  if (verdict == OTHER_SIZE)
    fxc_report(diagnostics, FXC_ERROR, here,
               "kernel '%s' is defined twice, with function objects of %u and %u bytes; give one "
               "of the two another name",
               name, functor_size(known), functor_size(again));
  else if (verdict == OTHER_CODE)
    fxc_report(diagnostics, FXC_ERROR, here,
               "kernel '%s' of '%s' and of '%s' is compiled from one place to different code; give "
               "both the same macros and options, or each another name",
               name, input_of(known), input_of(again));
  else if (verdict == OTHER_INLINE_CODE)
    fxc_report(diagnostics, FXC_WARNING, here,
               "kernel '%s' is inline and has different code in '%s' and in '%s'; both run that "
               "of the first",
               name, input_of(known), input_of(again));
  else
    fxc_report(diagnostics, FXC_ERROR, here,
               "kernel '%s' is defined twice, with different code; give one of the two another "
               "name%s",
               name,
               is_of_file(name_of(again)) ? " (what is static or in an unnamed namespace has the "
                                            "same name in every file)"
                                          : "");
  if (verdict == OTHER_CODE)
    ; /* at the same place */
  else if (LLVMGetSubprogram(there))
    fxc_report(diagnostics, FXC_NOTE, there, "the other definition is here");
  else
    fxc_report(diagnostics, FXC_NOTE, there, "the other definition is in '%s'", input_of(known));
  free(name);
}

bool fxc_link_kernels(LLVMModuleRef into, LLVMModuleRef from, struct fxc_diagnostics *diagnostics) {
  struct simplified simplified = {0};
  bool is_fine = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(from); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || !fxc_is_kernel(f))
      continue;
    LLVMValueRef known = LLVMGetNamedFunction(into, name_of(f));
    if (!known || LLVMIsDeclaration(known))
      continue;
    enum verdict verdict = compare(known, f, &simplified);
    if (verdict != SAME)
      report(known, f, verdict, diagnostics);
    is_fine &= verdict == SAME || verdict == OTHER_INLINE_CODE;
    LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
  }
  if (simplified.into)
    LLVMDisposeModule(simplified.into);
  if (simplified.from)
    LLVMDisposeModule(simplified.from);
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
