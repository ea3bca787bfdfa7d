// What a graph asks of the driver: nodes once, then one launch for each execution; a range that
// changes is set in place, and a command that cannot be a node goes to the stream. No kernel runs
// here.
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *x = sycl::malloc_device<int>(1024, q);
  graphs::command_graph graph{q};
  graph.begin_recording(q);
  q.memset(x, 0, 1024 * sizeof(int));
  q.parallel_for<class first>(sycl::nd_range<1>(1024, 64),
                              [=](sycl::nd_item<1> item) { x[item.get_global_id(0)] += 1; });
  q.parallel_for<class second>(sycl::nd_range<1>(1024, 64),
                               [=](sycl::nd_item<1> item) { x[item.get_global_id(0)] *= 2; });
  q.memcpy(x + 512, x, 512 * sizeof(int));
  graph.end_recording();
  auto runs = graph.finalize(graphs::property::graph::updatable());
  q.ext_oneapi_graph(runs);
  q.ext_oneapi_graph(runs).wait();
  auto node = graph.get_nodes()[1];
  node.update_nd_range(sycl::nd_range<1>(512, 64));
  runs.update(node);
  q.ext_oneapi_graph(runs).wait();

  graphs::command_graph odd{q};
  struct three {
    unsigned char bytes[3];
  };
  odd.add([&](sycl::handler &h) { h.fill(x, three{{1, 2, 3}}, 10); });
  q.ext_oneapi_graph(odd.finalize()).wait();
  sycl::free(x, q);
}
