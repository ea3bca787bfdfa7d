typedef struct {
  float x, y, z, radius, brightness, mirror;
} sphere;
int meet(global const sphere *spheres, float3 o, float3 d, float *distance) {
  int found = -1;
  for (int i = 0; i < 24; i++) {
    const sphere s = spheres[i];
    const float3 to = (float3)(s.x, s.y, s.z) - o;
    const float along = dot(to, d), rest = s.radius * s.radius - dot(to, to) + along * along;
    if (rest > 0) {
      const float t = along - sqrt(rest);
      if (t > 1e-3f && t < *distance) {
        *distance = t;
        found = i;
      }
    }
  }
  return found;
}
float3 unit(float3 v) {
  return (1.0f / sqrt(dot(v, v))) * v;
}
kernel void work(uint n, global const sphere *spheres, global float *out) {
  const size_t column = get_global_id(0), row = get_global_id(1);
  const float size = 1.0f / (float)n;
  float3 o = (float3)(0, 1.5f, -2);
  float3 d = unit((float3)(((float)column - (float)n) * size, 0.4f - ((float)row * size), 1.2f));
  const float3 light = unit((float3)(0.6f, 1, -0.5f));
  float brightness = 0, weight = 1;
  for (int bounce = 0; bounce < 5; bounce++) {
    float distance = 1e9f;
    const int found = meet(spheres, o, d, &distance);
    float3 normal = (float3)(0, 1, 0);
    float own, mirror;
    if (found >= 0) {
      const sphere s = spheres[found];
      o = o + distance * d;
      normal = (1.0f / s.radius) * (o - (float3)(s.x, s.y, s.z));
      own = s.brightness;
      mirror = s.mirror;
    } else if (d.y < -1e-4f) {
      o = o + (-o.y / d.y) * d;
      own = ((int)floor(o.x) + (int)floor(o.z)) & 1 ? 0.3f : 0.9f;
      mirror = 0.1f;
    } else {
      brightness += weight * (0.5f + 0.5f * d.y);
      break;
    }
    o = o + 1e-3f * normal;
    float lit = fmax(dot(normal, light), 0.0f), distance_to_light = 1e9f;
    if (lit > 0 && meet(spheres, o, light, &distance_to_light) >= 0)
      lit = 0;
    brightness += weight * (1 - mirror) * own * (0.1f + 0.9f * lit);
    weight *= mirror;
    if (weight < 0.01f)
      break;
    d = d - (2 * dot(d, normal)) * normal;
  }
  out[row * 2 * n + column] = brightness;
}
