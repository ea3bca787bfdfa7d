/* stream: text from kernels. SYCL 2020, 4.16; how it gets to the host: docs/stream.md. */
#ifndef FALX_SYCL_STREAM_HPP
#define FALX_SYCL_STREAM_HPP

#include <sycl/atomic_ref.hpp>
#include <sycl/detail/format.hpp>
#include <sycl/detail/identity.hpp>
#include <sycl/handler.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/vec.hpp>

namespace sycl {

enum class stream_manipulator {
  flush,
  dec,
  hex,
  oct,
  noshowbase,
  showbase,
  noshowpos,
  showpos,
  endl,
  fixed,
  scientific,
  hexfloat,
  defaultfloat
};
inline constexpr stream_manipulator flush = stream_manipulator::flush;
inline constexpr stream_manipulator dec = stream_manipulator::dec;
inline constexpr stream_manipulator hex = stream_manipulator::hex;
inline constexpr stream_manipulator oct = stream_manipulator::oct;
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
inline constexpr stream_manipulator endl = stream_manipulator::endl;
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
inline constexpr stream_manipulator defaultfloat = stream_manipulator::defaultfloat;

namespace detail {
struct stream_precision {
  int value;
};
struct stream_width {
  int value;
};

/* What device and host share. Behind it lie the pieces, then room for the host to put them in
 * order. A piece is what one operand of << printed; those of one statement are chained. */
struct stream_memory {
  uint64_t used; // characters, and above them 32 bits of pieces; atomic
  uint32_t size; // characters at most
  uint32_t padding;
  const property_list *properties; // the host's

  enum : uint32_t {
    is_flushed = 1u << 31,
    is_continued = 1u << 30,
    length_bits = is_continued - 1
  };
  struct piece {
    uint32_t next; // place + 1
    uint32_t length;
  };
  enum : size_t {
    bytes_per_character = sizeof(piece) + 1,
    largest_size = (size_t(1) << 32) / 9 - 1
  };

  FALX_INLINE char *pieces() { return reinterpret_cast<char *>(this + 1); }
  FALX_INLINE char *text(uint32_t place) { return pieces() + place + sizeof(piece); }
  FALX_INLINE piece get(uint32_t place) {
    piece p;
    __builtin_memcpy(&p, pieces() + place, sizeof p);
    return p;
  }
  FALX_INLINE void set(uint32_t place, const piece &p) {
    __builtin_memcpy(pieces() + place, &p, sizeof p);
  }
  static FALX_INLINE uint32_t end_of(uint64_t used) {
    return static_cast<uint32_t>(used) + static_cast<uint32_t>(used >> 32) * sizeof(piece);
  }

  /* Room for a piece of n characters, behind the piece `last` - 1 if that is not flushed. Answers
   * with its place + 1; 0 where the stream is full. */
  __attribute__((noinline)) uint32_t add(uint32_t last, uint32_t n) {
    /* The host looks only afterwards, and its memory may not be atomic for it and a GPU at once. */
    const atomic_ref<uint64_t, memory_order::relaxed, memory_scope::device,
                     access::address_space::global_space>
        shared(used);
    uint64_t before = shared.load();
    do {
      if (n > size - static_cast<uint32_t>(before))
        return 0;
    } while (!shared.compare_exchange_weak(before, before + n + (uint64_t(1) << 32)));
    const uint32_t place = end_of(before);
    piece added{0, n};
    if (last) { // of a copied stream it need not be the last any more
      piece p = get(last - 1);
      while (p.next) {
        last = p.next;
        p = get(last - 1);
      }
      if (!(p.length & is_flushed)) {
        p.next = place + 1;
        set(last - 1, p);
        added.length |= is_continued;
      }
    }
    set(place, added);
    return place + 1;
  }
  FALX_INLINE void flush(uint32_t last) {
    if (!last)
      return;
    piece p = get(last - 1);
    p.length |= is_flushed;
    set(last - 1, p);
  }

