/* Types of kernel names, declared ahead of the source. */
#ifndef FALX_TOOLS_INTEGRATION_NAMES_H
#define FALX_TOOLS_INTEGRATION_NAMES_H

#include "support/map.h"
#include "tools/integration/source.h"

struct fxi_names {
  struct fxi_source *source;
  struct fxi_cursors classes; /* all that kernels are named by */
  struct fxs_map declared;
  struct fxs_strbuf text; /* the declarations */
};

/* To be called with all types before any is named: two classes that would be one when declared
 * ahead are not declared. */
void fxi_note_type(struct fxi_names *names, CXType type);

/* What the type is called, "::a::X<int>", after declarations of it and what it names have been
 * added. NULL where it cannot be declared at namespace scope: a lambda, a class that a function
 * defines, a member of a class, a class of the standard library; and arrays and functions. */
const char *fxi_name_type(struct fxi_names *names, CXType type);

#endif
