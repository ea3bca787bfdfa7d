/* compiler/ir: control-flow graph, dominators, loops and liveness. */
#include "compiler/ir/domtree.h"
#include "compiler/ir/liveness.h"
#include "compiler/ir/loops.h"
#include "tests/unit/compiler_ir.h"

/* Two nested loops with a diamond in the inner one, a switch out, and a block nobody enters. */
static const char nest[] =
    "define i32 @f(i32 %n, i32 %unused) {\n"
    "entry:\n  br label %outer\n"
    "outer:\n  %i = phi i32 [0, %entry], [%i2, %latch]\n  br label %inner\n"
    "inner:\n  %j = phi i32 [0, %outer], [%j2, %join]\n"
    "  %c = icmp slt i32 %j, 5\n  br i1 %c, label %left, label %right\n"
    "left:\n  %l = add i32 %j, %n\n  br label %join\n"
    "right:\n  %r = mul i32 %i, 3\n  br label %join\n"
    "join:\n  %m = phi i32 [%l, %left], [%r, %right]\n  %j2 = add i32 %j, 1\n"
    "  switch i32 %m, label %inner [ i32 1, label %latch\n i32 2, label %latch\n i32 3, label "
    "%exit ]\n"
    "latch:\n  %i2 = add i32 %i, 1\n  %d = icmp slt i32 %i2, %n\n"
    "  br i1 %d, label %outer, label %exit\n"
    "exit:\n  %x = phi i32 [%m, %join], [%i2, %latch]\n  ret i32 %x\n"
    "lost:\n  br label %exit2\n"
    "exit2:\n  ret i32 0\n"
    "}\n";

struct fixture {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMValueRef f;
  struct fxc_cfg cfg;
  struct fxc_domtree tree;
};

static void open(struct fixture *x, const char *text) {
  x->context = LLVMContextCreate();
  x->module = parse(x->context, text);
  x->f = function(x->module, "f");
  fxc_cfg_build(&x->cfg, x->f);
  fxc_domtree_build(&x->tree, &x->cfg);
}

static void close(struct fixture *x) {
  fxc_domtree_free(&x->tree);
  fxc_cfg_free(&x->cfg);
  LLVMDisposeModule(x->module);
  LLVMContextDispose(x->context);
}

static unsigned at(const struct fixture *x, const char *name) {
  return fxc_cfg_number(&x->cfg, block(x->f, name));
}

static void test_cfg(void **state) {
  (void)state;
  struct fixture x;
  open(&x, nest);
  assert_int_equal(x.cfg.count, 8);
  assert_int_equal(at(&x, "entry"), 0);
  assert_int_equal(at(&x, "lost"), FXC_NONE);
  assert_true(at(&x, "outer") < at(&x, "inner"));
  assert_true(at(&x, "left") < at(&x, "join") && at(&x, "right") < at(&x, "join"));
  unsigned join = at(&x, "join"), exit = at(&x, "exit"), latch = at(&x, "latch");
  assert_int_equal(x.cfg.successor_start[join + 1] - x.cfg.successor_start[join], 4);
  assert_int_equal(x.cfg.predecessor_start[exit + 1] - x.cfg.predecessor_start[exit], 2);
  assert_int_equal(x.cfg.predecessor_start[latch + 1] - x.cfg.predecessor_start[latch], 2);
  for (unsigned e = x.cfg.predecessor_start[latch]; e < x.cfg.predecessor_start[latch + 1]; e++)
    assert_int_equal(x.cfg.predecessors[e], join);
  close(&x);
}

static void test_dominators(void **state) {
  (void)state;
  struct fixture x;
  open(&x, nest);
  assert_int_equal(x.tree.idom[at(&x, "entry")], at(&x, "entry"));
  assert_int_equal(x.tree.idom[at(&x, "join")], at(&x, "inner"));
  assert_int_equal(x.tree.idom[at(&x, "exit")], at(&x, "join"));
  assert_int_equal(x.tree.idom[at(&x, "outer")], at(&x, "entry"));
  assert_true(fxc_dominates(&x.tree, at(&x, "inner"), at(&x, "exit")));
  assert_true(fxc_dominates(&x.tree, at(&x, "left"), at(&x, "left")));
  assert_false(fxc_dominates(&x.tree, at(&x, "left"), at(&x, "join")));
  assert_false(fxc_dominates(&x.tree, at(&x, "latch"), at(&x, "exit")));
  assert_false(fxc_dominates(&x.tree, at(&x, "exit"), at(&x, "join")));
  close(&x);
}

