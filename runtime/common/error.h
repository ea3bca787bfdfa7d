/* Detail text of the calling thread's last failed call. */
#ifndef FALX_RUNTIME_ERROR_H
#define FALX_RUNTIME_ERROR_H

#include <stdarg.h>

#include "falx/falx.h"
#include "support/hot.h"

#define FXR_ERROR_DETAIL_SIZE 2048

/* Stores the text for falx_error_detail and returns status. Allocates nothing. The arguments may
 * point into the current detail. Longer text is truncated and ends in "...". */
FXS_COLD falx_status fxr_error(falx_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
FXS_COLD falx_status fxr_error_v(falx_status status, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Prepends "<file>:<line>: " to the text. Does nothing if location or its file is NULL. */
FXS_COLD falx_status fxr_error_at(falx_status status, const struct falx_location *location);

/* Clears the text: called before an adapter's operation that may fail without setting one.
 * Launches, which are made often, do without: a text that has been asked for is not taken for
 * theirs. */
void fxr_error_clear(void);
/* Called after an adapter's operation has failed: returns status; if the adapter set no text,
 * sets "<what>: <text of status>". */
FXS_COLD falx_status fxr_error_from_adapter(falx_status status, const char *adapter,
                                            const char *what);

#endif
