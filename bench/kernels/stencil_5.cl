kernel void work(uint n, global const float *in, global float *out) {
  const size_t y = get_global_id(1) + 1, x = get_global_id(0) + 1, i = y * n + x;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}
