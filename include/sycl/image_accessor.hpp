/* Accessors of unsampled and sampled images, in commands and on the host. SYCL 2020, 4.7.6.13 and
 * 4.7.6.14. */
#ifndef FALX_SYCL_IMAGE_ACCESSOR_HPP
#define FALX_SYCL_IMAGE_ACCESSOR_HPP

#include <sycl/detail/image_use.hpp>

namespace sycl {

namespace detail {
constexpr bool is_reading(access_mode mode) {
  return mode == access_mode::read || mode == access_mode::read_write;
}
constexpr bool is_writing(access_mode mode) {
  return mode != access_mode::read;
}

/* read and write, of texels that the base class Use leads to. */
template <class Use, class T, int N, access_mode Mode> class unsampled_texels : public Use {
  static_assert(1 <= N && N <= 3, "an image has one, two or three dimensions");
  static_assert(Mode == access_mode::read || Mode == access_mode::write ||
                    Mode == access_mode::read_write,
                "an image is accessed by access_mode::read, write or read_write");
  static_assert(Mode == access_mode::read || !std::is_const_v<T>,
                "an accessor that writes cannot have a const element type");

protected:
  using channel = channel_of<T>;
  unsampled_texels() = default;
  explicit unsampled_texels(const Use &o) : Use(o) {}

public:
  using value_type = std::conditional_t<Mode == access_mode::read, const T, T>;
  using reference = value_type &;
  using const_reference = const T &;

  template <class Coordinates>
  FALX_INLINE std::remove_const_t<T> read(const Coordinates &at) const {
    static_assert(is_reading(Mode), "an image accessor that only writes does not read");
    return read_at<false, N, channel>(this->shape_, this->base(), at);
  }
  template <class Coordinates>
  FALX_INLINE void write(const Coordinates &at, const std::remove_const_t<T> &color) const {
    static_assert(is_writing(Mode), "an image accessor that only reads does not write");
    write_at<false, N, channel>(this->shape_, this->base(), at, color);
  }
};

template <class Use, class T, int N> class sampled_texels : public Use {
  static_assert(1 <= N && N <= 3, "an image has one, two or three dimensions");

protected:
  using channel = channel_of<T>;
  sampled_texels() = default;
  explicit sampled_texels(const Use &o) : Use(o) {}

public:
  using value_type = const T;
  using reference = const T &;
  using const_reference = const T &;

  template <class Coordinates>
  FALX_INLINE std::remove_const_t<T> read(const Coordinates &at) const {
    return sample_at<false, N, channel>(this->shape_, this->base(), this->shape_.sampler, at);
  }
};

template <class T, class U>
using if_other_const = std::enable_if_t<!std::is_same_v<T, U> && is_same_element<T, U>, int>;
} // namespace detail

template <class T, int D, access_mode Mode, image_target Target>
class unsampled_image_accessor
    : public detail::unsampled_texels<detail::image_use<Target>, T, D, Mode>,
      public detail::owner_order<unsampled_image_accessor<T, D, Mode, Target>> {
  using base_class = detail::unsampled_texels<detail::image_use<Target>, T, D, Mode>;

public:
  template <class A>
  unsampled_image_accessor(unsampled_image<D, A> &image, handler &h, const property_list &p = {}) {
    this->template set<typename base_class::channel>(image, h, Mode, p);
  }
  template <class U, detail::if_other_const<T, U> = 0>
  unsampled_image_accessor(const unsampled_image_accessor<U, D, Mode, Target> &o) : base_class(o) {}
};

template <class T, int D, access_mode Mode>
class host_unsampled_image_accessor
    : public detail::unsampled_texels<detail::host_image_use, T, D, Mode>,
      public detail::owner_order<host_unsampled_image_accessor<T, D, Mode>> {
  using base_class = detail::unsampled_texels<detail::host_image_use, T, D, Mode>;

public:
  template <class A>
  host_unsampled_image_accessor(unsampled_image<D, A> &image, const property_list &p = {}) {
    this->template set<typename base_class::channel>(image, Mode, p);
  }
  template <class U, detail::if_other_const<T, U> = 0>
  host_unsampled_image_accessor(const host_unsampled_image_accessor<U, D, Mode> &o)
      : base_class(o) {}
};

template <class T, int D, image_target Target>
class sampled_image_accessor : public detail::sampled_texels<detail::image_use<Target>, T, D>,
                               public detail::owner_order<sampled_image_accessor<T, D, Target>> {
  using base_class = detail::sampled_texels<detail::image_use<Target>, T, D>;

public:
  template <class A>
  sampled_image_accessor(sampled_image<D, A> &image, handler &h, const property_list &p = {}) {
    this->template set<typename base_class::channel>(image, h, access_mode::read, p);
  }
  template <class U, detail::if_other_const<T, U> = 0>
  sampled_image_accessor(const sampled_image_accessor<U, D, Target> &o) : base_class(o) {}
};

template <class T, int D>
class host_sampled_image_accessor : public detail::sampled_texels<detail::host_image_use, T, D>,
                                    public detail::owner_order<host_sampled_image_accessor<T, D>> {
  using base_class = detail::sampled_texels<detail::host_image_use, T, D>;

public:
  template <class A>
  host_sampled_image_accessor(sampled_image<D, A> &image, const property_list &p = {}) {
    this->template set<typename base_class::channel>(image, access_mode::read, p);
  }
  template <class U, detail::if_other_const<T, U> = 0>
  host_sampled_image_accessor(const host_sampled_image_accessor<U, D> &o) : base_class(o) {}
};

template <class T, int D, access_mode M, image_target G>
struct is_property_of<property::no_init, unsampled_image_accessor<T, D, M, G>> : std::true_type {};
template <class T, int D, access_mode M>
struct is_property_of<property::no_init, host_unsampled_image_accessor<T, D, M>> : std::true_type {
};

template <class T, int D, access_mode M, image_target G>
struct is_device_copyable<unsampled_image_accessor<T, D, M, G>> : std::true_type {};
template <class T, int D, image_target G>
struct is_device_copyable<sampled_image_accessor<T, D, G>> : std::true_type {};

} // namespace sycl

template <class T, int D, sycl::access_mode M, sycl::image_target G>
struct std::hash<sycl::unsampled_image_accessor<T, D, M, G>> {
  size_t operator()(const sycl::unsampled_image_accessor<T, D, M, G> &a) const noexcept {
    return a.hash();
  }
};
template <class T, int D, sycl::access_mode M>
struct std::hash<sycl::host_unsampled_image_accessor<T, D, M>> {
  size_t operator()(const sycl::host_unsampled_image_accessor<T, D, M> &a) const noexcept {
    return a.hash();
  }
};
template <class T, int D, sycl::image_target G>
struct std::hash<sycl::sampled_image_accessor<T, D, G>> {
  size_t operator()(const sycl::sampled_image_accessor<T, D, G> &a) const noexcept {
    return a.hash();
  }
};
template <class T, int D> struct std::hash<sycl::host_sampled_image_accessor<T, D>> {
  size_t operator()(const sycl::host_sampled_image_accessor<T, D> &a) const noexcept {
    return a.hash();
  }
};

#endif
