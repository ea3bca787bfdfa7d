export void work_chunk(uniform int y, uniform int n, uniform int out[]) {
  const uniform float scale = 2.0f / (uniform float)n;
  const uniform float cy = -1.0f + scale * (uniform float)y;
  foreach (x = 0 ... 2 * n) {
    const float cx = -2.0f + 0.75f * scale * (float)x;
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
}
