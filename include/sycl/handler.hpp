/* handler: what a command group function describes its one command with. SYCL 2020, 4.9.4. */
#ifndef FALX_SYCL_HANDLER_HPP
#define FALX_SYCL_HANDLER_HPP

#include <sycl/detail/command.hpp>
#include <sycl/detail/graph.hpp>
#include <sycl/event.hpp>
#include <sycl/ext/oneapi/device_global.hpp>
#include <sycl/ext/oneapi/memcpy2d.hpp>
#include <sycl/h_item.hpp>
#include <sycl/interop_handle.hpp>

namespace sycl {

class queue;
class kernel;
namespace detail {
struct set_argument;
}
namespace ext::oneapi::experimental {
class raw_kernel_arg;
}

class handler : public detail::memory_2d<handler> {
public:
  handler(const handler &) = delete;
  handler &operator=(const handler &) = delete;

  /* ---- Dependencies ---- */
  void depends_on(const event &e) { group_.dependencies.push(e); }
  template <class Event = event> void depends_on(const std::vector<Event> &events) {
    for (const Event &e : events)
      group_.dependencies.push(e);
  }
  template <class Accessor> void require(const Accessor &placeholder) {
    using access = typename detail::accessor_of<Accessor>::access;
    group_.require(access::buffer(placeholder), access::mode(placeholder));
  }
  template <class Accessor>
  void require(const ext::oneapi::experimental::dynamic_parameter<Accessor> &parameter);

