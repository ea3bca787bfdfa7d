/* Base64. */
#include "support/base64.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char *fxs_base64_encode(const void *data, size_t size) {
  const unsigned char *in = data;
  if (size > SIZE_MAX / 2)
    return NULL;
  char *text = malloc((size + 2) / 3 * 4 + 1), *out = text;
  if (!text)
    return NULL;
  for (size_t i = 0; i < size; i += 3) {
    size_t left = size - i;
    uint32_t bits = (uint32_t)in[i] << 16 | (left > 1 ? (uint32_t)in[i + 1] << 8 : 0) |
                    (left > 2 ? in[i + 2] : 0);
    *out++ = alphabet[bits >> 18];
    *out++ = alphabet[bits >> 12 & 63];
    *out++ = left > 1 ? alphabet[bits >> 6 & 63] : '=';
    *out++ = left > 2 ? alphabet[bits & 63] : '=';
  }
  *out = 0;
  return text;
}

static int digit(char character) {
  const char *place = character ? strchr(alphabet, character) : NULL;
  return place ? (int)(place - alphabet) : -1;
}

unsigned char *fxs_base64_decode(const char *text, size_t length, size_t *out_size) {
  *out_size = 0;
  if (length % 4)
    return NULL;
  size_t padding = length && text[length - 1] == '=' ? 1 + (text[length - 2] == '=') : 0;
  unsigned char *bytes = malloc(length / 4 * 3 + 1), *out = bytes;
  if (!bytes)
    return NULL;
  for (size_t i = 0; i < length; i += 4) {
    size_t missing = i + 4 == length ? padding : 0;
    uint32_t bits = 0;
    for (size_t k = 0; k < 4; ++k) {
      int value = k >= 4 - missing ? 0 : digit(text[i + k]);
      if (value < 0) {
        free(bytes);
        return NULL;
      }
      bits = bits << 6 | (uint32_t)value;
    }
    *out++ = (unsigned char)(bits >> 16);
    if (missing < 2)
      *out++ = (unsigned char)(bits >> 8);
    if (missing < 1)
      *out++ = (unsigned char)bits;
  }
  *out = 0;
  *out_size = (size_t)(out - bytes);
  return bytes;
}
