/* compiler/ir: cloning functions, and rebuilding them with another type. */
#include "compiler/ir/clone.h"
#include "compiler/ir/rebuild.h"
#include "tests/unit/compiler_ir.h"

#include <stdlib.h>

static const char everything[] =
    "%s = type { i32, ptr }\n"
    "declare i32 @__gxx_personality_v0(...)\n"
    "declare i32 @callee(i32, ptr) nounwind\n"
    "define fastcc nonnull ptr @f(i32 %n, ptr byval(%s) align 8 %p) nounwind personality ptr "
    "@__gxx_personality_v0 !tag !0 {\n"
    "entry:\n  %a = alloca %s, align 16\n  store i32 %n, ptr %a, align 4, !tag !0\n"
    "  switch i32 %n, label %loop [ i32 1, label %call\n i32 2, label %loop ]\n"
    "loop:\n  %i = phi i32 [0, %entry], [0, %entry], [%i2, %loop], !tag !0\n"
    "  %x = phi fast float [1.0, %entry], [1.0, %entry], [%y, %loop]\n"
    "  %y = fadd fast float %x, 2.0\n  %i2 = add nuw nsw i32 %i, 1\n"
    "  %c = icmp eq i32 %i2, %n\n  br i1 %c, label %call, label %loop\n"
    "call:\n  %r = invoke i32 @callee(i32 %n, ptr nonnull %p) [ \"deopt\"(i32 %n) ]\n"
    "      to label %done unwind label %pad\n"
    "pad:\n  %e = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %e\n"
    "done:\n  %t = tail call i32 @callee(i32 %r, ptr %a) nounwind\n  ret ptr %a\n"
    "}\n"
    "!0 = !{!\"tag\"}\n";

static char *body_of(LLVMValueRef f) {
  char *text = LLVMPrintValueToString(f);
  char *body = strdup(strstr(text, " {\n")); /* names differ, the bodies must not */
  LLVMDisposeMessage(text);
  for (char *at = body, *end; (at = strstr(at, "; preds")); at = end) {
    end = strchr(at, '\n'); /* a comment whose order means nothing */
    memset(at, ' ', (size_t)(end - at));
  }
  return body;
}

