// SYCL 2020, 4.6.5.2: single_task and parallel_for on the queue, with every argument a kernel may
// take.
#include <sycl/sycl.hpp>

#include "../check.hpp"

struct functor {
  int *out;
  void operator()(sycl::id<1> i) const { out[i] = int(i[0]) + 100; }
};

int main() {
  sycl::queue q;
  constexpr size_t n = 100;
  int *a = sycl::malloc_shared<int>(n, q);
  auto all = [&](auto expected) {
    for (size_t i = 0; i < n; i++)
      CHECK_EQUAL(a[i], expected(int(i)));
  };
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { a[i] = int(i); }).wait();
  all([](int i) { return i; });
  q.parallel_for(n, [=](sycl::item<1> i) { a[i] = int(i.get_id(0) + i.get_range(0)); }).wait();
  all([](int i) { return i + 100; });
  q.parallel_for(n, [=](int i) { a[i] = 2 * i; }).wait();
  all([](int i) { return 2 * i; });
  q.parallel_for(n, [=](size_t i) { a[i] = int(3 * i); }).wait();
  all([](int i) { return 3 * i; });
  q.parallel_for(n, [=](auto i) { a[i] = int(4 * i); }).wait();
  all([](int i) { return 4 * i; });
  q.parallel_for(n, functor{a}).wait();
  all([](int i) { return i + 100; });
  q.parallel_for<class named>(n, [=](sycl::id<1> i) { a[i] = -1; }).wait();
  all([](int) { return -1; });
  sycl::event first = q.single_task([=] { a[0] = 5; });
  q.single_task(first, [=] { a[1] = a[0] + 1; }).wait();
  CHECK_EQUAL(a[1], 6);
  q.parallel_for(sycl::range<2>(10, 10), [=](sycl::item<2> i) {
     a[i.get_linear_id()] = int(10 * i[0] + i[1]);
   }).wait();
  all([](int i) { return i; });
  q.parallel_for(sycl::range<3>(5, 4, 5), [=](sycl::id<3> i) {
     a[(i[0] * 4 + i[1]) * 5 + i[2]] = int(100 * i[0] + 10 * i[1] + i[2]);
   }).wait();
  all([](int i) { return 100 * (i / 20) + 10 * (i / 5 % 4) + i % 5; });
  q.parallel_for(sycl::nd_range<1>(n, 10), [=](sycl::nd_item<1> i) {
     a[i.get_global_id(0)] =
         int(100 * i.get_group(0) + i.get_local_id(0) + 1000 * i.get_local_range(0));
   }).wait();
  all([](int i) { return 10000 + 100 * (i / 10) + i % 10; });
  q.parallel_for(0, [=](sycl::id<1>) { a[0] = 77; }).wait();
  CHECK_EQUAL(a[0], 10000);

  // Events to wait for: one, a vector, or in braces.
  int *b = sycl::malloc_shared<int>(n, q);
  sycl::event one = q.fill(a, 1, n), two = q.fill(b, 2, n);
  sycl::event both = q.memcpy(b, a, n / 2 * sizeof(int), {one, two});
  both = q.copy(a, b, n / 4, {both, one});
  both = q.fill(a, 3, n / 2, {both});
  both = q.memset(a, 0, sizeof(int), {both, one});
  both = q.prefetch(a, n * sizeof(int), {both, two});
  both = q.mem_advise(a, n * sizeof(int), 0, {both, two});
  both = q.single_task({both, two}, [=] { a[1] += a[0] + b[0] + b[n - 1]; });
  both = q.parallel_for(n, {both, two}, [=](sycl::id<1> i) { a[i] += int(i[0]); });
  q.memcpy(b, a, sizeof(int), std::vector<sycl::event>{both, one}).wait();
  CHECK_EQUAL(a[1], 3 + 0 + 1 + 2 + 1);
  CHECK_EQUAL(a[2], 3 + 2);
  CHECK_EQUAL(b[0], 0);
  sycl::free(b, q);
  sycl::free(a, q);
  return finish();
}
