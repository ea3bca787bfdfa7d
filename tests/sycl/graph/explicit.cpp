// sycl_ext_oneapi_graph: graphs made of nodes and edges; what they answer, and what they refuse.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace graphs = sycl::ext::oneapi::experimental;
using sycl::errc;
using depends_on = graphs::property::node::depends_on;
using all_leaves = graphs::property::node::depends_on_all_leaves;

static void diamond(sycl::queue &q) {
  constexpr int n = 256;
  int *x = sycl::malloc_shared<int>(4 * n, q);
  graphs::command_graph graph{q.get_context(), q.get_device()};
  CHECK(graph.empty());
  auto top = graph.add([&](sycl::handler &h) { h.fill(x, 7, n); });
  auto left = graph.add(
      [&](sycl::handler &h) {
        h.parallel_for(n, [=](sycl::id<1> i) { x[n + i[0]] = x[i[0]] + 1; });
      },
      {depends_on(top)});
  auto right = graph.add([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(n, 32), [=](sycl::nd_item<1> item) {
      const size_t i = item.get_global_id(0);
      x[2 * n + i] = x[i] * 2;
    });
  });
  graph.make_edge(top, right);
  auto bottom = graph.add([&](sycl::handler &h) { h.memcpy(x + 3 * n, x + n, n * sizeof(int)); },
                          all_leaves());
  auto sum = graph.add(
      [&](sycl::handler &h) {
        h.parallel_for(n, [=](sycl::id<1> i) { x[3 * n + i[0]] += x[2 * n + i[0]]; });
      },
      {depends_on(bottom, right)});
  CHECK(!graph.empty() && graph.get_nodes().size() == 5);
  CHECK(graph.get_root_nodes().size() == 1 && graph.get_root_nodes()[0] == top);
  CHECK(top.get_type() == graphs::node_type::memfill);
  CHECK(left.get_type() == graphs::node_type::kernel);
  CHECK(bottom.get_type() == graphs::node_type::memcpy);
  CHECK(top.get_successors().size() == 2 && top.get_predecessors().empty());
  CHECK(bottom.get_predecessors().size() == 2 && sum.get_predecessors().size() == 2);
  CHECK(bottom.get_successors().size() == 1 && bottom.get_successors()[0] == sum);

  auto runs = graph.finalize();
  CHECK(runs.get_required_mem_size() == 0);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4 * n; ++i)
      x[i] = -1;
    q.ext_oneapi_graph(runs).wait();
    for (int i = 0; i < n; ++i)
      CHECK(x[i] == 7 && x[n + i] == 8 && x[2 * n + i] == 14 && x[3 * n + i] == 22);
  }
  /* What is added later is in later executables only. */
  graph.add([&](sycl::handler &h) { h.memset(x, 0, sizeof(int)); }, all_leaves());
  q.ext_oneapi_graph(runs).wait();
  CHECK(x[0] == 7);
  auto more = graph.finalize();
  q.submit([&](sycl::handler &h) { h.ext_oneapi_graph(more); }).wait();
  CHECK(x[0] == 0 && x[1] == 7);
  sycl::free(x, q);
}

static void sub_graph(sycl::queue &q) {
  int *x = sycl::malloc_shared<int>(2, q);
  graphs::command_graph inner{q};
  auto first = inner.add([&](sycl::handler &h) { h.single_task([=] { x[0] += 10; }); });
  inner.add([&](sycl::handler &h) { h.single_task([=] { x[0] *= 2; }); }, {depends_on(first)});
  auto child = inner.finalize();
  graphs::command_graph outer{q};
  auto before = outer.add([&](sycl::handler &h) { h.single_task([=] { x[0] = 1; }); });
  auto nested =
      outer.add([&](sycl::handler &h) { h.ext_oneapi_graph(child); }, {depends_on(before)});
  auto again =
      outer.add([&](sycl::handler &h) { h.ext_oneapi_graph(child); }, {depends_on(nested)});
  outer.add([&](sycl::handler &h) { h.single_task([=] { x[1] = x[0] + 1; }); },
            {depends_on(again)});
  CHECK(nested.get_type() == graphs::node_type::subgraph);
  auto runs = outer.finalize();
  for (int i = 0; i < 3; ++i) {
    x[0] = x[1] = 0;
    q.ext_oneapi_graph(runs).wait();
    CHECK(x[0] == 64 && x[1] == 65);
  }
  q.ext_oneapi_graph(child).wait();
  CHECK(x[0] == 148);
  sycl::free(x, q);
}

