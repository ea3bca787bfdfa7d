// SYCL 2020, 4.9.2: what a reduction works in is kept by its queue from one to the next, also
// beside tasks of the host that throw, which have not touched it.
#include "../check.hpp"
#include <sycl/sycl.hpp>

#include <stdexcept>

using sycl::detail::impl;

/* Where the queue's next command would work. */
static void *place(sycl::queue &q) {
  falx_scratch_t held = nullptr;
  void *memory = nullptr;
  CHECK(falx_scratch_take(impl::raw(q), 1 << 16, 64, &held, &memory) == FALX_SUCCESS);
  sycl::event done = q.single_task<class nothing>([] {});
  falx_scratch_give(held, impl::raw(done));
  q.wait();
  return memory;
}

template <class... Properties> static void test(Properties... properties) {
  int thrown = 0;
  sycl::queue q([&](sycl::exception_list list) { thrown += int(list.size()); },
                sycl::property_list{properties...});
  void *first = place(q);
  for (int i = 0; i < 8; i++) {
    q.submit([](sycl::handler &h) { h.host_task([] { throw std::runtime_error("on purpose"); }); });
    q.wait_and_throw();
    CHECK(place(q) == first);
  }
  CHECK(thrown == 8);
}

int main() {
  test();
  test(sycl::property::queue::in_order());
  return finish();
}
