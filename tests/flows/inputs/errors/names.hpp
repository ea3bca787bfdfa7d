#include <sycl/sycl.hpp>
static void once(sycl::queue &q) {
  q.single_task([=] {});
}
inline void also(sycl::queue &q) {
  q.single_task<class Inline>([=] {});
}
