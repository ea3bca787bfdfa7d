// SYCL 2020, 4.6.5: submission does not wait for the command. Kernels wait for a flag that the host
// sets after submit, or for each other; nothing here depends on how long anything takes, and what
// does not hold ends in the test's time limit.
#include <atomic>
#include <thread>
#include <vector>

#include <sycl/sycl.hpp>

#include "../check.hpp"

using atomic = sycl::atomic_ref<int, sycl::memory_order::seq_cst, sycl::memory_scope::system>;

struct flags {
  int started, flag;
};

/* One kernel for all cases, so that it is short at first and long later. */
static sycl::event wait_in_kernel(sycl::queue &q, flags *f, int least) {
  return q.single_task([=] {
    atomic(f->started).fetch_add(1);
    while (atomic(f->flag).load() < least)
      ;
  });
}

static void await(int &counter, int least) {
  while (atomic(counter).load() < least)
    std::this_thread::yield();
}

static bool is_complete(const sycl::event &e) {
  return e.get_info<sycl::info::event::command_execution_status>() ==
         sycl::info::event_command_status::complete;
}

/* From the first launch on, also after many that were short; with or without a wait. */
static void host_sets_flag(sycl::queue q, flags *f) {
  for (int round = 0; round < 60; ++round) {
    const bool is_set = round >= 10 && round < 50;
    *f = {0, is_set};
    sycl::event e = wait_in_kernel(q, f, 1);
    if (!is_set) {
      CHECK(!is_complete(e));
      if (round % 2)
        await(f->started, 1);
      atomic(f->flag).store(1);
    }
    if (round % 4 < 2)
      while (!is_complete(e))
        std::this_thread::yield();
    q.wait();
    CHECK_EQUAL(f->started, 1);
  }
}

/* An in-order queue: what is behind the kernel that waits neither runs nor holds the host. */
static void in_order(flags *f) {
  sycl::queue q{sycl::property::queue::in_order()};
  *f = {0, 0};
  wait_in_kernel(q, f, 1);
  for (int i = 0; i < 100; ++i)
    q.single_task([=] { atomic(f->started).fetch_add(1); });
  CHECK(atomic(f->started).load() <= 1);
  atomic(f->flag).store(1);
  q.wait();
  CHECK_EQUAL(f->started, 101);
}

/* Two kernels of two queues, each of which waits for the other, where there are two threads. */
static void kernels_meet(flags *f, bool host_waits) {
  sycl::queue a, b;
  if (a.get_device().get_info<sycl::info::device::max_compute_units>() < 2)
    return;
  f[0] = f[1] = {0, 0};
  const auto meet = [=](int mine) {
    return [=] {
      atomic(f[mine].flag).store(1);
      while (!atomic(f[1 - mine].flag).load())
        ;
    };
  };
  sycl::event first = a.single_task(meet(0)), second = b.single_task(meet(1));
  while (!host_waits && !(is_complete(first) && is_complete(second)))
    std::this_thread::yield();
  a.wait();
  b.wait();
}

/* The host waits for one queue while a kernel of another waits for the host. */
static void host_waits_for_another(flags *f) {
  sycl::queue spins, works;
  int *n = sycl::malloc_shared<int>(2, works);
  for (int round = 0; round < 10; ++round) {
    *f = {0, 0};
    n[0] = 1000, n[1] = 0;
    sycl::event e = wait_in_kernel(spins, f, 1);
    if (round % 2)
      await(f->started, 1);
    works.single_task([=] {
      for (int i = 0; i < n[0]; ++i)
        n[1] += i;
    });
    works.wait();
    CHECK_EQUAL(n[1], 499500);
    atomic(f->flag).store(1);
    e.wait();
  }
  sycl::free(n, works);
}

int main() {
  sycl::queue q;
  flags *f = sycl::malloc_shared<flags>(2, q);
  host_sets_flag(q, f);
  host_sets_flag(sycl::queue{sycl::property::queue::in_order()}, f);
  in_order(f);
  for (int round = 0; round < 10; ++round)
    kernels_meet(f, round % 2);
  host_waits_for_another(f);
  sycl::free(f, q);
  return finish();
}
