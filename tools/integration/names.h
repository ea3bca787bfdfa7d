/* Types of kernel names, declared ahead of the source. */
#ifndef FALX_TOOLS_INTEGRATION_NAMES_H
#define FALX_TOOLS_INTEGRATION_NAMES_H

#include "support/map.h"
#include "tools/integration/source.h"

struct fxi_names {
  struct fxi_source *source;
  struct fxs_map declared;
  struct fxs_strbuf text; /* the declarations */
};

/* What the type is called, "::a::X<int>", after declarations of it and what it names have been
 * added. NULL where it cannot be declared at namespace scope: a lambda, a class that a function
 * defines, a member of a class, a class of the standard library; and arrays and functions. */
const char *fxi_name_type(struct fxi_names *names, CXType type);

#endif
