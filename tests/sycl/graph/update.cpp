// sycl_ext_oneapi_graph: executable graphs are updated from nodes, whose ranges, arguments and
// commands change, and from a graph that was built the same way.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace graphs = sycl::ext::oneapi::experimental;
using sycl::errc;
using updatable = graphs::property::graph::updatable;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((graphs::nd_range_kernel<1>))
void scale(int *x, int factor) {
  const size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
  x[i] = int(i) * factor;
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((graphs::single_task_kernel))
void put(sycl::accessor<int, 1> x, int value) {
  x[0] = value;
}

template <auto *F> static sycl::kernel kernel_of(const sycl::queue &q) {
  auto bundle = graphs::get_kernel_bundle<F, sycl::bundle_state::executable>(q.get_context());
  return bundle.template ext_oneapi_get_kernel<F>();
}

static void ranges(sycl::queue &q) {
  int *x = sycl::malloc_shared<int>(64, q);
  graphs::command_graph graph{q};
  auto plain =
      graph.add([&](sycl::handler &h) { h.parallel_for(8, [=](sycl::id<1> i) { x[i] += 1; }); });
  auto nd = graph.add([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(16, 8),
                   [=](sycl::nd_item<1> i) { x[32 + i.get_global_id(0)] += 1; });
  });
  auto empty = graph.add();
  auto fixed = graph.finalize(), runs = graph.finalize(updatable());
  const auto count = [&](int begin) {
    int ones = 0;
    for (int i = begin; i < begin + 32; ++i)
      ones += x[i];
    return ones;
  };
  plain.update_range(sycl::range<1>(30));
  nd.update_nd_range(sycl::nd_range<1>(24, 4));
  q.memset(x, 0, 64 * sizeof(int)).wait();
  q.ext_oneapi_graph(runs).wait();
  CHECK(count(0) == 8 && count(32) == 16);
  runs.update(plain);
  runs.update({nd});
  q.memset(x, 0, 64 * sizeof(int)).wait();
  q.ext_oneapi_graph(runs).wait();
  CHECK(count(0) == 30 && count(32) == 24);
  auto later = graph.finalize();
  q.memset(x, 0, 64 * sizeof(int)).wait();
  q.ext_oneapi_graph(later).wait();
  CHECK(count(0) == 30 && count(32) == 24);
  q.ext_oneapi_graph(fixed).wait();
  CHECK(count(0) == 38);

  CHECK_THROWS(fixed.update(plain), errc::invalid, "property::graph::updatable");
  CHECK_THROWS(plain.update_range(sycl::range<2>(2, 2)), errc::invalid, "dimensions");
  CHECK_THROWS(plain.update_nd_range(sycl::nd_range<1>(8, 2)), errc::invalid, "update_range");
  CHECK_THROWS(empty.update_range(sycl::range<1>(1)), errc::invalid, "not a kernel");
  graphs::command_graph other{q};
  auto stranger = other.add([&](sycl::handler &h) { h.single_task([] {}); });
  CHECK_THROWS(runs.update(stranger), errc::invalid, "not part of");
  auto copy = graph.add([&](sycl::handler &h) { h.memcpy(x, x + 1, 4); });
  auto with_copy = graph.finalize(updatable());
  CHECK_THROWS(with_copy.update(copy), errc::invalid, "cannot be updated");
  sycl::free(x, q);
}

static void arguments(sycl::queue &q) {
  int *x = sycl::malloc_shared<int>(16, q), *y = sycl::malloc_shared<int>(16, q);
  graphs::command_graph graph{q};
  graphs::dynamic_parameter<int *> memory(graph, x);
  graphs::dynamic_parameter<int> factor(graph, 2);
  auto node = graph.add([&](sycl::handler &h) {
    h.set_args(memory, factor);
    h.parallel_for(sycl::nd_range<1>(16, 4), kernel_of<scale>(q));
  });
  auto runs = graph.finalize(updatable());
  q.ext_oneapi_graph(runs).wait();
  CHECK(x[5] == 10);
  memory.update(y);
  factor.update(3);
  y[5] = 0;
  q.ext_oneapi_graph(runs).wait();
  CHECK(x[5] == 10 && y[5] == 0);
  sycl::event under_way = q.ext_oneapi_graph(runs); // with the old arguments
  runs.update(node);
  q.ext_oneapi_graph(runs).wait();
  CHECK(x[5] == 10 && y[5] == 15);
  under_way.wait();

  CHECK_THROWS(q.submit([&](sycl::handler &h) { h.set_arg(0, factor); }), errc::invalid,
               "command_graph::add");
  CHECK_THROWS(graph.add([&](sycl::handler &h) {
    h.set_arg(0, factor);
    h.host_task([] {});
  }),
               errc::invalid, "not a kernel");
  sycl::free(x, q);
  sycl::free(y, q);
}

