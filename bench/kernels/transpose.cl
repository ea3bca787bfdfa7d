#define TILE 16
kernel void work(uint n, global const float *in, global float *out) {
  local float block[TILE][TILE];
  const size_t y = get_local_id(1), x = get_local_id(0);
  const size_t row = get_group_id(1) * TILE, column = get_group_id(0) * TILE;
  block[y][x] = in[(row + y) * n + column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(column + y) * n + row + x] = block[x][y];
}
