// Graphs, with calls that fail.
#include "suite.hpp"

#include <vector>

namespace graphs = sycl::ext::oneapi::experimental;

void graph(sycl::queue &q, int *errors) {
  sycl::queue in_order{q.get_context(), q.get_device(), async{errors},
                       sycl::property::queue::in_order()};
  memory a(in_order, sycl::usm::alloc::shared);
  int *x = a;
  graphs::command_graph recorded{q};
  recorded.begin_recording(in_order);
  in_order.fill(x, 1, count);
  for (int i = 0; i < 3; ++i)
    in_order.parallel_for(count, [=](sycl::id<1> k) { x[k] *= 2; });
  recorded.end_recording();
  auto runs = recorded.finalize(graphs::property::graph::updatable());
  for (int round = 0; round < 2; ++round) {
    in_order.ext_oneapi_graph(runs);
    q.ext_oneapi_graph(runs).wait();
    in_order.wait_and_throw();
    q.wait_and_throw();
    for (int i = 0; i < count && !*errors; ++i)
      RIGHT(x[i] == 8);
    runs.update({recorded.get_nodes()[1], recorded.get_nodes()[2]});
  }
}

void graph_of_tasks(sycl::queue &q, int *errors) {
  static int seen; // tasks may outlive the step's frame
  memory a(q, sycl::usm::alloc::shared);
  int *x = a;
  seen = 0;
  graphs::command_graph added{q};
  auto first = added.add([&](sycl::handler &h) { h.single_task([=] { x[0] = 4; }); });
  auto task = added.add([&](sycl::handler &h) { h.host_task([=] { seen = x[0]; }); },
                        {graphs::property::node::depends_on(first)});
  added.add([&](sycl::handler &h) { h.single_task([=] { x[1] = x[0] + 1; }); },
            {graphs::property::node::depends_on(task)});
  graphs::command_graph outer{q};
  auto child = added.finalize();
  auto node = outer.add([&](sycl::handler &h) { h.ext_oneapi_graph(child); });
  auto end = outer.add();
  outer.make_edge(node, end);
  q.ext_oneapi_graph(outer.finalize()).wait();
  q.wait_and_throw();
  RIGHT(*errors || (seen == 4 && x[1] == 5));
}

void graph_of_buffers(sycl::queue &q, int *errors) {
  sycl::buffer<int> a{sycl::range<1>{count}}, b{sycl::range<1>{count}};
  {
    graphs::command_graph graph{q, graphs::property::graph::assume_buffer_outlives_graph()};
    graph.add([&](sycl::handler &h) {
      sycl::accessor x{a, h, sycl::write_only, sycl::no_init};
      h.parallel_for(count, [=](sycl::id<1> i) { x[i] = int(i); });
    });
    graph.add([&](sycl::handler &h) {
      sycl::accessor x{a, h, sycl::read_only};
      sycl::accessor y{b, h, sycl::write_only, sycl::no_init};
      h.copy(x, y);
    });
    auto runs = graph.finalize();
    q.ext_oneapi_graph(runs);
    q.ext_oneapi_graph(runs).wait();
  }
  q.wait_and_throw();
  sycl::host_accessor y{b, sycl::read_only};
  for (int i = 0; i < count && !*errors; ++i)
    RIGHT(y[i] == i);
}
