/* Graphs of commands that run many times: sycl_ext_oneapi_graph; docs/graphs.md. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_HPP

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include <sycl/accessor.hpp>
#include <sycl/detail/kernel_object.hpp>
#include <sycl/queue.hpp>

#define SYCL_EXT_ONEAPI_GRAPH 1

namespace sycl {
namespace ext::oneapi::experimental {

enum class node_type {
  empty = FALX_NODE_EMPTY,
  subgraph = FALX_NODE_SUBGRAPH,
  kernel = FALX_NODE_KERNEL,
  memcpy = FALX_NODE_MEMCPY,
  memset = FALX_NODE_MEMSET,
  memfill = FALX_NODE_MEMFILL,
  prefetch = FALX_NODE_PREFETCH,
  memadvise = FALX_NODE_MEMADVISE,
  ext_oneapi_barrier = FALX_NODE_BARRIER,
  host_task = FALX_NODE_HOST_TASK,
  async_malloc, // no node has these
  async_free
};

class node {
public:
  node() = delete;

  node_type get_type() const { return static_cast<node_type>(falx_node_get_type(raw())); }
  std::vector<node> get_predecessors() const { return neighbours(false); }
  std::vector<node> get_successors() const { return neighbours(true); }
  static node get_node_from_event(const event &e) {
    falx_node_t found;
    sycl::detail::check(falx_node_of_event(sycl::detail::impl::raw(e), &found));
    return node(found, 0);
  }
  template <int D> void update_nd_range(nd_range<D> r) { set_range(r); }
  template <int D> void update_range(range<D> r) {
    falx_nd_range made;
    sycl::detail::set_range(made, r, id<D>());
    sycl::detail::check(falx_node_set_range(raw(), &made));
  }

  friend bool operator==(const node &a, const node &b) { return a.raw() == b.raw(); }
  friend bool operator!=(const node &a, const node &b) { return a.raw() != b.raw(); }

private:
  friend struct sycl::detail::impl;
  friend struct sycl::detail::graph_access;
  friend struct std::hash<node>;
  using object = sycl::detail::handle<falx_node_t, falx_node_retain, falx_node_release>;
  node(falx_node_t owned, int) : raw_(owned) {}
  falx_node_t raw() const { return raw_.get(); }
  std::vector<node> neighbours(bool successors) const;
  template <int D> void set_range(const nd_range<D> &r) {
    falx_nd_range made;
    sycl::detail::set_range(made, r);
    sycl::detail::check(falx_node_set_range(raw(), &made));
  }
  object raw_;
};

class dynamic_command_group;

} // namespace ext::oneapi::experimental

namespace detail {

/* What a dynamic_parameter is and where it goes: bytes in function objects of nodes. */
struct dynamic_use {
  ext::oneapi::experimental::node node;
  size_t offset;
  std::function<void()> then; // the node is of a dynamic_command_group
};
struct dynamic_state {
  std::vector<unsigned char> bytes;
  falx_requirement requirement{nullptr, 0}; // of an accessor
  std::shared_ptr<void> value;              // keeps it
  std::vector<dynamic_use> uses;
};

/* A command on its way to become a node by command_graph::add. */
struct graph_access {
  using node = ext::oneapi::experimental::node;
  struct placed {
    std::shared_ptr<dynamic_state> state;
    int index;
  };
  std::vector<placed> placed_arguments;

  /* Lists of nodes may grow while they are asked for: the second answer counts. */
  template <class Ask> static std::vector<node> list(const Ask &ask) {
    std::vector<falx_node_t> handles(ask(nullptr, size_t(0)));
    std::vector<node> nodes;
    nodes.reserve(handles.size()); // the handles have references that nothing else holds
    const size_t count = ask(handles.data(), handles.size());
    for (size_t i = 0; i < count && i < handles.size(); ++i)
      nodes.push_back(node(handles[i], 0));
    return nodes;
  }
  static falx_node_t raw(const node &n) { return n.raw(); }

