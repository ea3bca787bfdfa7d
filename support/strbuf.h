/* String builder. Remembers a failed allocation, so callers check once, at the end. */
#ifndef FALX_SUPPORT_STRBUF_H
#define FALX_SUPPORT_STRBUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Zero-initialise. data is NULL until something is appended, then always zero-terminated. */
struct fxs_strbuf {
  char *data;
  size_t length, capacity;
  bool has_failed; /* out of memory: something is missing */
};

void fxs_strbuf_append(struct fxs_strbuf *buffer, const void *data, size_t size);
void fxs_strbuf_puts(struct fxs_strbuf *buffer, const char *text);
void fxs_strbuf_putc(struct fxs_strbuf *buffer, char character);
void fxs_strbuf_printf(struct fxs_strbuf *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void fxs_strbuf_vprintf(struct fxs_strbuf *buffer, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* The text so far, "" when empty; borrowed. */
const char *fxs_strbuf_text(const struct fxs_strbuf *buffer);

/* Transfers the text to the caller, who frees it, and empties the builder; NULL if anything is
 * missing. */
char *fxs_strbuf_take(struct fxs_strbuf *buffer);

void fxs_strbuf_free(struct fxs_strbuf *buffer);

#endif
