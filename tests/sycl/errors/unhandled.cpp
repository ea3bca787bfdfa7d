// SYCL 2020, 4.13.1.2: errors that nobody handles are printed, and the program terminates. Each
// case in a process of its own, which has not used SYCL before.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <thread>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "table.hpp"

/* How the child ends; *out_said is what it wrote to standard error. */
template <class Case> static int end_of(const Case &run, std::string *out_said) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    close(ends[0]);
    close(ends[1]);
    run();
    std::exit(0);
  }
  close(ends[1]);
  out_said->clear();
  char part[512];
  for (ssize_t got; (got = read(ends[0], part, sizeof part)) > 0;)
    out_said->append(part, size_t(got));
  close(ends[0]);
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* It aborts and says the words. */
template <class Case>
static void aborts(std::initializer_list<const char *> words, const Case &run,
                   int line = __builtin_LINE()) {
  std::string said;
  const int end = end_of(run, &said);
  if (end != -SIGABRT) {
    std::fprintf(stderr, "%s:%d: ends with %d, saying: %s\n", __FILE__, line, end, said.c_str());
    std::exit(1);
  }
  for (const char *word : words)
    check_contains(said, word, __FILE__, line);
}

static std::atomic<bool> may_fail{true};

static sycl::event fail(sycl::queue &q, const char *text) {
  return q.submit([=](sycl::handler &h) {
    h.host_task([=] {
      while (!may_fail)
        std::this_thread::yield();
      throw std::runtime_error(text);
    });
  });
}

int main() {
  const char *prefix = "sycl: unhandled asynchronous error: ";
  aborts({prefix, "by the queue"}, [] {
    sycl::queue q;
    fail(q, "by the queue");
    q.wait_and_throw();
  });
  aborts({prefix, "by the event"}, [] {
    sycl::queue q;
    fail(q, "by the event").wait_and_throw();
  });
  aborts({"first error", "second error", "unknown type"}, [] {
    sycl::queue q{sycl::property::queue::in_order()};
    fail(q, "first error");
    fail(q, "second error");
    q.submit([](sycl::handler &h) { h.host_task([] { throw 6; }); });
    q.wait_and_throw();
  });
  aborts({prefix, "at its end"}, [] {
    sycl::queue q;
    fail(q, "at its end").wait();
  });
  aborts({prefix, "behind its end"}, [] {
    may_fail = false;
    fail(*std::make_unique<sycl::queue>(), "behind its end");
    may_fail = true; // the queue is gone
    std::this_thread::sleep_for(std::chrono::seconds(20));
  });
  aborts({prefix, "while the process exits"}, [] {
    sycl::queue q;
    may_fail = false;
    std::atexit([] { may_fail = true; });
    fail(q, "while the process exits");
    q = sycl::queue();
  });
  /* An empty handler is none. */
  aborts({prefix, "empty handler"}, [] {
    sycl::queue q{sycl::async_handler()};
    fail(q, "empty handler");
    q.wait_and_throw();
  });
  /* The handler's own exception has nowhere to go where a queue ends. */
  aborts({"thrown by a handler"}, [] {
    sycl::queue q([](sycl::exception_list) { throw std::logic_error("thrown by a handler"); });
    fail(q, "first").wait();
  });
  /* Nobody asked, nothing failed: nothing is said. */
  std::string said;
  CHECK_EQUAL(end_of(
                  [] {
                    sycl::queue q([](sycl::exception_list) {});
                    fail(q, "handled").wait_and_throw();
                    q.single_task([] {}).wait_and_throw();
                  },
                  &said),
              0);
  CHECK(said.empty());
  return finish();
}
