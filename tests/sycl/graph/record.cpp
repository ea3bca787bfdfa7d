// sycl_ext_oneapi_graph: queues that record; edges, barriers, and what is refused meanwhile.
#include <sycl/sycl.hpp>

#include <optional>

#include "../check.hpp"

namespace graphs = sycl::ext::oneapi::experimental;
using sycl::errc;

static void in_order(const sycl::queue &like) {
  sycl::queue q{like.get_context(), like.get_device(), sycl::property::queue::in_order()};
  constexpr int n = 1000;
  int *x = sycl::malloc_shared<int>(n, q);
  graphs::command_graph graph{q};
  CHECK(q.ext_oneapi_get_state() == graphs::queue_state::executing);
  graph.begin_recording(q);
  CHECK(q.ext_oneapi_get_state() == graphs::queue_state::recording);
  CHECK(q.ext_oneapi_get_graph() == graph);
  x[0] = 5;
  q.fill(x, 1, n);
  for (int i = 0; i < 10; ++i)
    q.parallel_for(n, [=](sycl::id<1> k) { x[k] = x[k] * 2 + int(k[0] & 1); });
  sycl::event last = q.memset(x, 0, sizeof(int));
  CHECK(x[0] == 5); // nothing has run
  CHECK(graphs::node::get_node_from_event(last).get_type() == graphs::node_type::memset);
  graph.end_recording(q);
  graph.end_recording(q);
  CHECK(q.ext_oneapi_get_state() == graphs::queue_state::executing);
  q.wait();
  CHECK(x[0] == 5);
  CHECK(graph.get_nodes().size() == 12 && graph.get_root_nodes().size() == 1);
  auto runs = graph.finalize();
  for (int round = 0; round < 3; ++round) {
    q.memset(x, 0xff, n * sizeof(int));
    q.ext_oneapi_graph(runs);
    q.parallel_for(n, [=](sycl::id<1> k) { x[k] += 1; });
    q.wait();
    CHECK(x[0] == 1 && x[1] == 1024 + 1023 + 1 && x[n - 2] == 1025);
  }
  sycl::free(x, q);
}

static void several_queues(const sycl::queue &like) {
  sycl::queue a{like.get_context(), like.get_device()}, b{like.get_context(), like.get_device()};
  int *x = sycl::malloc_shared<int>(3, a);
  graphs::command_graph graph{a};
  graph.begin_recording({a, b});
  sycl::event one = a.single_task([=] { x[0] = 1; });
  sycl::event two = b.single_task([=] { x[1] = 2; });
  sycl::event three = b.submit([&](sycl::handler &h) {
    h.depends_on({one, two});
    h.single_task([=] { x[2] = x[0] + x[1]; });
  });
  graph.end_recording();
  CHECK(graphs::node::get_node_from_event(three).get_predecessors().size() == 2);
  auto runs = graph.finalize();
  for (int i = 0; i < 3; ++i) {
    x[0] = x[1] = x[2] = 0;
    a.ext_oneapi_graph(runs).wait();
    CHECK(x[2] == 3);
  }
  sycl::free(x, a);
}

static void transitive(const sycl::queue &like) {
  sycl::queue a{like.get_context(), like.get_device()}, b{like.get_context(), like.get_device()};
  int *x = sycl::malloc_shared<int>(1, a);
  graphs::command_graph graph{a};
  graph.begin_recording(a);
  sycl::event one = a.single_task([=] { x[0] = 1; });
  sycl::event two = b.single_task(one, [=] { x[0] += 1; });
  CHECK(b.ext_oneapi_get_state() == graphs::queue_state::recording);
  CHECK(graphs::node::get_node_from_event(two).get_predecessors()[0] ==
        graphs::node::get_node_from_event(one));
  graph.end_recording();
  CHECK(b.ext_oneapi_get_state() == graphs::queue_state::executing);
  CHECK_THROWS(b.single_task(one, [] {}), errc::invalid, "recording has ended");
  x[0] = 0;
  a.ext_oneapi_graph(graph.finalize()).wait();
  CHECK(x[0] == 2);
  sycl::free(x, a);
}

static void barriers(const sycl::queue &like) {
  sycl::queue q{like.get_context(), like.get_device()};
  int *x = sycl::malloc_shared<int>(4, q);
  graphs::command_graph graph{q};
  graph.begin_recording(q);
  q.single_task([=] { x[0] = 1; });
  q.single_task([=] { x[1] = 1; });
  sycl::event all = q.ext_oneapi_submit_barrier();
  sycl::event after = q.single_task([=] { x[2] = x[0] + x[1]; });
  sycl::event some = q.ext_oneapi_submit_barrier({after});
  sycl::event last = q.single_task([=] { x[3] = x[2] + 1; });
  graph.end_recording();
  auto node = [](const sycl::event &e) { return graphs::node::get_node_from_event(e); };
  CHECK(node(all).get_type() == graphs::node_type::ext_oneapi_barrier);
  CHECK(node(all).get_predecessors().size() == 2);
  CHECK(node(after).get_predecessors().size() == 1 &&
        node(after).get_predecessors()[0] == node(all));
  CHECK(node(last).get_predecessors().back() == node(some));
  for (int i = 0; i < 4; ++i)
    x[i] = 0;
  q.ext_oneapi_graph(graph.finalize()).wait();
  CHECK(x[3] == 3);
  sycl::free(x, q);
}

