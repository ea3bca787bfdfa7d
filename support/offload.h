/* LLVM's OffloadBinary (version 1): device code with a few strings that describe it, in the
 * section .llvm.offloading of fat objects. Records follow each other, each 8-byte aligned. */
#ifndef FALX_SUPPORT_OFFLOAD_H
#define FALX_SUPPORT_OFFLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/strbuf.h"

#define FXS_OFFLOAD_SECTION ".llvm.offloading"
#define FXS_OFFLOAD_SECTION_TYPE 0x6fff4c0bu /* SHT_LLVM_OFFLOADING */

enum fxs_offload_image_kind {
  FXS_OFFLOAD_NONE,
  FXS_OFFLOAD_OBJECT,
  FXS_OFFLOAD_BITCODE,
  FXS_OFFLOAD_CUBIN,
  FXS_OFFLOAD_FATBINARY,
  FXS_OFFLOAD_PTX,
  FXS_OFFLOAD_SPIRV
};
#define FXS_OFFLOAD_KIND_SYCL 8u
#define FXS_OFFLOAD_KEY_TARGET "falx.target"

/* Reading. Everything points into the section. */
struct fxs_offload {
  uint16_t image_kind, offload_kind;
  uint32_t flags;
  const unsigned char *image;
  size_t image_size;
  /* ---- private ---- */
  const unsigned char *record;
  size_t record_size;
  uint64_t string_offset, string_count;
};

bool fxs_offload_is(const void *data, size_t size);

enum fxs_offload_step { FXS_OFFLOAD_RECORD, FXS_OFFLOAD_END, FXS_OFFLOAD_BROKEN };
/* Start with *position = 0. BROKEN also for an unsupported version. */
enum fxs_offload_step fxs_offload_next(const void *data, size_t size, size_t *position,
                                       struct fxs_offload *out_offload);
/* The value of a string, NULL if absent. */
const char *fxs_offload_string(const struct fxs_offload *offload, const char *key);

/* Writing: appends one record. out grows by a multiple of 8. */
struct fxs_offload_pair {
  const char *key, *value;
};
void fxs_offload_append(struct fxs_strbuf *out, uint16_t image_kind, uint16_t offload_kind,
                        const struct fxs_offload_pair *strings, size_t string_count,
                        const void *image, size_t image_size);

#endif
