/* Kernels that are named in lambdas, which g++ and clang number differently. */
#include <cstdio>
#include <sycl/sycl.hpp>

int main() {
  auto twice = [](int i) { return 2 * i; };
  sycl::queue q;
  int *sum = sycl::malloc_shared<int>(1, q);
  bool is_known = false;
  try {
    q.submit([&](sycl::handler &h) { h.single_task<class first>([=] { *sum = 3; }); }).wait();
    q.submit([&](sycl::handler &h) { h.single_task<class second>([=] { *sum += 4; }); }).wait();
    q.submit([&](sycl::handler &h) {
       struct third;
       h.single_task<third>([=] { *sum *= 2; });
       is_known = sycl::has_kernel_bundle<sycl::bundle_state::executable>(
           q.get_context(), {sycl::get_kernel_id<third>()});
     }).wait();
#ifdef SAME
    q.submit([&](sycl::handler &h) { h.single_task<class first>([=] { *sum = 5; }); }).wait();
#endif
  } catch (const sycl::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
  return *sum == twice(7) && is_known ? 0 : 1;
}
