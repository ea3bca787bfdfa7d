// SYCL 2020, 4.12.4 (KL-2, KL-3): every shape of captured value arrives: bool, structs, arrays, 4
// KiB and more.
#include <sycl/sycl.hpp>

#include "../check.hpp"

struct pod {
  char c;
  int i;
  double d[3];
};
struct block {
  int values[2048];
};
struct base {
  int in_base;
};
struct derived : base {
  int *out;
  short unused;
  int own;
  void operator()() const { *out = in_base + own; }
};
struct with_pointer {
  int *p;
  bool flag;
};

int main() {
  sycl::queue q;
  int *a = sycl::malloc_shared<int>(8, q);
  const bool yes = true;
  const pod p{'x', 42, {1, 2, 3}};
  const float f = 1.5f;
  const long long wide = 1LL << 40;
  int array[3] = {4, 5, 6};
  q.single_task([=] {
     a[0] = yes ? p.c : 0;
     a[1] = p.i + int(p.d[2]);
     a[2] = int(f * 2);
     a[3] = int(wide >> 38);
     a[4] = array[0] * 100 + array[1] * 10 + array[2];
   }).wait();
  CHECK_EQUAL(a[0], 'x');
  CHECK_EQUAL(a[1], 45);
  CHECK_EQUAL(a[2], 3);
  CHECK_EQUAL(a[3], 4);
  CHECK_EQUAL(a[4], 456);

  block *big = new block;
  for (int i = 0; i < 2048; i++)
    big->values[i] = i;
  q.parallel_for(8, [=, b = *big](sycl::id<1> i) { a[i] = b.values[i * 255]; }).wait();
  CHECK_EQUAL(a[7], 7 * 255);
  delete big;

  derived k;
  k.in_base = 30;
  k.out = a;
  k.own = 4;
  q.single_task(k).wait();
  CHECK_EQUAL(a[0], 34);

  const with_pointer w{a, true};
  q.parallel_for(8, [=](sycl::id<1> i) { w.p[i] = w.flag ? 9 : 0; }).wait();
  CHECK_EQUAL(a[5], 9);
  sycl::free(a, q);
  return finish();
}
