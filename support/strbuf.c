/* String builder over one growing block. */
#include "support/strbuf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(struct fxs_strbuf *buffer, size_t extra) {
  if (buffer->has_failed || extra >= SIZE_MAX / 2 - buffer->length) {
    buffer->has_failed = true;
    return false;
  }
  size_t wanted = buffer->length + extra + 1;
  if (wanted <= buffer->capacity)
    return true;
  size_t capacity = buffer->capacity * 2 > wanted ? buffer->capacity * 2 : wanted;
  if (capacity < 64)
    capacity = 64;
  char *grown = realloc(buffer->data, capacity);
  if (!grown) {
    buffer->has_failed = true;
    return false;
  }
  buffer->data = grown;
  buffer->capacity = capacity;
  return true;
}

void fxs_strbuf_append(struct fxs_strbuf *buffer, const void *data, size_t size) {
  if (!reserve(buffer, size))
    return;
  if (size)
    memcpy(buffer->data + buffer->length, data, size);
  buffer->length += size;
  buffer->data[buffer->length] = 0;
}

void fxs_strbuf_puts(struct fxs_strbuf *buffer, const char *text) {
  fxs_strbuf_append(buffer, text, strlen(text));
}

void fxs_strbuf_putc(struct fxs_strbuf *buffer, char character) {
  fxs_strbuf_append(buffer, &character, 1);
}

void fxs_strbuf_vprintf(struct fxs_strbuf *buffer, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  if (length < 0)
    buffer->has_failed = true;
  else if (reserve(buffer, (size_t)length)) {
    vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, again);
    buffer->length += (size_t)length;
  }
  va_end(again);
}

void fxs_strbuf_printf(struct fxs_strbuf *buffer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fxs_strbuf_vprintf(buffer, format, args);
  va_end(args);
}

const char *fxs_strbuf_text(const struct fxs_strbuf *buffer) {
  return buffer->data ? buffer->data : "";
}

char *fxs_strbuf_take(struct fxs_strbuf *buffer) {
  char *text = NULL;
  if (!buffer->data)
    fxs_strbuf_append(buffer, "", 0);
  if (!buffer->has_failed) {
    text = buffer->data;
    buffer->data = NULL;
  }
  fxs_strbuf_free(buffer);
  return text;
}

void fxs_strbuf_free(struct fxs_strbuf *buffer) {
  free(buffer->data);
  *buffer = (struct fxs_strbuf){0};
}
