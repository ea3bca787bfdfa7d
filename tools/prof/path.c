/* The critical path: from the command that ended last, back to the one that ended last before it
 * began, and so on. That is what it waited for, by an event, by its queue, by the host or for want
 * of threads. */
#include <stdlib.h>

#include "tools/prof/profile.h"

struct ended {
  uint64_t end;
  size_t index;
};

static int by_end(const void *a, const void *b) {
  const struct ended *x = a, *y = b;
  return x->end != y->end      ? (x->end < y->end ? -1 : 1)
         : x->index < y->index ? -1
                               : x->index > y->index;
}

/* The last that ended until then; -1: none. */
static long last_until(const struct ended *order, size_t count, uint64_t time) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (order[middle].end <= time)
      low = middle + 1;
    else
      high = middle;
  }
  return (long)low - 1;
}

void profile_find_path(struct profile *profile) {
  size_t count = profile->commands.count;
  struct ended *order = count ? malloc(count * sizeof *order) : NULL;
  if (!order)
    return;
  for (size_t i = 0; i < count; i++)
    order[i] = (struct ended){profile->commands.items[i].end, i};
  qsort(order, count, sizeof *order, by_end);
  long at = (long)count - 1;
  while (at >= 0) {
    struct command *command = &profile->commands.items[order[at].index];
    command->is_critical = true;
    profile->critical += command->end - command->start;
    long before = last_until(order, count, command->start);
    /* Commands without a length can end when they begin: never the same twice. */
    at = before < at ? before : at - 1;
  }
  free(order);
}
