kernel void work(global const double *a, global const double *b, global double *c) {
  const size_t i = get_global_id(0);
  c[i] = a[i] + 0.4 * b[i];
}