static void refused(const sycl::queue &like) {
  sycl::queue q{like.get_context(), like.get_device()}, free{like.get_context(), like.get_device()};
  sycl::queue elsewhere{sycl::context(like.get_device()), like.get_device()};
  graphs::command_graph graph{q}, other{q};
  CHECK_THROWS(graph.begin_recording(elsewhere), errc::invalid, "another device or context");
  CHECK_THROWS(graph.begin_recording({free, elsewhere}), errc::invalid,
               "another device or context");
  CHECK(free.ext_oneapi_get_state() == graphs::queue_state::executing);
  CHECK_THROWS(q.ext_oneapi_get_graph(), errc::invalid, "does not record");
  graph.begin_recording(q);
  CHECK_THROWS(graph.begin_recording(q), errc::invalid, "records for a graph already");
  CHECK_THROWS(other.begin_recording(q), errc::invalid, "records for a graph already");
  CHECK_THROWS(other.end_recording(q), errc::invalid, "another graph");
  sycl::event e = q.single_task([] {});
  CHECK_THROWS(e.wait(), errc::invalid, "recorded to a graph");
  CHECK_THROWS(e.get_info<sycl::info::event::command_execution_status>(), errc::invalid,
               "recorded to a graph");
  CHECK_THROWS(e.get_profiling_info<sycl::info::event_profiling::command_start>(), errc::invalid,
               "recorded to a graph");
  CHECK_THROWS(q.wait(), errc::invalid, "end the recording first");
  CHECK_THROWS(graph.add(), errc::invalid, "records for the graph");
  auto node = graphs::node::get_node_from_event(e);
  CHECK_THROWS(graph.make_edge(node, node), errc::invalid, "same node");
  sycl::event outside = free.single_task([] {});
  CHECK_THROWS(q.single_task(outside, [] {}), errc::invalid, "recorded to the same graph");
  CHECK_THROWS(q.parallel_for(sycl::nd_range<1>(10, 3), [](sycl::nd_item<1>) {}), errc::nd_range,
               "does not divide");
  CHECK(graph.get_nodes().size() == 1);
  graph.end_recording();
  free.wait();
}

/* The last copy of a graph ends what records for it, also when an exception does. */
static void ended_by_destruction(const sycl::queue &like) {
  sycl::queue q{like.get_context(), like.get_device()};
  try {
    graphs::command_graph graph{q};
    graph.begin_recording(q);
    q.single_task([] {});
    throw 1;
  } catch (int) {
  }
  CHECK(q.ext_oneapi_get_state() == graphs::queue_state::executing);
  q.single_task([] {}).wait();
  int *x = sycl::malloc_shared<int>(1, q);
  std::optional<graphs::command_graph<graphs::graph_state::executable>> runs;
  {
    graphs::command_graph graph{q};
    graph.begin_recording(q);
    q.single_task([=] { x[0] = 3; });
    graph.end_recording();
    runs = graph.finalize();
  }
  x[0] = 0;
  q.ext_oneapi_graph(*runs).wait();
  CHECK(x[0] == 3);
  sycl::event last = q.ext_oneapi_graph(*runs);
  runs.reset(); // while it may run
  last.wait();
  sycl::free(x, q);
}

/* A graph that is submitted to a recording queue is a node. */
static void sub_graph(const sycl::queue &like) {
  sycl::queue q{like.get_context(), like.get_device(), sycl::property::queue::in_order()};
  int *x = sycl::malloc_shared<int>(1, q);
  graphs::command_graph inner{q}, outer{q};
  inner.begin_recording(q);
  q.single_task([=] { x[0] += 1; });
  q.single_task([=] { x[0] *= 3; });
  inner.end_recording();
  auto child = inner.finalize();
  outer.begin_recording(q);
  q.single_task([=] { x[0] = 1; });
  q.ext_oneapi_graph(child);
  q.ext_oneapi_graph(child);
  outer.end_recording();
  CHECK(outer.get_nodes()[1].get_type() == graphs::node_type::subgraph);
  x[0] = 0;
  q.ext_oneapi_graph(outer.finalize()).wait();
  CHECK(x[0] == 21);
  sycl::free(x, q);
}

int main() {
  sycl::queue q;
  in_order(q);
  several_queues(q);
  transitive(q);
  barriers(q);
  refused(q);
  ended_by_destruction(q);
  sub_graph(q);
  return finish();
}
