// Compiled twice with other macros: kernels in an unnamed namespace, and one in an inline function.
#include <cstdio>
#include <sycl/sycl.hpp>

void one(sycl::queue &q, int *out);
void two(sycl::queue &q, int *out);
#ifndef MAIN
static int answer() {
  return VALUE;
}
inline void everywhere(sycl::queue &q, int *out) {
  q.single_task([=] { out[2] = INLINE; }).wait();
}
namespace {
class Named;

void run(sycl::queue &q, int *out) {
  q.single_task<Named>([=] { out[0] = answer(); }).wait();
  q.single_task([=] { out[1] = VALUE; }).wait();
}
} // namespace

void NAME(sycl::queue &q, int *out) {
  run(q, out);
  everywhere(q, out);
}
#else
int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(6, q);
  one(q, out);
  two(q, out + 3);
  std::printf("%d %d %d, %d %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);
  sycl::free(out, q);
}
#endif
