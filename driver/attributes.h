/* Kernel attributes (SYCL 2020, 5.8) in the text of a source. docs/kernel-attributes.md. */
#ifndef FALX_DRIVER_ATTRIBUTES_H
#define FALX_DRIVER_ATTRIBUTES_H

#include <stdbool.h>
#include <stddef.h>

#include "support/map.h"
#include "support/strbuf.h"

struct fxd_text {
  const char *data;
  size_t size;
};

/* Whether the text may hold one: a quick look. */
bool fxd_text_names_attribute(struct fxd_text text);
/* Whether one of the macros is named in the text. */
bool fxd_text_names_macro(struct fxd_text text, const struct fxs_map *macros);
/* Adds the macros that the text defines as attributes and nothing else. */
void fxd_find_attribute_macros(struct fxd_text text, struct fxs_map *macros);

enum fxd_rewrite_flags {
  FXD_REWRITE_HOST = 1,        /* what would have to move is left out: columns stay */
  FXD_REWRITE_PREPROCESSED = 2 /* the text is not preprocessed again: no macros */
};
/* The text with attributes that clang knows in place of those it does not; false where it holds
 * none. Lines stay, and columns but for what follows an attribute that had to move. */
bool fxd_rewrite(struct fxd_text text, const struct fxs_map *macros, unsigned flags,
                 struct fxs_strbuf *out);

#endif
