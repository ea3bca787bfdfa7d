/* Segments record where content is valid or will be; arrivals record the commands in flight that
 * will put it there.
 *
 * A place counts as valid as soon as the command that fills it is submitted. If that command
 * fails, the place is removed again. Content that no other place holds is then lost: older
 * content elsewhere cannot replace it, because commands that modify the newer content have been
 * accepted already. A failed command that was to overwrite content completely leaves the
 * previous content in effect. */
#include "runtime/memory/buffer_content.h"

#include <string.h>

#include "runtime/common/error.h"

static falx_status no_memory(void) {
  return fxr_error(FALX_ERROR_MEMORY_ALLOCATION, "out of memory while a buffer was used");
}

static bool overlaps(const struct fxr_arrival *arrival, size_t begin, size_t end) {
  return arrival->begin < end && begin < arrival->end;
}

/* ---- Segments ---- */

/* Splits so that a segment begins at position; returns its index, or SIZE_MAX. */
static size_t split(falx_buffer_t root, size_t position) {
  size_t i = 0;
  while (i < root->segments.count && root->segments.items[i].begin < position)
    i++;
  if (position >= root->bytes ||
      (i < root->segments.count && root->segments.items[i].begin == position))
    return i;
  struct fxr_segment segment = root->segments.items[i - 1];
  segment.begin = position;
  if (!fxs_vector_push(&root->segments, segment))
    return SIZE_MAX;
  memmove(&root->segments.items[i + 1], &root->segments.items[i],
          (root->segments.count - 1 - i) * sizeof segment);
  root->segments.items[i] = segment;
  return i;
}

falx_status fxr_content_split(falx_buffer_t root, size_t begin, size_t end, size_t *out_first) {
  *out_first = split(root, begin);
  return *out_first == SIZE_MAX || split(root, end) == SIZE_MAX ? no_memory() : FALX_SUCCESS;
}

void fxr_content_merge(falx_buffer_t root) {
  size_t kept = 0;
  for (size_t i = 1; i < root->segments.count; i++) {
    const struct fxr_segment *segment = &root->segments.items[i];
    if (segment->places != root->segments.items[kept].places ||
        segment->lost != root->segments.items[kept].lost)
      root->segments.items[++kept] = *segment;
  }
  root->segments.count = kept + 1;
}

falx_status fxr_content_lost(const struct fxr_segment *segment) {
  falx_status status = (falx_status)segment->lost;
  return fxr_error(status,
                   "the content of a buffer is lost, because a command before could not bring it "
                   "to its device or did not write it (%s): write the buffer anew with "
                   "property::no_init, or make another",
                   falx_status_text(status));
}

/* ---- Arrivals ---- */

static void drop_arrival(falx_buffer_t root, size_t index, falx_event_t *dying) {
  fxr_event_release_later(root->arrivals.items[index].event, dying);
  root->arrivals.items[index] = root->arrivals.items[--root->arrivals.count];
}

static falx_status strike_off(falx_buffer_t root, const struct fxr_arrival *arrival) {
  size_t first;
  falx_status status = fxr_content_split(root, arrival->begin, arrival->end, &first);
  if (status != FALX_SUCCESS)
    return status;
  for (size_t i = first; i < root->segments.count && root->segments.items[i].begin < arrival->end;
       i++) {
    struct fxr_segment *segment = &root->segments.items[i];
    segment->places &= ~(1u << arrival->place);
    if (!segment->places)
      segment->places = arrival->before;
    if (!segment->places)
      segment->lost = (uint32_t)fxr_event_status(arrival->event);
  }
  fxr_content_merge(root);
  return FALX_SUCCESS;
}

falx_status fxr_content_update(falx_buffer_t root, falx_event_t *dying) {
  for (size_t i = 0; i < root->arrivals.count;) {
    const struct fxr_arrival *arrival = &root->arrivals.items[i];
    if (!fxr_event_is_complete(arrival->event, false)) {
      i++;
      continue;
    }
    falx_status status = FALX_SUCCESS;
    if (fxr_event_status(arrival->event) != FALX_SUCCESS)
      status = strike_off(root, arrival);
    if (status != FALX_SUCCESS)
      return status;
    drop_arrival(root, i, dying);
  }
  return FALX_SUCCESS;
}

