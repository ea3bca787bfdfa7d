/* Names of sycl_ext_oneapi_graph that handlers and queues mention;
 * ext/oneapi/experimental/graph.hpp has the rest. */
#ifndef FALX_SYCL_DETAIL_GRAPH_HPP
#define FALX_SYCL_DETAIL_GRAPH_HPP

#include <sycl/exception.hpp>

namespace sycl::ext::oneapi::experimental {
enum class graph_state { modifiable, executable };
enum class queue_state { executing, recording };
template <graph_state State = graph_state::modifiable> class command_graph;
template <class T> class dynamic_parameter;
} // namespace sycl::ext::oneapi::experimental

namespace sycl::detail {
struct graph_access;
template <auto State>
using graph_in = ext::oneapi::experimental::command_graph<State>; // of a state
using executable_graph = graph_in<ext::oneapi::experimental::graph_state::executable>;
using modifiable_graph = graph_in<ext::oneapi::experimental::graph_state::modifiable>;

/* For what a graph cannot hold: throws if the queue records. */
inline void refuse_in_graph(falx_queue_t queue, const falx_location *at, const char *what) {
  falx_graph_t graph = falx_queue_recording(queue);
  if (!graph)
    return;
  falx_graph_release(graph);
  throw_status(
      falx_error_set(FALX_ERROR_INVALID, at, "%s cannot be used in a command of a graph", what));
}
} // namespace sycl::detail

#endif