static void test_clone_everything(void **state) {
  (void)state;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = parse(context, everything);
  LLVMValueRef f = function(module, "f");
  struct fxc_map values = {0};
  assert_true(fxc_can_clone(f));
  LLVMValueRef g = fxc_clone_function(f, "g", &values);
  assert_valid(module);
  char *before = body_of(f), *after = body_of(g);
  assert_string_equal(before, after);
  free(before);
  free(after);
  assert_int_equal(LLVMGetLinkage(g), LLVMInternalLinkage);
  assert_int_equal(LLVMGetFunctionCallConv(g), LLVMFastCallConv);
  assert_non_null(fxc_type_attribute(g, 2, "byval"));
  assert_true(fxc_has_attribute(g, LLVMAttributeReturnIndex, "nonnull"));
  assert_ptr_equal(fxc_map_get(&values, value(f, "i2")), value(g, "i2"));
  assert_ptr_equal(fxc_map_get(&values, block(f, "pad")), block(g, "pad"));
  LLVMDeleteFunction(f); /* nothing of the copy hangs on the original */
  assert_valid(module);
  fxc_map_free(&values);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

static void test_clone_into_constant(void **state) {
  (void)state;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module =
      parse(context, "define i32 @f(i32 %n) {\n  %a = add i32 %n, %n\n  ret i32 %a\n}\n");
  LLVMValueRef f = function(module, "f");
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  LLVMValueRef g = LLVMAddFunction(module, "g", LLVMFunctionType(i32, NULL, 0, 0));
  struct fxc_map values = {0};
  fxc_map_put(&values, LLVMGetParam(f, 0), LLVMConstInt(i32, 7, 0));
  fxc_clone_body(f, g, &values);
  assert_valid(module);
  LLVMValueRef sum = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(g));
  assert_int_equal(LLVMConstIntGetZExtValue(LLVMGetOperand(sum, 0)), 7);
  fxc_map_free(&values);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

static const char debug[] =
    "define void @f(i32 %n) !dbg !5 {\n"
    "    #dbg_value(i32 %n, !8, !DIExpression(), !9)\n"
    "  %a = alloca i32\n    #dbg_declare(ptr %a, !8, !DIExpression(), !9)\n"
    "  store i32 %n, ptr %a, !dbg !9\n  ret void, !dbg !9\n}\n"
    "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
    "!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)\n"
    "!1 = !DIFile(filename: \"a.c\", directory: \"/\")\n"
    "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n!3 = !DISubroutineType(types: !4)\n!4 = "
    "!{null}\n"
    "!5 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !3, unit: !0, spFlags: "
    "DISPFlagDefinition)\n"
    "!7 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n"
    "!8 = !DILocalVariable(name: \"n\", scope: !5, file: !1, line: 1, type: !7)\n"
    "!9 = !DILocation(line: 2, column: 3, scope: !5)\n";

static void test_clone_debug(void **state) {
  (void)state;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = parse(context, debug);
  LLVMValueRef g = fxc_clone_function(function(module, "f"), "g", NULL);
  assert_valid(module);
  char *text = LLVMPrintValueToString(g);
  assert_non_null(strstr(text, "#dbg_value(i32 %n,"));
  assert_non_null(strstr(text, "#dbg_declare(ptr %a,"));
  assert_non_null(strstr(text, "ret void, !dbg"));
  LLVMDisposeMessage(text);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

static void test_rebuild(void **state) {
  (void)state;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = parse(context, debug);
  LLVMValueRef f = function(module, "f");
  LLVMTypeRef types[] = {LLVMPointerTypeInContext(context, 0), LLVMInt32TypeInContext(context)};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), types, 2, 0);
  LLVMValueRef g = fxc_function_like(f, type, "");
  fxc_take_body(f, g);
  LLVMReplaceAllUsesWith(LLVMGetParam(f, 0), LLVMGetParam(g, 1));
  fxc_replace_function(f, g);
  assert_valid(module);
  assert_ptr_equal(function(module, "f"), g);
  char *text = LLVMPrintValueToString(g);
  assert_non_null(strstr(text, "define void @f(ptr %0, i32 %1) !dbg"));
  assert_non_null(strstr(text, "#dbg_value(i32 %1,"));
  LLVMDisposeMessage(text);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

static void test_cannot_clone(void **state) {
  (void)state;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = parse(context, "declare void @d()\ndefine void @f(ptr %p) {\n"
                                        "  indirectbr ptr %p, [label %a]\na:\n  ret void\n}\n");
  assert_false(fxc_can_clone(function(module, "d")));
  assert_false(fxc_can_clone(function(module, "f")));
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

static void test_map(void **state) {
  (void)state;
  struct fxc_map map = {0};
  static char keys[1000];
  assert_null(fxc_map_get(&map, keys));
  for (size_t i = 0; i < sizeof keys; i++)
    fxc_map_put(&map, &keys[i], &keys[sizeof keys - 1 - i]);
  for (size_t i = 0; i < sizeof keys; i++)
    assert_ptr_equal(fxc_map_get(&map, &keys[i]), &keys[sizeof keys - 1 - i]);
  fxc_map_put(&map, keys, NULL);
  assert_int_equal(map.count, sizeof keys);
  assert_true(fxc_map_has(&map, keys));
  assert_null(fxc_map_get(&map, keys));
  fxc_map_free(&map);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clone_everything), cmocka_unit_test(test_clone_into_constant),
      cmocka_unit_test(test_clone_debug),      cmocka_unit_test(test_rebuild),
      cmocka_unit_test(test_cannot_clone),     cmocka_unit_test(test_map),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