static void accessors(sycl::queue &q) {
  sycl::buffer<int> a{sycl::range<1>(1)}, b{sycl::range<1>(1)};
  graphs::command_graph graph{q, graphs::property::graph::assume_buffer_outlives_graph()};
  sycl::accessor<int, 1> in_a(a), in_b(b);
  graphs::dynamic_parameter<sycl::accessor<int, 1>> where(graph, in_a);
  auto node = graph.add([&](sycl::handler &h) {
    h.require(where);
    h.set_arg(0, where);
    h.set_arg(1, 7);
    h.single_task(kernel_of<put>(q));
  });
  auto runs = graph.finalize(updatable());
  const auto clear = [&] {
    sycl::host_accessor(a, sycl::write_only)[0] = 0;
    sycl::host_accessor(b, sycl::write_only)[0] = 0;
  };
  const auto value = [](sycl::buffer<int> &of) { return sycl::host_accessor(of)[0]; };
  clear();
  q.ext_oneapi_graph(runs);
  CHECK(value(a) == 7 && value(b) == 0);
  where.update(in_b);
  runs.update(node);
  clear();
  q.ext_oneapi_graph(runs);
  CHECK(value(a) == 0 && value(b) == 7);
}

static void whole(sycl::queue &q) {
  int *x = sycl::malloc_shared<int>(2, q), *y = sycl::malloc_shared<int>(2, q);
  const auto build = [&](int *to, int with, int *seen) {
    graphs::command_graph graph{q};
    auto a = graph.add([&](sycl::handler &h) { h.single_task([=] { to[0] = with; }); });
    auto b = graph.add(graphs::property::node::depends_on(a));
    graph.add([&](sycl::handler &h) { h.host_task([=] { *seen = to[0]; }); },
              {graphs::property::node::depends_on(b)});
    return graph;
  };
  int first = 0, second = 0;
  auto one = build(x, 4, &first), two = build(y, 9, &second);
  auto runs = one.finalize(updatable());
  q.ext_oneapi_graph(runs).wait();
  CHECK(first == 4);
  runs.update(two);
  x[0] = first = 0;
  q.ext_oneapi_graph(runs).wait();
  CHECK(x[0] == 0 && y[0] == 9 && first == 0 && second == 9);
  graphs::command_graph short_one{q};
  short_one.add();
  CHECK_THROWS(runs.update(short_one), errc::invalid, "same nodes and edges");
  sycl::free(x, q);
  sycl::free(y, q);
}

static void commands(sycl::queue &q) {
  int *x = sycl::malloc_shared<int>(8, q);
  graphs::command_graph graph{q};
  graphs::dynamic_parameter<int> factor(5);
  graphs::dynamic_command_group group(
      graph, {[&](sycl::handler &h) { h.parallel_for(8, [=](sycl::id<1> i) { x[i] = 1; }); },
              [&](sycl::handler &h) { h.single_task([=] { x[0] = 2; }); },
              [&](sycl::handler &h) {
                h.set_arg(0, x);
                h.set_arg(1, factor);
                h.parallel_for(sycl::nd_range<1>(8, 8), kernel_of<scale>(q));
              }});
  auto clear = graph.add([&](sycl::handler &h) { h.memset(x, 0, 8 * sizeof(int)); });
  auto node = graph.add(group, {graphs::property::node::depends_on(clear)});
  CHECK(node.get_type() == graphs::node_type::kernel && node.get_predecessors().size() == 1);
  auto runs = graph.finalize(updatable());
  const auto run = [&] { q.ext_oneapi_graph(runs).wait(); };
  run();
  CHECK(group.get_active_index() == 0 && x[0] == 1 && x[7] == 1);
  group.set_active_index(1);
  run();
  CHECK(x[0] == 1);
  runs.update(node);
  run();
  CHECK(x[0] == 2 && x[7] == 0);
  group.set_active_index(2);
  factor.update(6);
  runs.update(node);
  run();
  CHECK(x[7] == 42);
  CHECK_THROWS(group.set_active_index(3), errc::invalid, "no such command group");
  CHECK_THROWS((graphs::dynamic_command_group(graph, {})), errc::invalid, "no command group");
  CHECK_THROWS(
      (graphs::dynamic_command_group(graph, {[&](sycl::handler &h) { h.memset(x, 0, 4); }})),
      errc::invalid, "neither a kernel nor a host task");
  CHECK_THROWS(
      (graphs::dynamic_command_group(graph, {[&](sycl::handler &h) { h.single_task([] {}); },
                                             [&](sycl::handler &h) { h.host_task([] {}); }})),
      errc::invalid, "different types");
  sycl::free(x, q);
}

int main() {
  sycl::queue q;
  ranges(q);
  arguments(q);
  accessors(q);
  whole(q);
  commands(q);
  return finish();
}