  /* Host, once the kernel is done: statement by statement, in the order in which they began. */
  void print() {
    const uint32_t end = end_of(used);
    char *const out = pieces() + end;
    size_t length = 0;
    piece p;
    for (uint32_t place = 0; place < end;
         place += static_cast<uint32_t>(sizeof p) + (p.length & length_bits)) {
      p = get(place);
      if (p.length & is_continued)
        continue;
      for (uint32_t at = place;;) {
        const piece part = get(at);
        __builtin_memcpy(out + length, text(at), part.length & length_bits);
        length += part.length & length_bits;
        if (!part.next)
          break;
        at = part.next - 1;
      }
    }
    std::fwrite(out, 1, length, stdout);
    std::fflush(stdout);
  }
};

/* The streams of a command group, printed by one host task. */
struct stream_output {
  falx_context_t context;
  stream_memory *memory;
  stream_output *next;
  falx_event_t kernel; // of the first only
  property_list properties;
};
struct stream_access {
  static stream_memory *make(handler &h, size_t size, const property_list &properties) {
    if (size > stream_memory::largest_size)
      throw_status(falx_error_set(FALX_ERROR_INVALID, h.command_.location,
                                  "a stream of %zu characters: %zu are the most", size,
                                  static_cast<size_t>(stream_memory::largest_size)));
    refuse_in_graph(h.queue_, h.command_.location, "a stream");
    auto *o =
        new stream_output{falx_queue_context(h.queue_), nullptr, nullptr, nullptr, properties};
    falx_context_retain(o->context);
    void *memory = nullptr;
    const falx_status status = falx_usm_alloc(
        FALX_USM_HOST, o->context, falx_queue_device(h.queue_),
        sizeof(stream_memory) + size * (stream_memory::bytes_per_character + 1), 64, &memory);
    o->memory = static_cast<stream_memory *>(memory);
    if (status != FALX_SUCCESS) {
      drop(o);
      throw_status(status);
    }
    *o->memory = {0, static_cast<uint32_t>(size), 0, &o->properties};
    if (!h.after_) {
      h.after_ = o;
      h.run_after_ = print_after;
      h.drop_after_ = drop;
    } else {
      auto *last = static_cast<stream_output *>(h.after_);
      while (last->next)
        last = last->next;
      last->next = o;
    }
    return o->memory;
  }

private:
  static void drop(void *data) {
    auto *o = static_cast<stream_output *>(data);
    if (o->kernel) { // still under way where the task could not be submitted
      (void)falx_event_wait(&o->kernel, 1);
      falx_event_release(o->kernel);
    }
    while (o) {
      stream_output *next = o->next;
      (void)falx_usm_free(o->context, o->memory);
      falx_context_release(o->context);
      delete o;
      o = next;
    }
  }
  /* Takes the kernel's event and gives the one of the output. */
  static falx_event_t print_after(handler &h, void *data, falx_event_t kernel) {
    auto *first = static_cast<stream_output *>(data);
    first->kernel = kernel;
    falx_command c = FALX_INIT(falx_command);
    c.kind = FALX_COMMAND_HOST_TASK;
    c.location = h.command_.location;
    c.dependencies = &kernel;
    c.dependency_count = 1;
    c.u.host_task.data = first;
    c.u.host_task.run = [](void *outputs) -> void * {
      for (auto *o = static_cast<stream_output *>(outputs); o; o = o->next)
        o->memory->print();
      return nullptr;
    };
    c.u.host_task.destroy = drop;
    falx_event_t printed = nullptr;
    check(falx_queue_submit(h.queue_, &c, &printed)); // on failure destroy has run already
    return printed;
  }
};
} // namespace detail

inline detail::stream_precision setprecision(int precision) {
  return {precision};
}
inline detail::stream_width setw(int width) {
  return {width};
}

/* Trivially copyable; each work-item has its own, with the format that it set. */
class stream : public detail::owner_order<stream> {
public:
  stream(size_t size, size_t work_item_size, handler &h, const property_list &p = {})
      : memory_(detail::stream_access::make(h, size, p)), size_(size),
        work_item_size_(work_item_size) {}

  size_t size() const noexcept { return size_; }
  [[deprecated("use size()")]] size_t get_size() const { return size_; }
  size_t get_work_item_buffer_size() const { return work_item_size_; }
  [[deprecated("use get_work_item_buffer_size()")]] size_t get_max_statement_size() const {
    return work_item_size_;
  }
  /* While the command group is there. */
  template <class P> bool has_property() const noexcept {
    return memory_->properties->has_property<P>();
  }
  template <class P> P get_property() const { return memory_->properties->get_property<P>(); }