  static void order(falx_graph_t graph, const node &made, const node_list &before,
                    const std::vector<node> &leaves) {
    for (size_t i = 0; i < before.size(); ++i)
      check(falx_graph_make_edge(graph, before[i], made.raw()));
    for (const node &leaf : leaves)
      check(falx_graph_make_edge(graph, leaf.raw(), made.raw()));
  }
  static std::vector<node> leaves(falx_graph_t graph, const property_list &properties) {
    std::vector<node> all;
    if (!properties.has_property<graph_property::node::depends_on_all_leaves>())
      return all;
    for (const node &n : list([&](falx_node_t *to, size_t most) {
           return falx_graph_nodes(graph, false, to, most);
         }))
      if (falx_node_neighbours(n.raw(), true, nullptr, 0) == 0)
        all.push_back(n);
    return all;
  }
  static node_list nodes_before(falx_graph_t graph, const property_list &properties) {
    if (!properties.has_property<graph_property::node::depends_on>())
      return node_list();
    (void)graph;
    return properties.get_property<graph_property::node::depends_on>().nodes_;
  }

  /* The command group's command as a node; dependencies NULL: its events become edges. */
  template <class Group>
  node add(falx_graph_t graph, const Group &group, const falx_location &location,
           event_list *dependencies, const std::function<void()> &then) {
    handler h(falx_graph_queue(graph), location);
    h.graph_ = this;
    group(h);
    if (dependencies) {
      dependencies->push(h.group_.dependencies);
      h.group_.dependencies.clear();
    }
    if (h.command_.kind == 0)
      h.command_.kind = FALX_COMMAND_EMPTY;
    if (!placed_arguments.empty() && h.command_.kind != FALX_COMMAND_KERNEL)
      throw_error(errc::invalid, "a dynamic_parameter in a command that is not a kernel");
    const event made = h.finish();
    const node n = node::get_node_from_event(made);
    for (const placed &p : placed_arguments)
      if (h.object_ && p.index >= 0 && static_cast<uint32_t>(p.index) < h.object_->count)
        p.state->uses.push_back({n, h.object_->places[p.index].offset, then});
    return n;
  }
  static uint32_t flags(const property_list &properties) {
    if (properties.has_property<graph_property::graph::enable_native_recording>())
      throw_error(errc::feature_not_supported,
                  "property::graph::enable_native_recording: no device records by itself");
    uint32_t made = 0;
    if (properties.has_property<graph_property::graph::no_cycle_check>())
      made |= FALX_GRAPH_NO_CYCLE_CHECK;
    if (properties.has_property<graph_property::graph::assume_buffer_outlives_graph>())
      made |= FALX_GRAPH_BUFFERS_OUTLIVE;
    return made;
  }
  static graph_access *of(handler &h) {
    if (!h.graph_)
      throw_error(errc::invalid, "a dynamic_parameter outside of command_graph::add");
    return h.graph_;
  }
  static void add_argument(handler &h, int index, const std::shared_ptr<dynamic_state> &state) {
    of(h)->placed_arguments.push_back({state, index});
    h.add_argument(index, state->bytes.data(), state->bytes.size());
  }
  static std::vector<unsigned char>
  bytes_of(const ext::oneapi::experimental::raw_kernel_arg &argument) {
    const auto *bytes = static_cast<const unsigned char *>(argument.bytes_);
    return std::vector<unsigned char>(bytes, bytes + argument.size_);
  }
  template <class T> static std::vector<unsigned char> bytes_of(const T &value) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(__builtin_addressof(value));
    return std::vector<unsigned char>(bytes, bytes + sizeof(T));
  }
  static falx_queue_t raw(const queue &q) { return q.raw(); }
};

} // namespace detail