/* Removes places from [begin, end) of the first count arrivals. There is room for as many more. */
static void cut_arrivals(falx_buffer_t root, size_t count, uint32_t places, size_t begin,
                         size_t end, falx_event_t *dying) {
  for (size_t i = count; i-- > 0;) {
    struct fxr_arrival *arrival = &root->arrivals.items[i];
    if (!overlaps(arrival, begin, end) || !(places & (1u << arrival->place)))
      continue;
    if (arrival->begin < begin && end < arrival->end) {
      struct fxr_arrival rest = *arrival;
      rest.begin = end;
      fxr_event_retain(rest.event);
      root->arrivals.items[root->arrivals.count++] = rest;
    }
    if (arrival->begin < begin)
      arrival->end = begin;
    else if (end < arrival->end)
      arrival->begin = end;
    else
      drop_arrival(root, i, dying);
  }
}

static void add_arrival(falx_buffer_t root, struct fxr_arrival arrival) {
  fxr_event_retain(arrival.event);
  root->arrivals.items[root->arrivals.count++] = arrival;
}

void fxr_content_arrives(falx_buffer_t root, size_t index, unsigned place, falx_event_t event) {
  struct fxr_segment *segment = &root->segments.items[index];
  segment->places |= 1u << place;
  add_arrival(root, (struct fxr_arrival){.event = event,
                                         .begin = segment->begin,
                                         .end = fxr_content_segment_end(root, index),
                                         .place = place,
                                         .is_transfer = true});
}

/* The places to which content of [begin, end) is in flight. */
static uint32_t places_under_way(falx_buffer_t root, size_t begin, size_t end) {
  uint32_t places = 0;
  for (size_t i = 0; i < root->arrivals.count; i++)
    if (overlaps(&root->arrivals.items[i], begin, end))
      places |= 1u << root->arrivals.items[i].place;
  return places;
}

falx_status fxr_content_overwrite(falx_buffer_t root, unsigned place, size_t begin, size_t end,
                                  bool is_discard, falx_event_t event, falx_event_t *dying) {
  const uint32_t bit = 1u << place;
  if (begin >= end ||
      (root->segments.count == 1 && root->segments.items[0].places == bit && !root->arrivals.count))
    return FALX_SUCCESS;
  size_t first;
  falx_status status = fxr_content_split(root, begin, end, &first);
  if (status != FALX_SUCCESS)
    return status;
  if (!fxs_vector_reserve(&root->arrivals, root->arrivals.count + root->segments.count))
    return no_memory();
  size_t old_count = root->arrivals.count;
  for (size_t i = first; i < root->segments.count && root->segments.items[i].begin < end; i++) {
    struct fxr_segment *segment = &root->segments.items[i];
    size_t stop = fxr_content_segment_end(root, i);
    /* Content that was never written is whatever the host's memory holds. */
    bool is_there =
        segment->places & bit || (place == FXR_ON_HOST && !segment->places && !segment->lost);
    if (is_discard && !is_there)
      add_arrival(root,
                  (struct fxr_arrival){.event = event,
                                       .begin = segment->begin,
                                       .end = stop,
                                       .place = place,
                                       .before = segment->places &
                                                 ~places_under_way(root, segment->begin, stop)});
    segment->places = bit;
    segment->lost = FALX_SUCCESS;
  }
  cut_arrivals(root, old_count, is_discard ? UINT32_MAX : ~bit, begin, end, dying);
  fxr_content_merge(root);
  return FALX_SUCCESS;
}

bool fxr_content_await(falx_buffer_t root, unsigned place, size_t begin, size_t end, bool for_copy,
                       struct fxr_deps *deps) {
  for (size_t i = 0; i < root->arrivals.count; i++) {
    const struct fxr_arrival *arrival = &root->arrivals.items[i];
    if (arrival->place == place && overlaps(arrival, begin, end) &&
        (for_copy || arrival->is_transfer) && !fxr_deps_add_content(deps, arrival->event))
      return false;
  }
  return true;
}

void fxr_content_free(falx_buffer_t root, falx_event_t *dying) {
  while (root->arrivals.count)
    fxr_event_release_later(fxs_vector_pop(&root->arrivals).event, dying);
  fxs_vector_free(&root->arrivals);
}
