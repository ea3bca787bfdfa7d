/* Variables of one name: shadowed (document 000's FuBar), static in two files, extern. */
#include "shared.hpp"

device_global<int> FuBar;
namespace hidden {
namespace {
device_global<int> FuBar;
}
} // namespace hidden
namespace {
namespace inner {
device_global<int> x;
} // namespace inner
} // namespace
static device_global<int[2]> pair;

int one(sycl::queue &q) {
  int a = 1, b[2] = {3, 4}, *out = sycl::malloc_shared<int>(1, q);
  q.copy(&a, ::FuBar).wait();
  q.copy(&a, hidden::FuBar).wait();
  q.copy(&a, inner::x).wait();
  q.copy(b, pair).wait();
  q.single_task<class One>([=] {
     *out = ::FuBar + hidden::FuBar - 1 + 10 * pair[1] + 100 * inner::x;
     ::FuBar = 9;
     pair[0] = 77;
   }).wait();
  q.memcpy(b, pair).wait();
  int sum = *out + 1000 * b[0];
  sycl::free(out, q);
  return sum;
}
