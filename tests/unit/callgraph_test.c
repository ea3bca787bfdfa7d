/* compiler/ir: the call graph. */
#include "compiler/ir/callgraph.h"
#include "tests/unit/compiler_ir.h"

static const char text[] =
    "@v = global i32 0\n@table = constant [2 x ptr] [ptr @named, ptr @v]\n"
    "@_ZTV1S = constant [1 x ptr] [ptr @virtual]\n"
    "define spir_kernel void @k(ptr %p) {\n  call void @a()\n  call void @b()\n"
    "  %t = load ptr, ptr @table\n  store ptr @_ZTV1S, ptr %p\n  ret void\n}\n"
    "define internal void @a() {\n  call void @b()\n  call void @llvm.donothing()\n  ret void\n}\n"
    "define internal void @b() {\n  call void @c()\n  ret void\n}\n"
    "define internal void @c() {\n  call void @b()\n  call void @c()\n  ret void\n}\n"
    "define internal void @named() {\n  ret void\n}\n"
    "define internal void @virtual() {\n  ret void\n}\n"
    "define internal void @lost() {\n  call void @lost()\n  ret void\n}\n"
    "define void @exported() {\n  ret void\n}\n"
    "define linkonce_odr void @inlined() {\n  ret void\n}\n"
    "declare void @llvm.donothing()\n";

struct fixture {
  LLVMContextRef context;
  LLVMModuleRef module;
  struct fxc_callgraph graph;
};

static void open(struct fixture *x) {
  x->context = LLVMContextCreate();
  x->module = parse(x->context, text);
  fxc_callgraph_build(&x->graph, x->module);
}

static void close(struct fixture *x) {
  fxc_callgraph_free(&x->graph);
  LLVMDisposeModule(x->module);
  LLVMContextDispose(x->context);
}

static unsigned node(const struct fixture *x, const char *name) {
  return fxc_callgraph_node(&x->graph, function(x->module, name));
}

static void test_edges(void **state) {
  (void)state;
  struct fixture x;
  open(&x);
  const struct fxc_node *k = &x.graph.nodes[node(&x, "k")];
  assert_int_equal(k->edge_count, 6);
  assert_true(k->edges[0].is_call && k->edges[0].node == node(&x, "a"));
  assert_true(k->edges[1].is_call && k->edges[1].node == node(&x, "b"));
  assert_ptr_equal(k->edges[2].target, LLVMGetNamedGlobal(x.module, "table"));
  assert_true(!k->edges[3].is_call && k->edges[3].node == node(&x, "named"));
  assert_ptr_equal(k->edges[4].target, LLVMGetNamedGlobal(x.module, "v"));
  assert_ptr_equal(k->edges[5].target, LLVMGetNamedGlobal(x.module, "_ZTV1S"));
  assert_int_equal(x.graph.nodes[node(&x, "a")].edge_count, 1); /* intrinsics are no edges */
  close(&x);
}

static void test_reach(void **state) {
  (void)state;
  struct fixture x;
  unsigned order[16];
  open(&x);
  assert_int_equal(fxc_callgraph_reach(&x.graph, node(&x, "k"), order), 5);
  assert_int_equal(order[0], node(&x, "k"));
  assert_int_equal(x.graph.nodes[node(&x, "b")].from, node(&x, "k")); /* the shortest chain */
  assert_int_equal(x.graph.nodes[node(&x, "c")].from, node(&x, "b"));
  assert_true(x.graph.nodes[node(&x, "named")].is_reached);
  assert_false(x.graph.nodes[node(&x, "virtual")].is_reached);
  assert_false(x.graph.nodes[node(&x, "lost")].is_reached);
  assert_int_equal(fxc_callgraph_reach(&x.graph, node(&x, "k"), order), 0);
  close(&x);
}

static void count_cycle(void *context, const struct fxc_edge *edge, const unsigned *path,
                        unsigned path_length) {
  unsigned *counts = context;
  assert_non_null(edge->site);
  assert_int_equal(path[0], edge->node);
  counts[path_length]++;
}

static void test_cycles(void **state) {
  (void)state;
  struct fixture x;
  unsigned order[16], counts[4] = {0};
  open(&x);
  fxc_callgraph_reach(&x.graph, node(&x, "k"), order);
  fxc_callgraph_cycles(&x.graph, count_cycle, counts);
  assert_int_equal(counts[1], 1); /* c calls c; lost is not reached */
  assert_int_equal(counts[2], 1); /* b calls c calls b */
  assert_int_equal(counts[3], 0);
  close(&x);
}

static void test_kinds(void **state) {
  (void)state;
  struct fixture x;
  open(&x);
  assert_true(fxc_is_kernel(function(x.module, "k")));
  assert_false(fxc_is_export(function(x.module, "k")));
  assert_true(fxc_is_export(function(x.module, "exported")));
  assert_false(fxc_is_export(function(x.module, "inlined")));
  assert_false(fxc_is_export(function(x.module, "a")));
  close(&x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_reach),
      cmocka_unit_test(test_cycles),
      cmocka_unit_test(test_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
