/* Which commands of a list run one after the other anyway: chains, which need no hand-over between
 * their commands. */
#include "adapters/native_cpu/native.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_REDUCED = 4096, WORD = 64 };

struct reduced {           /* the waits that are left of each command */
  uint32_t *waits, *first; /* count + 1 positions in waits */
  uint32_t *followers;     /* how many commands wait for it */
};

/* The sets of all commands before each, as rows of bits. A wait for what another wait already is
 * behind can go; longer lists keep theirs. */
static bool reduce(const struct fxa_list_command *commands, size_t count, struct reduced *out) {
  size_t words = (count + WORD - 1) / WORD, total = 0;
  bool is_reduced = count <= MOST_REDUCED;
  for (size_t i = 0; i < count; i++)
    total += commands[i].wait_count;
  uint64_t *before = is_reduced ? calloc(count * words + 1, sizeof *before) : NULL;
  out->waits = malloc((total + 1) * sizeof *out->waits);
  out->first = malloc((count + 1) * sizeof *out->first);
  out->followers = calloc(count + 1, sizeof *out->followers);
  if ((is_reduced && !before) || !out->waits || !out->first || !out->followers) {
    free(before);
    return false;
  }
  uint32_t end = 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t *mine = before ? before + i * words : NULL;
    out->first[i] = end;
    for (uint32_t k = 0; mine && k < commands[i].wait_count; k++)
      for (size_t w = 0; w < words; w++)
        mine[w] |= before[commands[i].waits[k] * words + w];
    for (uint32_t k = 0; k < commands[i].wait_count; k++) {
      uint32_t wait = commands[i].waits[k];
      if (mine && mine[wait / WORD] >> wait % WORD & 1)
        continue; /* behind another one, or named twice */
      out->waits[end++] = wait;
      out->followers[wait]++;
    }
    for (uint32_t k = 0; mine && k < commands[i].wait_count; k++)
      mine[commands[i].waits[k] / WORD] |= UINT64_C(1) << commands[i].waits[k] % WORD;
  }
  out->first[count] = end;
  free(before);
  return true;
}

bool ncpu_chains_find(const struct fxa_list_command *commands, size_t count, uint32_t *out_chain,
                      uint32_t *out_order, size_t *out_chain_count) {
  struct reduced reduced = {0};
  uint32_t chains = 0;
  bool is_ok = reduce(commands, count, &reduced);
  uint32_t *sizes = is_ok ? calloc(count + 1, sizeof *sizes) : NULL;
  is_ok = is_ok && sizes;
  for (size_t i = 0; i < count && is_ok; i++) {
    uint32_t first = reduced.first[i], waits = reduced.first[i + 1] - first;
    bool joins = waits == 1 && reduced.followers[reduced.waits[first]] == 1;
    out_chain[i] = joins ? out_chain[reduced.waits[first]] : chains++;
    out_order[i] = sizes[out_chain[i]]++; /* within its chain, for now */
  }
  for (uint32_t i = 0, begin = 0; i < chains && is_ok; i++) {
    uint32_t size = sizes[i];
    sizes[i] = begin;
    begin += size;
  }
  for (size_t i = 0; i < count && is_ok; i++)
    out_order[i] += sizes[out_chain[i]];
  *out_chain_count = chains;
  free(sizes);
  free(reduced.waits);
  free(reduced.first);
  free(reduced.followers);
  return is_ok;
}
