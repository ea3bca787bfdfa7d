kernel void work(global const int *starts, global const int *columns, global const float *values,
                 global const float *x, global float *y) {
  const size_t row = get_global_id(0);
  float sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; k++)
    sum += values[k] * x[columns[k]];
  y[row] = sum;
}
