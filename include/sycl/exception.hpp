/* Errors: exception, errc, error categories, exception_list, async_handler.
 * SYCL 2020, 4.13 "Error handling". */
#ifndef FALX_SYCL_EXCEPTION_HPP
#define FALX_SYCL_EXCEPTION_HPP

#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <functional>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

#include <sycl/detail/config.hpp>

namespace sycl {

class context;

enum class errc {
  success = 0,
  runtime,
  kernel,
  accessor,
  nd_range,
  event,
  kernel_argument,
  build,
  invalid,
  memory_allocation,
  platform,
  profiling,
  feature_not_supported,
  kernel_not_supported,
  backend_mismatch
};

namespace detail {
class error_category final : public std::error_category {
public:
  const char *name() const noexcept override { return "sycl"; }
  std::string message(int code) const override {
    static const char *const text[] = {"success",
                                       "runtime error",
                                       "kernel error",
                                       "accessor error",
                                       "nd_range error",
                                       "event error",
                                       "kernel argument",
                                       "build error",
                                       "invalid argument",
                                       "memory allocation failed",
                                       "platform error",
                                       "profiling error",
                                       "feature not supported",
                                       "kernel not supported by the device",
                                       "backend mismatch"};
    std::string answer;
    answer =
        code >= 0 && code < int(sizeof(text) / sizeof(*text)) ? text[code] : "unknown SYCL error";
    return answer;
  }
};
} // namespace detail

inline const std::error_category &sycl_category() noexcept {
  static const detail::error_category category;
  return category;
}
inline std::error_code make_error_code(errc code) noexcept {
  return {static_cast<int>(code), sycl_category()};
}

class exception : public virtual std::exception {
public:
  exception() : exception(make_error_code(errc::runtime)) {} // SYCL 1.2.1 had it
  exception(std::error_code code, const std::string &what) : code_(code), what_(what) {}
  exception(std::error_code code, const char *what) : code_(code) {
    what_ = what; // compiled code of the library, where the constructor would become ours
  }
  exception(std::error_code code) : code_(code), what_(code.message()) {}
  exception(int value, const std::error_category &category, const std::string &what)
      : exception(std::error_code(value, category), what) {}
  exception(int value, const std::error_category &category, const char *what)
      : exception(std::error_code(value, category), what) {}
  exception(int value, const std::error_category &category)
      : exception(std::error_code(value, category)) {}
  exception(const context &of, std::error_code code, const std::string &what);
  exception(const context &of, std::error_code code);
  exception(const context &of, int value, const std::error_category &category,
            const std::string &what)
      : exception(of, std::error_code(value, category), what) {}
  exception(const context &of, int value, const std::error_category &category)
      : exception(of, std::error_code(value, category)) {}

  const std::error_code &code() const noexcept { return code_; }
  const std::error_category &category() const noexcept { return code_.category(); }
  const char *what() const noexcept override { return what_.c_str(); }
  bool has_context() const noexcept { return context_ != nullptr; }
  context get_context() const;

private:
  std::error_code code_;
  std::string what_;
  falx_context_t context_ = nullptr; // borrowed: the exception does not keep the context alive
};

namespace detail {
/* Set in programs that name classes of SYCL 1.2.1's exceptions: throws it as one of those. */
inline void (*throw_legacy)(const exception &);
[[noreturn]] __attribute__((cold, noinline)) inline void throw_it(const exception &e) {
  if (throw_legacy)
    throw_legacy(e);
  throw e;
}
} // namespace detail

/* Not with a std::vector: every program would pay for its instantiation, hardly one for this. */
class exception_list {
public:
  using value_type = std::exception_ptr;
  using reference = value_type &;
  using const_reference = const value_type &;
  using size_type = std::size_t;
  using iterator = const value_type *;
  using const_iterator = iterator;

