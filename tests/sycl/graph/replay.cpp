// sycl_ext_oneapi_graph: executions of one graph follow each other, whatever the queues; large
// kernels, wide and deep graphs, profiling, several threads.
#include <sycl/sycl.hpp>

#include <chrono>
#include <thread>
#include <vector>

#include "../check.hpp"

namespace graphs = sycl::ext::oneapi::experimental;
using sycl::errc;
using depends_on = graphs::property::node::depends_on;

/* Each execution reads what the one before has written, on three queues in turn. */
static void one_at_a_time(const sycl::queue &like) {
  sycl::queue queues[] = {
      sycl::queue(like.get_context(), like.get_device()),
      sycl::queue(like.get_context(), like.get_device(), sycl::property::queue::in_order()),
      sycl::queue(like.get_context(), like.get_device())};
  constexpr size_t n = 1 << 15;
  unsigned *x = sycl::malloc_shared<unsigned>(n, queues[0]);
  graphs::command_graph graph{queues[0]};
  graph.begin_recording(queues[1]);
  for (int i = 0; i < 3; ++i)
    queues[1].parallel_for(n, [=](sycl::id<1> k) {
      unsigned v = x[k];
      for (unsigned j = 0, times = v & 15; j < times; ++j)
        v = v * 3 + 1;
      x[k] = v + 1;
    });
  graph.end_recording();
  auto runs = graph.finalize();
  unsigned expected[4] = {0, 1, 2, 3};
  for (size_t i = 0; i < n; ++i)
    x[i] = i & 3;
  for (int round = 0; round < 30; ++round)
    queues[round % 3].ext_oneapi_graph(runs);
  for (sycl::queue &q : queues)
    q.wait();
  for (unsigned &v : expected)
    for (int i = 0; i < 90; ++i) {
      for (unsigned j = 0, times = v & 15; j < times; ++j)
        v = v * 3 + 1;
      ++v;
    }
  for (size_t i = 0; i < n; ++i)
    CHECK(x[i] == expected[i & 3]);
  sycl::free(x, queues[0]);
}

/* Layers of nodes, each of which follows two of the layer before. */
static void layers(sycl::queue &q) {
  constexpr int wide = 8, deep = 12;
  int *x = sycl::malloc_shared<int>(wide * deep, q);
  graphs::command_graph graph{q};
  std::vector<graphs::node> before, now;
  for (int layer = 0; layer < deep; ++layer) {
    now.clear();
    for (int i = 0; i < wide; ++i) {
      const int *from = x + (layer - 1) * wide;
      int *to = x + layer * wide + i;
      now.push_back(graph.add([&](sycl::handler &h) {
        if (layer == 0)
          h.single_task([=] { *to = i; });
        else
          h.single_task([=] { *to = from[i] + from[(i + 1) % wide]; });
      }));
      if (layer) {
        graph.make_edge(before[i], now.back());
        graph.make_edge(before[(i + 1) % wide], now.back());
      }
    }
    before = now;
  }
  auto runs = graph.finalize();
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < wide * deep; ++i)
      x[i] = -1;
    q.ext_oneapi_graph(runs).wait();
    int sum = 0;
    for (int i = 0; i < wide; ++i)
      sum += x[(deep - 1) * wide + i];
    CHECK(sum == 28 * (1 << (deep - 1)));
  }
  sycl::free(x, q);
}

