/* What tells apart, and says how long there are copies of, objects that are plain values otherwise:
 * accessors, default-constructed events, streams, ... docs/weak-objects.md
 *
 * An identity is a word: 0 for none; an odd number, of an object whose copies nobody counts; or
 * the address of the count of its copies, plus 3. */
#ifndef FALX_SYCL_DETAIL_IDENTITY_HPP
#define FALX_SYCL_DETAIL_IDENTITY_HPP

#include <cstdint>

#include <sycl/detail/config.hpp>

namespace sycl::detail {

/* Counts references. end() runs with the last one; the memory stays as long as a weak reference
 * does. Thread-safe. */
class counted {
public:
  static void retain(counted *c) { __atomic_fetch_add(&c->strong_, 1, __ATOMIC_RELAXED); }
  FALX_CALLED static void release(counted *c) {
    if (__atomic_sub_fetch(&c->strong_, 1, __ATOMIC_ACQ_REL) != 0)
      return;
    c->end();
    release_weak(c); // that of all strong ones together
  }
  static void retain_weak(counted *c) { __atomic_fetch_add(&c->weak_, 1, __ATOMIC_RELAXED); }
  static void release_weak(counted *c) {
    if (__atomic_sub_fetch(&c->weak_, 1, __ATOMIC_ACQ_REL) == 0)
      delete c;
  }
  static bool is_live(const counted *c) { return __atomic_load_n(&c->strong_, __ATOMIC_ACQUIRE); }
  /* Adds a reference, unless the last one is gone. */
  static bool retain_live(counted *c) {
    long n = __atomic_load_n(&c->strong_, __ATOMIC_RELAXED);
    while (n && !__atomic_compare_exchange_n(&c->strong_, &n, n + 1, true, __ATOMIC_ACQUIRE,
                                             __ATOMIC_RELAXED))
      ;
    return n != 0;
  }
  counted() = default;
  counted(const counted &) = delete;
  counted &operator=(const counted &) = delete;

protected:
  virtual ~counted() = default;
  virtual void end() {}

private:
  long strong_ = 1, weak_ = 1;
};

/* Whether copies of accessors and of events without a command are counted: in programs that make
 * weak objects of them. */
__attribute__((visibility("default"))) inline bool counts_copies = false;
inline bool start_counting_copies() {
  __atomic_store_n(&counts_copies, true, __ATOMIC_RELAXED);
  return true;
}
inline bool are_copies_counted() {
  return __builtin_expect(__atomic_load_n(&counts_copies, __ATOMIC_RELAXED), false);
}

/* ---- The words ---- */
FALX_CALLED inline uintptr_t counted_word() {
  return reinterpret_cast<uintptr_t>(new counted) | 3;
}
constexpr uintptr_t number_word(uint64_t number) {
  return static_cast<uintptr_t>(number) << 2 | 1;
}
constexpr bool is_counted(uintptr_t word) {
  return (word & 3) == 3;
}
inline counted *counted_of(uintptr_t word) {
  return is_counted(word) ? reinterpret_cast<counted *>(word - 3) : nullptr;
}
inline void retain_word(uintptr_t word) {
  if (__builtin_expect(is_counted(word), false))
    counted::retain(counted_of(word));
}
inline void release_word(uintptr_t word) {
  if (__builtin_expect(is_counted(word), false))
    counted::release(counted_of(word));
}

/* In a kernel it is a plain value of the same size, which nothing reads. */
class object_identity {
public:
  object_identity() = default;
  uintptr_t word() const { return word_; }
#ifndef __SYCL_DEVICE_ONLY__
  /* Takes over the caller's reference. */
  explicit object_identity(uintptr_t word) : word_(word) {}
  object_identity(const object_identity &o) : word_(o.word_) { retain_word(word_); }
  object_identity &operator=(const object_identity &o) {
    retain_word(o.word_);
    release_word(word_);
    word_ = o.word_;
    return *this;
  }
  ~object_identity() { release_word(word_); }
#else
  explicit object_identity(uintptr_t) {}
#endif

private:
  uintptr_t word_ = 0;
};

} // namespace sycl::detail

#endif
