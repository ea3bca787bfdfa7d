kernel void work(uint n, global const float4 *bodies, global float *ax, global float *ay,
                 global float *az) {
  const size_t i = get_global_id(0);
  const float4 me = bodies[i];
  float x = 0, y = 0, z = 0;
  for (uint j = 0; j < n; j++) {
    const float4 other = bodies[j];
    const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    const float inv = 1.0f / sqrt(dx * dx + dy * dy + dz * dz + 1e-4f);
    const float s = other.w * inv * inv * inv;
    x += dx * s;
    y += dy * s;
    z += dz * s;
  }
  ax[i] = x;
  ay[i] = y;
  az[i] = z;
}
