#define STRIP 256
kernel void work(global const int *in, volatile global int *total) {
  const size_t i = get_global_id(0);
  int sum = 0;
  for (uint k = 0; k < STRIP; k++)
    sum += in[i * STRIP + k];
  atomic_add(total, sum);
}
