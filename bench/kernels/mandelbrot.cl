kernel void work(uint n, global int *out) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  const float scale = 2.0f / (float)n;
  const float cx = -2.0f + 0.75f * scale * (float)x;
  const float cy = -1.0f + scale * (float)y;
  float zx = 0, zy = 0;
  int k = 0;
  while (k < 256 && zx * zx + zy * zy <= 4.0f) {
    const float next = zx * zx - zy * zy + cx;
    zy = 2.0f * zx * zy + cy;
    zx = next;
    k++;
  }
  out[y * 2 * n + x] = k;
}
