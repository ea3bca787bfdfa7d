/* Forward declarations of the types in kernel names. */
#ifndef FALX_TOOLS_INTEGRATION_NAMES_H
#define FALX_TOOLS_INTEGRATION_NAMES_H

#include "support/map.h"
#include "tools/integration/source.h"

struct fxi_names {
  struct fxi_source *source;
  struct fxi_cursors classes; /* all those in kernel names */
  struct fxs_map declared;
  struct fxs_strbuf text; /* the declarations */
};

/* Call with all types before any is named: two classes that a forward declaration would merge
 * into one are not declared. */
void fxi_note_type(struct fxi_names *names, CXType type);

/* The type's name, "::a::X<int>", after adding declarations of it and of what it names. NULL if
 * it cannot be declared at namespace scope: a lambda, a local class, a member class, a class of
 * the standard library; and arrays and functions. */
const char *fxi_name_type(struct fxi_names *names, CXType type);

#endif
