kernel void work(uint n, global const float *points, global const float *centres,
                 global int *out) {
  const size_t i = get_global_id(0);
  float least = HUGE_VALF;
  int nearest = 0;
  for (uint c = 0; c < 16; c++) {
    float distance = 0;
    for (uint d = 0; d < 8; d++) {
      const float difference = points[d * n + i] - centres[c * 8 + d];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      nearest = c;
    }
  }
  out[i] = nearest;
}