  friend bool operator==(const stream &a, const stream &b) { return a.memory_ == b.memory_; }
  friend bool operator!=(const stream &a, const stream &b) { return !(a == b); }

  /* ---- Text ---- */
  friend const stream &operator<<(const stream &s, const char *text) {
    size_t n = 0;
    while (text[n])
      ++n;
    s.put(text, n);
    return s;
  }
  friend const stream &operator<<(const stream &s, char c) {
    s.put(&c, 1);
    return s;
  }
  friend const stream &operator<<(const stream &s, bool b) { return s << (b ? "true" : "false"); }
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  friend const stream &operator<<(const stream &s, T value) {
    if constexpr (std::is_integral_v<T>) {
      const bool is_negative = value < T(0) && s.format_.base == 10;
      const auto bits = static_cast<uint64_t>(static_cast<std::make_unsigned_t<T>>(value));
      s.put_integer(is_negative ? -static_cast<uint64_t>(value) : bits, std::is_signed_v<T>,
                    is_negative);
    } else if constexpr (sizeof(T) == 4) {
      uint32_t bits;
      __builtin_memcpy(&bits, &value, 4);
      s.put_float(bits, 8, 23);
    } else {
      const double number = static_cast<double>(value); // long double, too
      uint64_t bits;
      __builtin_memcpy(&bits, &number, 8);
      s.put_float(bits, 11, 52);
    }
    return s;
  }
  friend const stream &operator<<(const stream &s, half value) {
    return s << static_cast<float>(value);
  }
  friend const stream &operator<<(const stream &s, const void *pointer) {
    const detail::text_format before = s.format_;
    s.format_.base = 16;
    s.format_.has_base = true;
    if (pointer)
      s.put_integer(reinterpret_cast<uintptr_t>(pointer), false, false);
    else
      s.put("0x0", 3);
    s.format_.base = before.base;
    s.format_.has_base = before.has_base;
    return s;
  }
  template <class T, access::address_space Space, access::decorated D>
  friend const stream &operator<<(const stream &s, const multi_ptr<T, Space, D> &pointer) {
    return s << static_cast<const void *>(pointer.get_raw());
  }

  /* ---- Classes of SYCL ---- */
  template <int D> friend const stream &operator<<(const stream &s, const id<D> &i) {
    return s.put_list(i);
  }
  template <int D> friend const stream &operator<<(const stream &s, const range<D> &r) {
    return s.put_list(r);
  }
  template <int D> friend const stream &operator<<(const stream &s, const nd_range<D> &r) {
    return s << "nd_range(global_range: " << r.get_global_range()
             << ", local_range: " << r.get_local_range() << ", offset: " << offset_of(r) << ')';
  }
  template <int D, bool HasOffset>
  friend const stream &operator<<(const stream &s, const item<D, HasOffset> &i) {
    return s << "item(range: " << i.get_range() << ", id: " << i.get_id() << ')';
  }
  template <int D> friend const stream &operator<<(const stream &s, const nd_item<D> &i) {
    return s << "nd_item(global_id: " << i.get_global_id() << ", local_id: " << i.get_local_id()
             << ')';
  }
  template <int D> friend const stream &operator<<(const stream &s, const group<D> &g) {
    return s << "group(id: " << g.get_group_id() << ", local_range: " << g.get_local_range()
             << ", group_range: " << g.get_group_range() << ')';
  }
  template <int D> friend const stream &operator<<(const stream &s, const h_item<D> &i) {
    return s << "h_item(\n  global " << i.get_global() << "\n  logical local "
             << i.get_logical_local() << "\n  physical local " << i.get_physical_local() << "\n)";
  }
  /* vec and its swizzles. */
  template <class V, class T, int N>
  friend const stream &operator<<(const stream &s, const detail::members<V, T, N> &v) {
    const V &elements = static_cast<const V &>(v);
    for (int i = 0; i < N; ++i) {
      if (i)
        s.put(", ", 2);
      s << static_cast<T>(elements[i]);
    }
    return s;
  }

