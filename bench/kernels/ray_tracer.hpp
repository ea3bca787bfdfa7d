// Spheres over a chequered floor, one light, shadows, four reflections at most; n rows of 2 n
// pixels, one brightness each, float.
#pragma once
#include "../harness.hpp"
struct sphere {
  float x, y, z, radius, brightness, mirror;
};
struct problem {
  static constexpr std::size_t default_n = 256;
  static constexpr int count = 24;
  std::size_t n;
  sphere *spheres;
  float *out;
  problem(const bench::memory &m, std::size_t n)
      : n(n), spheres(m.make(count, place)), out(m.zeros<float>(2 * n * n)) {}
  static sphere place(std::size_t i) {
    const float radius = 0.3f + 0.5f * bench::uniform(6 * i);
    return {-5.0f + 10.0f * bench::uniform(6 * i + 1), radius + 1.5f * bench::uniform(6 * i + 2),
            3.0f + 8.0f * bench::uniform(6 * i + 3),   radius,
            0.4f + 0.6f * bench::uniform(6 * i + 4),   0.7f * bench::uniform(6 * i + 5)};
  }
  double check() const { return bench::checksum(out, 2 * n * n); }
};
struct vector {
  float x, y, z;
};
inline vector operator+(vector a, vector b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline vector operator-(vector a, vector b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline vector operator*(float s, vector v) {
  return {s * v.x, s * v.y, s * v.z};
}
inline float dot(vector a, vector b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline vector unit(vector v) {
  return (1.0f / std::sqrt(dot(v, v))) * v;
}
// The number of the sphere that the ray from o along the unit vector d meets before `distance`,
// which becomes the way to it; -1 if none.
inline int meet(const problem &p, vector o, vector d, float &distance) {
  int found = -1;
  for (int i = 0; i < problem::count; i++) {
    const sphere s = p.spheres[i];
    const vector to = vector{s.x, s.y, s.z} - o;
    const float along = dot(to, d), rest = s.radius * s.radius - dot(to, to) + along * along;
    if (rest > 0) {
      const float t = along - std::sqrt(rest);
      if (t > 1e-3f && t < distance) {
        distance = t;
        found = i;
      }
    }
  }
  return found;
}
inline void work(const problem &p, std::size_t row, std::size_t column) {
  const float size = 1.0f / static_cast<float>(p.n);
  vector o = {0, 1.5f, -2};
  vector d = unit({(static_cast<float>(column) - static_cast<float>(p.n)) * size,
                   0.4f - (static_cast<float>(row) * size), 1.2f});
  const vector light = unit({0.6f, 1, -0.5f});
  float brightness = 0, weight = 1;
  for (int bounce = 0; bounce < 5; bounce++) {
    float distance = 1e9f;
    const int found = meet(p, o, d, distance);
    vector normal = {0, 1, 0};
    float own, mirror;
    if (found >= 0) {
      const sphere s = p.spheres[found];
      o = o + distance * d;
      normal = (1.0f / s.radius) * (o - vector{s.x, s.y, s.z});
      own = s.brightness;
      mirror = s.mirror;
    } else if (d.y < -1e-4f) {
      o = o + (-o.y / d.y) * d;
      own =
          (static_cast<int>(std::floor(o.x)) + static_cast<int>(std::floor(o.z))) & 1 ? 0.3f : 0.9f;
      mirror = 0.1f;
    } else {
      brightness += weight * (0.5f + 0.5f * d.y);
      break;
    }
    o = o + 1e-3f * normal;
    float lit = std::fmax(dot(normal, light), 0.0f), distance_to_light = 1e9f;
    if (lit > 0 && meet(p, o, light, distance_to_light) >= 0)
      lit = 0;
    brightness += weight * (1 - mirror) * own * (0.1f + 0.9f * lit);
    weight *= mirror;
    if (weight < 0.01f)
      break;
    d = d - (2 * dot(d, normal)) * normal;
  }
  p.out[row * 2 * p.n + column] = brightness;
}
