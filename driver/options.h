/* The table of options (options.def). */
#ifndef FALX_DRIVER_OPTIONS_H
#define FALX_DRIVER_OPTIONS_H

#include "driver/driver.h"

enum fxd_form { FLAG, JOINED, SEPARATE, EITHER };

enum fxd_action {
  PASS,
  OBJECT,
  ASSEMBLY,
  PREPROCESS,
  SYNTAX,
  HOST_IR,
  OUTPUT,
  LANGUAGE,
  PRINT_ONLY,
  VERBOSE,
  SAVE_TEMPS,
  PCH,
  NO_PCH,
  PREPARE_PCH,
  UNNAMED,
  NO_UNNAMED,
  SYCL,
  NO_SYCL,
  TARGETS,
  ACPP_TARGETS,
  NATIVE_ISA,
  VECTORIZE,
  SUB_GROUP_SIZE,
  ID_QUERIES,
  EMBED_IR,
  CHECK,
  DEVICE_ONLY,
  DEVICE_LINK,
  HOST_ONLY,
  SPLIT,
  NO_SPLIT,
  ALLOW_UNDEFINED,
  NO_ALLOW_UNDEFINED,
  ALLOW_FUNC_PTR,
  ALLOW_VIRTUAL,
  INT_HEADER,
  INT_FOOTER,
  HOST_COMPILER,
  HOST_COMPILER_OPTIONS,
  FRONTEND_ARG,
  BACKEND_ARG,
  LINKER_ARG,
  SYCL_STD,
  ADD_TARGETS,
  NOT_YET,
  NO_EFFECT,
  FP_MODEL,
  OPENMP,
  DUMP,
  UNKNOWN_SYCL,
  VERSION,
  HELP,
  CLANGD_CONFIG,
  QUERY,
  OPTIMIZATION,
  DEBUG,
  MARCH,
  MTUNE,
  FEATURE,
  TRIPLE,
  HOST_LTO,
  NO_HOST_LTO,
  COLOUR,
  DEPENDENCIES,
  DEPENDENCY_FILE,
  DEPENDENCY_TARGET,
  UNWRAP,
  CLANG_WORD,
  AUXILIARY,
  LIBRARY,
  LIBRARY_FOLDER,
  LINKER_WORDS,
  STATIC,
  RELOCATABLE
};

struct fxd_option {
  const char *spelling;
  enum fxd_form form;
  unsigned where; /* enum fxd_where */
  enum fxd_action action;
};

/* The option that word is, or begins with if its value may be in the same word; NULL: none. */
const struct fxd_option *fxd_option_find(const char *word);
/* Whether its value is in the word after it. */
bool fxd_option_takes_next(const struct fxd_option *option, const char *word);

#endif