  /* ---- Manipulators ---- */
  friend const stream &operator<<(const stream &s, stream_manipulator m) {
    s.set(m);
    return s;
  }
  friend const stream &operator<<(const stream &s, const detail::stream_precision &p) {
    s.format_.precision = p.value;
    return s;
  }
  friend const stream &operator<<(const stream &s, const detail::stream_width &w) {
    s.format_.width = w.value;
    return s;
  }

private:
  friend struct std::hash<stream>;
  friend struct detail::impl;

  template <int D> static id<D> offset_of(const nd_range<D> &r) {
    id<D> offset;
    for (int d = 0; d < D; ++d)
      offset[d] = r.get_offset()[d];
    return offset;
  }
  template <class Index> const stream &put_list(const Index &index) const {
    *this << '{';
    for (int d = 0; d < Index::dimensions; ++d) {
      if (d)
        put(", ", 2);
      *this << static_cast<size_t>(index[d]);
    }
    return *this << '}';
  }
  __attribute__((noinline)) void put(const char *text, size_t n) const {
#ifdef __SYCL_DEVICE_ONLY__
    const size_t width = format_.width > 0 ? static_cast<size_t>(format_.width) : 0;
    const size_t blanks = width > n ? width - n : 0;
    format_.width = 0;
    if (!n || n + blanks > size_)
      return;
    const uint32_t added = memory_->add(last_, static_cast<uint32_t>(n + blanks));
    if (!added)
      return;
    last_ = added;
    char *out = memory_->text(added - 1);
    for (size_t i = 0; i < blanks; ++i)
      *out++ = ' ';
    for (size_t i = 0; i < n; ++i)
      *out++ = text[i];
#else
    (void)text, (void)n, (void)last_;
    detail::throw_not_in_kernel("an output to a sycl::stream");
#endif
  }
  __attribute__((noinline)) void put_integer(uint64_t value, bool is_signed,
                                             bool is_negative) const {
    detail::number_text out;
    detail::format_integer(out, value, is_signed, is_negative, format_);
    put(out.text, static_cast<size_t>(out.length));
  }
  __attribute__((noinline)) void put_float(uint64_t bits, int exponent_bits,
                                           int fraction_bits) const {
    detail::number_text out;
    detail::format_float(out, detail::take_apart(bits, exponent_bits, fraction_bits), format_);
    put(out.text, static_cast<size_t>(out.length));
  }
  __attribute__((noinline)) void set(stream_manipulator m) const {
    detail::text_format &f = format_;
    switch (m) {
    case stream_manipulator::endl:
      put("\n", 1);
      [[fallthrough]];
    case stream_manipulator::flush:
      memory_->flush(last_);
      break;
    case stream_manipulator::dec:
      f.base = 10;
      break;
    case stream_manipulator::hex:
      f.base = 16;
      break;
    case stream_manipulator::oct:
      f.base = 8;
      break;
    case stream_manipulator::noshowbase:
    case stream_manipulator::showbase:
      f.has_base = m == stream_manipulator::showbase;
      break;
    case stream_manipulator::noshowpos:
    case stream_manipulator::showpos:
      f.has_sign = m == stream_manipulator::showpos;
      break;
    case stream_manipulator::fixed:
      f.notation = detail::float_notation::fixed;
      break;
    case stream_manipulator::scientific:
      f.notation = detail::float_notation::scientific;
      break;
    case stream_manipulator::hexfloat:
      f.notation = detail::float_notation::hexadecimal;
      break;
    case stream_manipulator::defaultfloat:
      f.notation = detail::float_notation::general;
      break;
    }
  }

  detail::stream_memory *memory_;
  detail::object_identity identity_{detail::counted_word()};
  size_t size_, work_item_size_;
  mutable uint32_t last_ = 0; // the work-item's last piece: place + 1
  mutable detail::text_format format_;
};

template <> struct is_device_copyable<stream> : std::true_type {};

} // namespace sycl

template <> struct std::hash<sycl::stream> {
  size_t operator()(const sycl::stream &s) const noexcept {
    return reinterpret_cast<size_t>(s.memory_);
  }
};

#endif