static void test_loops(void **state) {
  (void)state;
  struct fixture x;
  struct fxc_loops loops;
  open(&x, nest);
  fxc_loops_build(&loops, &x.tree);
  assert_int_equal(loops.count, 2);
  assert_false(loops.has_irreducible);
  assert_int_equal(loops.loops[0].header, at(&x, "outer"));
  assert_int_equal(loops.loops[0].depth, 1);
  assert_int_equal(loops.loops[0].parent, FXC_NONE);
  assert_int_equal(loops.loops[0].block_count, 6);
  assert_int_equal(loops.loops[1].header, at(&x, "inner"));
  assert_int_equal(loops.loops[1].parent, 0);
  assert_int_equal(loops.loops[1].depth, 2);
  assert_int_equal(loops.loops[1].block_count, 4);
  assert_int_equal(loops.loops[1].blocks[0], at(&x, "inner"));
  assert_true(fxc_loop_contains(&loops, 0, at(&x, "join")));
  assert_true(fxc_loop_contains(&loops, 1, at(&x, "join")));
  assert_false(fxc_loop_contains(&loops, 1, at(&x, "latch")));
  assert_int_equal(loops.innermost[at(&x, "exit")], FXC_NONE);
  fxc_loops_free(&loops);
  close(&x);
}

static void test_irreducible(void **state) {
  (void)state;
  struct fixture x;
  struct fxc_loops loops;
  open(&x, "define void @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\n"
           "a:\n  br i1 %c, label %b, label %exit\nb:\n  br i1 %c, label %a, label %exit\n"
           "exit:\n  ret void\n}\n");
  fxc_loops_build(&loops, &x.tree);
  assert_int_equal(loops.count, 0);
  assert_true(loops.has_irreducible);
  fxc_loops_free(&loops);
  close(&x);
}

static void test_one_block_loop(void **state) {
  (void)state;
  struct fixture x;
  struct fxc_loops loops;
  open(&x, "define void @f(i1 %c) {\nentry:\n  br label %a\n"
           "a:\n  br i1 %c, label %a, label %exit\nexit:\n  ret void\n}\n");
  fxc_loops_build(&loops, &x.tree);
  assert_int_equal(loops.count, 1);
  assert_int_equal(loops.loops[0].block_count, 1);
  fxc_loops_free(&loops);
  close(&x);
}

static void test_liveness(void **state) {
  (void)state;
  struct fixture x;
  struct fxc_liveness live;
  open(&x, nest);
  fxc_liveness_build(&live, &x.cfg);
  LLVMValueRef n = LLVMGetParam(x.f, 0), unused = LLVMGetParam(x.f, 1);
  LLVMValueRef i = value(x.f, "i"), j = value(x.f, "j"), m = value(x.f, "m"), l = value(x.f, "l");
  assert_true(fxc_is_live_in(&live, at(&x, "latch"), n));
  assert_true(fxc_is_live_in(&live, at(&x, "entry"), n));
  assert_false(fxc_is_live_in(&live, at(&x, "exit"), n));
  assert_false(fxc_is_live_in(&live, at(&x, "entry"), unused));
  assert_false(fxc_is_live_in(&live, at(&x, "outer"), i)); /* a phi is defined in its block */
  assert_true(fxc_is_live_out(&live, at(&x, "outer"), i));
  assert_true(fxc_is_live_in(&live, at(&x, "left"), i)); /* the next round needs it */
  assert_true(fxc_is_live_in(&live, at(&x, "join"), j));
  assert_false(fxc_is_live_out(&live, at(&x, "join"), j));
  assert_true(fxc_is_live_out(&live, at(&x, "left"), l)); /* a phi's operand is used in the edge */
  assert_false(fxc_is_live_in(&live, at(&x, "join"), l));
  assert_true(fxc_is_live_out(&live, at(&x, "join"), m));
  assert_false(fxc_is_live_in(&live, at(&x, "exit"), m));
  fxc_liveness_free(&live);
  close(&x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cfg),
      cmocka_unit_test(test_dominators),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_irreducible),
      cmocka_unit_test(test_one_block_loop),
      cmocka_unit_test(test_liveness),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
