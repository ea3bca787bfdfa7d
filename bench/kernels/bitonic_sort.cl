#define BLOCK 512
void exchange_local(local uint *values, size_t base, size_t i, size_t stride, size_t size) {
  const size_t low = i & (stride - 1), a = 2 * (i - low) + low, b = a + stride;
  const uint x = values[a], y = values[b];
  const bool ascending = ((base + a) & size) == 0;
  values[a] = ascending ? min(x, y) : max(x, y);
  values[b] = ascending ? max(x, y) : min(x, y);
}
kernel void local_steps(uint from, uint to, global uint *out) {
  local uint tile[BLOCK];
  const size_t l = get_local_id(0), base = get_group_id(0) * BLOCK;
  tile[l] = out[base + l];
  tile[l + BLOCK / 2] = out[base + l + BLOCK / 2];
  for (size_t size = from; size <= to; size *= 2)
    for (size_t stride = min(size, (size_t)BLOCK) / 2; stride > 0; stride /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      exchange_local(tile, base, l, stride, size);
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + l] = tile[l];
  out[base + l + BLOCK / 2] = tile[l + BLOCK / 2];
}
kernel void step(uint stride, uint size, global uint *values) {
  const size_t i = get_global_id(0);
  const size_t low = i & (stride - 1), a = 2 * (i - low) + low, b = a + stride;
  const uint x = values[a], y = values[b];
  const bool ascending = (a & size) == 0;
  values[a] = ascending ? min(x, y) : max(x, y);
  values[b] = ascending ? max(x, y) : min(x, y);
}
