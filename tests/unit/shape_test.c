/* compiler/ir/shape.c: how values and control differ between lanes. Calls of @id return
 * consecutive lane numbers, calls of @any a different value in each lane. */
#include "compiler/ir/shape.h"
#include "tests/unit/compiler_ir.h"

#include <stdio.h>

struct fixture {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMValueRef f;
  struct fxc_cfg cfg;
  struct fxc_domtree dominators;
  struct fxc_postdom postdominators;
  struct fxc_loops loops;
  struct fxc_shapes shapes;
};

static struct fxc_shape call_shape(void *context, const struct fxc_shapes *shapes,
                                   LLVMValueRef call) {
  (void)context;
  (void)shapes;
  size_t length;
  if (!strcmp(LLVMGetValueName2(LLVMGetCalledValue(call), &length), "id"))
    return (struct fxc_shape){FXC_SHAPE_STRIDED, true, FXC_ID_BITS, 1};
  return (struct fxc_shape){FXC_SHAPE_VARYING, false, false, 0};
}

static uint64_t no_element(void *context, LLVMValueRef pointer) {
  (void)context;
  (void)pointer;
  return 0;
}

static bool is_private(void *context, LLVMValueRef alloca) {
  (void)context;
  (void)alloca;
  return false;
}

/* body stands in a function of %p, %n, %c; %i is the id, %v a varying number, %d a varying bit. */
static void open(struct fixture *x, const char *body) {
  static const char frame[] =
      "declare i64 @id()\ndeclare i32 @any()\n"
      "define void @f(ptr %%p, i32 %%n, i1 %%c) {\nentry:\n"
      "  %%i = call i64 @id()\n  %%v = call i32 @any()\n  %%d = icmp eq i32 %%v, 0\n%s}\n";
  char text[4096];
  snprintf(text, sizeof text, frame, body);
  x->context = LLVMContextCreate();
  x->module = parse(x->context, text);
  x->f = function(x->module, "f");
  fxc_cfg_build(&x->cfg, x->f);
  fxc_domtree_build(&x->dominators, &x->cfg);
  fxc_loops_build(&x->loops, &x->dominators);
  assert_true(fxc_postdom_build(&x->postdominators, &x->cfg));
  x->shapes = (struct fxc_shapes){.cfg = &x->cfg,
                                  .dominators = &x->dominators,
                                  .postdominators = &x->postdominators,
                                  .loops = &x->loops,
                                  .layout = LLVMGetModuleDataLayout(x->module),
                                  .call = call_shape,
                                  .element = no_element,
                                  .is_common = is_private};
  fxc_shapes_build(&x->shapes);
}

static void close(struct fixture *x) {
  fxc_shapes_free(&x->shapes);
  fxc_postdom_free(&x->postdominators);
  fxc_loops_free(&x->loops);
  fxc_domtree_free(&x->dominators);
  fxc_cfg_free(&x->cfg);
  LLVMDisposeModule(x->module);
  LLVMContextDispose(x->context);
}

enum { VARYING = 0x7fffffff };

/* The stride of a value; VARYING where it has none. */
static int64_t stride(const struct fixture *x, const char *name) {
  LLVMValueRef v = value(x->f, name);
  assert_non_null(v);
  struct fxc_shape shape = fxc_shape_of(&x->shapes, v);
  return shape.kind == FXC_SHAPE_STRIDED ? shape.stride : VARYING;
}

static bool is_masked(const struct fixture *x, const char *name) {
  return x->shapes.is_masked[fxc_cfg_number(&x->cfg, block(x->f, name))];
}
static bool is_join(const struct fixture *x, const char *name) {
  return x->shapes.is_join[fxc_cfg_number(&x->cfg, block(x->f, name))];
}
static bool is_divergent(const struct fixture *x, const char *name) {
  return x->shapes.is_divergent[fxc_cfg_number(&x->cfg, block(x->f, name))];
}

