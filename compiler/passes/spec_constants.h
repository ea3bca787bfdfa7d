/* Specialization constants (SYCL 2020, 4.9.5): docs/specialization.md. */
#ifndef FALX_COMPILER_PASSES_SPEC_CONSTANTS_H
#define FALX_COMPILER_PASSES_SPEC_CONSTANTS_H

#include "compiler/image/model.h"
#include "compiler/passes/pass.h"
#include "support/arena.h"
#include "support/map.h"
#include "support/vector.h"

/* What device code asks for a constant with: ptr f(ptr default, ptr name, i64 size). */
#define FXC_SPEC_CONSTANT "__falx_specialization_constant"

/* A value that the program has set. */
struct fxc_spec_value {
  const char *name;
  const unsigned char *bytes;
  size_t size;
};
/* What is made of an image's code while the program runs. */
struct fxc_specialization {
  FXS_VECTOR(struct fxc_spec_value) values;
  const char *kernel; /* the only one that is wanted; NULL: none */
  bool has_exports;   /* other images call them */
};

struct fxc_spec_constant {
  const char *name;
  uint32_t size;                 /* bytes */
  const unsigned char *defaults; /* NULL where they are no plain bytes */
};

/* The constants of a module, and the module as it was before they got values. */
struct fxc_spec_constants {
  struct fxs_arena arena;
  FXS_VECTOR(struct fxc_spec_constant) items;
  struct fxs_map users; /* kernel or export => one unsigned char for each constant: uses it */
  LLVMModuleRef source; /* NULL where nobody is to specialize it again */
};

/* Each constant gets its value of set, else its default; of set's module what is not wanted goes.
 * set NULL: defaults; keeps_source: they may be set while the program runs. False after a report.
 */
bool fxc_spec_constants_take(struct fxc_module *module, const struct fxc_specialization *set,
                             bool keeps_source, struct fxc_spec_constants *out);
/* Tells of the constants that the image uses, with the code and the options to compile it again;
 * these also where it uses none and imports a function that may. */
bool fxc_spec_constants_describe(const struct fxc_spec_constants *constants,
                                 const struct fxc_module *module, struct fxc_image_list *list,
                                 struct fxc_image *image);
void fxc_spec_constants_free(struct fxc_spec_constants *constants);

#endif
