// libd: the end of the chain, and functions of all forms.
#include "shapes.hpp"

SYCL_EXTERNAL int d(int x) {
  return leaf(x) + 7;
}
SYCL_EXTERNAL small swapped(small s) {
  return {s.y, s.x};
}
SYCL_EXTERNAL large scaled(large l, double by) {
  for (double &value : l.values)
    value *= by;
  l.tag++;
  return l;
}
SYCL_EXTERNAL double many(char a, short b, int c, long d, float e, double f, bool g, int *h,
                          small i) {
  *h += 1;
  return a + b + c + double(d) + e + f + g + i.x * i.y;
}
SYCL_EXTERNAL int ids(sycl::nd_item<2> item) {
  return int(item.get_global_id(0) * 10000 + item.get_global_id(1) * 100 +
             item.get_local_id(1) * 10 + item.get_group(0));
}
#ifndef NO_POINTERS
SYCL_EXTERNAL int through(int (*function)(int), int x) {
  return function(x);
}
SYCL_EXTERNAL int twice(int x) {
  return 2 * x;
}
SYCL_EXTERNAL int thrice(int x) {
  return 3 * x;
}
SYCL_EXTERNAL int (*chosen(bool first))(int) {
  return first ? twice : thrice;
}
#endif