static void test_arithmetic(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  %u = add i32 %n, 1\n"
           "  %a = add i64 %i, 5\n  %b = sub i64 7, %i\n  %e = mul i64 %i, 12\n"
           "  %s = shl i64 %i, 3\n  %o = or disjoint i64 %s, 4\n  %r = or i64 %s, 4\n"
           "  %z = sub i64 %a, %i\n  %q = mul i64 %i, %i\n  %w = add i32 %v, 1\n"
           "  ret void\n");
  assert_int_equal(stride(&x, "u"), 0);
  assert_int_equal(stride(&x, "a"), 1);
  assert_int_equal(stride(&x, "b"), -1);
  assert_int_equal(stride(&x, "e"), 12);
  assert_int_equal(stride(&x, "s"), 8);
  assert_int_equal(stride(&x, "o"), 8);
  assert_int_equal(stride(&x, "r"), VARYING);
  assert_int_equal(stride(&x, "z"), 0);
  assert_int_equal(stride(&x, "q"), VARYING);
  assert_int_equal(stride(&x, "w"), VARYING);
  close(&x);
}

static void test_extension(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  %t = trunc i64 %i to i32\n  %z = zext i32 %t to i64\n  %b = trunc i64 %i to i8\n"
           "  %y = zext i8 %b to i64\n  %a = add nsw i32 %t, %n\n  %s = sext i32 %a to i64\n"
           "  %l = add i32 %t, %n\n  %m = sext i32 %l to i64\n  %g = trunc i64 %i to i1\n"
           "  %low = and i64 %i, 4294967295\n  %few = and i64 %i, 255\n"
           "  %up = shl i64 %i, 32\n  %down = ashr exact i64 %up, 30\n"
           "  %k = add i64 %i, 1\n  %up2 = shl i64 %k, 32\n  %down2 = ashr i64 %up2, 32\n"
           "  ret void\n");
  assert_int_equal(stride(&x, "t"), 1);
  assert_int_equal(stride(&x, "z"), 1);
  assert_int_equal(stride(&x, "b"), 1);
  assert_int_equal(stride(&x, "y"), VARYING);
  assert_int_equal(stride(&x, "s"), 1);
  assert_int_equal(stride(&x, "l"), 1);
  assert_int_equal(stride(&x, "m"), VARYING);
  assert_int_equal(stride(&x, "g"), VARYING);
  assert_int_equal(stride(&x, "low"), 1);
  assert_int_equal(stride(&x, "few"), VARYING);
  assert_int_equal(stride(&x, "down"), 4);
  assert_int_equal(stride(&x, "down2"), 1);
  assert_int_equal(x.shapes.id_bound, INT32_MAX - 1 - 64); /* so that the sum does not wrap */
  close(&x);
}

static void test_addresses(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  %a = getelementptr i32, ptr %p, i64 %i\n"
           "  %b = getelementptr {i32, double}, ptr %p, i64 %i, i32 1\n"
           "  %e = getelementptr i8, ptr %a, i64 8\n"
           "  %g = getelementptr i32, ptr %p, i32 %v\n"
           "  %t = trunc i64 %i to i32\n  %l = add i32 %t, %n\n"
           "  %h = getelementptr i32, ptr %p, i32 %l\n"
           "  %s = select i1 %c, ptr %a, ptr %e\n  %r = select i1 %d, ptr %a, ptr %e\n"
           "  %x = load i32, ptr %p\n  %y = load i32, ptr %a\n  %w = load volatile i32, ptr %p\n"
           "  %m = alloca [5 x i32], align 16\n  ret void\n");
  assert_int_equal(stride(&x, "a"), 4);
  assert_int_equal(stride(&x, "b"), 16);
  assert_int_equal(stride(&x, "e"), 4);
  assert_int_equal(stride(&x, "g"), VARYING);
  assert_int_equal(stride(&x, "h"), VARYING); /* may wrap in 32 bits */
  assert_int_equal(stride(&x, "s"), 4);
  assert_int_equal(stride(&x, "r"), VARYING);
  assert_int_equal(stride(&x, "x"), 0);
  assert_int_equal(stride(&x, "y"), VARYING);
  assert_int_equal(stride(&x, "w"), VARYING);
  assert_int_equal(stride(&x, "m"), 32); /* each lane's is aligned */
  close(&x);
}

static void test_divergent_branch(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  br i1 %d, label %left, label %right\n"
           "left:\n  br label %join\nright:\n  br label %join\n"
           "join:\n  %a = phi i32 [ 1, %left ], [ 2, %right ]\n"
           "  %b = phi i32 [ %n, %left ], [ %n, %right ]\n  ret void\n");
  assert_true(is_divergent(&x, "entry"));
  assert_true(is_masked(&x, "left") && is_masked(&x, "right"));
  assert_false(is_masked(&x, "join"));
  assert_true(is_join(&x, "join"));
  assert_int_equal(stride(&x, "a"), VARYING);
  assert_int_equal(stride(&x, "b"), 0); /* one value on all ways */
  close(&x);
}

