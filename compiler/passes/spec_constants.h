/* Specialization constants (SYCL 2020, 4.9.5): docs/specialization.md. */
#ifndef FALX_COMPILER_PASSES_SPEC_CONSTANTS_H
#define FALX_COMPILER_PASSES_SPEC_CONSTANTS_H

#include "compiler/image/model.h"
#include "compiler/pass.h"
#include "support/arena.h"
#include "support/map.h"
#include "support/vector.h"

/* How device code queries a constant: ptr f(ptr default, ptr name, i64 size). */
#define FXC_SPEC_CONSTANT "__falx_specialization_constant"

/* A value that the program has set. */
struct fxc_spec_value {
  const char *name;
  const unsigned char *bytes;
  size_t size;
};
/* The bytes of one of the kernel's arguments, the same in all launches. */
struct fxc_known_argument {
  unsigned index; /* as lower-kernels counts them */
  const unsigned char *bytes;
  size_t size;
};
/* How an image's code is specialized at run time. */
struct fxc_specialization {
  FXS_VECTOR(struct fxc_spec_value) values;
  FXS_VECTOR(struct fxc_known_argument) arguments; /* of kernel */
  uint32_t local_size[3]; /* of every launch of kernel, in SYCL's order; [0] 0: not known */
  const char *kernel;     /* the only one that is needed; NULL: none */
  bool has_exports;       /* functions that other images call are needed */
};

struct fxc_spec_constant {
  const char *name;
  uint32_t size;                 /* bytes */
  const unsigned char *defaults; /* NULL if they are not plain bytes */
};

/* The constants of a module, and the module as it was before they got values. */
struct fxc_spec_constants {
  struct fxs_arena arena;
  FXS_VECTOR(struct fxc_spec_constant) items;
  struct fxs_map users; /* kernel or export => one unsigned char per constant: whether it uses it */
  LLVMModuleRef source; /* NULL if it cannot be specialized again */
};

/* Describes the constants that the image uses, with the code and the options to recompile it;
 * the latter also if it uses none but imports a function that may. */
bool fxc_spec_constants_describe(const struct fxc_spec_constants *constants,
                                 const struct fxc_module *module, struct fxc_image_list *list,
                                 struct fxc_image *image);
void fxc_spec_constants_free(struct fxc_spec_constants *constants);

/* Makes constants of what is known of the kernel's launches. False after a report. */
bool fxc_know_arguments(struct fxc_module *module, const struct fxc_specialization *set);

#endif
