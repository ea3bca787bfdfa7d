// SYCL 2020, 4.8.3: allocation of every kind, alignment, queries, copies, fills, usm_allocator.
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q;
  const sycl::context c = q.get_context();
  int *device = sycl::malloc_device<int>(10, q), *host = sycl::malloc_host<int>(10, q),
      *shared = sycl::malloc_shared<int>(10, q), on_stack = 0;
  using sycl::usm::alloc;
  CHECK(sycl::get_pointer_type(device, c) == alloc::device);
  CHECK(sycl::get_pointer_type(host + 9, c) == alloc::host);
  CHECK(sycl::get_pointer_type(shared, c) == alloc::shared);
  CHECK(sycl::get_pointer_type(&on_stack, c) == alloc::unknown);
  CHECK(!sycl::malloc(8, q, alloc::unknown)); // of no kind there is no memory
  CHECK(sycl::get_pointer_device(device, c) == q.get_device());
  CHECK_THROWS(sycl::get_pointer_device(&on_stack, c), sycl::errc::invalid, "USM");

  q.fill(device, 7, 10).wait();
  q.memcpy(host, device, 10 * sizeof(int)).wait();
  q.memset(shared, 0xff, 5 * sizeof(int)).wait();
  q.copy(host, shared + 5, 5).wait();
  CHECK_EQUAL(host[9], 7);
  CHECK_EQUAL(shared[4], -1);
  CHECK_EQUAL(shared[9], 7);
  q.prefetch(shared, 40).wait();
  q.mem_advise(shared, 40, 0).wait();

  auto *aligned = sycl::aligned_alloc_device<char>(4096, 100, q);
  CHECK_EQUAL(reinterpret_cast<size_t>(aligned) % 4096, 0u);
  std::vector<int, sycl::usm_allocator<int, alloc::shared>> v(100, 3, {q});
  int *data = v.data();
  q.parallel_for(100, [=](sycl::id<1> i) { data[i] *= 2; }).wait();
  CHECK_EQUAL(v[99], 6);
  for (void *p : {(void *)device, (void *)host, (void *)shared, (void *)aligned})
    sycl::free(p, q);
  sycl::free(nullptr, q);
  return finish();
}
