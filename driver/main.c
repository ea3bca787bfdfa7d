/* falx++: a C++ compiler driver with SYCL support. Parse, plan, run; without -fsycl it executes
 * clang++ in its place (plain.c). */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/driver.h"
#include "falx_version.h"

static const char help[] =
    "Usage: falx++ [options] file...\n"
    "\n"
    "A C++ compiler. With -fsycl it compiles SYCL 2020 programs for the host and for devices;\n"
    "every option that is not listed here is clang++'s and works as there.\n"
    "\n"
    "  -fsycl                         Compile SYCL code\n"
    "  -fsycl-targets=T,...           Device targets: native_cpu (default), spir64,\n"
    "                                 nvptx64-nvidia-cuda\n"
    "  -fsycl-native-isa=ISA,...      Code of native_cpu for: baseline, v3, v4; all of them where\n"
    "                                 neither this, -march= nor -O0 is given\n"
    "  -fno-falx-vectorize            One work-item after the other in code of native_cpu\n"
    "  -ffalx-vector-width=N          Work-items at once; as many as fit a vector where not given\n"
    "  -fsycl-default-sub-group-size=N\n"
    "                                 Sub-groups of kernels without reqd_sub_group_size: 1, 2, 4,\n"
    "                                 8, 16, 32, primary (default: 32) or automatic\n"
    "  -Rpass=falx-vectorize, -Rpass-missed=falx-vectorize\n"
    "                                 Says which kernels were vectorized, and why others were not\n"
    "  -fsycl-check=KIND,...          Code of native_cpu that finds its own mistakes: bounds, "
    "races,\n"
    "                                 barriers, uninit (local memory), or all\n"
    "  -fsycl-link                    Device code of objects and archives to one object "
    "(device.o),\n"
    "                                 for a link by another compiler, with -lfalx\n"
    "  -fsycl-device-only             Device compilation only: bitcode, or with -S its text\n"
    "  -fsycl-host-only               Host compilation only\n"
    "  -fsycl-device-code-split=MODE  Images per program: auto, off, per_source, per_kernel\n"
    "  -fsycl-add-targets=T:FILE,...   Device code in FILE, of -fsycl-device-only, goes into the "
    "output\n"
    "  -fsycl-dump-device-code=DIR    Images of the program as files, too, in the folder DIR\n"
    "  -fsycl-allow-device-image-dependencies\n"
    "                                 Device code may call into images of shared libraries\n"
    "  -fsycl-allow-func-ptr, -fsycl-allow-virtual-functions\n"
    "                                 Device code may call through pointers, which must be of "
    "device\n"
    "                                 code, and virtual functions of objects that kernels make\n"
    "  -fno-sycl-unnamed-lambda       Does not define __SYCL_UNNAMED_LAMBDA__, by which libraries\n"
    "                                 know that kernels need no names\n"
    "  -fno-sycl-pch                  Compiles without precompiled headers\n"
    "  -fsycl-prepare-pch             Precompiles <sycl/sycl.hpp> for these options, and ends\n"
    "  -fsycl-int-header=FILE, -fsycl-int-footer=FILE\n"
    "                                 Writes what stands before and behind the source in a host\n"
    "                                 compilation by hand; alone or with -fsycl-device-only\n"
    "  -fsycl-host-compiler=PROGRAM   Compiles the host's side\n"
    "  -fsycl-host-compiler-options=OPTIONS\n"
    "  -Xsycl-target-frontend[=T] ARG Passed to the device compilation\n"
    "  -Xsycl-target-backend[=T] ARG  Passed to the device's own compiler (-Xs ARG: to all)\n"
    "  -Xsycl-target-linker[=T] ARG   Passed to the device's own linker\n"
    "  -c, -S, -E, -o FILE, -shared, -MD, -MF FILE, -save-temps, @FILE   as in clang++\n"
    "  -v                             Print each command before it runs\n"
    "  -###                           Print the commands, run none\n"
    "  --clangd-config                Prints what clangd needs to know of SYCL sources: a file "
    ".clangd\n"
    "  --help, --version\n"
    "\n"
    "Environment: FALX_CLANG names the clang++ to use, TMPDIR the folder for temporary files.\n"
    "FALX_PCH_CACHE is the folder for precompiled headers of SYCL, 0 for none;\n"
    "FALX_PCH_CACHE_SIZE the megabytes it may hold (200).\n";

static int compile(struct fxd_driver *driver, struct fxd_words *words) {
  const struct fxd_options *options = &driver->options;
  fxd_take_name(driver, words);
  if (!fxd_wants_sycl(driver, words))
    return fxd_run_plain(driver, words);
  if (!fxd_parse(driver, words))
    return 1;
  if (options->query == FXD_QUERY_HELP) {
    fputs(help, stdout);
    return fflush(stdout) == 0 ? 0 : 1;
  }
  if (!fxd_find_tools(driver))
    return 1;
  if (options->query == FXD_QUERY_CLANGD)
    return fxd_print_clangd_config(driver);
  bool asks_for_versions = options->is_verbose && !options->inputs.count;
  if (options->query == FXD_QUERY_VERSION) {
    puts(FXD_TOOL " version " FALX_VERSION " (SYCL 2020)");
    fflush(stdout);
  }
  if (options->query || asks_for_versions)
    return fxd_run_query(driver, words);
  driver->shows_colour = !options->has_colour && isatty(STDERR_FILENO);
  if (!fxd_plan(driver)) {
    fxd_drop_temp_folder(driver);
    return 1;
  }
  if (!options->prints_only) {
    int status = fxd_jobs_run(driver);
    if (status)
      fxd_blame_other_clang(driver);
    return status;
  }
  fxd_jobs_print(driver);
  return 0;
}

int main(int argc, char **argv) {
  struct fxd_driver driver = {0};
  struct fxd_words words = {0};
  if (argc > 1 && strcmp(argv[1], "--embed-device") == 0)
    return fxd_embed_main(argc, argv);
  if (argc == 2 && strncmp(argv[1], "--autocomplete=", 15) == 0) {
    int status = fxd_complete(&driver, argv[1] + 15);
    fxd_driver_release(&driver);
    return status;
  }
  int status = fxd_expand(&driver, argc, argv, &words) ? compile(&driver, &words) : 1;
  fxs_vector_free(&words);
  fxd_driver_release(&driver);
  return status;
}
