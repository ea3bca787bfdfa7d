#include "shared.hpp"

static device_global<int[2]> pair;

int main() {
  sycl::queue q;
  int sum = one(q), r = 0, s[2] = {5, 6}, *out = sycl::malloc_shared<int>(2, q);
  q.copy(FuBar, &r).wait();
  q.copy(s, pair).wait();
  q.single_task<class Two>([=] {
     out[0] = pair[0] + pair[1];
     out[1] = FuBar;
   }).wait();
  std::printf("%d %d %d %d\n", sum, r, out[0], out[1]);
  sycl::free(out, q);
}
