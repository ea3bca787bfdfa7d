/* kernel_id and kernel. SYCL 2020, 4.11.6 and 4.11.13. */
#ifndef FALX_SYCL_KERNEL_HPP
#define FALX_SYCL_KERNEL_HPP

#include <memory>

#include <sycl/context.hpp>
#include <sycl/detail/identity.hpp>
#include <sycl/detail/kernel.hpp>

namespace sycl {

enum class bundle_state : unsigned char { input, object, executable, ext_oneapi_source };
template <bundle_state State> class kernel_bundle;

class kernel;
class handler;
namespace detail {
struct free_function_access;
} // namespace detail

class kernel_id : public detail::owner_order<kernel_id> {
public:
  const char *get_name() const noexcept { return raw_.name; }

  friend bool operator==(const kernel_id &a, const kernel_id &b) {
    return a.raw_.module == b.raw_.module && a.raw_.name == b.raw_.name;
  }
  friend bool operator!=(const kernel_id &a, const kernel_id &b) { return !(a == b); }

private:
  friend struct detail::impl;
  friend struct std::hash<kernel_id>;
  friend class kernel;
  friend class handler;
  friend struct detail::free_function_access;
  template <bundle_state State> friend class kernel_bundle;
  kernel_id(const falx_kernel_id &raw, int) : raw_(raw) {}
  falx_kernel_id raw() const { return raw_; }
  falx_kernel_id raw_;
  const detail::kernel_arguments *arguments_ = nullptr; // of a free function
};

namespace info {
namespace kernel {
struct num_args {
  using return_type = uint32_t;
};
struct attributes {
  using return_type = std::string;
};
} // namespace kernel
namespace kernel_device_specific {
struct global_work_size {
  using return_type = range<3>;
};
struct work_group_size {
  using return_type = size_t;
};
struct compile_work_group_size {
  using return_type = range<3>;
};
struct preferred_work_group_size_multiple {
  using return_type = size_t;
};
struct private_mem_size {
  using return_type = size_t;
};
struct ext_codeplay_num_regs {
  using return_type = uint32_t;
};
struct max_num_sub_groups {
  using return_type = uint32_t;
};
struct compile_num_sub_groups {
  using return_type = uint32_t;
};
struct max_sub_group_size {
  using return_type = uint32_t;
};
struct compile_sub_group_size {
  using return_type = uint32_t;
};
} // namespace kernel_device_specific
} // namespace info

/* A kernel in executable form. */
class kernel : public detail::owner_order<kernel> {
public:
  sycl::backend get_backend() const noexcept { return context_.get_backend(); }
  sycl::context get_context() const { return context_; }
  template <class Bundle = kernel_bundle<bundle_state::executable>>
  Bundle get_kernel_bundle() const {
    return *static_cast<const Bundle *>(bundle_.get());
  }
  template <class Param> typename Param::return_type get_info() const {
    if constexpr (std::is_same_v<Param, info::kernel::num_args>) {
      /* Of built-in kernels and those of backends alone, 4.11.13.1, and of free functions. */
      if (!id_.arguments_)
        detail::throw_error(errc::invalid, "num_args is for built-in kernels, those made by a "
                                           "backend, and free-function kernels");
      return id_.arguments_->count;
    } else if constexpr (std::is_same_v<Param, info::kernel::attributes>)
      return attributes<std::string>();
    else
      static_assert(detail::always_false<Param>, "not an information descriptor of a kernel");
  }
  /* Of the provisional SYCL 2020: the range changes nothing. */
  template <class Param, class Device = device>
  FALX_DEPRECATED("use get_info(device)")
  std::enable_if_t<std::is_same_v<Param, info::kernel_device_specific::max_sub_group_size>,
                   uint32_t> get_info(const Device &d, const range<3> &) const {
    return get_info<Param>(d);
  }
  template <class Param, class Device = device>
  typename Param::return_type get_info(const Device &d) const {
    using namespace info::kernel_device_specific;
    if constexpr (std::is_same_v<Param, compile_work_group_size>)
      return required_size(d);
    else if constexpr (std::is_same_v<Param, work_group_size>)
      return limits(d).work_group_size;
    else if constexpr (std::is_same_v<Param, preferred_work_group_size_multiple>)
      return number<uint32_t>(d, FALX_KERNEL_SUB_GROUP_SIZE);
    else if constexpr (std::is_same_v<Param, private_mem_size>)
      return limits(d).private_bytes;
    else if constexpr (std::is_same_v<Param, ext_codeplay_num_regs>)
      return limits(d).registers;
    else if constexpr (std::is_same_v<Param, max_num_sub_groups>)
      return d.template get_info<info::device::max_num_sub_groups>();
    else if constexpr (std::is_same_v<Param, compile_num_sub_groups>)
      return 0; // nothing in SYCL 2020 asks for a number
    else if constexpr (std::is_same_v<Param, max_sub_group_size>)
      return number<uint32_t>(d, FALX_KERNEL_SUB_GROUP_SIZE);
    else if constexpr (std::is_same_v<Param, compile_sub_group_size>)
      return number<uint32_t>(d, FALX_KERNEL_REQUIRED_SUB_GROUP_SIZE);
    else if constexpr (std::is_same_v<Param, global_work_size>)
      /* Of built-in kernels and custom devices alone: 4.11.13.2. */
      detail::throw_error(errc::invalid,
                          "global_work_size is for built-in kernels and custom devices");
    else
      static_assert(detail::always_false<Param>,
                    "not an information descriptor of a kernel on a device");
  }
  /* Of launches: root_group.hpp. */
  template <class Param, class Queue, class... A>
  typename Param::return_type ext_oneapi_get_info(const Queue &q, const A &...launch) const {
    return Param::get(q.get_device(), launch...);
  }

