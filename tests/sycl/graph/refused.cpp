// sycl_ext_oneapi_graph: what cannot be in a graph is refused when it is added or recorded.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <unistd.h>

#include "../check.hpp"

namespace graphs = sycl::ext::oneapi::experimental;
using sycl::errc;

static graphs::device_global<int> variable;

template <class Use> static void both(sycl::queue &q, const char *text, const Use &use) {
  graphs::command_graph graph{q};
  CHECK_THROWS(graph.add(use), errc::invalid, text);
  graph.begin_recording(q);
  CHECK_THROWS(q.submit(use), errc::invalid, text);
  graph.end_recording();
  CHECK(graph.empty());
}

int main() {
  sycl::queue q;
  int *x = sycl::malloc_shared<int>(64, q);
  both(q, "a stream", [&](sycl::handler &h) {
    sycl::stream out(64, 64, h);
    h.single_task([=] { out << 1; });
  });
  both(q, "a reduction", [&](sycl::handler &h) {
    h.parallel_for(8, sycl::reduction(x, sycl::plus<>()),
                   [=](sycl::id<1>, auto &sum) { sum += 1; });
  });
  both(q, "memcpy2d", [&](sycl::handler &h) { h.ext_oneapi_memcpy2d(x, 16, x + 32, 16, 8, 2); });
  both(q, "work_group_scratch_size", [&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(8, 8), graphs::properties(graphs::work_group_scratch_size(64)),
                   [=](sycl::nd_item<1>) {
                     *static_cast<int *>(graphs::get_work_group_scratch_memory()) = 1;
                   });
  });
  both(q, "device_global", [&](sycl::handler &h) { h.copy(x, variable); });

  /* Kernels that use a device_global can be nodes; here is a picture of one. */
  graphs::command_graph graph{q};
  auto node = graph.add(
      [&](sycl::handler &h) { h.single_task<class uses_variable>([=] { x[0] = variable + 1; }); });
  graph.add(graphs::property::node::depends_on(node));
  q.copy(x + 1, variable).wait();
  x[1] = 41;
  q.copy(x + 1, variable).wait();
  q.ext_oneapi_graph(graph.finalize()).wait();
  CHECK(x[0] == 42);
  char path[] = "/tmp/falx-graph-XXXXXX.dot";
  close(mkstemps(path, 4));
  graph.print_graph(path, true);
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK(text.find("uses_variable") != std::string::npos &&
        text.find("n0 -> n1") != std::string::npos);
  std::remove(path);
  sycl::free(x, q);
  return finish();
}
