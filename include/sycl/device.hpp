/* device, platform, context and device selection. SYCL 2020, 4.6.1 to 4.6.4. */
#ifndef FALX_SYCL_DEVICE_HPP
#define FALX_SYCL_DEVICE_HPP

#include <sycl/detail/handle.hpp>
#include <sycl/info.hpp>
#include <sycl/property_list.hpp>

namespace sycl {

class device;
namespace ext::oneapi {
enum class peer_access { access_supported, atomics_supported };
namespace experimental {
enum class source_language { sycl }; // kernel_compiler.hpp
}
} // namespace ext::oneapi

enum class backend {
  native_cpu = FALX_BACKEND_NATIVE_CPU,
  opencl = FALX_BACKEND_OPENCL,
  cuda = FALX_BACKEND_CUDA,
  ext_oneapi_level_zero = FALX_BACKEND_LEVEL_ZERO,
  ext_oneapi_hip = FALX_BACKEND_HIP,
  null = FALX_BACKEND_NULL,
  /* DPC++'s names */
  ext_oneapi_native_cpu = native_cpu,
  ext_oneapi_cuda = cuda
};
/* The enumerator's name. Not in the specification; programs written for DPC++ print backends. */
template <class Char, class Traits>
std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &out, backend b) {
  switch (b) {
  case backend::native_cpu:
    return out << "native_cpu";
  case backend::opencl:
    return out << "opencl";
  case backend::cuda:
    return out << "cuda";
  case backend::ext_oneapi_level_zero:
    return out << "ext_oneapi_level_zero";
  case backend::ext_oneapi_hip:
    return out << "ext_oneapi_hip";
  case backend::null:
    break;
  }
  return out << "null";
}

namespace detail {
struct default_selector;
void take_score(int);
template <class S>
using if_selector = decltype(take_score(std::declval<S &>()(std::declval<const device &>())));
} // namespace detail

class device : public detail::owner_order<device> {
public:
  device() { detail::check(falx_device_default(&raw_)); }
  explicit device(const detail::default_selector &) : device() {}
  template <class Selector, class = detail::if_selector<Selector>>
  explicit device(const Selector &selector);

  bool is_cpu() const { return is(info::device_type::cpu); }
  bool is_gpu() const { return is(info::device_type::gpu); }
  bool is_accelerator() const { return is(info::device_type::accelerator); }
  platform get_platform() const;
  sycl::backend get_backend() const noexcept {
    return static_cast<sycl::backend>(falx_platform_backend(falx_device_platform(raw_)));
  }
  template <class Param> typename Param::return_type get_info() const { return Param::get(raw_); }
  bool has(aspect a) const { return detail::has_aspect(raw_, a); }
  bool ext_oneapi_can_compile(ext::oneapi::experimental::source_language) const {
    return falx_source_has_compiler();
  }
  template <class Extensions = info::device::extensions>
  bool has_extension(const std::string &name) const {
    for (const auto &e : get_info<Extensions>())
      if (e == name)
        return true;
    return false;
  }
  /* ---- Sub-devices: 4.6.4.4; docs/sub-devices.md ---- */
  template <info::partition_property P, class Device = device>
  std::vector<Device> create_sub_devices(size_t count) const {
    static_assert(P == info::partition_property::partition_equally,
                  "a number of compute units is for partition_equally");
    return partition<Device>({FALX_PARTITION_EQUALLY, 0, &count, 1});
  }
  template <info::partition_property P, class Device = device>
  std::vector<Device> create_sub_devices(const std::vector<size_t> &counts) const {
    static_assert(P == info::partition_property::partition_by_counts,
                  "several numbers of compute units are for partition_by_counts");
    std::vector<size_t> parts;
    for (size_t count : counts)
      if (count)
        parts.push_back(count);
    return partition<Device>({FALX_PARTITION_BY_COUNTS, 0, parts.data(), parts.size()});
  }
  template <info::partition_property P, class Device = device>
  std::vector<Device> create_sub_devices(info::partition_affinity_domain domain) const {
    static_assert(P == info::partition_property::partition_by_affinity_domain,
                  "an affinity domain is for partition_by_affinity_domain");
    return partition<Device>(
        {FALX_PARTITION_BY_AFFINITY_DOMAIN, static_cast<uint32_t>(domain), nullptr, 0});
  }
  template <class Device = device>
  static std::vector<Device> get_devices(info::device_type type = info::device_type::all);

  /* sycl_ext_oneapi_peer_access: peer_access.hpp. Thread-safe. */
  bool ext_oneapi_can_access_peer(
      const device &peer,
      ext::oneapi::peer_access what = ext::oneapi::peer_access::access_supported) const;
  void ext_oneapi_enable_peer_access(const device &peer) const;
  void ext_oneapi_disable_peer_access(const device &peer) const;

