// SYCL 2020, 4.13.1.1, 4.13.1.2: which handler gets which errors, and when.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "table.hpp"

/* What a handler was called with. */
struct error_log {
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
  error_log own;
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
  error_log of_queue, of_context;
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
  error_log own, of_context;
  {
    sycl::queue q(own.handler()), copy = q;
    fail(q, "a");
    fail(q, "b", fail(q, "c")); // runs, although what it depends on threw
    q.wait();
    q = sycl::queue();
    CHECK(own.calls == 0); // the copy lives
  }
  std::sort(own.texts.begin(), own.texts.end());
  CHECK(own.calls == 1 && own.has({"a", "b", "c"}));
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
  error_log first, second;
  sycl::queue a(first.handler()), b(second.handler());
  bool has_run = false;
  sycl::event last = b.submit([&](sycl::handler &h) {
    h.depends_on(fail(a, "a"));
    h.host_task([&] { has_run = true; });
  });
  sycl::event behind = b.single_task(last, [] {});
  behind.wait_and_throw();
  CHECK(has_run && first.has({"a"}) && second.has({}));
  /* Failed before it was depended on. */
  sycl::event failed = fail(a, "b");
  failed.wait();
  behind = b.single_task(failed, [] {});
  behind.wait_and_throw();
  CHECK(first.has({"b"}) && second.calls == 0);
}

/* Two queues fail, and a third has nothing to do with the event. is_late: before it is submitted.
 */
struct failures {
  error_log first, second, unrelated, own;
  sycl::queue a, b, aside, c;
  bool is_late;
  std::atomic<bool> may_fail;
  explicit failures(bool late, const sycl::property_list &properties = {})
      : a(first.handler()), b(second.handler()), aside(unrelated.handler()),
        c(own.handler(), properties), is_late(late), may_fail(late) {
    fail(aside, "aside").wait();
  }
  template <class Group> sycl::event fail_late(sycl::queue &q, const char *text, Group group) {
    sycl::event e = q.submit([&](sycl::handler &h) {
      group(h);
      h.host_task([this, text] {
        while (!may_fail)
          std::this_thread::yield();
        throw std::runtime_error(text);
      });
    });
    if (is_late)
      e.wait();
    return e;
  }
  /* Each error was delivered once, to its own queue. */
  void check(sycl::event e) {
    may_fail = true;
    for (int i = 0; i < 2; ++i)
      e.wait_and_throw();
    CHECK(first.calls == 1 && first.has({"a"}));
    CHECK(second.calls == 1 && second.has({"b"}));
    CHECK(own.calls == 0 && unrelated.calls == 0);
    for (sycl::queue *q : {&a, &b, &c})
      q->wait_and_throw();
    CHECK(first.calls == 1 && second.calls == 1 && own.calls == 0);
    aside.wait_and_throw();
    CHECK(unrelated.has({"aside"}));
  }
};

/* 4.6.6.2: several dependencies that fail; directly, and by way of another queue. */
static void several_fail(bool is_late, bool is_indirect) {
  failures f(is_late);
  const auto nothing = [](sycl::handler &) {};
  const sycl::event a = f.fail_late(f.a, "a", nothing), b = f.fail_late(f.b, "b", nothing);
  sycl::queue between;
  sycl::event e = (is_indirect ? between : f.c).submit([&](sycl::handler &h) {
    h.depends_on({a, b});
    h.single_task([] {});
  });
  f.check(is_indirect ? f.c.single_task(e, [] {}) : e);
}

/* Order alone: the command runs, and the errors of those before it are delivered. */
static void accessors_of_failed(bool is_late, bool is_indirect) {
  int ran = 0;
  failures f(is_late);
  sycl::buffer<int> data(4), copy(4);
  const auto writes = [&](sycl::handler &h) {
    sycl::accessor w(data, h, sycl::write_only_host_task);
  };
  f.fail_late(f.a, "a", writes);
  f.fail_late(f.b, "b", writes);
  sycl::queue between;
  if (is_indirect)
    between.submit([&](sycl::handler &h) {
      sycl::accessor r(data, h, sycl::read_only);
      sycl::accessor w(copy, h, sycl::write_only, sycl::no_init);
      h.parallel_for(4, [=](sycl::id<1> i) { w[i] = r[i]; });
    });
  sycl::event e = f.c.submit([&](sycl::handler &h) {
    sycl::accessor r(is_indirect ? copy : data, h, sycl::read_only_host_task);
    h.host_task([&ran] { ++ran; });
  });
  f.check(e);
  CHECK(ran == 1);
}

static void in_order_after_failed(bool is_late) {
  failures f(is_late, sycl::property::queue::in_order());
  for (sycl::queue *q : {&f.a, &f.b})
    f.c.single_task(f.fail_late(*q, q == &f.a ? "a" : "b", [](sycl::handler &) {}), [] {});
  if (is_late)
    f.c.wait();
  f.check(f.c.single_task([] {}));
}

/* Its last handle goes first: the event keeps what is still to come. */
static void queue_gone() {
  error_log of_dead, own;
  std::atomic<bool> may_fail{false};
  sycl::queue q(own.handler());
  sycl::event e;
  {
    sycl::queue dead(of_dead.handler());
    e = q.single_task(dead.submit([&](sycl::handler &h) {
      h.host_task([&] {
        while (!may_fail)
          std::this_thread::yield();
        throw std::runtime_error("a");
      });
    }),
                      [] {});
  }
  CHECK(of_dead.calls == 0);
  may_fail = true;
  e.wait_and_throw();
  CHECK(of_dead.calls == 1 && of_dead.has({"a"}) && own.calls == 0);
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
  error_log own;
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
  for (bool is_late : {false, true}) {
    for (bool is_indirect : {false, true}) {
      several_fail(is_late, is_indirect);
      accessors_of_failed(is_late, is_indirect);
    }
    in_order_after_failed(is_late);
  }
  queue_gone();
  handler_throws();
  handler_submits();
  synchronous();
  return finish();
}
