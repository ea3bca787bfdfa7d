float fade(float t) {
  return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}
float blend(float t, float a, float b) {
  return a + t * (b - a);
}
float gradient(int hash, float x, float y, float z) {
  const int h = hash & 15;
  const float u = h < 8 ? x : y, v = h < 4 ? y : h == 12 || h == 14 ? x : z;
  return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
}
float noise(global const int *permutation, float x, float y, float z) {
  const float fx = floor(x), fy = floor(y), fz = floor(z);
  const int i = (int)fx & 255, j = (int)fy & 255, k = (int)fz & 255;
  x -= fx, y -= fy, z -= fz;
  const float u = fade(x), v = fade(y), w = fade(z);
  const int a = permutation[i] + j, b = permutation[i + 1] + j;
  const int aa = permutation[a] + k, ab = permutation[a + 1] + k;
  const int ba = permutation[b] + k, bb = permutation[b + 1] + k;
  const float front = blend(v,
                            blend(u, gradient(permutation[aa], x, y, z),
                                  gradient(permutation[ba], x - 1, y, z)),
                            blend(u, gradient(permutation[ab], x, y - 1, z),
                                  gradient(permutation[bb], x - 1, y - 1, z)));
  const float back = blend(v,
                           blend(u, gradient(permutation[aa + 1], x, y, z - 1),
                                 gradient(permutation[ba + 1], x - 1, y, z - 1)),
                           blend(u, gradient(permutation[ab + 1], x, y - 1, z - 1),
                                 gradient(permutation[bb + 1], x - 1, y - 1, z - 1)));
  return blend(w, front, back);
}
kernel void work(uint n, global const int *permutation, global float *out) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  const float size = 8.0f / (float)n;
  float x = (float)column * size, y = (float)row * size, z = 0.6f;
  float sum = 0, weight = 0.5f;
  for (int octave = 0; octave < 4; octave++) {
    sum += weight * noise(permutation, x, y, z);
    x *= 2, y *= 2, z *= 2;
    weight *= 0.5f;
  }
  out[row * 2 * n + column] = sum;
}
