struct body {
  float x, y, z, mass;
};
export void work_chunk(uniform int from, uniform int to, uniform int n,
                       const uniform body bodies[], uniform float ax[], uniform float ay[],
                       uniform float az[]) {
  foreach (i = from ... to) {
    const body me = bodies[i];
    float x = 0, y = 0, z = 0;
    for (uniform int j = 0; j < n; j++) {
      const uniform body other = bodies[j];
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float inv = 1.0f / sqrt(dx * dx + dy * dy + dz * dz + 1e-4f);
      const float s = other.mass * inv * inv * inv;
      x += dx * s;
      y += dy * s;
      z += dz * s;
    }
    ax[i] = x;
    ay[i] = y;
    az[i] = z;
  }
}