/* A chain of kernels of all sizes, with barriers and local memory, copies and fills. */
static void chain(sycl::queue &q) {
  constexpr size_t n = 1 << 16, group = 64;
  int *x = sycl::malloc_shared<int>(n, q), *sums = sycl::malloc_shared<int>(n / group, q);
  graphs::command_graph graph{q};
  auto a = graph.add([&](sycl::handler &h) { h.fill(x, 1, n); });
  auto b = graph.add(
      [&](sycl::handler &h) {
        sycl::local_accessor<int, 1> shared(group, h);
        h.parallel_for(sycl::nd_range<1>(n, group), [=](sycl::nd_item<1> item) {
          const size_t l = item.get_local_id(0);
          shared[l] = x[item.get_global_id(0)] + int(l);
          sycl::group_barrier(item.get_group());
          int sum = 0;
          for (size_t i = 0; i < group; ++i)
            sum += shared[i];
          if (l == 0)
            sums[item.get_group(0)] = sum;
        });
      },
      {depends_on(a)});
  auto c = graph.add([&](sycl::handler &h) { h.memcpy(x, sums, n / group * sizeof(int)); },
                     {depends_on(b)});
  graph.add([&](sycl::handler &h) { h.single_task([=] { x[0] += x[n / group]; }); },
            {depends_on(c)});
  auto runs = graph.finalize();
  for (int round = 0; round < 5; ++round) {
    q.ext_oneapi_graph(runs).wait();
    CHECK(x[0] == int(group + group * (group - 1) / 2) + 1 && x[n - 1] == 1);
  }
  sycl::free(x, q);
  sycl::free(sums, q);
}

static void profiling(const sycl::queue &like) {
  sycl::queue q{like.get_context(), like.get_device(), sycl::property::queue::enable_profiling()};
  int *x = sycl::malloc_shared<int>(1, q);
  graphs::command_graph graph{q};
  graph.add([&](sycl::handler &h) { h.single_task([=] { x[0] = 1; }); });
  auto timed = graph.finalize(graphs::property::graph::enable_profiling()),
       plain = graph.finalize();
  using times = sycl::info::event_profiling::command_start;
  using end = sycl::info::event_profiling::command_end;
  sycl::event e = q.ext_oneapi_graph(timed);
  CHECK(e.get_profiling_info<sycl::info::event_profiling::command_submit>() <=
        e.get_profiling_info<times>());
  CHECK(e.get_profiling_info<times>() <= e.get_profiling_info<end>());
  /* Host tasks are part of it: it starts with the first command and ends with the last. */
  using nanoseconds = std::chrono::nanoseconds;
  graph.add(
      [&](sycl::handler &h) {
        h.host_task([] {
          const auto begin = std::chrono::steady_clock::now();
          while (std::chrono::steady_clock::now() - begin < nanoseconds(2000000))
            continue;
        });
      },
      graphs::property::node::depends_on_all_leaves());
  sycl::event all = q.ext_oneapi_graph(graph.finalize(graphs::property::graph::enable_profiling()));
  CHECK(all.get_profiling_info<end>() - all.get_profiling_info<times>() >= 2000000);
  sycl::event untimed = q.ext_oneapi_graph(plain);
  CHECK_THROWS(untimed.get_profiling_info<times>(), errc::invalid, "enable_profiling");
  q.wait();
  CHECK(e.get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);
  sycl::free(x, q);
}

/* Threads that run one graph, and add to another. */
static void threads(sycl::queue &q) {
  int *x = sycl::malloc_shared<int>(1, q);
  graphs::command_graph graph{q}, shared{q};
  graph.add([&](sycl::handler &h) { h.single_task([=] { ++x[0]; }); });
  auto runs = graph.finalize();
  x[0] = 0;
  std::vector<std::thread> all;
  for (int t = 0; t < 4; ++t)
    all.emplace_back([&] {
      sycl::queue own{q.get_context(), q.get_device()};
      for (int i = 0; i < 50; ++i) {
        own.ext_oneapi_graph(runs);
        shared.add([&](sycl::handler &h) { h.single_task([=] { ++x[0]; }); });
      }
      own.wait();
    });
  for (std::thread &t : all)
    t.join();
  CHECK(x[0] == 200 && shared.get_nodes().size() == 200);
  sycl::free(x, q);
}

int main() {
  sycl::queue q;
  one_at_a_time(q);
  layers(q);
  chain(q);
  profiling(q);
  threads(q);
  return finish();
}