  friend bool operator==(const device &a, const device &b) { return a.raw_ == b.raw_; }
  friend bool operator!=(const device &a, const device &b) { return a.raw_ != b.raw_; }

private:
  friend struct detail::impl;
  friend struct std::hash<device>;
  device(falx_device_t raw, int) : raw_(raw) {}
  falx_device_t raw() const { return raw_; }
  template <class Device> std::vector<Device> partition(const falx_partition &how) const {
    size_t count;
    detail::check(falx_device_partition(raw_, &how, nullptr, 0, &count));
    std::vector<falx_device_t> raw(count);
    detail::check(falx_device_partition(raw_, &how, raw.data(), count, &count));
    std::vector<Device> parts;
    for (falx_device_t part : raw)
      parts.push_back(detail::impl::make<Device>(part));
    return parts;
  }
  bool is(info::device_type type) const { return get_info<info::device::device_type>() == type; }
  falx_device_t raw_;
};

namespace detail {
/* False where there is none: an empty list is an answer, where one device is asked for an error. */
inline bool has_platforms(const falx_platform_t **out_list, size_t *out_count) {
  const falx_status status = falx_platforms(out_list, out_count);
  if (status == FALX_ERROR_NO_DEVICE)
    return false;
  check(status);
  return true;
}
} // namespace detail

namespace detail {
/* How much of the program's device code is compiled for the device. */
FALX_LAZY int code_for(const device &d) {
  const size_t modules = falx_device_modules(impl::raw(d));
  return modules < 1000 ? static_cast<int>(modules) : 1000;
}
struct default_selector {
  int operator()(const device &d) const {
    return 1000 * code_for(d) + (d.is_gpu() ? 500 : d.is_accelerator() ? 300 : 100);
  }
};
/* Of type automatic is the one device that a default-constructed one would be. */
template <class Device> struct device_filter {
  info::device_type type;
  std::vector<Device> chosen;
  explicit device_filter(info::device_type t) : type(t) {}
  void take(const Device &d) {
    if (type == info::device_type::automatic) {
      if (chosen.empty())
        chosen.push_back(d);
      else if (default_selector()(d) > default_selector()(chosen[0]))
        chosen[0] = d;
    } else if (type == info::device_type::all ||
               d.template get_info<info::device::device_type>() == type) {
      chosen.push_back(d);
    }
  }
};
} // namespace detail

class platform : public detail::owner_order<platform> {
public:
  platform() : platform(device().get_platform()) {}
  template <class Selector, class = detail::if_selector<Selector>>
  explicit platform(const Selector &selector) : platform(device(selector).get_platform()) {}

  template <class Device = device>
  std::vector<Device> get_devices(info::device_type type = info::device_type::all) const {
    const falx_device_t *list;
    size_t count;
    detail::check(falx_platform_devices(raw_, &list, &count));
    detail::device_filter<Device> filter(type);
    for (size_t i = 0; i < count; ++i)
      filter.take(detail::impl::make<Device>(list[i]));
    return filter.chosen;
  }
  sycl::backend get_backend() const noexcept {
    return static_cast<sycl::backend>(falx_platform_backend(raw_));
  }
  template <class Param> typename Param::return_type get_info() const { return Param::get(raw_); }
  template <class Device = device> bool has(aspect a) const {
    for (const Device &d : get_devices<Device>())
      if (!d.has(a))
        return false;
    return true;
  }
  template <class Device = device> bool has_extension(const std::string &name) const {
    for (const Device &d : get_devices<Device>())
      if (!d.has_extension(name))
        return false;
    return true;
  }
  context ext_oneapi_get_default_context() const;
  context khr_get_default_context() const;
  /* sycl_ext_oneapi_composite_device: no device is one. */
  template <class Device = device> std::vector<Device> ext_oneapi_get_composite_devices() const {
    return {};
  }
  template <class Platform = platform> static std::vector<Platform> get_platforms() {
    const falx_platform_t *list;
    size_t count;
    std::vector<Platform> platforms;
    if (!detail::has_platforms(&list, &count))
      return platforms;
    for (size_t i = 0; i < count; ++i)
      platforms.push_back(detail::impl::make<platform>(list[i]));
    return platforms;
  }

  friend bool operator==(const platform &a, const platform &b) { return a.raw_ == b.raw_; }
  friend bool operator!=(const platform &a, const platform &b) { return a.raw_ != b.raw_; }

private:
  friend struct detail::impl;
  friend struct std::hash<platform>;
  platform(falx_platform_t raw, int) : raw_(raw) {}
  falx_platform_t raw() const { return raw_; }
  falx_platform_t raw_;
};

inline platform device::get_platform() const {
  return detail::impl::make<platform>(falx_device_platform(raw_));
}