  /* ---- Kernels ---- */
  template <class Name = detail::unnamed, class Kernel>
  FALX_PER_MODULE void single_task(const Kernel &kernel) {
    begin();
    detail::set_single_task<detail::kernel_name<Name, Kernel>>(command_, kernel);
    keep_kernel(kernel);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  FALX_PER_MODULE void parallel_for(range<D> r, const Kernel &kernel) {
    begin();
    detail::set_parallel_for<detail::kernel_name<Name, Kernel>>(command_, r, id<D>(), kernel);
    keep_kernel(kernel);
  }
  template <class Name = detail::unnamed, class Kernel>
  FALX_PER_MODULE void parallel_for(size_t r, const Kernel &kernel) {
    parallel_for<Name>(range<1>(r), kernel);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  FALX_DEPRECATED("offsets are deprecated in SYCL 2020")
  FALX_PER_MODULE void parallel_for(range<D> r, id<D> offset, const Kernel &kernel) {
    begin();
    detail::set_parallel_for<detail::kernel_name<Name, Kernel>>(command_, r, offset, kernel);
    keep_kernel(kernel);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  FALX_PER_MODULE void parallel_for(nd_range<D> r, const Kernel &kernel) {
    begin();
    detail::set_parallel_for<detail::kernel_name<Name, Kernel>>(command_, r, kernel);
    keep_kernel(kernel);
  }
  /* With properties before the kernel: sycl_ext_oneapi_kernel_properties. */
  template <class Name = detail::unnamed, class Properties, class Kernel,
            detail::if_properties<Properties> = 0>
  FALX_PER_MODULE void single_task(Properties properties, const Kernel &kernel) {
    begin();
    detail::set_single_task<detail::kernel_name<Name, Kernel>, Properties>(command_, kernel);
    detail::set_launch_values(command_, properties);
    keep_kernel(kernel);
  }
  template <class Name = detail::unnamed, int D, class Properties, class Kernel,
            detail::if_properties<Properties> = 0>
  FALX_PER_MODULE void parallel_for(range<D> r, Properties properties, const Kernel &kernel) {
    begin();
    detail::set_parallel_for<detail::kernel_name<Name, Kernel>, Properties>(command_, r, id<D>(),
                                                                            kernel);
    detail::set_launch_values(command_, properties);
    keep_kernel(kernel);
  }
  template <class Name = detail::unnamed, int D, class Properties, class Kernel,
            detail::if_properties<Properties> = 0>
  FALX_PER_MODULE void parallel_for(nd_range<D> r, Properties properties, const Kernel &kernel) {
    begin();
    detail::set_parallel_for<detail::kernel_name<Name, Kernel>, Properties>(command_, r, kernel);
    detail::set_launch_values(command_, properties);
    keep_kernel(kernel);
  }
  /* With reductions before the kernel: 4.9.2, reduction.hpp. */
  template <class Name = detail::unnamed, int D, class First, class... Rest>
  FALX_PER_MODULE std::enable_if_t<(sizeof...(Rest) > 0) && detail::is_reduction<First>>
  parallel_for(range<D> r, First &&first, Rest &&...rest) {
    detail::reduce<Name>(*this, r, static_cast<First &&>(first), static_cast<Rest &&>(rest)...);
  }
  template <class Name = detail::unnamed, class First, class... Rest>
  FALX_PER_MODULE std::enable_if_t<(sizeof...(Rest) > 0) && detail::is_reduction<First>>
  parallel_for(size_t r, First &&first, Rest &&...rest) {
    detail::reduce<Name>(*this, range<1>(r), static_cast<First &&>(first),
                         static_cast<Rest &&>(rest)...);
  }
  template <class Name = detail::unnamed, int D, class First, class... Rest>
  FALX_PER_MODULE std::enable_if_t<(sizeof...(Rest) > 0) && detail::is_reduction<First>>
  parallel_for(nd_range<D> r, First &&first, Rest &&...rest) {
    detail::reduce<Name>(*this, r, static_cast<First &&>(first), static_cast<Rest &&>(rest)...);
  }
  /* A range as numbers in braces: 4.9.4.2.2. */
  template <class Name = detail::unnamed, class I, size_t N, class... Rest,
            std::enable_if_t<(N > 1) && detail::is_index<I>, int> = 0>
  FALX_PER_MODULE void parallel_for(const I (&numbers)[N], Rest &&...rest) {
    parallel_for<Name>(detail::braced(numbers), static_cast<Rest &&>(rest)...);
  }
  /* Kernel objects: 4.9.4.2.1. Those of function objects cannot be launched so. */
  void single_task(const kernel &k) {
    set_object(k);
    command_.u.kernel.range = {1, 0, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
  }
  template <int D> void parallel_for(range<D> r, const kernel &k) { parallel_for(r, id<D>(), k); }
  template <int D> void parallel_for(range<D> r, id<D> offset, const kernel &k) {
    set_object(k);
    detail::set_range(command_.u.kernel.range, r, offset);
  }
  template <int D> void parallel_for(nd_range<D> r, const kernel &k) {
    set_object(k);
    detail::set_range(command_.u.kernel.range, r);
  }
  /* With properties; those that are compiled in are of the kernel, not of its launch. */
  template <class Range, class Properties>
  void launch_object(const Range &r, const Properties &properties, const kernel &k) {
    parallel_for(r, k);
    detail::set_launch_values(command_, properties);
  }
  /* Their arguments, before the launch: 4.9.4.4. Bytes are copied here. */
  template <class T> void set_arg(int index, const T &argument) {
    static_assert(!std::is_array_v<T> && !std::is_function_v<T>,
                  "an argument of a kernel is passed by value: not an array, not a function");
    add_argument(index, __builtin_addressof(argument), sizeof(T));
  }
  void set_arg(int index, const ext::oneapi::experimental::raw_kernel_arg &argument);
  template <class T>
  void set_arg(int index, const ext::oneapi::experimental::dynamic_parameter<T> &parameter);
  template <class... T> void set_args(const T &...arguments) {
    int index = 0;
    (set_arg(index++, arguments), ...);
  }
  /* Hierarchical: h_item.hpp. A kernel without a name is named by its own type. */
  template <class Name = detail::unnamed, int D, class Kernel>
  FALX_PER_MODULE void parallel_for_work_group(range<D> groups, const Kernel &kernel) {
    range<D> one = groups;
    for (int d = 0; d < D; ++d)
      one[d] = 1;
    parallel_for_work_group<Name>(groups, one, kernel);
  }
  template <class Name = detail::unnamed, int D, class Kernel>
  FALX_PER_MODULE void parallel_for_work_group(range<D> groups, range<D> local,
                                               const Kernel &kernel) {
    range<D> one = groups;
    detail::work_group_kernel<D, Kernel> whole{kernel, {}};
    for (int d = 0; d < D; ++d) {
      whole.items[d] = local[d];
      one[d] = 1;
    }
    parallel_for<detail::kernel_name<Name, Kernel>>(nd_range<D>(groups, one), whole);
    detail::check_work_items(falx_queue_device(queue_), local.size(), *command_.u.kernel.site);
  }

  /* ---- Host tasks: 4.10 ---- */
  template <class Task> FALX_DEPRECATED("use host_task") void run_on_host_intel(Task &&task) {
    host_task(static_cast<Task &&>(task));
  }
  template <class Task> void host_task(Task &&task) {
    using T = std::decay_t<Task>;
    using held = detail::held_task<T>;
    begin();
    command_.kind = FALX_COMMAND_HOST_TASK;
    command_.u.host_task.data = new held(queue_, static_cast<Task &&>(task));
    command_.u.host_task.destroy = [](void *data) { delete static_cast<held *>(data); };
    command_.u.host_task.run = [](void *data) -> void * {
      auto *self = static_cast<held *>(data);
      try {
        if constexpr (detail::is_callable<T &>)
          self->task();
        else
          self->task(detail::impl::make<interop_handle>(self->queue));
      } catch (...) {
        /* A node of a graph runs again. */
        std::exception_ptr *thrown = __atomic_exchange_n(
            &self->thrown, static_cast<std::exception_ptr *>(nullptr), __ATOMIC_RELAXED);
        if (!thrown && !(thrown = new (std::nothrow) std::exception_ptr))
          return nullptr;
        *thrown = std::current_exception();
        return thrown;
      }
      return nullptr;
    };
    command_.u.host_task.drop = [](void *thrown) {
      delete static_cast<std::exception_ptr *>(thrown);
    };
  }

  /* ---- Copies and fills: 4.9.4.3 ---- */
  void memcpy(void *destination, const void *source, size_t bytes) {
    begin();
    detail::set_memcpy(command_, destination, source, bytes);
  }
  template <class T> void copy(const T *source, T *destination, size_t count) {
    memcpy(destination, source, detail::bytes_for(count, sizeof(T)));
  }
  FALX_LAZY void memset(void *destination, int value, size_t bytes) {
    const unsigned char byte = static_cast<unsigned char>(value);
    fill(destination, byte, bytes);
  }
  template <class T> void fill(void *destination, const T &pattern, size_t count) {
    static_assert(is_device_copyable_v<T>, "the pattern cannot be copied byte by byte");
    begin();
    detail::set_fill(command_, destination, keep_bytes(&pattern, sizeof(T)), sizeof(T), count);
  }
  /* Device globals: sycl_ext_oneapi_device_global; copy counts elements, memcpy bytes. */
  template <class T, class P, detail::if_written<P> = 0>
  void copy(const detail::scalar_of<T> *source, detail::dg::device_global<T, P> &destination,
            size_t count = detail::count_of<T>, size_t start = 0) {
    memcpy(destination, source, detail::bytes_of<T>(count), detail::bytes_of<T>(start));
  }
  template <class T, class P, detail::if_read<P> = 0>
  void copy(const detail::dg::device_global<T, P> &source, detail::scalar_of<T> *destination,
            size_t count = detail::count_of<T>, size_t start = 0) {
    memcpy(destination, source, detail::bytes_of<T>(count), detail::bytes_of<T>(start));
  }
  template <class T, class P, detail::if_written<P> = 0>
  void memcpy(detail::dg::device_global<T, P> &destination, const void *source,
              size_t bytes = sizeof(T), size_t offset = 0) {
    void *memory = detail::device_global_access::memory(destination, queue_, offset, bytes);
    memcpy(memory, source, bytes);
  }
  template <class T, class P, detail::if_read<P> = 0>
  void memcpy(void *destination, const detail::dg::device_global<T, P> &source,
              size_t bytes = sizeof(T), size_t offset = 0) {
    const void *memory = detail::device_global_access::memory(source, queue_, offset, bytes);
    memcpy(destination, memory, bytes);
  }
  void prefetch(const void *pointer, size_t bytes) {
    begin();
    detail::set_usm(command_, FALX_COMMAND_PREFETCH, pointer, bytes, 0);
  }
  void mem_advise(const void *pointer, size_t bytes, int advice) {
    begin();
    detail::set_usm(command_, FALX_COMMAND_ADVISE, pointer, bytes, advice);
  }
  /* Accessor forms: each side is an accessor, a raw pointer or a std::shared_ptr. */
  template <class Source, class Destination>
  auto copy(const Source &source, const Destination &destination)
      -> std::enable_if_t<detail::is_accessor<Source> || detail::is_accessor<Destination>> {
    begin();
    command_.kind = FALX_COMMAND_COPY_REGION;
    falx_region &from = command_.u.copy.source, &to = command_.u.copy.destination;
    if constexpr (detail::is_accessor<Source>) {
      from = detail::region_of(source);
      to = detail::region_of(destination, &from);
      require(source);
    } else {
      to = detail::region_of(destination);
      from = detail::region_of(source, &to);
    }
    if constexpr (detail::is_accessor<Destination>)
      require(destination);
    own(source);
    own(destination);
  }
  template <class Accessor, class T>
  auto fill(const Accessor &destination, const T &value)
      -> std::enable_if_t<detail::is_accessor<Accessor>> {
    begin();
    command_.kind = FALX_COMMAND_FILL_REGION;
    command_.u.fill_region.destination = detail::region_of(destination);
    const typename Accessor::value_type element = static_cast<typename Accessor::value_type>(value);
    command_.u.fill_region.pattern = keep_bytes(&element, sizeof element);
    require(destination);
  }
  template <class Accessor> void update_host(const Accessor &accessor) {
    begin();
    command_.kind = FALX_COMMAND_UPDATE_HOST;
    command_.u.update_host.buffer = detail::accessor_of<Accessor>::access::buffer(accessor);
    require(accessor);
  }

  /* sycl_ext_oneapi_graph */
  void ext_oneapi_graph(const detail::executable_graph &graph);

  void ext_oneapi_barrier() {
    begin();
    command_.kind = FALX_COMMAND_BARRIER;
  }
  template <class Event = event> void ext_oneapi_barrier(const std::vector<Event> &events) {
    ext_oneapi_barrier();
    depends_on(events);
  }
  /* Kernels of the command group have to be in the bundle: 4.9.4.4. */
  template <class Bundle> void use_kernel_bundle(const Bundle &bundle) {
    if (detail::impl::raw(bundle.get_context()) != falx_queue_context(queue_))
      detail::throw_error(errc::invalid, "the kernel bundle is of another context than the queue");
    if (spec_values_.size())
      detail::throw_error(errc::invalid, "a kernel bundle after a specialization constant was set "
                                         "in the command group: set it in the bundle");
    const Bundle *kept = new Bundle(bundle); // it may be a temporary
    drop_bundle();
    bundle_ = kept;
    bundle_values_ = [](const void *used, const falx_kernel_site *site) {
      return &static_cast<const Bundle *>(used)->values_for(site->name, site->module);
    };
    drop_bundle_ = [](const void *used) { delete static_cast<const Bundle *>(used); };
  }

  /* ---- Specialization constants: 4.9.5.3 ---- */
  template <auto &Id> void set_specialization_constant(detail::spec_type<Id> value) {
    if (bundle_)
      detail::throw_error(errc::invalid, "a specialization constant in a command group that uses a "
                                         "kernel bundle: set it in the bundle, before it is built");
    spec_values_.set<Id>(value);
  }
  template <auto &Id> detail::spec_type<Id> get_specialization_constant() const {
    if (bundle_)
      detail::throw_error(errc::invalid, "a specialization constant of a command group that uses a "
                                         "kernel bundle: ask the bundle");
    return spec_values_.get<Id>();
  }

private:
  friend class queue;
  friend struct detail::enqueue;
  friend class detail::memory_2d<handler>;
  friend struct detail::impl;
  friend struct detail::reduce_access;
  friend struct detail::stream_access;
  friend struct detail::graph_access;
  FALX_CALLED handler(falx_queue_t queue, const falx_location &location) : queue_(queue) {
    command_.location = &location;
  }
  FALX_CALLED ~handler() {
    if (room_)
      ::operator delete(room_, std::align_val_t(64));
    drop_bundle();
    drop_arguments();
    if (later_)
      drop_later_(later_);
    if (after_)
      drop_after_(after_);
    if (command_.kind == FALX_COMMAND_HOST_TASK && command_.u.host_task.destroy)
      command_.u.host_task.destroy(command_.u.host_task.data);
    if (command_.kind == FALX_COMMAND_GRAPH)
      falx_executable_release(command_.u.graph.executable);
  }

  void drop_bundle() {
    if (bundle_)
      drop_bundle_(bundle_);
    bundle_ = nullptr;
  }
  void begin() {
    if (command_.kind != 0)
      refuse_second();
    command_.kind = FALX_COMMAND_BARRIER; // replaced at once by the caller
  }
  /* Defined in detail/kernel_object.hpp. */
  void set_object(const kernel &k);
  void add_argument(int index, const void *bytes, size_t size);
  void drop_arguments();
  /* 4.9.4: and the submission throws, whatever the command group function catches. */
  [[noreturn]] __attribute__((cold, noinline)) void refuse_second() {
    has_second_ = true;
    detail::throw_status(
        falx_error_set(FALX_ERROR_INVALID, command_.location,
                       "a command group holds one command, and this one has a second: give each a "
                       "command group of its own"));
  }
  void give(const falx_command &c, const void *pattern, size_t bytes) {
    begin();
    command_.kind = c.kind;
    command_.u = c.u;
    if (pattern)
      command_.u.fill_region.pattern = keep_bytes(pattern, bytes);
  }
  /* For what the command reads when it is submitted: the user's object may be gone by then. */
  unsigned char *room(size_t bytes) { return bytes > sizeof small_ ? more_room(bytes) : small_; }
  FALX_CALLED unsigned char *more_room(size_t bytes) {
    return room_ = static_cast<unsigned char *>(::operator new(bytes, std::align_val_t(64)));
  }
  const void *keep_bytes(const void *bytes, size_t count) {
    return __builtin_memcpy(room(count), bytes, count);
  }
  template <class T> void keep_kernel(const T &kernel) {
    command_.u.kernel.functor = keep_bytes(&kernel, sizeof(T));
    if (bundle_)
      check_bundle();
  }
  /* It refuses a kernel that it does not hold. */
  FALX_CALLED void check_bundle() const { (void)bundle_values_(bundle_, command_.u.kernel.site); }
  /* Nothing holds a shared_ptr side for the command: the submission waits for it instead. */
  template <class T> void own(const T &) { group_.waits |= detail::is_shared_ptr<T>; }

  void fill(falx_command &command, bool is_in_bundle = true) const {
    group_.fill(command);
    if (command.kind == FALX_COMMAND_KERNEL) {
      const detail::spec_values &values =
          bundle_ && is_in_bundle ? *bundle_values_(bundle_, command.u.kernel.site) : spec_values_;
      command.u.kernel.spec_values = values.data();
      command.u.kernel.spec_value_count = values.size();
    }
  }
  /* submit runs it once the command group function has said all it has to say, and drops it. */
  void make_later(void *data, void (*run)(handler &, void *), void (*drop)(void *)) {
    later_ = data;
    run_later_ = run;
    drop_later_ = drop;
  }
  falx_event_t submit(bool has_event = true) {
    if (command_.kind == 0)
      return nullptr; // an empty command group
    if (has_second_)
      refuse_second();
    if (later_)
      run_later_(*this, later_);
    falx_event_t made = done_;
    if (done_) {
      falx_event_retain(done_);
    } else {
      fill(command_);
      const bool is_wanted = has_event || after_;
      falx_status status = falx_queue_submit(queue_, &command_, is_wanted ? &made : nullptr);
      if (command_.kind == FALX_COMMAND_HOST_TASK)
        command_.u.host_task.destroy = nullptr; // the runtime's from here, also on failure
      detail::check(status);
    }
    if (after_) {
      void *data = after_;
      after_ = nullptr; // what it runs owns it
      made = run_after_(*this, data, made);
    }
    return made;
  }

  /* Once the command group function has returned. */
  FALX_CALLED event finish(bool has_event = true) {
    event done = detail::impl::make<event>(submit(has_event || group_.waits));
    if (group_.waits)
      done.wait();
    return done;
  }

  falx_command command_ = FALX_INIT(falx_command);
  falx_queue_t queue_;
  const void *bundle_ = nullptr; // of use_kernel_bundle: a copy
  const detail::spec_values *(*bundle_values_)(const void *bundle,
                                               const falx_kernel_site *site) = nullptr;
  detail::spec_values spec_values_;
  void (*drop_bundle_)(const void *bundle) = nullptr;
  void *later_ = nullptr; // commands of a reduction
  void (*run_later_)(handler &h, void *data) = nullptr;
  void (*drop_later_)(void *data) = nullptr;
  void *after_ = nullptr; // the output of streams; its event is the command group's
  falx_event_t (*run_after_)(handler &h, void *data, falx_event_t kernel) = nullptr;
  void (*drop_after_)(void *data) = nullptr;
  falx_event_t done_ = nullptr;   // of commands submitted already; held by group_
  unsigned char *room_ = nullptr; // of more than small_
  bool has_second_ = false;
  detail::group_state group_;
  detail::set_argument *arguments_ = nullptr;        // of a kernel object, the last first
  const detail::kernel_arguments *object_ = nullptr; // the kernel object's that is launched
  detail::graph_access *graph_ = nullptr; // the command becomes a node by command_graph::add
  alignas(64) unsigned char small_[256];
};

inline void detail::impl::require(handler &h, falx_buffer_t buffer, uint32_t mode) {
  h.group_.require(buffer, mode);
}
inline const falx_location *detail::impl::location(const handler &h) {
  return h.command_.location;
}
inline falx_device_t detail::impl::device(const handler &h) {
  return falx_queue_device(h.queue_);
}

} // namespace sycl

#endif
