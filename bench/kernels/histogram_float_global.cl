// OpenCL C 1.2 has no atomic addition of floats.
kernel void work(global const uchar *in, global const float *weights, volatile global uint *sums) {
  volatile global uint *sum = &sums[in[get_global_id(0)]];
  const float x = weights[get_global_id(0)];
  uint old = *sum, seen;
  while ((seen = atomic_cmpxchg(sum, old, as_uint(as_float(old) + x))) != old)
    old = seen;
}
