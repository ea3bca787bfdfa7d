// SYCL 2020, 4.10: host tasks that wait for each other, more of them than the runtime starts
// threads for, and host tasks that wait for one behind them: none may keep another from beginning.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <future>
#include <mutex>
#include <optional>
#include <vector>

#include <unistd.h>

#include <sycl/sycl.hpp>

#include "../check.hpp"

constexpr int count = 40; // the pool has at most sixteen threads for short tasks

template <class Task> static sycl::event submit(sycl::queue &q, Task task) {
  return q.submit([&](sycl::handler &h) { h.host_task(task); });
}

/* All meet, in whatever order they begin. */
static void meeting() {
  std::vector<sycl::queue> queues(4);
  std::mutex lock;
  std::condition_variable all;
  int here = 0;
  for (int i = 0; i < count; ++i)
    submit(queues[size_t(i) % queues.size()], [&] {
      std::unique_lock<std::mutex> locked(lock);
      if (++here == count)
        all.notify_all();
      all.wait(locked, [&] { return here == count; });
    });
  for (sycl::queue &q : queues)
    q.wait();
  CHECK_EQUAL(here, count);
}

/* Each waits for the one behind it, which is another queue's. */
static void chain() {
  std::vector<sycl::queue> queues(3);
  std::vector<std::promise<int>> links(count + 1);
  for (int i = 0; i < count; ++i)
    submit(queues[size_t(i) % queues.size()], [&links, i] {
      links[size_t(i)].set_value(links[size_t(i) + 1].get_future().get() + 1);
    });
  links[count].set_value(0);
  CHECK_EQUAL(links[0].get_future().get(), count);
  for (sycl::queue &q : queues)
    q.wait();
}

/* Through SYCL: each submits one to the next queue, and waits for that. */
static void nested(std::vector<sycl::queue> &queues, int depth, std::atomic<int> &done) {
  if (depth < count)
    submit(queues[size_t(depth) % queues.size()], [&queues, depth, &done] {
      nested(queues, depth + 1, done);
    }).wait();
  ++done;
}

/* A value for whoever waits for it. Not a promise: ThreadSanitizer does not see into that. */
template <class T> class box {
public:
  void set(const T &value) {
    const std::lock_guard<std::mutex> locked(lock_);
    value_ = value;
    is_set_.notify_all();
  }
  T get() {
    std::unique_lock<std::mutex> locked(lock_);
    is_set_.wait(locked, [&] { return value_.has_value(); });
    return *value_;
  }

private:
  std::mutex lock_;
  std::condition_variable is_set_;
  std::optional<T> value_;
};

/* A waits for B by its event, C for A by other means, and C stands before B: whoever waits for B
 * must not begin C on top of A. */
static void crossed() {
  for (int round = 0; round < 20; ++round) {
    std::vector<sycl::queue> queues(8);
    box<sycl::event> b;
    box<bool> a_is_done;
    submit(queues[0], [&] {
      b.get().wait();
      a_is_done.set(true);
    });
    for (int c = 1; c < 7; ++c)
      submit(queues[size_t(c)], [&] { a_is_done.get(); });
    b.set(submit(queues[7], [] {}));
    for (sycl::queue &q : queues)
      q.wait();
  }
}

/* Many short ones do not get a thread each. */
static void backlog() {
  sycl::queue q;
  std::atomic<int> now{0}, most{0}, done{0};
  for (int i = 0; i < 400; ++i)
    submit(q, [&] {
      const int level = ++now;
      for (int seen = most; level > seen && !most.compare_exchange_weak(seen, level);)
        ;
      const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(500);
      while (std::chrono::steady_clock::now() < until)
        ;
      --now;
      ++done;
    });
  q.wait();
  CHECK_EQUAL(int(done), 400);
  CHECK(most <= 200);
}

static long threads() {
  const auto tasks = std::filesystem::directory_iterator("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

int main() {
  alarm(100); // instead of hanging
  sycl::queue().submit([](sycl::handler &h) { h.host_task([] {}); }).wait();
  const long most = threads() + count / 2; // a device's driver may have threads of its own
  meeting();
  for (int i = 0; i < 200 && threads() > most; ++i)
    usleep(100000);
  CHECK(threads() <= most); // those for the meeting end when it is over
  meeting();
  chain();
  std::vector<sycl::queue> queues(3);
  std::atomic<int> done{0};
  nested(queues, 0, done);
  CHECK_EQUAL(int(done), count + 1);
  crossed();
  backlog();
  return finish();
}
