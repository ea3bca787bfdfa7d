/* Filling in a falx_command, for handler and for the queue's shortcuts. */
#ifndef FALX_SYCL_DETAIL_COMMAND_HPP
#define FALX_SYCL_DETAIL_COMMAND_HPP

#include <cstdlib>
#include <new>

#include <sycl/detail/kernel.hpp>
#include <sycl/detail/smart.hpp>
#include <sycl/event.hpp>
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>

namespace sycl {
class handler;
}

namespace sycl::detail {

/* Defined with accessors and reductions; what handler has to know of them. */
template <class T> inline constexpr bool is_accessor = false;
template <class T> inline constexpr bool is_reduction = false;
struct accessor_access; // buffer(a), mode(a), region(a)
template <class> struct accessor_of {
  using access = accessor_access; // found when the template is instantiated
};
struct reduce_access;
struct stream_access;
struct enqueue;
template <class Name, class Range, class... Rest>
FALX_PER_MODULE void reduce(handler &, Range, Rest &&...);

/* Where a submission stands in the user's source. */
inline falx_location here(const char *file = __builtin_FILE(), uint32_t line = __builtin_LINE(),
                          const char *function = __builtin_FUNCTION()) {
  return {file, function, line, 0};
}

/* A host task, with room for what it may throw: then there may be no memory. */
template <class T> struct held_task {
  T task;
  falx_queue_t queue; // lives as long as the command
  std::exception_ptr *thrown = new std::exception_ptr;
  template <class U>
  held_task(falx_queue_t q, U &&given) : task(static_cast<U &&>(given)), queue(q) {}
  held_task(const held_task &) = delete;
  held_task &operator=(const held_task &) = delete;
  ~held_task() { delete thrown; }
};

/* A short list without allocation; trivially copyable elements. */
template <class T, size_t Few> class short_list {
public:
  short_list() = default;
  short_list(const short_list &) = delete;
  short_list &operator=(const short_list &) = delete;
  ~short_list() {
    if (items_ != few_)
      std::free(items_);
  }
  /* For one more. */
  void reserve() {
    if (count_ < capacity_)
      return;
    T *more = static_cast<T *>(std::malloc(2 * capacity_ * sizeof(T)));
    if (!more)
      throw std::bad_alloc();
    __builtin_memcpy(more, items_, count_ * sizeof(T));
    if (items_ != few_)
      std::free(items_);
    items_ = more;
    capacity_ *= 2;
  }
  void push(const T &item) {
    reserve();
    items_[count_++] = item;
  }
  void clear() { count_ = 0; }
  const T *data() const { return items_; }
  size_t size() const { return count_; }
  T *begin() { return items_; }
  T *end() { return items_ + count_; }

private:
  T *items_ = few_;
  size_t count_ = 0, capacity_ = Few;
  T few_[Few];
};

/* Events, each with a reference. */
class event_list {
public:
  event_list() = default;
  explicit event_list(const event &e) { push(e); }
  template <class Event> explicit event_list(const std::vector<Event> &events) : event_list() {
    for (const Event &e : events)
      push(e);
  }
  ~event_list() { clear(); }
  void clear() {
    for (falx_event_t e : list_)
      falx_event_release(e);
    list_.clear();
  }
  friend bool operator==(const event_list &a, const event_list &b) {
    if (a.list_.size() != b.list_.size())
      return false;
    for (size_t i = 0; i < a.list_.size(); ++i)
      if (a.list_.data()[i] != b.list_.data()[i])
        return false;
    return true;
  }
  void push(const event &e) {
    if (falx_event_t raw = impl::raw(e)) {
      list_.push(raw);
      falx_event_retain(raw);
    }
  }
  void push(const event_list &o) {
    for (size_t i = 0; i < o.list_.size(); ++i) {
      list_.push(o.list_.data()[i]);
      falx_event_retain(o.list_.data()[i]);
    }
  }
  void reserve() { list_.reserve(); }
  void fill(falx_command &c) const {
    c.dependencies = list_.data();
    c.dependency_count = list_.size();
  }

private:
  short_list<falx_event_t, 8> list_;
};

/* What a command group gathers besides its command. */
struct group_state {
  event_list dependencies;
  short_list<falx_requirement, 8> requirements;
  bool waits = false; // the submission ends with the command: something of the caller's is used

