/* compiler/ir/same_code.c: what counts as the same code, and what does not. */
#include "compiler/ir/same_code.h"
#include "tests/unit/compiler_ir.h"

#define FUNCTOR "%functor = type { ptr, i32 }\n"
#define BODY(value, flags)                                                                         \
  "define internal i32 @f(ptr %p, i32 %n) {\n"                                                     \
  "entry:\n  %a = alloca %functor\n  %g = getelementptr %functor, ptr %p, i64 0, i32 1\n"          \
  "  %v = load i32, ptr %g\n  %c = icmp sgt i32 %v, %n\n  br i1 %c, label %one, label %two\n"      \
  "one:\n  %s = add " flags "i32 %v, " value "\n  br label %two\n"                                 \
  "two:\n  %r = phi i32 [0, %entry], [%s, %one]\n  ret i32 %r\n}\n"
#define CALL(callee, body)                                                                         \
  "define internal i32 @f(i32 %n) {\n  %r = call i32 @" callee "(i32 %n)\n  ret i32 %r\n}\n" body

static bool is_same(const char *first, const char *second) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef one = parse(context, first), other = parse(context, second);
  bool answer = fxc_is_same_code(function(one, "f"), function(other, "f"));
  assert_int_equal(fxc_is_same_code(function(other, "f"), function(one, "f")), answer);
  LLVMDisposeModule(one);
  LLVMDisposeModule(other);
  LLVMContextDispose(context);
  return answer;
}

/* Names, the order of blocks and of what comes into a phi, flags, lifetimes. */
static void ways_to_write_it(void **state) {
  (void)state;
  static const char written[] = FUNCTOR BODY("1", "");
  assert_true(is_same(written, written));
  assert_true(is_same(written, FUNCTOR BODY("1", "nsw ")));
  assert_true(is_same(written,
                      "%other = type { ptr, i32 }\n"
                      "define internal i32 @f(ptr %x, i32 %m) {\n"
                      "begin:\n  %b = alloca %other\n  call void @llvm.lifetime.start.p0(ptr %b)\n"
                      "  %h = getelementptr %other, ptr %x, i64 0, i32 1\n"
                      "  %w = load i32, ptr %h\n  %d = icmp sgt i32 %w, %m\n"
                      "  br i1 %d, label %more, label %end\n"
                      "end:\n  %r = phi i32 [%s, %more], [0, %begin]\n  ret i32 %r\n"
                      "more:\n  %s = add i32 %w, 1\n  br label %end\n}\n"
                      "declare void @llvm.lifetime.start.p0(ptr)\n"));
}

static void other_instructions(void **state) {
  (void)state;
  static const char written[] = FUNCTOR BODY("1", "");
  assert_false(is_same(written, FUNCTOR BODY("2", "")));
  assert_false(is_same(written, FUNCTOR BODY("%n", "")));
  assert_false(is_same(written, "%functor = type { ptr, i64 }\n" BODY("1", "")));
#define ONE(type, text) "define " type " @f(" type " %x) {\n" text "  ret " type " %r\n}\n"
#define DIFFERENT(type, one, other) assert_false(is_same(ONE(type, one), ONE(type, other)))
  DIFFERENT("i32", "%r = add i32 %x, 1\n", "%r = sub i32 %x, 1\n");
  DIFFERENT("i1", "%r = icmp ult i1 %x, 1\n", "%r = icmp slt i1 %x, 1\n");
  DIFFERENT("float", "%r = fneg float %x\n", "%r = fneg float %x\n%u = fneg float %r\n");
  DIFFERENT("{i8, i8}", "%r = insertvalue {i8, i8} %x, i8 1, 0\n",
            "%r = insertvalue {i8, i8} %x, i8 1, 1\n");
  DIFFERENT("<2 x i8>", "%r = shufflevector <2 x i8> %x, <2 x i8> poison, <2 x i32> <i32 1, i32 0>",
            "%r = shufflevector <2 x i8> %x, <2 x i8> poison, <2 x i32> <i32 1, i32 1>");
  DIFFERENT("ptr", "%r = load volatile ptr, ptr %x\n", "%r = load ptr, ptr %x\n");
  DIFFERENT("ptr", "%u = atomicrmw add ptr %x, i32 1 seq_cst\n%r = load ptr, ptr %x\n",
            "%u = atomicrmw sub ptr %x, i32 1 seq_cst\n%r = load ptr, ptr %x\n");
#define SWITCH(value)                                                                              \
  "define i32 @f(i32 %x) {\n  switch i32 %x, label %a [ i32 " value ", label %b ]\n"               \
  "a:\n  ret i32 1\nb:\n  ret i32 2\n}\n"
  assert_false(is_same(SWITCH("1"), SWITCH("2")));
}

/* Internal ones by what they are, whatever they are called; all others by their names. */
static void functions_that_it_calls(void **state) {
  (void)state;
  static const char plain[] =
      CALL("g", "define internal i32 @g(i32 %x) {\n  %r = add i32 %x, 1\n  ret i32 %r\n}\n");
  assert_true(is_same(plain, CALL("g.1", "define internal i32 @g.1(i32 %x) {\n"
                                         "  %r = add i32 %x, 1\n  ret i32 %r\n}\n")));
  assert_false(is_same(plain, CALL("g", "define internal i32 @g(i32 %x) {\n"
                                        "  %r = add i32 %x, 2\n  ret i32 %r\n}\n")));
  assert_false(is_same(plain, CALL("g", "declare i32 @g(i32)\n")));
  assert_true(is_same(CALL("g", "define linkonce_odr i32 @g(i32 %x) {\n  ret i32 1\n}\n"),
                      CALL("g", "define linkonce_odr i32 @g(i32 %x) {\n  ret i32 2\n}\n")));
  assert_false(is_same(CALL("g", "declare i32 @g(i32)\n"), CALL("h", "declare i32 @h(i32)\n")));
  assert_true(is_same(CALL("f", ""), CALL("f", "")));
}

static void constants_that_it_uses(void **state) {
  (void)state;
#define TABLE(name, elements)                                                                      \
  "%pair = type { ptr, i32 }\n@" name " = internal constant %pair { ptr " elements " }\n"          \
  "@text = private constant [2 x i8] c\"a\\00\"\n@b = external constant i8\n"                      \
  "define ptr @f() {\n  %r = load ptr, ptr @" name "\n  ret ptr %r\n}\n"
  static const char plain[] = TABLE("t", "@text, i32 1");
  assert_true(is_same(plain, TABLE("t.1", "@text, i32 1")));
  assert_false(is_same(plain, TABLE("t", "@text, i32 2")));
  assert_false(is_same(plain, TABLE("t", "@b, i32 1")));
  assert_true(is_same(TABLE("t", "getelementptr (%pair, ptr @b, i32 1), i32 1"),
                      TABLE("t", "getelementptr (%pair, ptr @b, i32 1), i32 1")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ways_to_write_it),
      cmocka_unit_test(other_instructions),
      cmocka_unit_test(functions_that_it_calls),
      cmocka_unit_test(constants_that_it_uses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
