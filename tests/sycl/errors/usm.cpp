// SYCL 2020, 4.8: no memory is a null pointer; wrong use an exception. Copies and fills of
// impossible sizes.
#include "table.hpp"

static void no_memory(sycl::queue &q) {
  CHECK(!sycl::malloc_device<int>(huge + 1, q)); // 4 bytes, if the size wrapped
  CHECK(!sycl::malloc_shared<int>(huge / 4, q));
  CHECK(!sycl::malloc_host<double>(size_t(-1), q));
  CHECK(!sycl::aligned_alloc_device<int>(64, huge + 1, q));
  CHECK(!sycl::malloc_device(huge, q));
  CHECK(!sycl::aligned_alloc_shared(huge, 64, q));
  sycl::usm_allocator<int, sycl::usm::alloc::shared> shared(q);
  throws(errc::memory_allocation, {"usm_allocator"}, [&] { shared.allocate(huge + 1); });
  /* The next call works. */
  int *p = sycl::malloc_shared<int>(4, q);
  CHECK(p);
  sycl::free(p, q);
}

static void wrong_use(sycl::queue &q, const sycl::device &other) {
  const sycl::context own(q.get_device());
  throws(errc::invalid, {"context"}, [&] { sycl::malloc_device(4, other, own); });
  throws(errc::invalid, {"context"}, [&] { sycl::malloc_shared<int>(4, other, own); });
  throws(errc::invalid, {"context"},
         [&] { sycl::malloc(4, other, own, sycl::usm::alloc::device); });
  sycl::free(sycl::malloc(4, other, own, sycl::usm::alloc::host), own); // the device is ignored
  throws(errc::invalid, {"context"},
         [&] { sycl::usm_allocator<int, sycl::usm::alloc::shared> a(own, other); });
  sycl::usm_allocator<int, sycl::usm::alloc::host> host(own, other);
  throws(errc::invalid, {"power of two"}, [&] { sycl::aligned_alloc_device(3, 64, q); });

  int on_stack = 0, *p = sycl::malloc_shared<int>(4, q);
  throws(errc::invalid, {"USM allocation"}, [&] { sycl::free(&on_stack, q); });
  throws(errc::invalid, {"start"}, [&] { sycl::free(p + 1, q); });
  throws(errc::invalid, {"another context"}, [&] { sycl::free(p, own); });
  sycl::free(p, q);
  throws(errc::invalid, {"freed twice"}, [&] { sycl::free(p, q); });
  sycl::free(nullptr, q);
  throws(errc::invalid, {"get_pointer_device", "context"},
         [&] { sycl::get_pointer_device(&on_stack, own); });
  CHECK(sycl::get_pointer_type(&on_stack, own) == sycl::usm::alloc::unknown);
}

static void commands(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(4, q), *r = sycl::malloc_shared<int>(4, q);
  const sycl::event before;
  const char *here = "usm.cpp:";
  throws(errc::invalid, {here, "negative"}, [&] { q.copy(p, r, huge + 1); });
  throws(errc::invalid, {here, "negative"}, [&] { q.copy(p, r, size_t(-1), before); });
  throws(errc::invalid, {here, "negative"}, [&] { q.memcpy(p, r, size_t(-4), {before}); });
  throws(errc::invalid, {here, "4 bytes are more"}, [&] { q.fill(p, 1, huge + 1); });
  throws(errc::invalid, {here, "fill"}, [&] { q.memset(p, 1, size_t(-1), before); });
  throws(errc::invalid, {here, "destination pointer is NULL"}, [&] { q.memcpy(nullptr, p, 4); });
  throws(errc::invalid, {here, "source pointer is NULL"}, [&] { q.memcpy(p, nullptr, 4); });
  throws(errc::invalid, {here, "destination pointer is NULL"}, [&] { q.fill(nullptr, 1, 1); });
  throws(errc::invalid, {here, "prefetch"}, [&] { q.prefetch(nullptr, 4, before); });
  throws(errc::invalid, {here, "mem_advise"}, [&] { q.mem_advise(nullptr, 4, 0); });
  q.memcpy(nullptr, nullptr, 0).wait();
  q.copy(p, r, 0).wait();
  q.fill(p, 1, 0).wait();
  sycl::free(p, q);
  sycl::free(r, q);
}

int main() {
  with_other_platform();
  sycl::queue q;
  no_memory(q);
  wrong_use(q, other_devices(q.get_device()).at(0));
  commands(q);
  return finish();
}
