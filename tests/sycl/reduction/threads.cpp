// SYCL 2020, 4.9.2: reductions at the same time, of several threads on queues of their own and on
// queues that they share: each works in memory of its own.
#include "../check.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <future>
#include <thread>
#include <vector>

constexpr int threads = 3, rounds = 20, at_once = 4;

/* Sums of lengths that differ, and so do their work-groups; at_once of them under way. */
static void reduce(sycl::queue q, int first) {
  long *sums = sycl::malloc_shared<long>(at_once, q);
  for (int round = 0; round < rounds; ++round) {
    std::vector<sycl::event> done;
    for (int i = 0; i < at_once; ++i) {
      sums[i] = 0;
      const size_t n = size_t(first + i) * 1000 + round;
      done.push_back(q.parallel_for(sycl::range<1>(n),
                                    sycl::reduction(sums + i, sycl::plus<long>()),
                                    [=](sycl::id<1> at, auto &sum) { sum += long(at[0]); }));
    }
    sycl::event::wait(done);
    for (int i = 0; i < at_once; ++i) {
      const long n = long(first + i) * 1000 + round;
      CHECK_EQUAL(sums[i], n * (n - 1) / 2);
    }
  }
  sycl::free(sums, q);
}

/* Memory to work in that is not kept, of commands that are held back: nobody else may get it. */
template <size_t length> static void held_back() {
  constexpr size_t n = 1 << 19;
  sycl::queue q{sycl::property::queue::in_order()};
  long *sums = sycl::malloc_shared<long>(length, q);
  std::fill_n(sums, length, 0);
  std::promise<void> gate;
  q.submit([&](sycl::handler &h) { h.host_task([&] { gate.get_future().wait(); }); });
  sycl::event done =
      q.parallel_for(sycl::range<1>(n),
                     sycl::reduction(sycl::span<long, length>(sums, length), sycl::plus<long>()),
                     [=](sycl::id<1> at, auto &sum) { sum[at[0] % length] += 1; });
  std::vector<std::vector<long>> others;
  for (size_t count = length; count <= size_t(8) << 20; count *= 2)
    others.emplace_back(count, 7);
  gate.set_value();
  done.wait();
  for (size_t i = 0; i < length; ++i)
    CHECK_EQUAL(sums[i], long(n / length));
  for (const std::vector<long> &other : others)
    CHECK(std::count(other.begin(), other.end(), 7) == std::ptrdiff_t(other.size()));
  sycl::free(sums, q);
}

int main() {
  sycl::queue shared,
      shared_in_order{shared.get_context(), shared.get_device(), sycl::property::queue::in_order()};
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back([=] {
      reduce(shared, 1 + i);
      reduce(shared_in_order, 1 + i);
      reduce(sycl::queue{sycl::property::queue::in_order()}, 100 * i + 1);
    });
  for (std::thread &thread : all)
    thread.join();

  // Behind a host task the commands are held back.
  sycl::event gate = shared_in_order.submit([](sycl::handler &h) { h.host_task([] {}); });
  reduce(shared_in_order, 2);
  if (shared.get_device().is_cpu())
    held_back<1 << 16>();
  else /* a GPU has many groups, and too little private memory for larger reducers */
    held_back<1 << 12>();
}
