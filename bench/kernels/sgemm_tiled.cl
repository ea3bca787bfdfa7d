#define TILE 16
kernel void work(uint n, global const float *a, global const float *b, global float *c) {
  local float ta[TILE][TILE], tb[TILE][TILE];
  const size_t row = get_global_id(1), column = get_global_id(0);
  const size_t y = get_local_id(1), x = get_local_id(0);
  float sum = 0;
  for (uint t = 0; t < n; t += TILE) {
    ta[y][x] = a[row * n + t + x];
    tb[y][x] = b[(t + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; k++)
      sum += ta[y][k] * tb[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
