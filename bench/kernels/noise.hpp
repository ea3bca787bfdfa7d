// Perlin's gradient noise (2002) in four octaves, one plane through it: n rows of 2 n points,
// float.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 256;
  std::size_t n;
  int *permutation; // 256 numbers twice
  float *out;
  problem(const bench::memory &m, std::size_t n)
      : n(n), permutation(m.make(512, [](std::size_t i) { return static_cast<int>(i % 256); })),
        out(m.zeros<float>(2 * n * n)) {
    for (std::size_t i = 255; i > 0; i--)
      std::swap(permutation[i], permutation[bench::random_bits(i) % (i + 1)]);
    std::copy_n(permutation, 256, permutation + 256);
  }
  double check() const { return bench::checksum(out, 2 * n * n); }
};
inline float fade(float t) {
  return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}
inline float mix(float t, float a, float b) {
  return a + t * (b - a);
}
inline float gradient(int hash, float x, float y, float z) {
  const int h = hash & 15;
  const float u = h < 8 ? x : y, v = h < 4 ? y : h == 12 || h == 14 ? x : z;
  return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
}
inline float noise(const int *permutation, float x, float y, float z) {
  const float fx = std::floor(x), fy = std::floor(y), fz = std::floor(z);
  const int i = static_cast<int>(fx) & 255, j = static_cast<int>(fy) & 255,
            k = static_cast<int>(fz) & 255;
  x -= fx, y -= fy, z -= fz;
  const float u = fade(x), v = fade(y), w = fade(z);
  const int a = permutation[i] + j, b = permutation[i + 1] + j;
  const int aa = permutation[a] + k, ab = permutation[a + 1] + k;
  const int ba = permutation[b] + k, bb = permutation[b + 1] + k;
  const float near = mix(
      v, mix(u, gradient(permutation[aa], x, y, z), gradient(permutation[ba], x - 1, y, z)),
      mix(u, gradient(permutation[ab], x, y - 1, z), gradient(permutation[bb], x - 1, y - 1, z)));
  const float far = mix(v,
                        mix(u, gradient(permutation[aa + 1], x, y, z - 1),
                            gradient(permutation[ba + 1], x - 1, y, z - 1)),
                        mix(u, gradient(permutation[ab + 1], x, y - 1, z - 1),
                            gradient(permutation[bb + 1], x - 1, y - 1, z - 1)));
  return mix(w, near, far);
}
inline void work(const problem &p, std::size_t row, std::size_t column) {
  const float size = 8.0f / static_cast<float>(p.n);
  float x = static_cast<float>(column) * size, y = static_cast<float>(row) * size, z = 0.6f;
  float sum = 0, weight = 0.5f;
  for (int octave = 0; octave < 4; octave++) {
    sum += weight * noise(p.permutation, x, y, z);
    x *= 2, y *= 2, z *= 2;
    weight *= 0.5f;
  }
  p.out[row * 2 * p.n + column] = sum;
}
