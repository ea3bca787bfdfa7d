/* check: diagnoses what device code may not do (requirement KL-9; docs/diagnostics.md).
 *
 * Needs:   a linked device module (docs/ir.md, 2).
 * Leaves:  the module as it is (docs/ir.md, 3).
 * Refuses: reachable from a kernel or an exported function: undefined functions and variables,
 *          variables that are not constant, recursion, and the faults of check_faults.def.
 * Tests:   tests/passes/check, tests/diagnostics.
 *
 * Each symbol is reported once, at its first use, and each fault once per source line per
 * function; with the shortest chain of calls from a kernel. */
#include "compiler/pass.h"
#include "compiler/target.h"

#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "compiler/ir/callgraph.h"
#include "compiler/ir/device_globals.h"
#include "compiler/ir/kernel_attributes.h"
#include "compiler/memory.h"
#include "compiler/passes/check_code.h"
#include "compiler/passes/check_names.h"
#include "compiler/passes/check_try.h"
#include "support/map.h"
#include "support/strbuf.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

struct check {
  struct fxc_module *module;
  struct fxc_callgraph graph;
  bool allows_virtual; /* the functions now checked are reached from kernels that say so alone */
  struct fxc_map reported; /* functions and variables */
  struct fxs_arena arena;  /* of demangled names */
  struct fxs_map sources;  /* of check_try.h */
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

/* The notes of an error inside node's function: its callers, up to the kernel. */
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

static LLVMValueRef called_function(LLVMValueRef site) {
  return LLVMIsACallInst(site) || LLVMIsAInvokeInst(site)
             ? LLVMIsAFunction(LLVMGetCalledValue(site))
             : NULL;
}

/* The destructor of an exception object, which a throw refers to. */
static bool is_of_throw(LLVMValueRef site, LLVMValueRef function) {
  LLVMValueRef callee = site ? called_function(site) : NULL;
  return callee && callee != function && fxc_name_fault(name_of(callee)) == FXC_FAULT_THROW;
}

/* The allocation of an exception object: its constructor is covered by the report of the throw. */
static bool builds_exception(const struct fxc_edge *edge) {
  if (!edge->is_call || !LLVMGetNumArgOperands(edge->site))
    return false;
  LLVMValueRef object = LLVMGetOperand(edge->site, 0);
  if (!LLVMIsACallInst(object))
    return false;
  LLVMValueRef callee = LLVMGetCalledValue(object);
  return LLVMIsAFunction(callee) && strcmp(name_of(callee), "__cxa_allocate_exception") == 0;
}

static void report_undefined(struct check *check, unsigned node, const struct fxc_edge *edge) {
  if (!LLVMIsDeclaration(edge->target) || LLVMGetLinkage(edge->target) == LLVMExternalWeakLinkage ||
      fxc_may_be_elsewhere(check->module->options, name_of(edge->target)) ||
      builds_exception(edge) || is_of_throw(edge->site, edge->target) ||
      !is_first_report(check, edge->target))
    return;
  const struct fxs_map *elsewhere = check->module->options->elsewhere;
  bool is_kept = elsewhere && fxs_map_has(elsewhere, name_of(edge->target));
  fxc_report(check->module->diagnostics, FXC_ERROR, edge->site,
             is_kept
                 ? "undefined function '%s' reached from device code: a linked library has it, "
                   "but it uses a work-group barrier, group memory or sub-group functions, and "
                   "on native_cpu only its own image can call it; define it in a header"
                 : "undefined function '%s' reached from device code; define it in this source, "
                   "or declare it SYCL_EXTERNAL in a header for both and link the source or "
                   "library that defines it",
             pretty(check, edge->target));
  report_chain(check, node);
}

/* The faults reported for one line of a function. */
struct line {
  unsigned number, faults; /* one bit per fault */
};
struct lines {
  FXS_VECTOR(struct line) items;
};

static bool is_first_in_line(struct lines *lines, LLVMValueRef site, enum fxc_fault fault) {
  unsigned number = LLVMInstructionGetDebugLoc(site) ? LLVMGetDebugLocLine(site) : 0;
  for (size_t i = 0; number && i < lines->items.count; i++)
    if (lines->items.items[i].number == number) {
      bool is_known = lines->items.items[i].faults >> fault & 1;
      lines->items.items[i].faults |= 1u << fault;
      return !is_known;
    }
  struct line line = {number, 1u << fault};
  fxc_push(&lines->items, line);
  return true;
}

static void report_fault(struct check *check, unsigned node, LLVMValueRef site,
                         enum fxc_fault fault, struct lines *lines) {
  static const struct {
    const char *cannot, *does;
  } texts[] = {
#define FXC_FAULT(name, cannot, does) {cannot, does},
#include "compiler/passes/check_faults.def"
#undef FXC_FAULT
  };
  if (!is_first_in_line(lines, site, fault))
    return;
  fxc_report(check->module->diagnostics, FXC_ERROR, site, "device code cannot %s, and '%s' %s",
             texts[fault].cannot, pretty(check, check->graph.nodes[node].function),
             texts[fault].does);
  report_chain(check, node);
}

static void report_thread_local(struct check *check, unsigned node, LLVMValueRef site,
                                LLVMValueRef variable, const char *name) {
  if (!is_first_report(check, variable))
    return;
  fxc_report(check->module->diagnostics, FXC_ERROR, site,
             "device code cannot use the thread_local variable '%s'; make it const or constexpr "
             "with a constant initializer, or pass its value to the kernel",
             name);
  report_chain(check, node);
}

/* "TLS wrapper function for x", "TLS init function for x" */
static const char *variable_of_wrapper(const char *pretty) {
  const char *variable = strstr(pretty, " function for ");
  return variable ? variable + strlen(" function for ") : pretty;
}

static void check_function(struct check *check, unsigned node, const struct fxc_edge *edge,
                           struct lines *lines) {
  const char *name = name_of(edge->target);
  bool is_call = is_call_of(edge->site, edge->target);
  switch (fxc_name_kind(name, check->module->options->target)) {
  case FXC_NAME_BUILTIN:
  case FXC_NAME_SUPPORT:
    return;
  case FXC_NAME_THREAD_LOCAL:
    report_thread_local(check, node, edge->site, edge->target,
                        variable_of_wrapper(pretty(check, edge->target)));
    return;
  case FXC_NAME_FAULT:
    report_fault(check, node, edge->site, fxc_name_fault(name), lines);
    return;
  case FXC_NAME_PLAIN:
    if (is_call && LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(edge->site)) &&
        strcmp(name, "printf") != 0)
      report_fault(check, node, edge->site, FXC_FAULT_VARIADIC, lines);
    else
      report_undefined(check, node, edge);
    return;
  }
}

