#define STRIP 256
kernel void work(global const uchar *in, volatile global uint *counts) {
  local uint bins[256];
  const size_t l = get_local_id(0), group = get_local_size(0);
  in += get_group_id(0) * group * STRIP;
  bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < STRIP; k++)
    atomic_inc(&bins[in[k * group + l]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[l], bins[l]);
}
