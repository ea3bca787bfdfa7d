// Sequences for oneDPL's algorithms: in shared memory, or with -DBUFFERS in buffers.
#pragma once
#include <oneapi/dpl/execution>

#include <oneapi/dpl/algorithm>
#include <oneapi/dpl/iterator>
#include <oneapi/dpl/numeric>

#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>
#include <vector>

constexpr size_t sizes[] = {0, 1, 7, 1000, 100003};

inline sycl::queue &queue() {
  static sycl::queue q;
  return q;
}
inline auto policy() {
  return oneapi::dpl::execution::make_device_policy(queue());
}
// Many equal values among them.
inline std::vector<int> numbers(size_t count) {
  std::vector<int> made(count);
  uint32_t state = 12345;
  for (int &x : made)
    x = static_cast<int>((state = state * 1664525u + 1013904223u) >> 20) - 2048;
  return made;
}

#ifdef BUFFERS
template <class T> class sequence {
public:
  explicit sequence(const std::vector<T> &values)
      : size_(values.size()), buffer_(sycl::range<1>(size_ ? size_ : 1)) {
    sycl::host_accessor to(buffer_, sycl::write_only);
    std::copy(values.begin(), values.end(), to.begin());
  }
  auto begin() { return oneapi::dpl::begin(buffer_); }
  std::vector<T> values() {
    sycl::host_accessor from(buffer_, sycl::read_only);
    return std::vector<T>(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(size_));
  }

private:
  size_t size_;
  sycl::buffer<T> buffer_;
};
#else
template <class T> class sequence {
public:
  explicit sequence(const std::vector<T> &values)
      : size_(values.size()), memory_(sycl::malloc_shared<T>(size_ ? size_ : 1, queue())) {
    std::copy(values.begin(), values.end(), memory_);
  }
  sequence(const sequence &) = delete;
  sequence &operator=(const sequence &) = delete;
  ~sequence() { sycl::free(memory_, queue()); }
  T *begin() { return memory_; }
  std::vector<T> values() {
    queue().wait();
    return std::vector<T>(memory_, memory_ + size_);
  }

private:
  size_t size_;
  T *memory_;
};
#endif

template <class T> bool is_equal(const char *what, size_t count, const T &got, const T &wanted) {
  if (got == wanted)
    return true;
  std::printf("%s of %zu elements: wrong result\n", what, count);
  return false;
}
