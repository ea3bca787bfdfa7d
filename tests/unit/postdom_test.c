/* compiler/ir/postdom.c: the blocks on every path from a block. */
#include "compiler/ir/postdom.h"
#include "tests/unit/compiler_ir.h"

struct fixture {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMValueRef f;
  struct fxc_cfg cfg;
  struct fxc_postdom tree;
  bool is_built;
};

static void open(struct fixture *x, const char *text) {
  x->context = LLVMContextCreate();
  x->module = parse(x->context, text);
  x->f = function(x->module, "f");
  fxc_cfg_build(&x->cfg, x->f);
  x->is_built = fxc_postdom_build(&x->tree, &x->cfg);
}

static void close(struct fixture *x) {
  if (x->is_built)
    fxc_postdom_free(&x->tree);
  fxc_cfg_free(&x->cfg);
  LLVMDisposeModule(x->module);
  LLVMContextDispose(x->context);
}

static unsigned at(const struct fixture *x, const char *name) {
  return fxc_cfg_number(&x->cfg, block(x->f, name));
}

static const char diamond[] = "define void @f(i1 %c) {\n"
                              "entry:\n  br i1 %c, label %left, label %right\n"
                              "left:\n  br i1 %c, label %join, label %inner\n"
                              "inner:\n  br label %join\n"
                              "right:\n  br label %join\n"
                              "join:\n  br label %exit\n"
                              "exit:\n  ret void\n"
                              "}\n";

static void test_diamond(void **state) {
  (void)state;
  struct fixture x;
  open(&x, diamond);
  assert_true(x.is_built);
  assert_int_equal(x.tree.exit, at(&x, "exit"));
  assert_int_equal(x.tree.ipdom[at(&x, "exit")], at(&x, "exit"));
  assert_int_equal(x.tree.ipdom[at(&x, "entry")], at(&x, "join"));
  assert_int_equal(x.tree.ipdom[at(&x, "left")], at(&x, "join"));
  assert_int_equal(x.tree.ipdom[at(&x, "inner")], at(&x, "join"));
  assert_int_equal(x.tree.ipdom[at(&x, "join")], at(&x, "exit"));
  close(&x);
}

static void test_meet(void **state) {
  (void)state;
  struct fixture x;
  open(&x, diamond);
  assert_int_equal(fxc_postdom_meet(&x.tree, at(&x, "inner"), at(&x, "right")), at(&x, "join"));
  assert_int_equal(fxc_postdom_meet(&x.tree, at(&x, "left"), at(&x, "left")), at(&x, "left"));
  assert_int_equal(fxc_postdom_meet(&x.tree, at(&x, "join"), at(&x, "left")), at(&x, "join"));
  assert_int_equal(fxc_postdom_meet(&x.tree, at(&x, "right"), at(&x, "exit")), at(&x, "exit"));
  close(&x);
}

/* A way out of the middle of a loop: the latch does not post-dominate the header any more. */
static void test_loop_with_break(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "define void @f(i1 %c) {\n"
           "entry:\n  br label %header\n"
           "header:\n  br i1 %c, label %exit, label %latch\n"
           "latch:\n  br i1 %c, label %header, label %behind\n"
           "behind:\n  br label %exit\n"
           "exit:\n  ret void\n"
           "}\n");
  assert_int_equal(x.tree.ipdom[at(&x, "entry")], at(&x, "header"));
  assert_int_equal(x.tree.ipdom[at(&x, "header")], at(&x, "exit"));
  assert_int_equal(x.tree.ipdom[at(&x, "latch")], at(&x, "exit"));
  assert_int_equal(x.tree.ipdom[at(&x, "behind")], at(&x, "exit"));
  close(&x);
}

static void test_irreducible(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "define void @f(i1 %c) {\n"
           "entry:\n  br i1 %c, label %a, label %b\n"
           "a:\n  br i1 %c, label %b, label %exit\n"
           "b:\n  br i1 %c, label %a, label %exit\n"
           "exit:\n  ret void\n"
           "}\n");
  assert_true(x.is_built);
  assert_int_equal(x.tree.ipdom[at(&x, "entry")], at(&x, "exit"));
  assert_int_equal(x.tree.ipdom[at(&x, "a")], at(&x, "exit"));
  close(&x);
}

static void test_one_block(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "define void @f() {\nentry:\n  ret void\n}\n");
  assert_true(x.is_built);
  assert_int_equal(x.tree.ipdom[0], 0);
  close(&x);
}

/* No tree where there are two ends, or where some block reaches none. */
static void test_refused(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "define void @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\n"
           "a:\n  ret void\nb:\n  ret void\n}\n");
  assert_false(x.is_built);
  close(&x);
  open(&x, "define void @f(i1 %c) {\nentry:\n  br i1 %c, label %a, label %loop\n"
           "a:\n  ret void\nloop:\n  br label %loop\n}\n");
  assert_false(x.is_built);
  close(&x);
  open(&x, "define void @f() {\nentry:\n  br label %entry2\nentry2:\n  br label %entry2\n}\n");
  assert_false(x.is_built);
  close(&x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_diamond),         cmocka_unit_test(test_meet),
      cmocka_unit_test(test_loop_with_break), cmocka_unit_test(test_irreducible),
      cmocka_unit_test(test_one_block),       cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
