/* Properties and property lists. SYCL 2020, 4.5.4. */
#ifndef FALX_SYCL_PROPERTY_LIST_HPP
#define FALX_SYCL_PROPERTY_LIST_HPP

#ifndef FALX_LEAN_HEADERS
#include <mutex>
#endif
#include <cstdlib>
#include <new>
#include <type_traits>
#include <vector>

#include <sycl/detail/handle.hpp>

#define SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS 1
#define SYCL_EXT_ONEAPI_QUEUE_PRIORITY 1
#define SYCL_EXT_INTEL_MEM_CHANNEL_PROPERTY 1
#define SYCL_EXT_INTEL_QUEUE_IMMEDIATE_COMMAND_LIST 1

namespace sycl {

class property_list;
class context;
namespace ext::oneapi {
template <class...> class accessor_property_list;
}
namespace detail {
struct graph_access;
}

namespace ext::oneapi::property::queue {
/* sycl_ext_oneapi_discard_queue_events and sycl_ext_oneapi_queue_priority: hints. Events are made
 * all the same, and every queue has the same priority. */
struct discard_events {};
struct priority_normal {};
struct priority_low {};
struct priority_high {};
} // namespace ext::oneapi::property::queue
namespace ext::intel::experimental::property::usm {
/* sycl_ext_intel_buffer_location, of allocations: a hint, for devices with several memories. */
class buffer_location {
public:
  buffer_location(uint64_t location) : location_(location) {}
  uint64_t get_buffer_location() const { return location_; }

private:
  friend class sycl::property_list;
  buffer_location() = default;
  uint64_t location_ = 0;
};
} // namespace ext::intel::experimental::property::usm
namespace ext::intel::property::queue {
/* sycl_ext_intel_queue_immediate_command_list: hints for a back end that has such lists. */
struct immediate_command_list {};
struct no_immediate_command_list {};
} // namespace ext::intel::property::queue

namespace detail {
/* Nodes of a graph, each with a reference; copies share them. */
class node_list {
public:
  node_list() = default;
  explicit node_list(size_t count)
      : held_(static_cast<held *>(std::malloc(sizeof(held) + count * sizeof(falx_node_t)))) {
    if (!held_)
      throw std::bad_alloc();
    *held_ = {1, 0};
  }
  node_list(const node_list &o) : held_(o.held_) {
    if (held_)
      __atomic_fetch_add(&held_->references, 1, __ATOMIC_RELAXED);
  }
  node_list &operator=(node_list o) noexcept {
    held *mine = held_;
    held_ = o.held_;
    o.held_ = mine;
    return *this;
  }
  ~node_list() {
    if (!held_ || __atomic_sub_fetch(&held_->references, 1, __ATOMIC_ACQ_REL) != 0)
      return;
    for (size_t i = 0; i < held_->count; ++i)
      falx_node_release(nodes()[i]);
    std::free(held_);
  }
  void push(falx_node_t node) { // at most as many as the constructor was told
    falx_node_retain(node);
    nodes()[held_->count++] = node;
  }
  size_t size() const { return held_ ? held_->count : 0; }
  falx_node_t operator[](size_t i) const { return nodes()[i]; }

private:
  struct held {
    size_t references, count;
  };
  falx_node_t *nodes() const { return reinterpret_cast<falx_node_t *>(held_ + 1); }
  held *held_ = nullptr;
};
} // namespace detail
namespace ext::oneapi::experimental::property {
/* sycl_ext_oneapi_graph */
namespace graph {
struct no_cycle_check {};
struct assume_buffer_outlives_graph {};
struct updatable {};
struct enable_profiling {};
struct enable_native_recording {};
} // namespace graph
namespace node {
class depends_on {
public:
  template <class... Nodes> depends_on(const Nodes &...nodes) : nodes_(sizeof...(Nodes)) {
    (nodes_.push(detail::impl::raw(nodes)), ...);
  }
  template <class Node> depends_on(const std::vector<Node> &nodes) : nodes_(nodes.size()) {
    for (const Node &node : nodes)
      nodes_.push(detail::impl::raw(node));
  }

private:
  friend class sycl::property_list;
  friend struct sycl::detail::graph_access;
  depends_on() = default;
  detail::node_list nodes_;
};
struct depends_on_all_leaves {};
} // namespace node
} // namespace ext::oneapi::experimental::property

namespace property {
namespace queue {
struct in_order {};
struct enable_profiling {};
} // namespace queue
namespace buffer {
struct use_host_ptr {};
/* Only kept for the program: the runtime does not lock the mutex. */
class use_mutex {
public:
#ifndef FALX_LEAN_HEADERS
  use_mutex(std::mutex &m) : mutex_(&m) {}
  std::mutex *get_mutex_ptr() const { return static_cast<std::mutex *>(mutex_); }
#endif

private:
  friend class sycl::property_list;
  use_mutex() = default;
  void *mutex_ = nullptr;
};
/* Commands of queues of another context are refused. Bodies in context.hpp. */
class context_bound {
public:
  context_bound(const sycl::context &c);
  sycl::context get_context() const;

private:
  friend class sycl::property_list;
  context_bound() = default;
  detail::handle<falx_context_t, falx_context_retain, falx_context_release> context_;
};
/* sycl_ext_intel_mem_channel_property: a hint, for devices that distribute memory by hand. */
class mem_channel {
public:
  mem_channel(uint32_t channel) : channel_(channel) {}
  uint32_t get_channel() const { return channel_; }

private:
  friend class sycl::property_list;
  mem_channel() = default;
  uint32_t channel_ = 0;
};
} // namespace buffer
namespace image {
struct use_host_ptr {};
class use_mutex : public buffer::use_mutex {
public:
  using buffer::use_mutex::use_mutex;

private:
  friend class sycl::property_list;
  use_mutex(const buffer::use_mutex &o) : buffer::use_mutex(o) {}
};
class context_bound : public buffer::context_bound {
public:
  using buffer::context_bound::context_bound;

private:
  friend class sycl::property_list;
  context_bound(const buffer::context_bound &o) : buffer::context_bound(o) {}
};
} // namespace image
struct no_init {};
namespace reduction {
struct initialize_to_identity {};
} // namespace reduction
} // namespace property

inline constexpr property::no_init no_init;
FALX_DEPRECATED("use no_init") inline constexpr property::no_init noinit;

template <class P> struct is_property : std::false_type {};
template <> struct is_property<property::queue::in_order> : std::true_type {};
template <> struct is_property<property::queue::enable_profiling> : std::true_type {};
template <> struct is_property<property::buffer::use_host_ptr> : std::true_type {};
template <> struct is_property<property::image::use_host_ptr> : std::true_type {};
template <> struct is_property<property::image::use_mutex> : std::true_type {};
template <> struct is_property<property::image::context_bound> : std::true_type {};
template <> struct is_property<property::buffer::use_mutex> : std::true_type {};
template <> struct is_property<property::buffer::context_bound> : std::true_type {};
template <> struct is_property<property::buffer::mem_channel> : std::true_type {};
template <>
struct is_property<ext::intel::experimental::property::usm::buffer_location> : std::true_type {};
template <> struct is_property<property::no_init> : std::true_type {};
template <> struct is_property<property::reduction::initialize_to_identity> : std::true_type {};
template <> struct is_property<ext::oneapi::property::queue::discard_events> : std::true_type {};
template <> struct is_property<ext::oneapi::property::queue::priority_normal> : std::true_type {};
template <> struct is_property<ext::oneapi::property::queue::priority_low> : std::true_type {};
template <> struct is_property<ext::oneapi::property::queue::priority_high> : std::true_type {};
template <>
struct is_property<ext::intel::property::queue::immediate_command_list> : std::true_type {};
template <>
struct is_property<ext::intel::property::queue::no_immediate_command_list> : std::true_type {};
namespace detail {
namespace graph_property = ext::oneapi::experimental::property;
}
template <> struct is_property<detail::graph_property::graph::no_cycle_check> : std::true_type {};
template <>
struct is_property<detail::graph_property::graph::assume_buffer_outlives_graph> : std::true_type {};
template <> struct is_property<detail::graph_property::graph::updatable> : std::true_type {};
template <> struct is_property<detail::graph_property::graph::enable_profiling> : std::true_type {};
template <>
struct is_property<detail::graph_property::graph::enable_native_recording> : std::true_type {};
template <> struct is_property<detail::graph_property::node::depends_on> : std::true_type {};
template <>
struct is_property<detail::graph_property::node::depends_on_all_leaves> : std::true_type {};
template <class P> inline constexpr bool is_property_v = is_property<P>::value;

/* Each class says so beside its definition. */
template <class P, class Object> struct is_property_of : std::false_type {};
template <class P, class Object>
inline constexpr bool is_property_of_v = is_property_of<P, Object>::value;

class property_list {
  using buffer_location = ext::intel::experimental::property::usm::buffer_location;

public:
  property_list() = default;
  FALX_CALLED property_list(const property_list &) = default;
  FALX_CALLED property_list(property_list &&) = default;
  property_list &operator=(const property_list &) = default;
  property_list &operator=(property_list &&) = default;
  FALX_CALLED ~property_list() = default;
  template <class... P, std::enable_if_t<(is_property_v<P> && ...) && (sizeof...(P) > 0), int> = 0>
  property_list(const P &...p) {
    (add(p), ...);
  }

