kernel void work(global const float *a, global float *b) {
  const size_t i = get_global_id(0);
  b[i] = 1.5f * a[i] + b[i];
}
