// sycl_khr_free_function_commands: commands without events run, in the order that barriers give
// them, from a queue that may be constant and in a command group; submit_tracked has an event.
#include <memory>

#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace khr = sycl::khr;
static_assert(SYCL_KHR_FREE_FUNCTION_COMMANDS == 1);

constexpr size_t N = 64;

static int sum_to(int n) {
  return n * (n - 1) / 2;
}

static void kernels(const sycl::queue &q, int *a, int *sum) {
  khr::launch(q, {N}, [=](sycl::id<1> i) { a[i] = int(i); });
  khr::command_barrier(q);
  khr::launch_grouped(q, sycl::range<2>(8, 8), {2, 4},
                      [=](sycl::nd_item<2> it) { a[it.get_global_linear_id()] += 1; });
  khr::command_barrier(q);
  khr::launch_task(q, [=] { a[0] += 100; });
  khr::command_barrier(q);
  const auto add = [=](sycl::id<1> i, auto &s) { s.combine(a[i]); };
  khr::launch_reduce(q, sycl::range<1>(N), add, sycl::reduction(sum, sycl::plus<>()));
  sycl::buffer<int> most(1);
  most.get_host_access()[0] = 0;
  khr::submit(q, [&](sycl::handler &h) { // the same function object: another kernel
    khr::launch_reduce(h, sycl::range<1>(N), add, sycl::reduction(most, h, sycl::maximum<>()));
  });
  sycl::queue(q).wait();
  CHECK_EQUAL(*sum, 100 + sum_to(N + 1));
  CHECK_EQUAL(most.get_host_access()[0], 101);

  const sycl::event done = khr::submit_tracked(q, [&](sycl::handler &h) {
    khr::launch_grouped_reduce(
        h, N, 8, [=](sycl::nd_item<1> it, auto &s) { s += a[it.get_global_id(0)]; },
        sycl::reduction(sum, sycl::plus<>()));
  });
  khr::event_barrier(q, {done});
  khr::launch_task(q, [=] { *sum += 1; });
  sycl::queue(q).wait();
  CHECK_EQUAL(*sum, 2 * (100 + sum_to(N + 1)) + 1);
}

static void memory(sycl::queue &q, int *a) {
  int host[N], back[N] = {};
  for (int i = 0; i < int(N); ++i)
    host[i] = i;
  khr::copy(q, host, a, N);
  khr::command_barrier(q);
  khr::memcpy(q, back, a, sizeof back);
  q.wait();
  CHECK(back[0] == 0 && back[N - 1] == int(N) - 1);
  khr::fill(q, a, 5, N);
  khr::command_barrier(q);
  khr::submit(q, [&](sycl::handler &h) { khr::memset(h, a, 1, sizeof(int)); });
  khr::prefetch(q, a, sizeof back);
  khr::mem_advise(q, a, sizeof back, 0);
  q.wait();
  CHECK(a[0] == 0x01010101 && a[1] == 5 && a[N - 1] == 5);
}

/* What is behind a shared_ptr may go when copy returns. */
static void accessors(sycl::queue &q) {
  const std::shared_ptr<int[]> from(new int[N]), to(new int[N]());
  for (int i = 0; i < int(N); ++i)
    from[i] = 3 * i;
  sycl::buffer<int> b(N), c(N);
  khr::copy(q, from, sycl::accessor(b, sycl::write_only));
  khr::copy(q, sycl::accessor(b, sycl::read_only), sycl::accessor(c, sycl::write_only));
  khr::submit(q,
              [&](sycl::handler &h) { khr::copy(h, sycl::accessor(c, h, sycl::read_only), to); });
  CHECK(to[1] == 3 && to[N - 1] == 3 * int(N - 1));
  khr::fill(q, sycl::accessor(b, sycl::write_only), 7);
  khr::update_host(q, sycl::accessor(b, sycl::read_only));
  CHECK_EQUAL(b.get_host_access()[N - 1], 7);
}

int main() {
  sycl::queue q;
  int *a = sycl::malloc_shared<int>(N + 1, q);
  a[N] = 0;
  kernels(q, a, a + N);
  memory(q, a);
  accessors(q);
  sycl::free(a, q);
  return finish();
}
