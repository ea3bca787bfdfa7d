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

/* Quick check whether the text may contain one. */
bool fxd_text_names_attribute(struct fxd_text text); /* or a SYCL_EXTERNAL that needs removing */
/* Whether the text names one of the macros. */
bool fxd_text_names_macro(struct fxd_text text, const struct fxs_map *macros);
/* Adds the macros that the text defines as attributes only. */
void fxd_find_attribute_macros(struct fxd_text text, struct fxs_map *macros);

enum fxd_rewrite_flags {
  FXD_REWRITE_HOST = 1,        /* attributes that would have to move are omitted: columns are
                                * kept */
  FXD_REWRITE_PREPROCESSED = 2 /* the text is not preprocessed again: no macros */
};
/* The text with attributes that clang supports in place of unsupported ones; false if it
 * contains none. Lines are kept, and so are columns except after an attribute that had to move. */
bool fxd_rewrite(struct fxd_text text, const struct fxs_map *macros, unsigned flags,
                 struct fxs_strbuf *out);

#endif