namespace ext::oneapi::experimental {

inline std::vector<node> node::neighbours(bool successors) const {
  return sycl::detail::graph_access::list([&](falx_node_t *to, size_t most) {
    return falx_node_neighbours(raw(), successors, to, most);
  });
}

/* ---- Executable graphs ---- */
template <> class command_graph<graph_state::executable> {
public:
  command_graph() = delete;

  void update(node &n) { update_nodes(&n, 1); }
  void update(const std::vector<node> &nodes) { update_nodes(nodes.data(), nodes.size()); }
  void update(const command_graph<graph_state::modifiable> &source);
  size_t get_required_mem_size() const noexcept { return 0; }

  friend bool operator==(const command_graph &a, const command_graph &b) {
    return a.raw_ == b.raw_;
  }
  friend bool operator!=(const command_graph &a, const command_graph &b) {
    return a.raw_ != b.raw_;
  }

private:
  friend struct sycl::detail::impl;
  friend struct std::hash<command_graph>;
  using object =
      sycl::detail::handle<falx_executable_t, falx_executable_retain, falx_executable_release>;
  command_graph(falx_executable_t owned, int) : raw_(owned) {}
  falx_executable_t raw() const { return raw_.get(); }
  void update_nodes(const node *nodes, size_t count) {
    std::vector<falx_node_t> handles;
    for (size_t i = 0; i < count; ++i)
      handles.push_back(sycl::detail::impl::raw(nodes[i]));
    sycl::detail::check(falx_executable_update(raw(), handles.data(), count));
  }
  object raw_;
};

/* ---- Graphs that can change ---- */
template <> class command_graph<graph_state::modifiable> {
  using access = sycl::detail::graph_access;

public:
  command_graph(const context &c, const device &d, const property_list &properties = {}) {
    if (!d.has(aspect::ext_oneapi_limited_graph))
      sycl::detail::throw_error(errc::invalid,
                                "the device has no aspect::ext_oneapi_limited_graph");
    falx_graph_t made;
    sycl::detail::check(falx_graph_create(sycl::detail::impl::raw(c), sycl::detail::impl::raw(d),
                                          access::flags(properties), &made));
    raw_ = object(made);
  }
  explicit command_graph(const queue &q, const property_list &properties = {})
      : command_graph(q.get_context(), q.get_device(), properties) {}
  explicit command_graph(const device &d, const property_list &properties = {})
      : command_graph(d.get_platform().ext_oneapi_get_default_context(), d, properties) {}

  command_graph<graph_state::executable> finalize(const property_list &properties = {}) const {
    namespace graph = property::graph;
    uint32_t flags = 0;
    if (properties.has_property<graph::updatable>())
      flags |= FALX_EXECUTABLE_UPDATABLE;
    if (properties.has_property<graph::enable_profiling>())
      flags |= FALX_EXECUTABLE_PROFILING;
    falx_executable_t made;
    sycl::detail::check(falx_graph_finalize(raw(), flags, &made));
    return sycl::detail::impl::make<command_graph<graph_state::executable>>(made);
  }

  void begin_recording(queue &q, const property_list & = {}) { begin(&q, 1); }
  void begin_recording(const std::vector<queue> &queues, const property_list & = {}) {
    begin(queues.data(), queues.size());
  }
  void end_recording() { sycl::detail::check(falx_graph_end_recording(raw(), nullptr, 0)); }
  void end_recording(queue &q) { end(&q, 1); }
  void end_recording(const std::vector<queue> &queues) { end(queues.data(), queues.size()); }

  node add(const property_list &properties = {},
           const falx_location &location = sycl::detail::here()) {
    return add([](handler &) {}, properties, location);
  }
  template <class Group, std::enable_if_t<detail::is_callable<Group, handler &>, int> = 0>
  node add(Group group, const property_list &properties = {},
           const falx_location &location = sycl::detail::here()) {
    const std::vector<node> leaves = access::leaves(raw(), properties);
    const sycl::detail::node_list before = access::nodes_before(raw(), properties);
    check_nodes(before);
    const node made = access().add(raw(), group, location, nullptr, {});
    access::order(raw(), made, before, leaves);
    return made;
  }
  node add(dynamic_command_group &group, const property_list &properties = {});

  void make_edge(node &from, node &to) {
    sycl::detail::check(falx_graph_make_edge(raw(), access::raw(from), access::raw(to)));
  }

  void print_graph(const std::string &path, bool verbose = false) const {
    sycl::detail::check(falx_graph_print(raw(), path.c_str(), verbose));
  }
  std::vector<node> get_nodes() const { return nodes(false); }
  std::vector<node> get_root_nodes() const { return nodes(true); }
  bool empty() const { return falx_graph_nodes(raw(), false, nullptr, 0) == 0; }
  size_t get_id() const noexcept { return falx_graph_id(raw()); }

  friend bool operator==(const command_graph &a, const command_graph &b) {
    return a.raw_ == b.raw_;
  }
  friend bool operator!=(const command_graph &a, const command_graph &b) {
    return a.raw_ != b.raw_;
  }

private:
  friend struct sycl::detail::impl;
  friend class dynamic_command_group;
  friend struct std::hash<command_graph>;
  using object = sycl::detail::handle<falx_graph_t, falx_graph_retain, falx_graph_release>;
  command_graph(falx_graph_t owned, int) : raw_(owned) {}
  falx_graph_t raw() const { return raw_.get(); }
  std::vector<node> nodes(bool only_roots) const {
    return access::list([&](falx_node_t *to, size_t most) {
      return falx_graph_nodes(raw(), only_roots, to, most);
    });
  }
  /* Of another graph: refused before there is a node. */
  void check_nodes(const sycl::detail::node_list &before) const {
    const std::vector<node> all = before.size() ? get_nodes() : std::vector<node>();
    for (size_t i = 0; i < before.size(); ++i) {
      bool is_mine = false;
      for (const node &n : all)
        is_mine |= access::raw(n) == before[i];
      if (!is_mine)
        sycl::detail::throw_error(errc::invalid, "depends_on: a node of another graph");
    }
  }
  static std::vector<falx_queue_t> raw_queues(const queue *queues, size_t count) {
    std::vector<falx_queue_t> handles;
    for (size_t i = 0; i < count; ++i)
      handles.push_back(access::raw(queues[i]));
    return handles;
  }
  void begin(const queue *queues, size_t count) {
    const std::vector<falx_queue_t> handles = raw_queues(queues, count);
    sycl::detail::check(falx_graph_begin_recording(raw(), handles.data(), count));
  }
  void end(const queue *queues, size_t count) {
    const std::vector<falx_queue_t> handles = raw_queues(queues, count);
    if (count)
      sycl::detail::check(falx_graph_end_recording(raw(), handles.data(), count));
  }
  object raw_;
};
command_graph(const context &, const device &, const property_list & = {})
    -> command_graph<graph_state::modifiable>;
command_graph(const queue &, const property_list & = {}) -> command_graph<graph_state::modifiable>;
command_graph(const device &, const property_list & = {}) -> command_graph<graph_state::modifiable>;

inline void command_graph<graph_state::executable>::update(
    const command_graph<graph_state::modifiable> &source) {
  sycl::detail::check(falx_executable_update_all(raw(), sycl::detail::impl::raw(source)));
}

/* ---- Arguments that change ---- */
template <class T> class dynamic_parameter {
  using access = sycl::detail::graph_access;

public:
  dynamic_parameter(command_graph<graph_state::modifiable>, const T &value)
      : dynamic_parameter(value) {}
  explicit dynamic_parameter(const T &value)
      : state_(std::make_shared<sycl::detail::dynamic_state>()) {
    set(value);
  }
  void update(const T &value) {
    const falx_buffer_t before = state_->requirement.buffer;
    const std::shared_ptr<void> kept = state_->value; // until no node has it
    set(value);
    for (const sycl::detail::dynamic_use &use : state_->uses) {
      sycl::detail::check(falx_node_set_bytes(
          access::raw(use.node), use.offset, state_->bytes.data(), state_->bytes.size(), before,
          state_->requirement.buffer ? &state_->requirement : nullptr));
      if (use.then)
        use.then();
    }
  }

  friend bool operator==(const dynamic_parameter &a, const dynamic_parameter &b) {
    return a.state_ == b.state_;
  }
  friend bool operator!=(const dynamic_parameter &a, const dynamic_parameter &b) {
    return a.state_ != b.state_;
  }

private:
  friend class sycl::handler;
  friend struct std::hash<dynamic_parameter>;
  void set(const T &value) {
    state_->value = std::make_shared<T>(value);
    state_->bytes = access::bytes_of(value);
    if constexpr (sycl::detail::is_accessor<T>) {
      using of = typename sycl::detail::accessor_of<T>::access;
      state_->requirement = {of::buffer(value), of::mode(value)};
    }
  }
  std::shared_ptr<sycl::detail::dynamic_state> state_;
};

/* ---- Commands that change ---- */
class dynamic_command_group {
  using access = sycl::detail::graph_access;

public:
  dynamic_command_group(const command_graph<graph_state::modifiable> &graph,
                        const std::vector<std::function<void(handler &)>> &groups,
                        const falx_location &location = sycl::detail::here())
      : state_(std::make_shared<state>(graph)) {
    if (groups.empty())
      sycl::detail::throw_error(errc::invalid, "dynamic_command_group: no command group");
    for (size_t i = 0; i < groups.size(); ++i) {
      state_->dependencies.emplace_back();
      const std::weak_ptr<state> weak = state_;
      const auto then = [weak, i] {
        const std::shared_ptr<state> s = weak.lock();
        if (s && s->active == i)
          s->give();
      };
      state_->nodes.push_back(access().add(sycl::detail::impl::raw(state_->own), groups[i],
                                           location, &state_->dependencies.back(), then));
      const node_type type = state_->nodes.back().get_type();
      if (type != node_type::kernel && type != node_type::host_task)
        sycl::detail::throw_error(errc::invalid, "dynamic_command_group: a command that is neither "
                                                 "a kernel nor a host task");
      if (type != state_->nodes.front().get_type())
        sycl::detail::throw_error(errc::invalid,
                                  "dynamic_command_group: commands of different types");
      if (!(state_->dependencies.back() == state_->dependencies.front()))
        sycl::detail::throw_error(errc::invalid,
                                  "dynamic_command_group: command groups that depend "
                                  "on different events");
    }
  }
  size_t get_active_index() const { return state_->active; }
  void set_active_index(size_t index) {
    if (index >= state_->nodes.size())
      sycl::detail::throw_error(errc::invalid, "set_active_index: there is no such command group");
    state_->active = index;
    state_->give();
  }