/* ---- The code of a function ---- */

static void check_code(struct check *check, unsigned node, struct lines *lines) {
  const struct fxc_options *options = check->module->options;
  LLVMValueRef function = check->graph.nodes[node].function;
  unsigned met = 0; /* faults of types: once per function */
  const unsigned of_types = 1u << FXC_FAULT_LONG_DOUBLE | 1u << FXC_FAULT_INT128;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      enum fxc_fault fault = fxc_instruction_fault(i, options);
      if (fault == FXC_FAULT_NONE || (1u << fault & met & of_types) ||
          (fault == FXC_FAULT_VIRTUAL && check->allows_virtual))
        continue;
      met |= 1u << fault;
      report_fault(check, node, i, fault, lines);
    }
}

static void check_try(struct check *check, unsigned node) {
  LLVMValueRef function = check->graph.nodes[node].function;
  const struct fxc_try *block = fxc_try_of(&check->sources, function);
  if (!block)
    return;
  char *path = fxc_source_path(&check->arena, function);
  char *position =
      fxc_must(fxs_arena_printf(&check->arena, "%s:%u:%u", path, block->line, block->column));
  fxc_report_at(check->module->diagnostics, FXC_ERROR, position,
                "device code cannot catch exceptions, and '%s' has a try block",
                pretty(check, function));
  report_chain(check, node);
}

/* ---- Variables ---- */

/* Compiler-generated variables: instrumentation's own data has no name, or a private one; tables
 * of the C++ ABI are constant, but not marked so when only declared. */
static bool is_free_to_use(const struct fxc_target *target, LLVMValueRef variable) {
  static const char *const prefixes[] = {"_ZTV",    "_ZTI",   "_ZTS",    "_ZTT", "llvm.",
                                         "__falx_", "__prof", "__llvm_", "__cov"};
  if (LLVMGetLinkage(variable) == LLVMPrivateLinkage || fxc_is_device_global(variable))
    return true;
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
    if (strncmp(name_of(variable), prefixes[i], strlen(prefixes[i])) == 0)
      return true;
  return strcmp(name_of(variable), "_ZSt7nothrow") == 0 || /* of a new that is reported */
         fxc_name_kind(name_of(variable), target) == FXC_NAME_SUPPORT;
}

/* Type information that is used for anything but exceptions and casts. */
static bool is_typeid(const struct fxc_edge *edge) {
  LLVMValueRef site = edge->site;
  if (strncmp(name_of(edge->target), "_ZTI", 4) != 0 || LLVMIsALandingPadInst(site))
    return false;
  LLVMValueRef callee = called_function(site);
  enum fxc_fault fault = callee ? fxc_name_fault(name_of(callee)) : FXC_FAULT_NONE;
  return fault != FXC_FAULT_THROW && fault != FXC_FAULT_DYNAMIC_CAST &&
         !(callee && LLVMGetIntrinsicID(callee));
}

