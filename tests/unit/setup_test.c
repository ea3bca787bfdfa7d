/* compiler/ir: hoisting the set-up of a function. */
#include "compiler/ir/setup.h"
#include "tests/unit/compiler_ir.h"

#include <stdio.h>

/* Moves what moves from "body" to "entry" and answers how many instructions that were. */
static unsigned hoist(const char *text) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = parse(context, text);
  LLVMValueRef f = function(module, "f");
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(block(f, "entry")));
  unsigned moved = fxc_hoist_setup(block(f, "body"), builder);
  assert_valid(module);
  LLVMDisposeBuilder(builder);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return moved;
}

#define HEAD                                                                                       \
  "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @use(ptr)\n"               \
  "%big = type { ptr, [64 x i32] }\n"                                                              \
  "define void @f(ptr %p, ptr byval([64 x i32]) align 4 %b, i64 %i, i32 %v) {\n"                   \
  "entry:\n  %o = alloca %big\n  br label %body\nbody:\n"
#define FILL                                                                                       \
  "  store ptr %p, ptr %o\n  %m = getelementptr inbounds i8, ptr %o, i64 8\n"                      \
  "  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %b, i64 256, i1 false)\n"
#define READ                                                                                       \
  "  %e = getelementptr [64 x i32], ptr %m, i64 0, i64 %i\n  %x = load i32, ptr %e\n"              \
  "  store i32 %x, ptr %p\n"
#define TAIL "  ret void\n}\n"

static void test_filled_and_read(void **state) {
  (void)state;
  assert_int_equal(hoist(HEAD FILL READ TAIL), 3);
}

/* As prepare-native-cpu leaves blocks that are only read. */
static void test_plain_block(void **state) {
  (void)state;
  static const char text[] = HEAD FILL READ TAIL;
  char changed[sizeof text + 16];
  const char *at = strstr(text, "byval([64 x i32]) align 4");
  snprintf(changed, sizeof changed, "%.*snoalias readonly%s", (int)(at - text), text,
           at + strlen("byval([64 x i32]) align 4"));
  assert_int_equal(hoist(changed), 3);
}

static void test_parameter_loaded(void **state) {
  (void)state;
  assert_int_equal(hoist(HEAD "  %l = load i32, ptr %b\n  store i32 %l, ptr %o\n"
                              "  %r = load i32, ptr %o\n  store i32 %r, ptr %p\n" TAIL),
                   2);
}

static void test_written_later(void **state) {
  (void)state;
  assert_int_equal(hoist(HEAD FILL READ "  store i32 %x, ptr %e\n" TAIL), 1); /* the offset */
}

static void test_written_twice(void **state) {
  (void)state;
  assert_int_equal(hoist(HEAD "  store i32 1, ptr %o\n  %a = load i32, ptr %o\n"
                              "  store i32 2, ptr %o\n  store i32 %a, ptr %p\n" TAIL),
                   0);
  assert_int_equal(hoist(HEAD "  store i32 1, ptr %o\n  store i32 2, ptr %o\n"
                              "  %a = load i32, ptr %o\n  store i32 %a, ptr %p\n" TAIL),
                   2);
}

static void test_escaped(void **state) {
  (void)state;
  assert_int_equal(hoist(HEAD FILL READ "  call void @use(ptr %m)\n" TAIL), 1);
  assert_int_equal(hoist(HEAD FILL READ "  store ptr %m, ptr %p\n" TAIL), 1);
}

static void test_parameter_written(void **state) {
  (void)state; /* the copy has to see what was written for this work-item alone */
  assert_int_equal(hoist(HEAD FILL READ "  store i32 %x, ptr %b\n" TAIL), 1);
}

static void test_value_of_the_item(void **state) {
  (void)state;
  assert_int_equal(hoist(HEAD "  %y = load i32, ptr %p\n  store i32 %y, ptr %o\n" TAIL), 0);
  assert_int_equal(hoist(HEAD "  %e = getelementptr [64 x i32], ptr %o, i64 0, i64 %i\n"
                              "  store i32 %v, ptr %e\n" TAIL),
                   0);
}

static void test_volatile(void **state) {
  (void)state;
  assert_int_equal(hoist(HEAD "  store volatile i32 1, ptr %o\n" TAIL), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_filled_and_read),   cmocka_unit_test(test_plain_block),
      cmocka_unit_test(test_parameter_loaded),  cmocka_unit_test(test_written_later),
      cmocka_unit_test(test_written_twice),     cmocka_unit_test(test_escaped),
      cmocka_unit_test(test_parameter_written), cmocka_unit_test(test_value_of_the_item),
      cmocka_unit_test(test_volatile),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
