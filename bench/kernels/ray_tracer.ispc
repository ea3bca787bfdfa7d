typedef float<3> vector;
struct sphere {
  float x, y, z, radius, brightness, mirror;
};
static inline float dot(vector a, vector b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline vector unit(vector v) {
  return (1.0f / sqrt(dot(v, v))) * v;
}
static inline int meet(const uniform sphere spheres[], vector o, vector d, float &distance) {
  int found = -1;
  for (uniform int i = 0; i < 24; i++) {
    const uniform sphere s = spheres[i];
    const vector centre = {s.x, s.y, s.z};
    const vector to = centre - o;
    const float along = dot(to, d);
    const float rest = s.radius * s.radius - dot(to, to) + along * along;
    if (rest > 0) {
      const float t = along - sqrt(rest);
      if (t > 1e-3f && t < distance) {
        distance = t;
        found = i;
      }
    }
  }
  return found;
}
export void work_chunk(uniform int row, uniform int n, const uniform sphere spheres[],
                       uniform float out[]) {
  const uniform float size = 1.0f / (uniform float)n;
  const vector toward_light = {0.6f, 1, -0.5f};
  const vector light = unit(toward_light);
  foreach (column = 0 ... 2 * n) {
    vector o = {0, 1.5f, -2};
    const vector pixel = {((float)column - (float)n) * size, 0.4f - ((float)row * size), 1.2f};
    vector d = unit(pixel);
    float brightness = 0, weight = 1;
    for (uniform int bounce = 0; bounce < 5; bounce++) {
      float distance = 1e9f;
      const int found = meet(spheres, o, d, distance);
      vector normal = {0, 1, 0};
      float own, mirror;
      if (found >= 0) {
        const sphere s = spheres[found];
        const vector centre = {s.x, s.y, s.z};
        o = o + distance * d;
        normal = (1.0f / s.radius) * (o - centre);
        own = s.brightness;
        mirror = s.mirror;
      } else if (d.y < -1e-4f) {
        o = o + (-o.y / d.y) * d;
        own = (((int)floor(o.x) + (int)floor(o.z)) & 1) ? 0.3f : 0.9f;
        mirror = 0.1f;
      } else {
        brightness += weight * (0.5f + 0.5f * d.y);
        break;
      }
      o = o + 1e-3f * normal;
      float lit = max(dot(normal, light), 0.0f), distance_to_light = 1e9f;
      if (lit > 0 && meet(spheres, o, light, distance_to_light) >= 0)
        lit = 0;
      brightness += weight * (1 - mirror) * own * (0.1f + 0.9f * lit);
      weight *= mirror;
      if (weight < 0.01f)
        break;
      d = d - (2 * dot(d, normal)) * normal;
    }
    out[row * 2 * n + column] = brightness;
  }
}