/* ---- Selection: 4.6.1. A selector scores a device; the highest non-negative score wins. ---- */
namespace detail {
template <info::device_type Type> struct type_selector {
  int operator()(const device &d) const {
    return d.get_info<info::device::device_type>() == Type ? 1000 + code_for(d) : -1;
  }
};
/* Calls take(device) for every device of every platform that ONEAPI_DEVICE_SELECTOR leaves. */
template <class Take> void each_device(const Take &take) {
  const falx_platform_t *platforms;
  size_t platform_count;
  if (!has_platforms(&platforms, &platform_count))
    return;
  for (size_t p = 0; p < platform_count; ++p) {
    const falx_device_t *devices;
    size_t count;
    check(falx_platform_devices(platforms[p], &devices, &count));
    for (size_t i = 0; i < count; ++i)
      take(impl::make<device>(devices[i]));
  }
}

template <class Text = std::string> [[noreturn]] void throw_no_device() {
  (void)device(); // where there is none at all, this says why
  Text text = "no device matches the selector; found:";
  each_device(
      [&](const device &d) { ((text += " '") += d.get_info<info::device::name>()) += "'"; });
  detail::throw_error(errc::runtime, text + " (falx-ls lists all and why some are left out)");
}

/* The selector, or a copy of one that calls change. */
template <class Selector> decltype(auto) callable(const Selector &selector) {
  if constexpr (std::is_invocable_v<const Selector &, const device &>)
    return (selector);
  else
    return Selector(selector);
}
/* The device with the highest score. */
template <class Selector> device select(const Selector &selector) {
  falx_device_t best = nullptr;
  int best_score = -1;
  auto &&score_of = callable(selector);
  each_device([&](const device &d) {
    if (const int score = score_of(d); score > best_score) {
      best_score = score;
      best = impl::raw(d);
    }
  });
  if (!best)
    throw_no_device();
  return impl::make<device>(best);
}
} // namespace detail

inline constexpr detail::default_selector default_selector_v;
inline constexpr detail::type_selector<info::device_type::cpu> cpu_selector_v;
inline constexpr detail::type_selector<info::device_type::gpu> gpu_selector_v;
inline constexpr detail::type_selector<info::device_type::accelerator> accelerator_selector_v;

/* ---- Selectors as classes: SYCL 1.2.1 ---- */
class device_selector {
public:
  virtual ~device_selector() = default;
  virtual int operator()(const device &d) const = 0;
  FALX_DEPRECATED("construct a device from the selector") device select_device() const {
    return detail::select(*this);
  }
};
#define FALX_SELECTOR(name)                                                                        \
  class FALX_DEPRECATED("use sycl::" #name "_v") name : public device_selector {                   \
  public:                                                                                          \
    int operator()(const device &d) const override { return name##_v(d); }                         \
  };
FALX_SELECTOR(default_selector)
FALX_SELECTOR(cpu_selector)
FALX_SELECTOR(gpu_selector)
FALX_SELECTOR(accelerator_selector)
#undef FALX_SELECTOR

namespace detail {
template <class Aspect> struct aspect_selector {
  std::vector<Aspect> wanted, denied;
  template <class Device> int operator()(const Device &d) const {
    for (Aspect a : wanted)
      if (!d.has(a))
        return -1;
    for (Aspect a : denied)
      if (d.has(a))
        return -1;
    return 1 + default_selector()(d);
  }
};
} // namespace detail
template <class Aspect = aspect>
detail::aspect_selector<Aspect> aspect_selector(const std::vector<Aspect> &wanted,
                                                const std::vector<Aspect> &denied = {}) {
  return {wanted, denied};
}
template <class Aspect, class... A, std::enable_if_t<std::is_same_v<Aspect, aspect>, int> = 0>
detail::aspect_selector<Aspect> aspect_selector(Aspect first, A... more) {
  return {{first, more...}, {}};
}
template <aspect... A, class Aspect = aspect> detail::aspect_selector<Aspect> aspect_selector() {
  return {{A...}, {}};
}

template <class Device> std::vector<Device> device::get_devices(info::device_type type) {
  detail::device_filter<Device> filter(type);
  detail::each_device([&](const device &d) { filter.take(d); });
  return filter.chosen;
}

template <class Selector, class>
device::device(const Selector &selector) : device(detail::select(selector)) {}

} // namespace sycl

template <> struct std::hash<sycl::device> {
  size_t operator()(const sycl::device &d) const noexcept {
    return reinterpret_cast<size_t>(d.raw_) >> 4;
  }
};
template <> struct std::hash<sycl::platform> {
  size_t operator()(const sycl::platform &p) const noexcept {
    return reinterpret_cast<size_t>(p.raw_) >> 4;
  }
};

#endif
