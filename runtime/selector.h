/* ONEAPI_DEVICE_SELECTOR: grammar and what it makes of a device. */
#ifndef FALX_RUNTIME_SELECTOR_H
#define FALX_RUNTIME_SELECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "falx/falx.h"
#include "support/vector.h"

struct fxr_filter {
  char backend[24];  /* "*" or a name */
  bool is_discard;   /* after '!' */
  bool is_any;       /* '*' */
  uint32_t type;     /* falx_device_type, 0 where not by type */
  uint32_t index;    /* where neither is_any nor type */
  size_t begin, end; /* of the entry in the text */
};

struct fxr_selector {
  FXS_VECTOR(struct fxr_filter) filters;
  char *text; /* NULL where unset: everything is taken */
};

/* ERROR_INVALID with a sentence that points at the position and states the grammar. */
falx_status fxr_selector_parse(const char *text, struct fxr_selector *out_selector);
void fxr_selector_free(struct fxr_selector *selector);

/* True if an accepting filter names the backend itself. */
bool fxr_selector_names(const struct fxr_selector *selector, const char *backend);
/* True if no device of the backend can be taken: its adapter need not be loaded. */
bool fxr_selector_excludes(const struct fxr_selector *selector, const char *backend);
/* NULL if the device is taken, else the reason, to be freed. *out_ok is false when out of memory.
 */
char *fxr_selector_judge(const struct fxr_selector *selector, const char *backend, uint32_t type,
                         uint32_t index, bool *out_ok);

#endif
