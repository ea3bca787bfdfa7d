/* Specialization constants. SYCL 2020, 4.9.5; docs/specialization.md.
 *
 * In kernels a constant's value is asked for by name, and post-link puts it there: the default, or
 * what the program has set when it compiles the kernel's image again. */
#ifndef FALX_SYCL_SPECIALIZATION_ID_HPP
#define FALX_SYCL_SPECIALIZATION_ID_HPP

#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include <sycl/detail/config.hpp>
#if defined(__GXX_RTTI) && !defined(FALX_HAS_STABLE_NAMES)
#include <string>
#include <typeinfo>
#endif
#ifdef __FALX_INTEGRATION__
#include <sycl/detail/tell.hpp>
#endif

#include <sycl/device_copyable.hpp>

#ifdef __SYCL_DEVICE_ONLY__
/* The address of size bytes: the constant's value. default_value: of a constant variable. */
extern "C" SYCL_EXTERNAL const void *__falx_specialization_constant(const void *default_value,
                                                                    const char *name, size_t size);
#endif

namespace sycl {

namespace detail {
struct specialization;
}

template <class T> class specialization_id {
public:
  using value_type = T;
  template <class... Args, class = std::enable_if_t<std::is_constructible_v<T, Args...>>>
  explicit constexpr specialization_id(Args &&...args) : value_(static_cast<Args &&>(args)...) {}
  specialization_id(const specialization_id &) = delete;
  specialization_id(specialization_id &&) = delete;
  specialization_id &operator=(const specialization_id &) = delete;
  specialization_id &operator=(specialization_id &&) = delete;

private:
  friend struct detail::specialization;
  T value_; // first: device code takes the address of the whole
};

namespace detail {
template <auto &Id> struct spec_name;               // a type that is called as the constant is
template <auto &Id> const char *symbol_in_footer(); // integration_footer.hpp

template <auto &Id>
using spec_type = typename std::remove_cv_t<std::remove_reference_t<decltype(Id)>>::value_type;

struct specialization {
  template <auto &Id> static constexpr spec_type<Id> default_of() { return Id.value_; }

#if defined(__GXX_RTTI) && !defined(FALX_HAS_STABLE_NAMES)
  /* g++ says of a variable in an unnamed namespace that it is internal, 'L', clang does not. */
  static std::string as_clang(std::string name) {
    static constexpr char unnamed[] = "_GLOBAL__N_1";
    for (size_t at = name.find(unnamed); at != std::string::npos; at = name.find(unnamed, at)) {
      at += sizeof unnamed - 1;
      for (size_t length; at < name.size(); at += length) {
        if (name[at] == 'L')
          name.erase(at, 1);
        for (length = 0; at < name.size() && name[at] >= '0' && name[at] <= '9'; ++at)
          length = 10 * length + size_t(name[at] - '0');
        if (!length)
          break;
      }
    }
    return name;
  }
#endif
  template <auto &Id> static const char *symbol() {
#ifdef __FALX_INTEGRATION__
    FALX_TELL_CONSTANT(Id)
#endif
#if defined(__FALX_INTEGRATION_CONSTANTS__)
    return symbol_in_footer<Id>();
#elif defined(FALX_HAS_STABLE_NAMES)
    return __builtin_sycl_unique_stable_name(spec_name<Id>);
#elif !defined(__GXX_RTTI)
    static_assert(always_false<spec_type<Id>>,
                  "without -frtti this host compiler knows a specialization constant by the "
                  "integration header and footer only (falx++ -fsycl-int-header=FILE "
                  "-fsycl-int-footer=FILE)");
    return nullptr;
#else
    static const std::string name =
        as_clang(std::string("_ZTS") + (typeid(spec_name<Id> *).name() + 1));
    return name.c_str();
#endif
  }

