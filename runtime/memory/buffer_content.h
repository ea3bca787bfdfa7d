/* Where the content of each byte of a buffer is valid, and the commands in flight that affect it.
 * All functions require the root's lock. */
#ifndef FALX_RUNTIME_BUFFER_CONTENT_H
#define FALX_RUNTIME_BUFFER_CONTENT_H

#include "runtime/memory/buffer.h"

/* Removes arrivals that have ended; a failed one invalidates its place. Must precede every
 * inspection of segments. Fails only if out of memory. */
falx_status fxr_content_update(falx_buffer_t root, falx_event_t *dying);

static inline size_t fxr_content_segment_end(falx_buffer_t root, size_t index) {
  return index + 1 < root->segments.count ? root->segments.items[index + 1].begin : root->bytes;
}
/* Splits segments at begin and end; *out_first: the index of the one that starts at begin. */
falx_status fxr_content_split(falx_buffer_t root, size_t begin, size_t end, size_t *out_first);
/* Merges neighbours in the same state. */
void fxr_content_merge(falx_buffer_t root);

/* The error of a segment whose content is lost. */
falx_status fxr_content_lost(const struct fxr_segment *segment);

/* Records a transfer in flight of segment's content to place. There must be room for one more
 * arrival. */
void fxr_content_arrives(falx_buffer_t root, size_t index, unsigned place, falx_event_t event);
/* Records a command in flight that writes [begin, end) in place, which makes other places stale.
 * is_discard: it overwrites all of it without reading the previous content. */
falx_status fxr_content_overwrite(falx_buffer_t root, unsigned place, size_t begin, size_t end,
                                  bool is_discard, falx_event_t event, falx_event_t *dying);

/* Adds to deps what the content of [begin, end) in place depends on; for a copy also the
 * commands that overwrite it. False: out of memory. */
bool fxr_content_await(falx_buffer_t root, unsigned place, size_t begin, size_t end, bool for_copy,
                       struct fxr_deps *deps);

void fxr_content_free(falx_buffer_t root, falx_event_t *dying);

#endif
