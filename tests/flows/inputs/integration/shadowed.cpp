/* Document 000's shadowed variables as written; each is written, read in a kernel, and read back.
 */
#include <sycl/sycl.hpp>

namespace sycl {
using ext::oneapi::experimental::device_global; // as the document calls it
}

// clang-format off
sycl::device_global<int> FuBar;
namespace {
  sycl::device_global<int> FuBar;
}
// clang-format on

namespace {
void write_hidden(sycl::queue &q, int value) {
  q.copy(&value, FuBar).wait();
}
int read_hidden(sycl::queue &q) {
  int value = 0;
  q.copy(FuBar, &value).wait();
  return value;
}
void add_hidden(sycl::queue &q, int *sum) {
  q.single_task<class AddHidden>([=] { *sum += FuBar++; }).wait();
}
} // namespace

int main() {
  sycl::queue q;
  int five = 5, value = 0, *sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  q.copy(&five, ::FuBar).wait();
  write_hidden(q, 70);
  add_hidden(q, sum);
  q.single_task<class AddGlobal>([=] { *sum += ::FuBar++; }).wait();
  q.copy(::FuBar, &value).wait();
  bool is_fine = *sum == 75 && value == 6 && read_hidden(q) == 71;
  sycl::free(sum, q);
  return is_fine ? 0 : 1;
}
