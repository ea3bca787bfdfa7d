// sycl_ext_oneapi_graph: accessors in graphs make edges; buffers that a graph cannot use.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace graphs = sycl::ext::oneapi::experimental;
using sycl::errc;
using outlives = graphs::property::graph::assume_buffer_outlives_graph;

static void edges(sycl::queue &q) {
  constexpr size_t n = 512;
  std::vector<int> start(n, 3);
  sycl::buffer<int> a{sycl::range<1>(n)}, b{sycl::range<1>(n)};
  graphs::command_graph graph{q, outlives()};
  auto fill = graph.add([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::write_only, sycl::no_init);
    h.fill(x, 4);
  });
  auto read = graph.add([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::read_only);
    sycl::accessor y(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(n, [=](sycl::id<1> i) { y[i] = x[i] + int(i[0]); });
  });
  auto other = graph.add([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::read_only);
    h.single_task([=] { (void)x[0]; });
  });
  auto change = graph.add([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::read_write);
    h.parallel_for(n, [=](sycl::id<1> i) { x[i] *= 2; });
  });
  auto copy = graph.add([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::read_only);
    sycl::accessor y(b, h, sycl::write_only);
    h.copy(x, y);
  });
  CHECK(fill.get_successors().size() == 3 && read.get_predecessors()[0] == fill);
  CHECK(other.get_predecessors().size() == 1);
  CHECK(change.get_predecessors().size() >= 2 && copy.get_predecessors().size() == 2);
  auto runs = graph.finalize();
  for (int round = 0; round < 3; ++round) {
    q.ext_oneapi_graph(runs);
    sycl::host_accessor x(a, sycl::read_write), y(b);
    for (size_t i = 0; i < n; ++i)
      CHECK(x[i] == 8 && y[i] == 8);
    x[0] = 0;
  }
}

/* Between replays other commands and the host use the same buffers. */
static void between(sycl::queue &q) {
  constexpr size_t n = 64;
  sycl::buffer<int> a{sycl::range<1>(n)};
  {
    sycl::host_accessor x(a);
    for (size_t i = 0; i < n; ++i)
      x[i] = 1;
  }
  graphs::command_graph graph{q, outlives()};
  graph.begin_recording(q);
  for (int i = 0; i < 2; ++i)
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(a, h);
      h.parallel_for(n, [=](sycl::id<1> k) { x[k] += 1; });
    });
  CHECK_THROWS(sycl::host_accessor x(a, sycl::read_only), errc::invalid, "recorded to a graph");
  graph.end_recording();
  auto runs = graph.finalize();
  for (int i = 0; i < 3; ++i) {
    q.ext_oneapi_graph(runs);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(a, h);
      h.parallel_for(n, [=](sycl::id<1> k) { x[k] *= 2; });
    });
  }
  sycl::host_accessor x(a);
  CHECK(x[0] == 36 && x[n - 1] == 36);
}

static void host_tasks(sycl::queue &q) {
  sycl::buffer<int> a{sycl::range<1>(8)};
  graphs::command_graph graph{q, outlives()};
  graph.begin_recording(q);
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(a, h, sycl::write_only, sycl::no_init);
    h.parallel_for(8, [=](sycl::id<1> i) { x[i] = int(i[0]); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::host_task> x(a, h);
    h.host_task([=] {
      for (int i = 0; i < 8; ++i)
        x[i] += 100;
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor x(a, h);
    h.parallel_for(8, [=](sycl::id<1> i) { x[i] *= 2; });
  });
  graph.end_recording();
  auto runs = graph.finalize();
  for (int round = 0; round < 3; ++round) {
    q.ext_oneapi_graph(runs);
    sycl::host_accessor x(a);
    for (int i = 0; i < 8; ++i)
      CHECK(x[i] == (i + 100) * 2);
  }
}

static void refused(sycl::queue &q) {
  std::vector<int> host(16, 1);
  sycl::buffer<int> plain{sycl::range<1>(16)}, back(host.data(), 16);
  graphs::command_graph strict{q}, graph{q, outlives()};
  const auto use = [](sycl::buffer<int> &b, auto mode) {
    return [&b, mode](sycl::handler &h) {
      sycl::accessor x(b, h, mode);
      h.single_task([=] { (void)x[0]; });
    };
  };
  CHECK_THROWS(strict.add(use(plain, sycl::read_only)), errc::invalid,
               "assume_buffer_outlives_graph");
  CHECK_THROWS(graph.add(use(back, sycl::read_write)), errc::invalid, "set_write_back(false)");
  graph.add(use(back, sycl::read_only));
  back.set_write_back(false);
  graph.add(use(back, sycl::read_write));
  q.ext_oneapi_graph(graph.finalize()).wait();
}

int main() {
  sycl::queue q;
  edges(q);
  between(q);
  host_tasks(q);
  refused(q);
  sycl::queue in_order{q.get_context(), q.get_device(), sycl::property::queue::in_order()};
  between(in_order);
  host_tasks(in_order);
  return finish();
}
