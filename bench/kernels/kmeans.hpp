// k-means, the step that counts: the nearest of 16 centres for n points of 8 coordinates, float.
#pragma once
#include "../harness.hpp"
struct problem {
  static constexpr std::size_t default_n = 1u << 20, coordinates = 8, clusters = 16;
  std::size_t n;
  float *points, *centres; // points[coordinate * n + point], centres[cluster * 8 + coordinate]
  int *nearest;
  problem(const bench::memory &m, std::size_t n)
      : n(n), points(m.make(coordinates * n, bench::uniform)),
        centres(m.make(clusters * coordinates, bench::uniform)), nearest(m.zeros<int>(n)) {}
  double check() const { return bench::checksum(nearest, n); }
};
inline void work(const problem &p, std::size_t i) {
  float least = HUGE_VALF;
  int nearest = 0;
  for (std::size_t c = 0; c < problem::clusters; c++) {
    float distance = 0;
    for (std::size_t d = 0; d < problem::coordinates; d++) {
      const float difference = p.points[d * p.n + i] - p.centres[c * problem::coordinates + d];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      nearest = static_cast<int>(c);
    }
  }
  p.nearest[i] = nearest;
}
