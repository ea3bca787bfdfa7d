/* compiler: the diagnostics sink and demangled names. */
#include "compiler/demangle.h"
#include "compiler/diagnostics.h"
#include "tests/unit/compiler_ir.h"

#include <stdio.h>
#include <stdlib.h>

static const char text[] =
    "define void @_Z1fi(i32 %n) !dbg !5 {\n  %a = add i32 %n, 1, !dbg !9\n  ret void\n}\n"
    "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
    "!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)\n"
    "!1 = !DIFile(filename: \"a.cpp\", directory: \"/src\")\n"
    "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n!3 = !DISubroutineType(types: !4)\n!4 = "
    "!{null}\n"
    "!5 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !3, unit: !0, spFlags: "
    "DISPFlagDefinition)\n"
    "!9 = !DILocation(line: 2, column: 3, scope: !5)\n";

static char *printed(struct fxc_diagnostics *sink) {
  char *out = NULL;
  size_t size;
  FILE *stream = open_memstream(&out, &size);
  fxc_diagnostics_print(sink, "tool", stream);
  fclose(stream);
  return out;
}

static void test_positions(void **state) {
  (void)state;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = parse(context, text);
  LLVMValueRef f = function(module, "_Z1fi");
  struct fxc_diagnostics *sink = fxc_diagnostics_create();
  fxc_report(sink, FXC_WARNING, NULL, "plain %d", 1);
  assert_false(fxc_has_errors(sink));
  fxc_report(sink, FXC_ERROR, value(f, "a"), "placed");
  fxc_report(sink, FXC_NOTE, f, "by line");
  fxc_report(sink, FXC_ERROR, LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(f)), "unplaced");
  assert_true(fxc_has_errors(sink));
  char *out = printed(sink);
  assert_string_equal(out, "tool: warning: plain 1\n/src/a.cpp:2:3: error: placed\n"
                           "/src/a.cpp:1: note: by line\n"
                           "tool: error: in function 'f(int)': unplaced\n");
  free(out);
  assert_false(fxc_has_errors(sink)); /* printing empties */
  out = printed(sink);
  assert_string_equal(out, "");
  free(out);
  fxc_diagnostics_destroy(sink);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
}

static void test_duplicates(void **state) {
  (void)state;
  struct fxc_diagnostics *sink = fxc_diagnostics_create();
  for (int i = 0; i < 3; i++) {
    fxc_report(sink, FXC_ERROR, NULL, "same");
    fxc_report(sink, FXC_NOTE, NULL, "with it");
  }
  fxc_report(sink, FXC_ERROR, NULL, "other");
  fxc_report(sink, FXC_NOTE, NULL, "with it");
  char *out = printed(sink);
  assert_string_equal(out, "tool: error: same\ntool: note: with it\n"
                           "tool: error: other\ntool: note: with it\n");
  free(out);
  fxc_diagnostics_destroy(sink);
}

static void assert_demangled(const char *name, const char *expected) {
  char *plain = fxc_demangle(name);
  assert_string_equal(plain, expected);
  free(plain);
}

static void test_demangle(void **state) {
  (void)state;
  assert_demangled("_Z5twicei", "twice(int)");
  assert_demangled("_ZTS6Kernel", "Kernel");
  assert_demangled("_ZTSZ4mainE1A", "main::A");
  assert_demangled("_ZTSZ4mainEUlmE_", "main::{lambda(unsigned long)#1}");
  assert_demangled("plain", "plain");
  assert_demangled("t", "t"); /* a type, unsigned short, to the demangler */
  assert_demangled("_Z", "_Z");
  assert_demangled("", "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_positions),
      cmocka_unit_test(test_duplicates),
      cmocka_unit_test(test_demangle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
