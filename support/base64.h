/* Base64 (RFC 4648, with padding). */
#ifndef FALX_SUPPORT_BASE64_H
#define FALX_SUPPORT_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/* Both return memory that the caller frees, NULL if out of memory or (decoding) malformed. The
 * encoded text and the decoded bytes are followed by a zero that is not counted. */
char *fxs_base64_encode(const void *data, size_t size);
unsigned char *fxs_base64_decode(const char *text, size_t length, size_t *out_size);

#endif
