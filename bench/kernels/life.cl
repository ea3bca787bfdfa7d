kernel void work(uint n, global const uchar *from, global uchar *to) {
  const size_t i = (get_global_id(1) + 1) * n + get_global_id(0) + 1;
  global const uchar *cell = from + i;
  const uchar around = cell[-1] + cell[1] + cell[-(long)n - 1] + cell[-(long)n] +
                       cell[-(long)n + 1] + cell[n - 1] + cell[n] + cell[n + 1];
  to[i] = around == 3 || (around == 2 && *cell);
}