  friend bool operator==(const dynamic_command_group &a, const dynamic_command_group &b) {
    return a.state_ == b.state_;
  }
  friend bool operator!=(const dynamic_command_group &a, const dynamic_command_group &b) {
    return a.state_ != b.state_;
  }

private:
  friend class command_graph<graph_state::modifiable>;
  friend struct std::hash<dynamic_command_group>;
  struct state {
    explicit state(const command_graph<graph_state::modifiable> &graph)
        : of(graph), own(like(graph)) {}
    static command_graph<graph_state::modifiable>
    like(const command_graph<graph_state::modifiable> &graph) {
      falx_graph_t made;
      sycl::detail::check(falx_graph_create_like(sycl::detail::impl::raw(graph), &made));
      return sycl::detail::impl::make<command_graph<graph_state::modifiable>>(made);
    }
    void give() const {
      for (const node &user : users)
        sycl::detail::check(falx_node_set_like(access::raw(user), access::raw(nodes[active])));
    }
    command_graph<graph_state::modifiable> of, own; // own holds the command groups
    std::vector<node> nodes;                        // of own, one for each
    std::list<sycl::detail::event_list> dependencies;
    std::vector<node> users;
    size_t active = 0;
  };
  std::shared_ptr<state> state_;
};

inline node command_graph<graph_state::modifiable>::add(dynamic_command_group &group,
                                                        const property_list &properties) {
  dynamic_command_group::state &state = *group.state_;
  if (state.of != *this)
    sycl::detail::throw_error(errc::invalid, "add: the dynamic_command_group is of another graph");
  const std::vector<node> leaves = access::leaves(raw(), properties);
  const sycl::detail::node_list before = access::nodes_before(raw(), properties);
  check_nodes(before);
  falx_command events = FALX_INIT(falx_command);
  state.dependencies.front().fill(events);
  falx_node_t added;
  sycl::detail::check(falx_graph_add_like(raw(), access::raw(state.nodes[state.active]),
                                          events.dependencies, events.dependency_count, &added));
  const node made = sycl::detail::impl::make<node>(added);
  access::order(raw(), made, before, leaves);
  state.users.push_back(made);
  return made;
}

/* sycl_ext_oneapi_enqueue_functions */
inline void execute_graph(handler &h, const command_graph<graph_state::executable> &graph) {
  h.ext_oneapi_graph(graph);
}
inline void execute_graph(queue q, const command_graph<graph_state::executable> &graph) {
  q.ext_oneapi_graph(graph);
}

} // namespace ext::oneapi::experimental

