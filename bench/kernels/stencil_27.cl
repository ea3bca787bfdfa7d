kernel void work(uint n, global const float *in, global float *out) {
  const size_t z = get_global_id(2) + 1, y = get_global_id(1) + 1, x = get_global_id(0) + 1;
  const float weight[4] = {0.25f, 0.06f, 0.02f, 0.01f};
  float sum = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
        sum += weight[dz * dz + dy * dy + dx * dx] * in[((z + dz) * n + (y + dy)) * n + (x + dx)];
  out[(z * n + y) * n + x] = sum;
}
