#define STRIP 256
// OpenCL C 1.2 has no atomic addition of floats.
void add_local(volatile local uint *sum, float x) {
  uint old = *sum, seen;
  while ((seen = atomic_cmpxchg(sum, old, as_uint(as_float(old) + x))) != old)
    old = seen;
}
void add_global(volatile global uint *sum, float x) {
  uint old = *sum, seen;
  while ((seen = atomic_cmpxchg(sum, old, as_uint(as_float(old) + x))) != old)
    old = seen;
}
kernel void work(global const uchar *in, global const float *weights, volatile global uint *sums) {
  local uint bins[256];
  const size_t l = get_local_id(0), group = get_local_size(0);
  const size_t first = get_group_id(0) * group * STRIP;
  bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < STRIP; k++) {
    const size_t i = first + k * group + l;
    add_local(&bins[in[i]], weights[i]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  add_global(&sums[l], as_float(bins[l]));
}