  /* ---- Padding: its bytes are zero, so that equal values have equal bytes ---- */
  template <class T> struct byte_array {
    unsigned char items[sizeof(T)];
  };
  template <auto &Id> static constexpr byte_array<spec_type<Id>> bytes_of() {
    return __builtin_bit_cast(byte_array<spec_type<Id>>, Id.value_);
  }
  /* False for what has no bytes in a constant expression: unions, bit-fields, pointers. */
  template <auto &Id>
  static constexpr auto has_bytes(int) -> std::enable_if_t<(bytes_of<Id>(), true), bool> {
    return true;
  }
  template <auto &Id> static constexpr bool has_bytes(...) { return false; }
  /* In a constant expression nobody reads a byte of padding. */
  template <auto &Id, size_t I>
  static constexpr auto has_byte(int)
      -> std::enable_if_t<(bytes_of<Id>().items[I] | 1) != 0, bool> {
    return true;
  }
  template <auto &Id, size_t I> static constexpr bool has_byte(...) { return false; }
  template <auto &Id, size_t... I>
  static void clear_padding(unsigned char *bytes, std::index_sequence<I...>) {
    ((has_byte<Id, I>(0) ? void() : void(bytes[I] = 0)), ...);
  }
  template <auto &Id> static void clear_padding(unsigned char *bytes) {
    using T = spec_type<Id>;
#if __has_builtin(__builtin_clear_padding)
    __builtin_clear_padding(reinterpret_cast<T *>(bytes));
#else
    if constexpr ((std::is_class_v<T> || std::is_same_v<T, long double>) &&
                  std::is_trivially_copyable_v<T> && !std::has_unique_object_representations_v<T> &&
                  sizeof(T) <= 512)
      if constexpr (has_bytes<Id>(0))
        clear_padding<Id>(bytes, std::make_index_sequence<sizeof(T)>());
#endif
  }
};

/* Values that a program has set, by the names of their constants. */
class spec_values {
public:
  spec_values() = default;
  spec_values(const spec_values &o) { add(o); }
  spec_values &operator=(const spec_values &o) {
    if (this != &o) {
      clear();
      add(o);
    }
    return *this;
  }
  ~spec_values() { clear(); }

  const falx_spec_value *data() const { return items_; }
  size_t size() const { return count_; }
  void set(const char *name, const void *bytes, size_t size) {
    void *copy = std::malloc(size ? size : 1);
    if (!copy)
      throw std::bad_alloc();
    std::memcpy(copy, bytes, size);
    for (size_t i = 0; i < count_; ++i)
      if (!std::strcmp(items_[i].name, name)) {
        std::free(const_cast<void *>(items_[i].bytes));
        items_[i] = {name, copy, size};
        return;
      }
    void *more = std::realloc(items_, (count_ + 1) * sizeof *items_);
    if (!more) {
      std::free(copy);
      throw std::bad_alloc();
    }
    items_ = static_cast<falx_spec_value *>(more);
    items_[count_++] = {name, copy, size};
  }
  void add(const spec_values &o) {
    for (size_t i = 0; i < o.count_; ++i)
      set(o.items_[i].name, o.items_[i].bytes, o.items_[i].size);
  }
  template <auto &Id> void set(const spec_type<Id> &value) {
    using T = spec_type<Id>;
    alignas(T) unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, static_cast<const void *>(&value), sizeof(T));
    specialization::clear_padding<Id>(bytes);
    set(specialization::symbol<Id>(), bytes, sizeof(T));
  }
  bool has(const char *name) const {
    for (size_t i = 0; i < count_; ++i)
      if (!std::strcmp(items_[i].name, name))
        return true;
    return false;
  }
  /* The default where nothing is set. */
  template <auto &Id> spec_type<Id> get() const {
    using T = spec_type<Id>;
    const char *name = specialization::symbol<Id>();
    for (size_t i = 0; i < count_; ++i)
      if (!std::strcmp(items_[i].name, name)) {
        alignas(T) unsigned char bytes[sizeof(T)]; // T need not be default constructible
        std::memcpy(bytes, items_[i].bytes, sizeof(T));
        return *reinterpret_cast<const T *>(bytes);
      }
    return specialization::default_of<Id>();
  }
  friend bool operator==(const spec_values &a, const spec_values &b) {
    size_t equal = 0;
    for (size_t i = 0; i < a.count_; ++i)
      for (size_t k = 0; k < b.count_; ++k)
        equal += !std::strcmp(a.items_[i].name, b.items_[k].name) &&
                 !std::memcmp(a.items_[i].bytes, b.items_[k].bytes, a.items_[i].size);
    return equal == a.count_ && equal == b.count_;
  }

private:
  void clear() {
    for (size_t i = 0; i < count_; ++i)
      std::free(const_cast<void *>(items_[i].bytes));
    std::free(items_);
    items_ = nullptr;
    count_ = 0;
  }
  falx_spec_value *items_ = nullptr;
  size_t count_ = 0;
};

struct make_handler;
} // namespace detail

/* What a kernel may take as its last argument. */
class kernel_handler {
public:
  template <auto &Id> detail::spec_type<Id> get_specialization_constant() const {
    using T = detail::spec_type<Id>;
    static_assert(is_device_copyable<T>::value,
                  "the value of a specialization constant is copied to the device byte by byte");
#ifdef __SYCL_DEVICE_ONLY__
    return *static_cast<const T *>(__falx_specialization_constant(
        &Id, __builtin_sycl_unique_stable_name(detail::spec_name<Id>), sizeof(T)));
#else
    return detail::specialization::default_of<Id>();
#endif
  }

private:
  friend struct detail::make_handler;
  kernel_handler() = default;
};

namespace detail {
struct make_handler {
  static kernel_handler here() { return {}; }
};
} // namespace detail

} // namespace sycl

#endif