static void test_uniform_branch(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  br i1 %c, label %left, label %right\n"
           "left:\n  br label %join\nright:\n  br label %join\n"
           "join:\n  %a = phi i32 [ 1, %left ], [ 2, %right ]\n  ret void\n");
  assert_false(is_divergent(&x, "entry"));
  assert_false(is_masked(&x, "left"));
  assert_false(is_join(&x, "join"));
  assert_int_equal(stride(&x, "a"), 0);
  close(&x);
}

/* What lanes bring along that have parted decides, not what all of them bring on another way. */
static void test_mixed_join(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  br i1 %c, label %all, label %apart\n"
           "all:\n  br label %join\n"
           "apart:\n  br i1 %d, label %left, label %right\n"
           "left:\n  br label %join\nright:\n  br label %join\n"
           "join:\n  %a = phi i32 [ %n, %all ], [ 0, %left ], [ 0, %right ]\n"
           "  %b = phi i32 [ %n, %all ], [ 0, %left ], [ 1, %right ]\n  ret void\n");
  assert_true(is_join(&x, "join"));
  assert_int_equal(stride(&x, "a"), 0);
  assert_int_equal(stride(&x, "b"), VARYING);
  close(&x);
  /* The uniform branch is among the ways that lanes take apart. */
  open(&x, "  br i1 %d, label %some, label %others\n"
           "some:\n  br i1 %c, label %left, label %right\n"
           "left:\n  br label %join\nright:\n  br label %join\n"
           "others:\n  br label %join\n"
           "join:\n  %a = phi i32 [ %n, %left ], [ 0, %right ], [ 0, %others ]\n"
           "  %b = phi i32 [ 0, %left ], [ 0, %right ], [ 0, %others ]\n  ret void\n");
  assert_int_equal(stride(&x, "a"), VARYING);
  assert_int_equal(stride(&x, "b"), 0);
  close(&x);
  /* Lanes leave a loop by two ways, or all pass it by. */
  open(&x, "  br i1 %c, label %loop, label %exit\n"
           "loop:\n  %k = phi i32 [ 0, %entry ], [ %k2, %next ]\n"
           "  %k2 = add i32 %k, 1\n  %e = icmp slt i32 %k2, %v\n"
           "  br i1 %e, label %next, label %exit\n"
           "next:\n  %g = icmp slt i32 %k2, %n\n  br i1 %g, label %loop, label %exit\n"
           "exit:\n  %a = phi i32 [ 7, %entry ], [ 3, %loop ], [ 3, %next ]\n"
           "  %b = phi i32 [ 7, %entry ], [ 3, %loop ], [ 4, %next ]\n"
           "  %o = phi i32 [ 7, %entry ], [ %k2, %loop ], [ %k2, %next ]\n  ret void\n");
  assert_int_equal(stride(&x, "a"), 0);
  assert_int_equal(stride(&x, "b"), VARYING);
  assert_int_equal(stride(&x, "o"), VARYING);
  close(&x);
}

static void test_uniform_loop(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  br label %loop\n"
           "loop:\n  %k = phi i32 [ 0, %entry ], [ %k2, %loop ]\n"
           "  %q = phi i64 [ %i, %entry ], [ %q2, %loop ]\n"
           "  %k2 = add i32 %k, 1\n  %q2 = add i64 %q, 64\n  %e = icmp slt i32 %k2, %n\n"
           "  br i1 %e, label %loop, label %exit\n"
           "exit:\n  %o = phi i32 [ %k2, %loop ]\n  ret void\n");
  assert_false(x.shapes.is_loop_divergent[0]);
  assert_false(is_masked(&x, "loop"));
  assert_int_equal(stride(&x, "k"), 0);
  assert_int_equal(stride(&x, "q"), 1);
  assert_int_equal(stride(&x, "o"), 0);
  close(&x);
}