  template <class P> bool has_property() const noexcept { return bits_ & bit<P>(); }
  template <class P> P get_property() const {
    if (!has_property<P>())
      detail::throw_error(errc::invalid, "get_property: the list has no such property");
    if constexpr (std::is_base_of_v<property::buffer::use_mutex, P>)
      return mutex_;
    else if constexpr (std::is_base_of_v<property::buffer::context_bound, P>)
      return context_;
    else if constexpr (std::is_same_v<P, property::buffer::mem_channel>)
      return channel_;
    else if constexpr (std::is_same_v<P, buffer_location>)
      return location_;
    else if constexpr (std::is_same_v<P, detail::graph_property::node::depends_on>)
      return nodes_;
    else
      return P{};
  }

private:
  friend struct detail::impl;
  template <class...> friend class ext::oneapi::accessor_property_list;
  falx_context_t raw() const { return context_.context_.get(); } // of context_bound, or NULL
  template <class P> void add(const P &p) {
    bits_ |= bit<P>();
    if constexpr (std::is_base_of_v<property::buffer::use_mutex, P>)
      mutex_ = p;
    else if constexpr (std::is_base_of_v<property::buffer::context_bound, P>)
      context_ = p;
    else if constexpr (std::is_same_v<P, property::buffer::mem_channel>)
      channel_ = p;
    else if constexpr (std::is_same_v<P, buffer_location>)
      location_ = p;
    else if constexpr (std::is_same_v<P, detail::graph_property::node::depends_on>)
      nodes_ = p;
  }
  template <class P> static constexpr unsigned bit() {
    static_assert(is_property_v<P>, "not a SYCL property");
    if (std::is_same_v<P, property::queue::in_order>)
      return 1;
    if (std::is_same_v<P, property::queue::enable_profiling>)
      return 2;
    if (std::is_same_v<P, property::buffer::use_host_ptr>)
      return 4;
    if (std::is_same_v<P, property::no_init>)
      return 8;
    if (std::is_same_v<P, property::image::use_host_ptr>)
      return 128;
    if (std::is_same_v<P, ext::oneapi::property::queue::discard_events>)
      return 256;
    if (std::is_same_v<P, ext::oneapi::property::queue::priority_normal>)
      return 512;
    if (std::is_same_v<P, ext::oneapi::property::queue::priority_low>)
      return 1024;
    if (std::is_same_v<P, ext::oneapi::property::queue::priority_high>)
      return 2048;
    if (std::is_same_v<P, property::image::use_mutex>)
      return 4096;
    if (std::is_same_v<P, property::image::context_bound>)
      return 8192;
    if (std::is_same_v<P, ext::intel::property::queue::immediate_command_list>)
      return 16384;
    if (std::is_same_v<P, ext::intel::property::queue::no_immediate_command_list>)
      return 32768;
    if (std::is_same_v<P, property::buffer::mem_channel>)
      return 65536;
    if (std::is_same_v<P, buffer_location>)
      return 131072;
    if (std::is_same_v<P, detail::graph_property::graph::no_cycle_check>)
      return 262144;
    if (std::is_same_v<P, detail::graph_property::graph::assume_buffer_outlives_graph>)
      return 524288;
    if (std::is_same_v<P, detail::graph_property::graph::updatable>)
      return 1048576;
    if (std::is_same_v<P, detail::graph_property::graph::enable_profiling>)
      return 2097152;
    if (std::is_same_v<P, detail::graph_property::graph::enable_native_recording>)
      return 4194304;
    if (std::is_same_v<P, detail::graph_property::node::depends_on>)
      return 8388608;
    if (std::is_same_v<P, detail::graph_property::node::depends_on_all_leaves>)
      return 16777216;
    if (std::is_same_v<P, property::buffer::use_mutex>)
      return 32;
    if (std::is_same_v<P, property::buffer::context_bound>)
      return 64;
    return 16;
  }
  unsigned bits_ = 0;
  property::buffer::use_mutex mutex_; // of the property, like the next
  property::buffer::context_bound context_;
  property::buffer::mem_channel channel_;
  buffer_location location_;
  detail::graph_property::node::depends_on nodes_;
};

} // namespace sycl

#endif
