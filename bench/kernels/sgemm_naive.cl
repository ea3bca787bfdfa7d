kernel void work(uint n, global const float *a, global const float *b, global float *c) {
  const size_t row = get_global_id(1), column = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < n; k++)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
