/* Symbols that the check pass knows without finding them in the module. */
#ifndef FALX_COMPILER_PASSES_CHECK_NAMES_H
#define FALX_COMPILER_PASSES_CHECK_NAMES_H

#include "compiler/passes/check_code.h"

enum fxc_name_kind {
  FXC_NAME_PLAIN,        /* an ordinary symbol */
  FXC_NAME_BUILTIN,      /* one of ours, or one that the target provides */
  FXC_NAME_FAULT,        /* represents something that device code may not do: fxc_name_fault */
  FXC_NAME_THREAD_LOCAL, /* accesses a variable of this kind */
  FXC_NAME_SUPPORT /* for exceptions or static locals: the construct itself is reported instead */
};

enum fxc_name_kind fxc_name_kind(const char *name, const struct fxc_target *target);

/* NONE for any other name. */
enum fxc_fault fxc_name_fault(const char *name);

/* Whether an undefined function may be another image's: the options allow it, and the name is
 * neither reserved for the implementation (including operator new and delete) nor one of the
 * above. */
bool fxc_may_be_elsewhere(const struct fxc_options *options, const char *name);

#endif
