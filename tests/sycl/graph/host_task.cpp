// sycl_ext_oneapi_graph: host tasks as nodes; their exceptions reach the asynchronous handler of
// the queue that runs the graph, each time.
#include <sycl/sycl.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "../check.hpp"

namespace graphs = sycl::ext::oneapi::experimental;

static void order(sycl::queue &q) {
  int *x = sycl::malloc_shared<int>(1, q);
  int seen = 0;
  graphs::command_graph graph{q};
  auto first = graph.add([&](sycl::handler &h) { h.single_task([=] { x[0] = x[0] * 2 + 1; }); });
  auto task = graph.add([&](sycl::handler &h) { h.host_task([x, &seen] { seen += x[0]++; }); },
                        {graphs::property::node::depends_on(first)});
  graph.add([&](sycl::handler &h) { h.single_task([=] { x[0] += 10; }); },
            {graphs::property::node::depends_on(task)});
  CHECK(task.get_type() == graphs::node_type::host_task);
  auto runs = graph.finalize();
  x[0] = 0;
  for (int i = 0; i < 3; ++i)
    q.ext_oneapi_graph(runs); // one after the other, whatever the queue
  q.wait();
  /* 0 -> 1, 2, 12 -> 25, 26, 36 -> 73, 74, 84 */
  CHECK(x[0] == 84 && seen == 1 + 25 + 73);
  sycl::free(x, q);
}

static void exceptions() {
  int caught = 0, wrong = 0;
  sycl::queue q{[&](sycl::exception_list list) {
    for (const std::exception_ptr &e : list)
      try {
        std::rethrow_exception(e);
      } catch (int value) {
        caught += value;
      } catch (...) {
        ++wrong;
      }
  }};
  std::atomic<int> after{0};
  graphs::command_graph graph{q};
  auto task = graph.add([&](sycl::handler &h) { h.host_task([] { throw 5; }); });
  graph.add([&](sycl::handler &h) { h.host_task([&] { ++after; }); },
            {graphs::property::node::depends_on(task)});
  auto runs = graph.finalize();
  for (int i = 1; i <= 3; ++i) {
    q.ext_oneapi_graph(runs);
    q.wait_and_throw();
    CHECK(caught == 5 * i && wrong == 0 && after == i);
  }
}

/* The task's data lives as long as a graph that may run it, or an execution. */
static void lifetime(sycl::queue &q) {
  const auto data = std::make_shared<std::atomic<int>>(0);
  std::optional<graphs::command_graph<graphs::graph_state::executable>> runs;
  {
    graphs::command_graph graph{q};
    graph.begin_recording(q);
    q.submit([&](sycl::handler &h) { h.host_task([data] { ++*data; }); });
    graph.end_recording();
    runs = graph.finalize();
  }
  CHECK(data.use_count() == 2);
  q.ext_oneapi_graph(*runs).wait();
  sycl::event last = q.ext_oneapi_graph(*runs);
  runs.reset();
  last.wait();
  CHECK(*data == 2);
  q.wait();
  last = sycl::event();
  // The thread that ran the task gives up the graph after the task's end.
  for (int i = 0; i < 10000 && data.use_count() != 1; i++)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(data.use_count() == 1);
}

int main() {
  sycl::queue q;
  order(q);
  sycl::queue in_order{q.get_context(), q.get_device(), sycl::property::queue::in_order()};
  order(in_order);
  exceptions();
  lifetime(q);
  lifetime(in_order);
  return finish();
}