/* ---- Of handlers and queues ---- */
inline void handler::ext_oneapi_graph(const detail::executable_graph &graph) {
  begin();
  command_.kind = FALX_COMMAND_GRAPH;
  command_.u.graph.executable = detail::impl::raw(graph); // which may be a temporary object
  falx_executable_retain(command_.u.graph.executable);
}
template <class T>
void handler::set_arg(int index, const ext::oneapi::experimental::dynamic_parameter<T> &parameter) {
  detail::graph_access::add_argument(*this, index, parameter.state_);
}
template <class Accessor>
void handler::require(const ext::oneapi::experimental::dynamic_parameter<Accessor> &parameter) {
  static_assert(detail::is_accessor<Accessor>, "require: the parameter is not an accessor");
  (void)detail::graph_access::of(*this);
  group_.require(parameter.state_->requirement.buffer, parameter.state_->requirement.mode);
}

inline detail::modifiable_graph queue::ext_oneapi_get_graph() const {
  falx_graph_t graph = falx_queue_recording(raw());
  if (!graph)
    detail::throw_error(errc::invalid, "the queue does not record for a graph");
  return detail::impl::make<detail::modifiable_graph>(graph);
}
inline event queue::ext_oneapi_graph(const detail::executable_graph &graph,
                                     const falx_location &location) {
  falx_command c = FALX_INIT(falx_command);
  c.kind = FALX_COMMAND_GRAPH;
  c.u.graph.executable = detail::impl::raw(graph);
  return run(c, nullptr, location);
}
inline event queue::ext_oneapi_graph(const detail::executable_graph &graph, const event &after,
                                     const falx_location &location) {
  falx_command c = FALX_INIT(falx_command);
  c.kind = FALX_COMMAND_GRAPH;
  c.u.graph.executable = detail::impl::raw(graph);
  const detail::event_list events(after);
  return run(c, &events, location);
}
template <class Event>
event queue::ext_oneapi_graph(const detail::executable_graph &graph,
                              const std::vector<Event> &after, const falx_location &location) {
  falx_command c = FALX_INIT(falx_command);
  c.kind = FALX_COMMAND_GRAPH;
  c.u.graph.executable = detail::impl::raw(graph);
  const detail::event_list events(after);
  return run(c, &events, location);
}

} // namespace sycl

template <> struct std::hash<sycl::ext::oneapi::experimental::node> {
  size_t operator()(const sycl::ext::oneapi::experimental::node &n) const noexcept {
    return reinterpret_cast<size_t>(n.raw()) >> 4;
  }
};
template <sycl::ext::oneapi::experimental::graph_state State>
struct std::hash<sycl::ext::oneapi::experimental::command_graph<State>> {
  size_t operator()(const sycl::ext::oneapi::experimental::command_graph<State> &g) const noexcept {
    return reinterpret_cast<size_t>(g.raw()) >> 4;
  }
};
template <class T> struct std::hash<sycl::ext::oneapi::experimental::dynamic_parameter<T>> {
  size_t operator()(const sycl::ext::oneapi::experimental::dynamic_parameter<T> &p) const noexcept {
    return reinterpret_cast<size_t>(p.state_.get()) >> 4;
  }
};
template <> struct std::hash<sycl::ext::oneapi::experimental::dynamic_command_group> {
  size_t
  operator()(const sycl::ext::oneapi::experimental::dynamic_command_group &g) const noexcept {
    return reinterpret_cast<size_t>(g.state_.get()) >> 4;
  }
};

#endif
