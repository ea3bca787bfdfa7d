// SYCL 2020, 4.5.2: the last object of a queue, event, buffer, context or bundle goes while other
// threads are in calls by way of a copy, of an event, or of what was made with it.
#include <atomic>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include <sycl/sycl.hpp>

#include "../check.hpp"

class increment;

/* Runs the parts at once, each on a thread of its own with a copy of the objects. */
template <class... Part> static void at_once(Part... part) {
  std::atomic<size_t> here{0};
  const auto meet = [&] {
    for (++here; here < sizeof...(Part);)
      std::this_thread::yield();
  };
  std::vector<std::thread> threads;
  (threads.emplace_back([&meet, part]() mutable {
    meet();
    part();
  }),
   ...);
  (..., [](Part &own) { Part last = std::move(own); }(part)); // what is left is the threads'
  for (std::thread &t : threads)
    t.join();
}

static sycl::event work(sycl::queue &q, int *number) {
  return q.single_task<increment>([=] { *number += 1; });
}

static void queues(sycl::queue &main, std::atomic<int> &handled) {
  int *number = sycl::malloc_shared<int>(1, main);
  *number = 0;
  std::optional<sycl::queue> q(
      std::in_place, main.get_context(), main.get_device(),
      [&](sycl::exception_list list) { handled += int(list.size()); },
      sycl::property::queue::in_order());
  work(*q, number);
  sycl::event e = q->submit([](sycl::handler &h) {
    h.host_task([] {
      std::this_thread::yield();
      throw std::runtime_error("asynchronous");
    });
  });
  std::thread by_event([e]() mutable { e.wait_and_throw(); });
  std::thread asks([e] { (void)e.get_info<sycl::info::event::command_execution_status>(); });
  sycl::event last;
  at_once([q]() mutable { q->wait(); }, [q]() mutable { q->wait_and_throw(); },
          [q, number, &last]() mutable {
            last = work(*q, number);
            q.reset();
          });
  q.reset();
  e = sycl::event();
  by_event.join();
  asks.join();
  last.wait(); // main does not wait for other queues
  sycl::free(number, main);
}

static void buffers(sycl::queue &q) {
  std::optional<sycl::buffer<int>> b(std::in_place, 64);
  q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(*b, h), 1); });
  sycl::buffer<int> part(*b, sycl::id<1>(32), sycl::range<1>(32));
  const auto add = [q](auto to) {
    sycl::queue(q).submit([&](sycl::handler &h) { h.fill(sycl::accessor(to, h), 2); });
  };
  at_once([b, add]() mutable { add(*b); },
          [b]() mutable { CHECK(sycl::host_accessor(*b, sycl::read_only)[0] > 0); },
          [part]() mutable { CHECK(sycl::host_accessor(part, sycl::read_only)[0] > 0); },
          [part, add]() mutable { add(part); });
}

static void contexts(const sycl::device &d) {
  std::optional<sycl::context> c(d);
  std::optional<sycl::queue> q(std::in_place, *c, d);
  int *p = sycl::malloc_shared<int>(1, *q);
  *p = 0;
  auto bundle =
      std::make_optional(sycl::get_kernel_bundle<increment, sycl::bundle_state::executable>(*c));
  at_once(
      [c] {
        int *own = sycl::malloc_host<int>(1, *c);
        CHECK(sycl::get_pointer_type(own, *c) == sycl::usm::alloc::host);
        sycl::free(own, *c);
      },
      [q, p]() mutable {
        work(*q, p);
        q->wait();
        CHECK(*p == 1);
        sycl::free(p, *q);
      },
      [bundle, d] {
        const sycl::kernel k = bundle->get_kernel<increment>();
        CHECK(k.get_info<sycl::info::kernel_device_specific::work_group_size>(d) > 0);
      });
}

int main() {
  sycl::queue main;
  std::atomic<int> handled{0};
  constexpr int rounds = 200;
  for (int i = 0; i < rounds; ++i) {
    queues(main, handled);
    buffers(main);
    contexts(main.get_device());
  }
  for (int i = 0; i < 1000 && handled < rounds; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK_EQUAL(int(handled), rounds); // each error once
  return finish();
}
