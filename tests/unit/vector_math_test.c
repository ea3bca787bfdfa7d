/* compiler/native_cpu/vectorize/math.c: the vector function that replaces a call. NC-15. */
#include "compiler/native_cpu/vectorize/math.h"
#include "tests/unit/compiler_ir.h"

#define X86 "target triple = \"x86_64-pc-linux-gnu\"\n"
#define ARM "target triple = \"aarch64-unknown-linux-gnu\"\n"

/* The vector function for a call of name, as its type and name; "" where there is none. */
static void check(const char *text, const char *name, unsigned lanes, unsigned bits,
                  const char *expected, unsigned expected_lanes) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = parse(context, text);
  unsigned out_lanes;
  LLVMValueRef found = fxc_vector_math(module, function(module, name), lanes, bits, &out_lanes);
  size_t length;
  assert_string_equal(found ? LLVMGetValueName2(found, &length) : "", expected);
  assert_int_equal(out_lanes, expected_lanes);
  if (found) {
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(found));
    assert_int_equal(LLVMGetVectorSize(result), out_lanes);
    assert_ptr_equal(found,
                     fxc_vector_math(module, function(module, name), lanes, bits, &out_lanes));
  }
  assert_valid(module);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

static void test_widths(void **state) {
  (void)state;
  const char *text = X86 "declare float @llvm.sin.f32(float)\ndeclare double @erf(double)\n";
  check(text, "llvm.sin.f32", 16, 512, "_ZGVeN16v_sinf", 16);
  check(text, "llvm.sin.f32", 64, 512, "_ZGVeN16v_sinf", 16);
  check(text, "llvm.sin.f32", 8, 512, "_ZGVdN8v_sinf", 8);
  check(text, "llvm.sin.f32", 4, 512, "_ZGVbN4v_sinf", 4);
  check(text, "llvm.sin.f32", 16, 256, "_ZGVdN8v_sinf", 8);
  check(text, "llvm.sin.f32", 8, 128, "_ZGVbN4v_sinf", 4);
  check(text, "llvm.sin.f32", 2, 512, "", 0);
  check(text, "llvm.sin.f32", 8, 64, "", 0);
  check(text, "erf", 8, 512, "_ZGVeN8v_erf", 8);
  check(text, "erf", 16, 256, "_ZGVdN4v_erf", 4);
  check(text, "erf", 2, 256, "_ZGVbN2v_erf", 2);
}

static void test_two_parameters(void **state) {
  (void)state;
  const char *text = X86 "declare float @llvm.pow.f32(float, float)\n"
                         "declare double @hypot(double, double)\n";
  check(text, "llvm.pow.f32", 8, 256, "_ZGVdN8vv_powf", 8);
  check(text, "hypot", 8, 512, "_ZGVeN8vv_hypot", 8);
}

static void test_without_vector_form(void **state) {
  (void)state;
  const char *text = X86 "declare float @tgammaf(float)\ndeclare half @llvm.sin.f16(half)\n"
                         "declare float @sin(float)\ndeclare double @sinf(double)\n"
                         "declare double @llvm.powi.f64.i32(double, i32)\n"
                         "define float @cosf(float %x) {\n  ret float %x\n}\n"
                         "declare double @erf(float)\ndeclare i32 @f(i32)\n";
  check(text, "tgammaf", 8, 256, "", 0);
  check(text, "llvm.sin.f16", 8, 256, "", 0);
  check(text, "sin", 8, 256, "", 0);  /* of another type than the C library's */
  check(text, "sinf", 8, 256, "", 0); /* likewise */
  check(text, "erf", 8, 256, "", 0);  /* likewise */
  check(text, "cosf", 8, 256, "", 0); /* the program's own */
  check(text, "llvm.powi.f64.i32", 8, 256, "", 0);
  check(text, "f", 8, 256, "", 0);
}

static void test_other_machines(void **state) {
  (void)state;
  check(ARM "declare float @llvm.sin.f32(float)\n", "llvm.sin.f32", 4, 128, "", 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_widths),
      cmocka_unit_test(test_two_parameters),
      cmocka_unit_test(test_without_vector_form),
      cmocka_unit_test(test_other_machines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
