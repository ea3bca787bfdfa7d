// 4.13.1.1, 4.13.1.2: which handler gets which errors, and when.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "table.hpp"

/* What a handler was called with. */
struct log {
  int calls = 0;
  std::vector<std::string> texts;
  std::thread::id thread;
  auto handler() {
    return [this](sycl::exception_list list) {
      ++calls;
      thread = std::this_thread::get_id();
      for (const std::exception_ptr &e : list)
        try {
          std::rethrow_exception(e);
        } catch (const sycl::exception &error) {
          texts.push_back(error.what());
        } catch (const std::exception &error) {
          texts.push_back(error.what());
        } catch (int number) {
          texts.push_back(std::to_string(number));
        }
    };
  }
  bool has(const std::vector<std::string> &expected) {
    const bool is_equal = texts == expected;
    texts.clear();
    return is_equal;
  }
};

static sycl::event fail(sycl::queue &q, const char *text, sycl::event after = {}) {
  return q.submit([&](sycl::handler &h) {
    h.depends_on(after);
    h.host_task([=] { throw std::runtime_error(text); });
  });
}

/* Every way to ask; each error once. */
static void ways() {
  log own;
  sycl::queue q(own.handler(), sycl::property::queue::in_order());
  fail(q, "a");
  q.wait();
  CHECK(own.calls == 0); // wait alone tells nobody
  q.throw_asynchronous();
  CHECK(own.calls == 1 && own.has({"a"}));
  q.throw_asynchronous();
  CHECK(own.calls == 1);
  fail(q, "b");
  q.wait_and_throw();
  CHECK(own.has({"b"}));
  sycl::event e = fail(q, "c");
  e.wait();
  CHECK(own.has({}));
  e.wait_and_throw();
  CHECK(own.has({"c"}) && own.thread == std::this_thread::get_id());
  e.wait_and_throw();
  fail(q, "d");
  fail(q, "e");
  q.submit([](sycl::handler &h) { h.host_task([] { throw 6; }); });
  const int before = own.calls;
  sycl::event::wait_and_throw({fail(q, "f")});
  CHECK(own.calls == before + 1 && own.has({"d", "e", "6", "f"}));
  q.wait_and_throw();
  CHECK(own.calls == before + 1);
}

/* 4.13.1.3: the queue's, or else the context's. */
static void priorities() {
  log of_queue, of_context;
  const sycl::device d;
  const sycl::context c(d, of_context.handler());
  sycl::queue with(c, d, of_queue.handler()), without(c, d);
  fail(with, "a");
  with.wait_and_throw();
  CHECK(of_queue.has({"a"}) && of_context.has({}));
  fail(without, "b");
  without.wait_and_throw();
  CHECK(of_queue.has({}) && of_context.has({"b"}));
}

/* 4.13.1.1: the end of a queue; what its commands do afterwards is not lost. */
static void destruction() {
  log own, of_context;
  {
    sycl::queue q(own.handler()), copy = q;
    fail(q, "a");
    fail(q, "b", fail(q, "c")); // not run: what it depends on failed
    q.wait();
    q = sycl::queue();
    CHECK(own.calls == 0); // the copy lives
  }
  std::sort(own.texts.begin(), own.texts.end());
  CHECK(own.calls == 1 && own.has({"a", "c"}));
  {
    const sycl::context c(sycl::device(), of_context.handler());
    sycl::queue q(c, c.get_devices()[0]);
    fail(q, "d").wait();
  }
  CHECK(of_context.has({"d"}));
  /* The last handle goes while the command still runs. */
  std::atomic<bool> may_end{false}, is_told{false};
  {
    sycl::queue q([&](sycl::exception_list list) { is_told = list.size() == 1; });
    q.submit([&](sycl::handler &h) {
      h.host_task([&] {
        while (!may_end)
          std::this_thread::yield();
        throw std::runtime_error("late");
      });
    });
  }
  CHECK(!is_told);
  may_end = true;
  while (!is_told)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/* 4.6.6.2: the errors of the queues of what the event depends on, too. */
static void dependencies() {
  log first, second;
  sycl::queue a(first.handler()), b(second.handler());
  bool has_run = false;
  sycl::event last = b.submit([&](sycl::handler &h) {
    h.depends_on(fail(a, "a"));
    h.host_task([&] { has_run = true; });
  });
  sycl::event behind = b.single_task(last, [] {});
  behind.wait_and_throw();
  CHECK(!has_run && first.has({"a"}) && second.has({}));
  /* Failed before it was depended on. */
  sycl::event failed = fail(a, "b");
  failed.wait();
  behind = b.single_task(failed, [] {});
  behind.wait_and_throw();
  CHECK(first.has({"b"}) && second.calls == 0);
}

/* What a handler throws is for who asked. */
static void handler_throws() {
  int calls = 0;
  sycl::queue q([&](sycl::exception_list list) {
    ++calls;
    for (const std::exception_ptr &e : list)
      std::rethrow_exception(e);
  });
  for (const char *text : {"a", "b"}) {
    fail(q, text);
    try {
      q.wait_and_throw();
      CHECK(!"thrown");
    } catch (const std::runtime_error &e) {
      CHECK(std::string(e.what()) == text);
    }
  }
  q.wait_and_throw();
  CHECK(calls == 2);
}

/* A handler that uses its queue, and asks it again. */
static void handler_submits() {
  sycl::queue *self = nullptr;
  int calls = 0, result = 0;
  sycl::queue q([&](sycl::exception_list) {
    ++calls;
    self->submit([&](sycl::handler &h) { h.host_task([&] { ++result; }); });
    self->wait_and_throw();
  });
  self = &q;
  fail(q, "a");
  q.wait_and_throw();
  CHECK(calls == 1 && result == 1);
}

/* What cannot be submitted is an error of the call alone. */
static void synchronous() {
  log own;
  sycl::queue q(own.handler());
  throws(errc::nd_range, {},
         [&] { q.parallel_for(sycl::nd_range<1>(9, 2), [=](sycl::nd_item<1>) {}); });
  q.wait_and_throw();
  CHECK(own.calls == 0);
}

int main() {
  ways();
  priorities();
  destruction();
  dependencies();
  handler_throws();
  handler_submits();
  synchronous();
  return finish();
}