/* std::cout, cerr, clog, and those of wchar_t. */
static bool is_standard_stream(const char *name) {
  static const char *const names[] = {"_ZSt4cout",  "_ZSt4cerr",  "_ZSt4clog",
                                      "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

static void check_variable(struct check *check, unsigned node, const struct fxc_edge *edge,
                           struct lines *lines) {
  struct fxc_diagnostics *sink = check->module->diagnostics;
  LLVMValueRef variable = edge->target;
  if (is_typeid(edge)) {
    report_fault(check, node, edge->site, FXC_FAULT_TYPEID, lines);
    return;
  }
  bool is_constant = LLVMIsGlobalConstant(variable), is_defined = LLVMGetInitializer(variable);
  if (is_free_to_use(check->module->options->target, variable))
    return;
  bool is_aggregate = fxc_holds_device_global(variable);
  if ((is_constant && is_defined && !is_aggregate) || !is_first_report(check, variable))
    return;
  if (is_aggregate) {
    fxc_report(sink, FXC_ERROR, edge->site,
               "device code cannot use '%s', which holds device_globals: a device_global is a "
               "variable of its own; make an array one device_global of an array type",
               pretty(check, variable));
  } else if (is_standard_stream(name_of(variable))) {
    fxc_report(sink, FXC_ERROR, edge->site,
               "device code cannot use '%s'; print with a sycl::stream or with printf",
               pretty(check, variable));
  } else if (!is_constant) {
    bool is_local = strncmp(name_of(variable), "_ZZ", 3) == 0;
    const char *kind = LLVMIsThreadLocal(variable) ? "thread_local"
                       : is_local                  ? "non-const static local"
                                                   : "non-const global";
    fxc_report(sink, FXC_ERROR, edge->site,
               "device code cannot use the %s variable '%s'; make it const or constexpr with a "
               "constant initializer, or pass its value to the kernel",
               kind, pretty(check, variable));
  } else
    fxc_report(sink, FXC_ERROR, edge->site,
               "undefined variable '%s' reached from device code; define it in the header that "
               "declares it",
               pretty(check, variable));
  report_chain(check, node);
}

/* Contains no user code, or is reported at its call. */
static bool is_skipped(struct check *check, LLVMValueRef function) {
  if (strcmp(name_of(function), "__clang_call_terminate") == 0) /* in noexcept functions */
    return true;
  enum fxc_name_kind kind = fxc_name_kind(name_of(function), check->module->options->target);
  return kind == FXC_NAME_FAULT || kind == FXC_NAME_THREAD_LOCAL;
}

static void check_node(struct check *check, unsigned node) {
  const struct fxc_node *n = &check->graph.nodes[node];
  if (is_skipped(check, n->function) || is_of_throw(n->site, n->function))
    return;
  struct lines lines = {0};
  check_try(check, node);
  check_code(check, node, &lines);
  for (size_t e = 0; e < n->edge_count; e++) {
    const struct fxc_edge *edge = &n->edges[e];
    if (!LLVMIsAFunction(edge->target))
      check_variable(check, node, edge, &lines);
    else
      check_function(check, node, edge, &lines);
  }
  fxs_vector_free(&lines.items);
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

/* Kernels with the property assume_indirect_calls; not where there is no code for such calls. */
static bool assumes_indirect_calls(const struct check *check, LLVMValueRef kernel) {
  struct fxc_kernel_attribute_value value;
  return check->module->options->target->is_host &&
         fxc_kernel_attribute_get(kernel, FXC_ASSUME_INDIRECT_CALLS, &value);
}

enum roots { KERNELS, EXPORTS, INDIRECT_KERNELS };

/* Appends the functions reachable from the roots, and from none before, to order, which has
 * count nodes; returns the new count. */
static unsigned reach_all(struct check *check, enum roots roots, unsigned *order, unsigned count) {
  for (unsigned n = 0; n < check->graph.count; n++) {
    LLVMValueRef function = check->graph.nodes[n].function;
    if (roots == EXPORTS ? fxc_is_export(function)
                         : fxc_is_kernel(function) && assumes_indirect_calls(check, function) ==
                                                          (roots == INDIRECT_KERNELS))
      count += fxc_callgraph_reach(&check->graph, n, order + count);
  }
  return count;
}

enum fxc_result fxc_check(struct fxc_module *module) {
  const struct fxc_options *options = module->options;
  struct check check = {.module = module};
  fxc_callgraph_build(&check.graph, module->ir);
  unsigned *order = fxc_new(&check.arena, check.graph.count, sizeof *order);
  unsigned of_kernels = reach_all(&check, KERNELS, order, 0);
  unsigned direct = reach_all(&check, EXPORTS, order, of_kernels);
  unsigned count = reach_all(&check, INDIRECT_KERNELS, order, direct);
  for (unsigned i = 0; i < count; i++) {
    check.allows_virtual = i >= direct;
    check_node(&check, order[i]);
  }
  if (!options->allow_recursion)
    fxc_callgraph_cycles(&check.graph, report_cycle, &check);
  fxc_callgraph_free(&check.graph);
  fxc_map_free(&check.reported);
  fxc_try_free(&check.sources);
  fxs_arena_release(&check.arena);
  return fxc_has_errors(module->diagnostics) ? FXC_FAILED : FXC_SAME;
}
