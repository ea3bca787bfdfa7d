kernel void work(int n, global const float *in, global float *out) {
  const int y = get_group_id(1) * get_local_size(1) + get_local_id(1);
  const int x = get_group_id(0) * get_local_size(0) + get_local_id(0);
  const int i = y * n + x;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
    out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}
