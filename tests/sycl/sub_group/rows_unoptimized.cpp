// options: -O0
// SYCL 2020, 4.9.1.8: sub-groups that go on from row to row, as in rows.cpp, in code without
// optimization
#include "rows.cpp"
