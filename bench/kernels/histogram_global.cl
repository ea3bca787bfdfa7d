kernel void work(global const uchar *in, volatile global uint *counts) {
  atomic_inc(&counts[in[get_global_id(0)]]);
}
