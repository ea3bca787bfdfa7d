/* --clangd-config: a file .clangd, by which clangd sees sources as the host's compilation does. It
 * takes falx++'s commands for clang's, whose -fsycl is another one. */
#include <stdio.h>

#include "driver/driver.h"

/* What clangd removes: names and, with '*', prefixes. The words behind -Xsycl-target-… stay, but
 * those that are given with --clangd-config, too. */
static const char *const removed[] = {
    "-fsycl",
    "-fsycl-*",
    "-fno-sycl",
    "-fno-sycl-*",
    "-ffalx-*",
    "-fno-falx-*",
    "-Xsycl-target-*",
    "-Xs",
    "-foffload-*",
    "-fno-offload-fp32*",
    "-ftarget-compile-fast*",
    "-ftarget-register-*",
    "--acpp-*",
    "--opensycl-*",
    "--hipsycl-*",
    "-fp-model*",
    "-qopenmp-simd",
    "-qopenmp",
    "-fiopenmp",
};

static void print_quoted(const char *text) {
  putchar('"');
  for (; *text; ++text) {
    if (*text == '"' || *text == '\\')
      putchar('\\');
    putchar(*text);
  }
  putchar('"');
}

static void print_item(const char *text) {
  fputs("    - ", stdout);
  print_quoted(text);
  putchar('\n');
}

int fxd_print_clangd_config(struct fxd_driver *driver) {
  struct fxd_words added = {0};
  fxd_add_source_words(driver, &added);
  puts("# Written by '" FXD_TOOL " --clangd-config'.\n"
       "If:\n"
       "  PathExclude: .*\\.(c|m|cu)\n"
       "CompileFlags:");
  puts("  Remove:");
  for (size_t i = 0; i < sizeof removed / sizeof removed[0]; ++i)
    print_item(removed[i]);
  const struct fxd_options *options = &driver->options;
  for (size_t i = 0; i < options->frontend_args.count; ++i)
    print_item(options->frontend_args.items[i].text);
  for (size_t i = 0; i < options->backend_args.count; ++i)
    print_item(options->backend_args.items[i].text);
  for (size_t i = 0; i < options->linker_args.count; ++i)
    print_item(options->linker_args.items[i].text);
  puts("  Add:");
  for (size_t i = 0; i < added.count; ++i)
    print_item(added.items[i]);
  fxs_vector_free(&added);
  return fflush(stdout) == 0 ? 0 : 1;
}