  friend bool operator==(const kernel &a, const kernel &b) {
    return a.id_ == b.id_ && a.context_ == b.context_;
  }
  friend bool operator!=(const kernel &a, const kernel &b) { return !(a == b); }

private:
  friend struct std::hash<kernel>;
  friend struct detail::impl;
  friend class handler;
  template <bundle_state State> friend class kernel_bundle;
  /* The specialization constants of its bundle are the launch's. */
  template <class Handler, bundle_state State = bundle_state::executable>
  void use_values(Handler &h) const {
    const auto *bundle = static_cast<const kernel_bundle<State> *>(bundle_.get());
    if (bundle->values_of(id_).size())
      h.use_kernel_bundle(*bundle);
  }
  kernel(const sycl::context &c, const kernel_id &id, std::shared_ptr<const void> bundle)
      : context_(c), id_(id), bundle_(std::move(bundle)) {}
  template <class T> T number(const device &d, falx_kernel_info what) const {
    T value{};
    detail::check(
        falx_kernel_get_info(&id_.raw_, detail::impl::raw(d), what, sizeof value, &value));
    return value;
  }
  FALX_LAZY falx_kernel_limits limits(const device &d) const {
    falx_kernel_limits limits{};
    detail::check(falx_kernel_get_limits(&id_.raw_, detail::impl::raw(context_),
                                         detail::impl::raw(d), &limits));
    return limits;
  }
  FALX_LAZY range<3> required_size(const device &d) const {
    size_t sizes[3];
    detail::check(falx_kernel_get_info(&id_.raw_, detail::impl::raw(d),
                                       FALX_KERNEL_REQUIRED_WORK_GROUP_SIZE, sizeof sizes, sizes));
    for (size_t &size : sizes)
      size = size || !sizes[0] ? size : 1; // dimensions that the attribute does not name
    return {sizes[2], sizes[1], sizes[0]};
  }
  /* As OpenCL spells them. */
  template <class Text> Text attributes() const {
    Text text;
    device d = any_device();
    range<3> size = required_size(d);
    if (size[2])
      text += "reqd_work_group_size(" + std::to_string(size[2]) + "," + std::to_string(size[1]) +
              "," + std::to_string(size[0]) + ")";
    if (uint32_t lanes = number<uint32_t>(d, FALX_KERNEL_REQUIRED_SUB_GROUP_SIZE))
      text += (text.empty() ? "reqd_sub_group_size(" : " reqd_sub_group_size(") +
              std::to_string(lanes) + ")";
    return text;
  }
  device any_device() const { return detail::any_device(context_); }

  sycl::context context_;
  kernel_id id_;
  std::shared_ptr<const void> bundle_; // that it was taken from
  detail::object_identity identity_{detail::counted_word()};
};

} // namespace sycl

template <> struct std::hash<sycl::kernel_id> {
  size_t operator()(const sycl::kernel_id &id) const noexcept {
    return std::hash<const char *>()(id.raw_.name);
  }
};
template <> struct std::hash<sycl::kernel> {
  size_t operator()(const sycl::kernel &k) const noexcept {
    return std::hash<sycl::kernel_id>()(k.id_);
  }
};

#endif
