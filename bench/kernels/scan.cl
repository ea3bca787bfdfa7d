#define GROUP 256
kernel void work(global const int *in, global int *out, global int *sums) {
  local int tile[2 * GROUP];
  const size_t l = get_local_id(0);
  uint from = 0, to = GROUP;
  tile[l] = in[get_global_id(0)];
  for (uint step = 1; step < GROUP; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[to + l] = l < step ? tile[from + l] : tile[from + l] + tile[from + l - step];
    const uint swapped = from;
    from = to;
    to = swapped;
  }
  out[get_global_id(0)] = tile[from + l];
  if (l == GROUP - 1)
    sums[get_group_id(0)] = tile[from + l];
}
kernel void of_groups(uint n, global int *sums) {
  int sum = 0;
  for (uint i = 0; i < n; i++) {
    const int here = sums[i];
    sums[i] = sum;
    sum += here;
  }
}
kernel void add(global int *out, global const int *sums) {
  const size_t i = get_global_id(0);
  out[i] += sums[i / GROUP];
}