/* Kokkos adds what it has recorded so: the executable graph is gone when the command group is. */
static void temporary_sub_graph(sycl::queue &q) {
  int *x = sycl::malloc_shared<int>(1, q);
  x[0] = 0;
  graphs::command_graph outer{q};
  {
    graphs::command_graph inner{q};
    inner.add([&](sycl::handler &h) { h.single_task([=] { x[0] += 10; }); });
    outer.add([&](sycl::handler &h) { h.ext_oneapi_graph(inner.finalize()); });
    q.submit([&](sycl::handler &h) { h.ext_oneapi_graph(inner.finalize()); }).wait();
  }
  CHECK(x[0] == 10);
  q.ext_oneapi_graph(outer.finalize()).wait();
  CHECK(x[0] == 20);
  sycl::free(x, q);
}

static void nothing(sycl::queue &q) {
  graphs::command_graph graph{q};
  q.ext_oneapi_graph(graph.finalize()).wait();
  auto a = graph.add(), b = graph.add(depends_on(a));
  CHECK(a.get_type() == graphs::node_type::empty && b.get_predecessors()[0] == a);
  auto runs = graph.finalize();
  sycl::event done = q.ext_oneapi_graph(runs);
  q.ext_oneapi_graph(runs, done).wait();
  q.ext_oneapi_graph(runs, {done, sycl::event()}).wait();
  graphs::execute_graph(q, runs);
  q.wait();
}

static void refused(sycl::queue &q) {
  graphs::command_graph graph{q}, other{q}, loose{q, graphs::property::graph::no_cycle_check()};
  auto a = graph.add(), b = graph.add(depends_on(std::vector<graphs::node>{a})),
       c = graph.add(depends_on(b));
  auto stranger = other.add();
  CHECK(graph.get_id() < other.get_id());
  CHECK_THROWS(graph.make_edge(c, a), errc::invalid, "cycle");
  CHECK_THROWS(graph.make_edge(a, a), errc::invalid, "same node");
  CHECK_THROWS(graph.make_edge(a, stranger), errc::invalid, "not a node of this graph");
  CHECK_THROWS(graph.add(depends_on(stranger)), errc::invalid, "another graph");
  CHECK(graph.get_nodes().size() == 3);
  graph.make_edge(a, c);
  graph.make_edge(a, c);
  CHECK(c.get_predecessors().size() == 2);
  auto x = loose.add(), y = loose.add(depends_on(x));
  loose.make_edge(y, x);
  CHECK_THROWS(loose.finalize(), errc::invalid, "cycle");
  CHECK_THROWS(graph.add([&](sycl::handler &h) { h.ext_oneapi_barrier(); }), errc::invalid,
               "barrier");
  sycl::event outside = q.single_task([] {});
  CHECK_THROWS(graph.add([&](sycl::handler &h) {
    h.depends_on(outside);
    h.single_task([] {});
  }),
               errc::invalid, "recorded to the same graph");
  CHECK_THROWS(graphs::node::get_node_from_event(outside), errc::invalid, "not of a node");
  CHECK_THROWS(graph.print_graph("graph.txt"), errc::invalid, ".dot");
  CHECK_THROWS((graphs::command_graph{q, graphs::property::graph::enable_native_recording()}),
               errc::feature_not_supported, "native_recording");
  CHECK_THROWS(graph.add([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(10, 3), [](sycl::nd_item<1>) {});
  }),
               errc::nd_range, "does not divide");
  sycl::queue elsewhere{sycl::context(q.get_device()), q.get_device()};
  auto runs = graph.finalize();
  CHECK_THROWS(elsewhere.ext_oneapi_graph(runs), errc::invalid, "device and context");
  outside.wait();
}

static void same_object(sycl::queue &q) {
  graphs::command_graph graph{q};
  auto copy = graph;
  CHECK(copy == graph && std::hash<decltype(copy)>()(copy) == std::hash<decltype(copy)>()(graph));
  auto node = copy.add();
  CHECK(graph.get_nodes()[0] == node);
  auto runs = graph.finalize(), twin = runs;
  CHECK(runs == twin && runs != graph.finalize());
}

int main() {
  sycl::queue q;
  CHECK(q.get_device().has(sycl::aspect::ext_oneapi_graph));
  CHECK(q.get_device().has(sycl::aspect::ext_oneapi_limited_graph));
  diamond(q);
  sycl::queue in_order{q.get_context(), q.get_device(), sycl::property::queue::in_order()};
  diamond(in_order);
  sub_graph(q);
  temporary_sub_graph(q);
  nothing(q);
  nothing(in_order);
  refused(q);
  same_object(q);
  return finish();
}
