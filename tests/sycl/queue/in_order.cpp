// SYCL 2020, 4.6.5.1: commands of an in-order queue follow each other, from however many threads.
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <thread>

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  CHECK(q.is_in_order());
  int *a = sycl::malloc_shared<int>(2, q);
  a[0] = a[1] = 0;
  for (int i = 0; i < 1000; i++)
    q.single_task([=] { a[0] = 2 * (a[0] % 1000) + i; });
  q.wait();
  int expected = 0;
  for (int i = 0; i < 1000; i++)
    expected = 2 * (expected % 1000) + i;
  CHECK_EQUAL(a[0], expected);

  std::thread threads[4];
  for (std::thread &t : threads)
    t = std::thread([=]() mutable {
      for (int i = 0; i < 500; i++)
        q.single_task([=] { a[1]++; });
    });
  for (std::thread &t : threads)
    t.join();
  q.wait();
  CHECK_EQUAL(a[1], 2000);
  sycl::free(a, q);
  return finish();
}
