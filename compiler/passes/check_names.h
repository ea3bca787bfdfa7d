/* What the check pass knows about symbols that it does not find in the module. */
#ifndef FALX_COMPILER_PASSES_CHECK_NAMES_H
#define FALX_COMPILER_PASSES_CHECK_NAMES_H

#include "compiler/passes/check_code.h"

enum fxc_name_kind {
  FXC_NAME_PLAIN,        /* an ordinary symbol */
  FXC_NAME_BUILTIN,      /* of ours, or one that the target provides */
  FXC_NAME_FAULT,        /* stands for what device code may not do: fxc_name_fault */
  FXC_NAME_THREAD_LOCAL, /* gives access to a variable of this kind */
  FXC_NAME_SUPPORT /* of exceptions or static locals: what it belongs to is reported instead */
};

enum fxc_name_kind fxc_name_kind(const char *name, enum fxc_target target);

/* NONE for any name that is not of that kind. */
enum fxc_fault fxc_name_fault(const char *name);

/* Whether a function that is not defined may be another image's: the options allow it, and the name
 * is neither the implementation's (reserved, operator new and delete) nor one of the above. */
bool fxc_may_be_elsewhere(const struct fxc_options *options, const char *name);

#endif