  void require(falx_buffer_t buffer, uint32_t mode) { requirements.push({buffer, mode}); }
  void fill(falx_command &c) const {
    dependencies.fill(c);
    c.requirements = requirements.data();
    c.requirement_count = requirements.size();
  }
};

/* ---- Commands. The kernel's function object must outlive the command's submission. ---- */
template <class Name, class Kernel>
FALX_PER_MODULE FALX_INLINE void set_kernel(falx_command &c, const Kernel &kernel) {
  check_name<Name>();
  check_kernel<Kernel>();
  c.kind = FALX_COMMAND_KERNEL;
  c.u.kernel.site = site_of<Name, Kernel>();
  c.u.kernel.functor = &kernel;
}
/* Properties: of the kernel, sycl_ext_oneapi_kernel_properties. */
template <class T>
using if_properties = std::enable_if_t<ext::oneapi::experimental::is_property_list_v<T>, int>;
using no_properties = ext::oneapi::experimental::empty_properties_t;
template <class Name, class Properties = no_properties, class Kernel>
FALX_PER_MODULE FALX_INLINE void set_single_task(falx_command &c, const Kernel &kernel) {
#ifdef __SYCL_DEVICE_ONLY__
  check_kernel<Kernel>(); // a host compiler that is not clang cannot tell
  using whole = with_properties<Properties, Kernel>;
  enter_single_task<Name, whole>(reinterpret_cast<const whole &>(kernel));
#else
  set_kernel<Name>(c, kernel);
  check_no_root_sync<Properties, Kernel>();
  c.u.kernel.range = {1, 0, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}};
#endif
}
template <class Name, class Properties = no_properties, int D, class Kernel>
FALX_PER_MODULE FALX_INLINE void set_parallel_for(falx_command &c, const range<D> &r,
                                                  const id<D> &offset, const Kernel &kernel) {
#ifdef __SYCL_DEVICE_ONLY__
  check_kernel<Kernel>(); // a host compiler that is not clang cannot tell
  using whole = with_properties<Properties, Kernel>;
  enter_range<Name, D, whole>(reinterpret_cast<const whole &>(kernel));
#else
  set_kernel<Name>(c, kernel);
  check_no_root_sync<Properties, Kernel>();
  set_range(c.u.kernel.range, r, offset);
#endif
}
template <class Name, class Properties = no_properties, int D, class Kernel>
FALX_PER_MODULE FALX_INLINE void set_parallel_for(falx_command &c, const nd_range<D> &r,
                                                  const Kernel &kernel) {
#ifdef __SYCL_DEVICE_ONLY__
  check_kernel<Kernel>(); // a host compiler that is not clang cannot tell
  using whole = with_properties<Properties, Kernel>;
  enter_nd_range<Name, D, whole>(reinterpret_cast<const whole &>(kernel));
#else
  set_kernel<Name>(c, kernel);
  set_range(c.u.kernel.range, r);
  c.u.kernel.has_root_sync = root_sync<Properties, Kernel>();
#endif
}

/* What the launch's properties say at run time. */
template <class Properties>
FALX_INLINE void set_launch_values(falx_command &c, const Properties &properties) {
  using scratch = ext::oneapi::experimental::work_group_scratch_size;
  if constexpr (Properties::template has_property<scratch>()) {
    c.u.kernel.has_launch_memory = 1;
    c.u.kernel.launch_memory = properties.template get_property<scratch>().value;
  } else {
    (void)c, (void)properties;
  }
}

/* One side of a copy as a region: an accessor, or a pointer to as many elements as the other. */
template <class Side> falx_region region_of(const Side &side, const falx_region *other = nullptr) {
  if constexpr (is_accessor<Side>) {
    return accessor_of<Side>::access::region(side);
  } else {
    falx_region r = *other;
    r.buffer = nullptr;
    const void *memory;
    if constexpr (is_shared_ptr<Side>)
      memory = side.get();
    else
      memory = side;
    r.pointer = const_cast<void *>(memory);
    for (int d = 0; d < 3; ++d) {
      r.memory_range[d] = r.range[d];
      r.offset[d] = 0;
    }
    return r;
  }
}

inline void set_memcpy(falx_command &c, void *destination, const void *source, size_t bytes) {
  c.kind = FALX_COMMAND_MEMCPY;
  c.u.memcpy_ = {destination, source, bytes};
}
inline void set_fill(falx_command &c, void *destination, const void *pattern, size_t pattern_size,
                     size_t count) {
  c.kind = FALX_COMMAND_FILL;
  c.u.fill = {destination, pattern, pattern_size, count};
}
inline void set_usm(falx_command &c, falx_command_kind kind, const void *pointer, size_t bytes,
                    int advice) {
  c.kind = kind;
  c.u.usm = {pointer, bytes, advice};
}

} // namespace sycl::detail

#endif