static void test_divergent_loop(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  br label %loop\n"
           "loop:\n  %k = phi i32 [ 0, %entry ], [ %k2, %loop ]\n  %k2 = add i32 %k, 1\n"
           "  %e = icmp slt i32 %k2, %v\n  br i1 %e, label %loop, label %exit\n"
           "exit:\n  %o = phi i32 [ %k2, %loop ]\n  %u = phi i32 [ %n, %loop ]\n  ret void\n");
  assert_true(x.shapes.is_loop_divergent[0]);
  assert_true(is_masked(&x, "loop"));
  assert_false(is_masked(&x, "exit"));
  assert_int_equal(stride(&x, "k"), 0);       /* the same for all that are still in */
  assert_int_equal(stride(&x, "o"), VARYING); /* each lane's last */
  assert_int_equal(stride(&x, "u"), 0);
  close(&x);
}

/* A lane that breaks out makes the loop divergent, and what stands behind the break masked. */
static void test_break(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  br label %loop\n"
           "loop:\n  %k = phi i32 [ 0, %entry ], [ %k2, %latch ]\n"
           "  %g = icmp eq i32 %k, %v\n  br i1 %g, label %exit, label %latch\n"
           "latch:\n  %k2 = add i32 %k, 1\n  %e = icmp slt i32 %k2, %n\n"
           "  br i1 %e, label %loop, label %exit\n"
           "exit:\n  %o = phi i32 [ 1, %loop ], [ 2, %latch ]\n  ret void\n");
  assert_true(x.shapes.is_loop_divergent[0]);
  assert_true(is_masked(&x, "latch"));
  assert_int_equal(stride(&x, "o"), VARYING);
  close(&x);
}

/* One that goes on to the latch early does not. */
static void test_continue(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  br label %loop\n"
           "loop:\n  %k = phi i32 [ 0, %entry ], [ %k2, %latch ]\n"
           "  %g = icmp eq i32 %k, %v\n  br i1 %g, label %latch, label %body\n"
           "body:\n  br label %latch\n"
           "latch:\n  %m = phi i32 [ 1, %loop ], [ 2, %body ]\n"
           "  %k2 = add i32 %k, 1\n  %e = icmp slt i32 %k2, %n\n"
           "  br i1 %e, label %loop, label %exit\n"
           "exit:\n  ret void\n");
  assert_false(x.shapes.is_loop_divergent[0]);
  assert_true(is_masked(&x, "body"));
  assert_false(is_masked(&x, "latch"));
  assert_int_equal(stride(&x, "m"), VARYING);
  assert_int_equal(stride(&x, "k"), 0);
  close(&x);
}

/* What hangs on nothing but itself is uniform; what a varying condition makes of it is not. */
static void test_undefined(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  br label %loop\n"
           "loop:\n  %k = phi i32 [ undef, %entry ], [ %k, %loop ]\n"
           "  %s = select i1 %d, i32 1, i32 %k\n  br i1 %c, label %loop, label %exit\n"
           "exit:\n  ret void\n");
  assert_int_equal(stride(&x, "k"), 0);
  assert_int_equal(stride(&x, "s"), VARYING);
  close(&x);
}

/* Blocks of a loop stand together, its exits behind it. */
static void test_order(void **state) {
  (void)state;
  struct fixture x;
  open(&x, "  br label %loop\n"
           "loop:\n  br i1 %d, label %exit, label %next\n"
           "next:\n  br i1 %c, label %latch, label %other\n"
           "other:\n  br label %latch\n"
           "latch:\n  br i1 %d, label %loop, label %exit\n"
           "exit:\n  ret void\n");
  static const char *const inside[] = {"loop", "next", "other", "latch"};
  unsigned exit = x.shapes.position[fxc_cfg_number(&x.cfg, block(x.f, "exit"))];
  for (unsigned i = 0; i < 4; i++)
    assert_true(x.shapes.position[fxc_cfg_number(&x.cfg, block(x.f, inside[i]))] < exit);
  assert_int_equal(x.shapes.position[0], 0);
  for (unsigned b = 0; b < x.cfg.count; b++)
    assert_int_equal(x.shapes.order[x.shapes.position[b]], b);
  close(&x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arithmetic),     cmocka_unit_test(test_extension),
      cmocka_unit_test(test_addresses),      cmocka_unit_test(test_divergent_branch),
      cmocka_unit_test(test_uniform_branch), cmocka_unit_test(test_mixed_join),
      cmocka_unit_test(test_uniform_loop),   cmocka_unit_test(test_divergent_loop),
      cmocka_unit_test(test_break),          cmocka_unit_test(test_continue),
      cmocka_unit_test(test_undefined),      cmocka_unit_test(test_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
