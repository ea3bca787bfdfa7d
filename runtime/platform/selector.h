/* ONEAPI_DEVICE_SELECTOR: parsing, and matching devices against it. */
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
  uint32_t type;     /* falx_device_type, 0 if not selected by type */
  uint32_t index;    /* if neither is_any nor type */
  size_t begin, end; /* of the entry in the text */
};

struct fxr_selector {
  FXS_VECTOR(struct fxr_filter) filters;
  char *text; /* NULL if unset: every device is accepted */
};

/* ERROR_INVALID with a message that gives the position and the grammar. */
falx_status fxr_selector_parse(const char *text, struct fxr_selector *out_selector);
void fxr_selector_free(struct fxr_selector *selector);

/* True if an accepting filter names the backend explicitly. */
bool fxr_selector_names(const struct fxr_selector *selector, const char *backend);
/* True if no device of the backend can be accepted: its adapter need not be loaded. */
bool fxr_selector_excludes(const struct fxr_selector *selector, const char *backend);
/* NULL if the device is accepted, else the reason, which the caller frees. *out_ok is false if
 * out of memory. */
char *fxr_selector_judge(const struct fxr_selector *selector, const char *backend, uint32_t type,
                         uint32_t index, bool *out_ok);

#endif
