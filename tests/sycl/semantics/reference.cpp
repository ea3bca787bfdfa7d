// SYCL 2020, 4.5.2: objects of common reference semantics are equal to their copies alone, and hash
// alike; reference counts count.
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <thread>
#include <unordered_set>

template <class T> static void same(const T &a, const T &b) {
  CHECK(a == b && !(a != b));
  CHECK_EQUAL(std::hash<T>()(a), std::hash<T>()(b));
}
template <class T> static void differ(const T &a, const T &b) {
  CHECK(a != b && !(a == b));
  const std::unordered_set<T> both{a, b};
  CHECK_EQUAL(both.size(), 2u);
}
/* Of two objects made alike. */
template <class T> static void check(const T &a, const T &b) {
  const T copy = a;
  T assigned = b;
  same(a, copy);
  differ(a, b);
  assigned = a;
  same(a, assigned);
  const T moved = std::move(assigned);
  same(a, moved);
}

static void events(sycl::queue &q) {
  check(sycl::event(), sycl::event());
  check(q.single_task([] {}), q.single_task([] {}));
  check(q.single_task([] {}), sycl::event());
  check(q.submit([](sycl::handler &) {}), q.submit([](sycl::handler &) {}));
  /* A default-constructed event serves as any other. */
  sycl::event none;
  none.wait();
  none.wait_and_throw();
  sycl::event::wait({none, sycl::event()});
  CHECK(none.get_wait_list().empty());
  CHECK(none.get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);
  q.single_task(none, [] {}).wait();
  q.single_task({none, sycl::event()}, [] {}).wait();
}

static void reference_counts() {
  using of_queue = sycl::info::queue::reference_count;
  using of_context = sycl::info::context::reference_count;
  using of_event = sycl::info::event::reference_count;
  sycl::queue q;
  CHECK_EQUAL(q.get_info<of_queue>(), 1u);
  {
    const sycl::queue copy = q, other;
    CHECK_EQUAL(q.get_info<of_queue>(), 2u);
    CHECK_EQUAL(copy.get_info<of_queue>(), 2u);
    CHECK_EQUAL(other.get_info<of_queue>(), 1u);
  }
  CHECK_EQUAL(q.get_info<of_queue>(), 1u);

  const sycl::context c;
  CHECK_EQUAL(c.get_info<of_context>(), 1u);
  {
    const sycl::context copy = c;
    CHECK_EQUAL(c.get_info<of_context>(), 2u);
    const sycl::queue user(c, c.get_devices()[0]);
    CHECK_EQUAL(c.get_info<of_context>(), 3u);
  }
  CHECK_EQUAL(c.get_info<of_context>(), 1u);

  sycl::event done = q.single_task([] {});
  q.wait();
  while (done.get_info<of_event>() != 1) // the device lets go of it behind the wait
    std::this_thread::yield();
  {
    const sycl::event copy = done;
    CHECK_EQUAL(done.get_info<of_event>(), 2u);
  }
  CHECK_EQUAL(done.get_info<of_event>(), 1u);
  CHECK_EQUAL(q.get_device().get_info<sycl::info::device::reference_count>(), 1u); // a root device
}

int main() {
  sycl::queue q;
  check(q, sycl::queue());
  check(sycl::context(), sycl::context());
  const sycl::device d;
  same(d, sycl::device(d));
  same(d.get_platform(), q.get_device().get_platform());
  check(sycl::buffer<int>(4), sycl::buffer<int>(4));
  sycl::buffer<int> first(4), second(4);
  check(sycl::host_accessor(first), sycl::host_accessor(second));
  check(sycl::accessor<int>(first), sycl::accessor<int>(second));
  q.submit([&](sycl::handler &h) {
    check(sycl::local_accessor<int, 2>({4, 2}, h), sycl::local_accessor<int, 2>({4, 2}, h));
    same(sycl::local_accessor<int>(), sycl::local_accessor<int>());
  });
  events(q);
  reference_counts();
  return finish();
}
