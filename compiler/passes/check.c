/* check: diagnose what device code may not do (requirement KL-9, first set).
 *
 * Needs:   a linked device module (docs/ir.md, 1).
 * Leaves:  the module as it is (docs/ir.md, 2).
 * Refuses: reachable from a kernel or an exported function: undefined functions and variables,
 *          variables that are not constant, throw and catch, recursion, barriers on native_cpu.
 * Tests:   tests/passes/check.
 *
 * A fault is reported once, where it was first met, with the shortest chain of calls to a kernel.
 */
#include "compiler/passes/pass.h"

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/memory.h"
#include "compiler/passes/check_names.h"
#include "compiler/passes/device_globals.h"
#include "support/map.h"
#include "support/strbuf.h"

#include <string.h>

struct check {
  struct fxc_module *module;
  struct fxc_callgraph graph;
  struct fxc_map reported; /* functions and variables */
  struct fxs_arena arena;  /* of demangled names */
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static const char *pretty(struct check *check, LLVMValueRef value) {
  char *name = fxc_demangle(name_of(value));
  char *copy = fxc_must(fxs_arena_strdup(&check->arena, name));
  free(name);
  return copy;
}

static const char *root_kind(LLVMValueRef root) {
  return fxc_is_kernel(root) ? "kernel" : "SYCL_EXTERNAL function";
}

static bool is_call_of(LLVMValueRef site, LLVMValueRef function) {
  return (LLVMIsACallInst(site) || LLVMIsAInvokeInst(site)) && LLVMGetCalledValue(site) == function;
}

/* The notes of an error inside node's function: who calls it, up to the kernel. */
static void report_chain(struct check *check, unsigned node) {
  struct fxc_diagnostics *sink = check->module->diagnostics;
  const struct fxc_node *n = &check->graph.nodes[node];
  if (n->is_root)
    fxc_report(sink, FXC_NOTE, n->function, "in %s '%s'", root_kind(n->function),
               pretty(check, n->function));
  for (; !n->is_root; n = &check->graph.nodes[n->from]) {
    const struct fxc_node *user = &check->graph.nodes[n->from];
    const char *how = is_call_of(n->site, n->function) ? "called from" : "address taken in";
    fxc_report(sink, FXC_NOTE, n->site, "%s %s%s'%s'", how,
               user->is_root ? root_kind(user->function) : "", user->is_root ? " " : "",
               pretty(check, user->function));
  }
}

static bool is_first_report(struct check *check, LLVMValueRef value) {
  if (fxc_map_has(&check->reported, value))
    return false;
  fxc_map_put(&check->reported, value, value);
  return true;
}

/* new of an exception object: the constructor goes with the throw that is reported. */
static bool builds_exception(const struct fxc_edge *edge) {
  if (!edge->is_call || !LLVMGetNumArgOperands(edge->site))
    return false;
  LLVMValueRef object = LLVMGetOperand(edge->site, 0);
  if (!LLVMIsACallInst(object))
    return false;
  LLVMValueRef callee = LLVMGetCalledValue(object);
  return LLVMIsAFunction(callee) && strcmp(name_of(callee), "__cxa_allocate_exception") == 0;
}

static void check_undefined(struct check *check, unsigned node, const struct fxc_edge *edge) {
  if (!LLVMIsDeclaration(edge->target) || LLVMGetLinkage(edge->target) == LLVMExternalWeakLinkage ||
      fxc_may_be_elsewhere(check->module->options, name_of(edge->target)) ||
      builds_exception(edge) || !is_first_report(check, edge->target))
    return;
  const struct fxs_map *elsewhere = check->module->options->elsewhere;
  bool is_kept = elsewhere && fxs_map_has(elsewhere, name_of(edge->target));
  fxc_report(check->module->diagnostics, FXC_ERROR, edge->site,
             is_kept ? "undefined function '%s' reached from device code: a linked library has it, "
                       "but it uses a work-group barrier, group memory or sub-group functions, and "
                       "on native_cpu only its own image can call it; define it in a header"
                     : "undefined function '%s' reached from device code; define it in the same "
                       "program, or declare it SYCL_EXTERNAL and link the library that defines it",
             pretty(check, edge->target));
  report_chain(check, node);
}

static void check_function(struct check *check, unsigned node, const struct fxc_edge *edge) {
  const char *user = pretty(check, check->graph.nodes[node].function);
  switch (fxc_name_kind(name_of(edge->target), check->module->options->target)) {
  case FXC_NAME_BUILTIN:
  case FXC_NAME_SUPPORT:
    return;
  case FXC_NAME_PLAIN:
    check_undefined(check, node, edge);
    return;
  case FXC_NAME_THROW:
    fxc_report(check->module->diagnostics, FXC_ERROR, edge->site,
               "device code cannot throw exceptions, and '%s' throws one", user);
    report_chain(check, node);
    return;
  case FXC_NAME_CATCH:
    fxc_report(check->module->diagnostics, FXC_ERROR, edge->site,
               "device code cannot catch exceptions, and '%s' catches one", user);
    report_chain(check, node);
    return;
  }
}

/* What the compiler made: instrumentation's own data has no name, or a private one; tables of the
 * C++ ABI are constant in all but name when they are only declared. */
static bool is_free_to_use(LLVMValueRef variable) {
  static const char *const prefixes[] = {"_ZTV",    "_ZTI",   "_ZTS",    "_ZTT", "llvm.",
                                         "__falx_", "__prof", "__llvm_", "__cov"};
  if (LLVMGetLinkage(variable) == LLVMPrivateLinkage || fxc_is_device_global(variable))
    return true;
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
    if (strncmp(name_of(variable), prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  return fxc_name_kind(name_of(variable), FXC_TARGET_SPIR64) == FXC_NAME_SUPPORT;
}

static void check_variable(struct check *check, unsigned node, const struct fxc_edge *edge) {
  struct fxc_diagnostics *sink = check->module->diagnostics;
  LLVMValueRef variable = edge->target;
  bool is_constant = LLVMIsGlobalConstant(variable), is_defined = LLVMGetInitializer(variable);
  if (is_free_to_use(variable) || (is_constant && is_defined) || !is_first_report(check, variable))
    return;
  if (!is_constant)
    fxc_report(sink, FXC_ERROR, edge->site,
               "device code cannot use the %s variable '%s'; make it const or constexpr with a "
               "constant initializer, or pass its value to the kernel",
               LLVMIsThreadLocal(variable) ? "thread_local" : "non-const global",
               pretty(check, variable));
  else
    fxc_report(sink, FXC_ERROR, edge->site,
               "undefined variable '%s' reached from device code; define it in the header that "
               "declares it",
               pretty(check, variable));
  report_chain(check, node);
}

/* Instructions of noexcept functions that end the program if an exception arrives. */
static bool is_compiler_made(LLVMValueRef function) {
  return strcmp(name_of(function), "__clang_call_terminate") == 0;
}

static void check_node(struct check *check, unsigned node) {
  const struct fxc_node *n = &check->graph.nodes[node];
  if (is_compiler_made(n->function))
    return;
  for (size_t e = 0; e < n->edge_count; e++) {
    if (LLVMIsAFunction(n->edges[e].target))
      check_function(check, node, &n->edges[e]);
    else
      check_variable(check, node, &n->edges[e]);
  }
}

/* "'f' calls itself", "'f' calls 'g', which calls 'f'" */
static void report_cycle(void *context, const struct fxc_edge *edge, const unsigned *path,
                         unsigned path_length) {
  struct check *check = context;
  struct fxs_strbuf text = {0};
  fxs_strbuf_printf(&text, "'%s' calls ", pretty(check, edge->target));
  for (unsigned i = 1; i < path_length; i++)
    fxs_strbuf_printf(&text, "'%s', which calls ",
                      pretty(check, check->graph.nodes[path[i]].function));
  if (path_length == 1)
    fxs_strbuf_puts(&text, "itself");
  else
    fxs_strbuf_printf(&text, "'%s'", pretty(check, edge->target));
  fxc_report(check->module->diagnostics, FXC_ERROR, edge->site,
             "recursion is not allowed in device code: %s", fxs_strbuf_text(&text));
  fxs_strbuf_free(&text);
  report_chain(check, path[path_length - 1]);
}

static void reach_all(struct check *check, bool kernels, unsigned *order) {
  for (unsigned n = 0; n < check->graph.count; n++) {
    LLVMValueRef function = check->graph.nodes[n].function;
    if (kernels ? !fxc_is_kernel(function) : !fxc_is_export(function))
      continue;
    unsigned count = fxc_callgraph_reach(&check->graph, n, order);
    for (unsigned i = 0; i < count; i++)
      check_node(check, order[i]);
  }
}

enum fxc_result fxc_check(struct fxc_module *module) {
  struct check check = {.module = module};
  fxc_callgraph_build(&check.graph, module->ir);
  unsigned *order = fxc_new(&check.arena, check.graph.count, sizeof *order);
  reach_all(&check, true, order);
  reach_all(&check, false, order);
  if (!module->options->allow_recursion)
    fxc_callgraph_cycles(&check.graph, report_cycle, &check);
  fxc_callgraph_free(&check.graph);
  fxc_map_free(&check.reported);
  fxs_arena_release(&check.arena);
  return fxc_has_errors(module->diagnostics) ? FXC_FAILED : FXC_SAME;
}
