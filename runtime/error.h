/* Detail text of the calling thread's last failed call. */
#ifndef FALX_RUNTIME_ERROR_H
#define FALX_RUNTIME_ERROR_H

#include <stdarg.h>

#include "falx/falx.h"

#define FXR_ERROR_DETAIL_SIZE 2048

/* Keeps the text for falx_error_detail and answers status. Allocates nothing. The arguments may
 * be the current detail itself. A longer text ends in "...". */
falx_status fxr_error(falx_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
falx_status fxr_error_v(falx_status status, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Puts "<file>:<line>: " before the text; location, or its file, may be NULL: it stays as it is. */
falx_status fxr_error_at(falx_status status, const struct falx_location *location);

/* Forgets the text: called before an adapter's operation whose failure may come without one. */
void fxr_error_clear(void);
/* After an adapter's operation has failed: answers status, and where the adapter gave no text,
 * "<what>: <text of status>". */
falx_status fxr_error_from_adapter(falx_status status, const char *adapter, const char *what);

#endif
