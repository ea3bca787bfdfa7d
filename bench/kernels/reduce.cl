#define GROUP 256
// Each work-item a strided part, each work-group a tree.
kernel void work(uint n, global const float *in, global float *parts) {
  local float tile[GROUP];
  const size_t l = get_local_id(0);
  float sum = 0;
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
    sum += in[i];
  tile[l] = sum;
  for (uint half_of = GROUP / 2; half_of > 0; half_of /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_of)
      tile[l] += tile[l + half_of];
  }
  if (l == 0)
    parts[get_group_id(0)] = tile[0];
}
kernel void finish(uint n, global const float *parts, global float *out) {
  double sum = 0;
  for (uint i = 0; i < n; i++)
    sum += parts[i];
  *out = sum;
}
