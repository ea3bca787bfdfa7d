// Falx: signals of the process go to the program's own threads, never to the runtime's; what a
// kernel or a host task does wrong itself goes to the program's handler, on the thread that does
// it.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <sycl/sycl.hpp>

#include "../check.hpp"

static pthread_t main_thread;
static volatile sig_atomic_t received, strayed;

static void count(int) {
  received = received + 1;
  if (!pthread_equal(pthread_self(), main_thread))
    strayed = strayed + 1;
}

static void use(sycl::queue &q, int *numbers) {
  q.parallel_for(sycl::range(100000), [=](sycl::id<1> i) {
    const sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> number(
        numbers[i % 1000]);
    number.store(1);
  });
  for (int i = 0; i < 4; ++i)
    q.submit([](sycl::handler &h) { h.host_task([] { std::this_thread::yield(); }); });
}

/* In a child that has not used SYCL: how it ends with a handler for the signal. */
template <class Fault> static int ends_with(int number, const Fault &fault) {
  const pid_t child = fork();
  if (child == 0) {
    struct sigaction action = {};
    action.sa_handler = [](int) { _exit(7); };
    sigaction(number, &action, nullptr);
    sycl::queue q;
    fault(q);
    q.wait();
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int main() {
  setenv("FALX_NUM_THREADS", "8", 1); // whatever the processors: workers besides the caller
  volatile int *volatile nowhere = nullptr;
  CHECK_EQUAL(ends_with(SIGSEGV,
                        [&](sycl::queue &q) {
                          volatile int *to = nowhere;
                          q.parallel_for(sycl::range(1000000), [=](sycl::id<1> i) { to[i] = 1; });
                          while (true) // the fault is a worker's
                            pause();
                        }),
              7);
  CHECK_EQUAL(ends_with(SIGSEGV,
                        [&](sycl::queue &q) {
                          q.submit([&](sycl::handler &h) { h.host_task([=] { *nowhere = 1; }); });
                          while (true)
                            pause();
                        }),
              7);
  CHECK_EQUAL(ends_with(SIGABRT,
                        [&](sycl::queue &q) {
                          q.submit([&](sycl::handler &h) { h.host_task([] { std::abort(); }); });
                          while (true)
                            pause();
                        }),
              7);

  main_thread = pthread_self();
  std::signal(SIGUSR1, count);
  sycl::queue q;
  int *numbers = sycl::malloc_shared<int>(1000, q);
  use(q, numbers); // the threads are there
  q.wait();
  std::atomic<bool> is_over{false};
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &own, nullptr);
  std::thread sender([&] {
    while (!is_over) {
      kill(getpid(), SIGUSR1);
      std::this_thread::yield();
    }
  });
  pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
  for (int i = 0; i < 200 || (received < 100 && i < 100000); ++i) {
    use(q, numbers);
    q.wait();
  }
  is_over = true;
  sender.join();
  CHECK(received > 0);
  CHECK_EQUAL(int(strayed), 0);
  sycl::free(numbers, q);
  return finish();
}
