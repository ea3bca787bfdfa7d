/* Splits an index space into blocks that threads take, and turns runs of blocks into boxes. */
#include "adapters/native_cpu/native.h"

#define UNITS_MAX (UINT64_C(1) << 31)

static uint64_t blocks_of(uint64_t extent, uint64_t block) {
  return extent / block + (extent % block != 0);
}

/* Enlarges the blocks of one dimension until it has at most wanted of them. */
static void coarsen(struct ncpu_split *split, int dimension, uint64_t wanted, uint64_t grain) {
  uint64_t extent = split->extent[dimension];
  uint64_t block = extent / wanted;
  block = block / grain * grain;
  if (block < grain)
    block = grain;
  if (block > extent)
    block = extent;
  split->block[dimension] = block;
  split->blocks[dimension] = blocks_of(extent, block);
}

void ncpu_split_make(struct ncpu_split *split, const uint64_t extent[3], uint64_t grain,
                     uint64_t wanted, bool is_high) {
  static const int wide[] = {2, 1, 0}, high[] = {2, 0, 1};
  for (int d = 0; d < 3; d++) {
    split->extent[d] = split->block[d] = extent[d];
    split->blocks[d] = 1;
  }
  /* Outer dimensions are split first: whole rows, or columns, and planes keep the innermost loop
   * long. */
  uint64_t units = 1;
  for (int k = 0; k < 3 && units < wanted; k++) {
    int d = is_high ? high[k] : wide[k];
    coarsen(split, d, blocks_of(wanted, units), d == 0 ? grain : 1);
    units *= split->blocks[d];
  }
  while (units > UNITS_MAX) { /* wanted is small, so this only guards against extreme sizes */
    int d = split->blocks[2] > 1 ? 2 : split->blocks[1] > 1 ? 1 : 0;
    split->block[d] *= 2;
    split->blocks[d] = blocks_of(split->extent[d], split->block[d]);
    units = split->blocks[0] * split->blocks[1] * split->blocks[2];
  }
  split->units = units;
}

void ncpu_split_next(const struct ncpu_split *split, uint64_t *from, uint64_t to,
                     struct ncpu_box *out_box) {
  const uint64_t *blocks = split->blocks;
  uint64_t row = blocks[0], plane = blocks[0] * blocks[1];
  uint64_t position[3] = {*from % row, *from / row % blocks[1], *from / plane};
  uint64_t count[3] = {1, 1, 1}, left = to - *from;

  if (position[0] == 0 && position[1] == 0 && left >= plane) {
    count[0] = row;
    count[1] = blocks[1];
    count[2] = left / plane;
  } else if (position[0] == 0 && left >= row) {
    count[0] = row;
    count[1] = left / row < blocks[1] - position[1] ? left / row : blocks[1] - position[1];
  } else {
    count[0] = left < row - position[0] ? left : row - position[0];
  }
  for (int d = 0; d < 3; d++) {
    uint64_t end = position[d] + count[d];
    out_box->begin[d] = position[d] * split->block[d];
    out_box->end[d] = end == blocks[d] ? split->extent[d] : end * split->block[d];
  }
  *from += count[0] * count[1] * count[2];
}