  exception_list() = default;
  exception_list(const exception_list &o) : exception_list() {
    for (const value_type &e : o) {
      reserve();
      push(e);
    }
  }
  exception_list(exception_list &&o) noexcept : exception_list() { take(o); }
  exception_list &operator=(exception_list o) noexcept {
    if (list_ != &first_)
      delete[] list_;
    list_ = &first_;
    take(o);
    return *this;
  }
  ~exception_list() {
    if (list_ != &first_)
      delete[] list_;
  }

  size_type size() const { return size_; }
  iterator begin() const { return list_; }
  iterator end() const { return list_ + size_; }

private:
  friend class queue;
  /* For one more; the first needs no memory. */
  void reserve() {
    if (size_ < capacity_)
      return;
    value_type *more = new value_type[2 * capacity_];
    for (size_type i = 0; i < size_; ++i)
      more[i] = list_[i];
    if (list_ != &first_)
      delete[] list_;
    list_ = more;
    capacity_ *= 2;
  }
  void push(const value_type &e) { list_[size_++] = e; }
  /* With nothing of its own on the heap. */
  void take(exception_list &o) noexcept {
    first_ = o.first_;
    if (o.list_ != &o.first_)
      list_ = o.list_;
    size_ = o.size_;
    capacity_ = o.capacity_;
    o.list_ = &o.first_;
    o.size_ = 0;
    o.capacity_ = 1;
  }
  value_type first_;
  value_type *list_ = &first_;
  size_type size_ = 0, capacity_ = 1;
};

using async_handler = std::function<void(exception_list)>;

namespace detail {
inline void destroy_handler(void *handler) {
  delete static_cast<async_handler *>(handler);
}
inline errc status_errc(falx_status status) {
  switch (status) {
#define FALX_STATUS(name, code, text)                                                              \
  case FALX_##name:                                                                                \
    return errc::code;
#include <falx/status.def>
#undef FALX_STATUS
  default:
    return errc::runtime;
  }
}

[[noreturn]] __attribute__((cold, noinline)) inline void throw_error(errc code, const char *what) {
  throw_it(exception(make_error_code(code), what));
}
[[noreturn]] __attribute__((cold, noinline)) inline void throw_error(errc code,
                                                                     const std::string &what) {
  throw_it(exception(make_error_code(code), what));
}
template <class> [[noreturn]] void throw_not_in_kernel(const char *what) {
  const char *name = __builtin_strncmp(what, "__spirv_", 8) ? what : what + 8;
  std::string text = "called on the host, where there is no work-item to answer: ";
  throw_it(exception(make_error_code(errc::invalid), text + name));
}
/* Names of kernels as the source has them: the runtime, in C, knows the compiler's. */
__attribute__((cold, noinline)) inline std::string with_readable_names(const char *text) {
  static const char parts[] = "_$.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  std::string readable(text);
  for (size_t at = 0; (at = readable.find("_ZTS", at)) != std::string::npos; ++at) {
    size_t end = readable.find_first_not_of(parts, at);
    end = end == std::string::npos ? readable.size() : end;
    char *name = abi::__cxa_demangle(readable.substr(at + 4, end - at - 4).c_str(), nullptr,
                                     nullptr, nullptr); // of the type whose name it is
    if (name)
      readable.replace(at, end - at, name);
    std::free(name);
  }
  return readable;
}
[[noreturn]] __attribute__((cold, noinline)) inline void throw_status(falx_status status) {
  const char *detail = falx_error_detail();
  throw_it(exception(make_error_code(status_errc(status)),
                     with_readable_names(*detail ? detail : falx_status_text(status))));
}
FALX_INLINE void check(falx_status status) {
  if (__builtin_expect(status != FALX_SUCCESS, 0))
    throw_status(status);
}
} // namespace detail
} // namespace sycl

template <> struct std::is_error_code_enum<sycl::errc> : std::true_type {};

#include <sycl/detail/legacy_exceptions.hpp>

#endif
