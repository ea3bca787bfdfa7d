/* What the accessors of images have in common: an image in a command or on the host, and the texel
 * at given coordinates. */
#ifndef FALX_SYCL_DETAIL_IMAGE_USE_HPP
#define FALX_SYCL_DETAIL_IMAGE_USE_HPP

#include <sycl/accessor.hpp>
#include <sycl/detail/sample.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/image.hpp>
#include <sycl/info.hpp>

namespace sycl::detail {

/* ---- Texels ---- */

template <class T> struct image_element {
  static_assert(always_false<T>, "the texels of an image are read and written as sycl::int4, "
                                 "uint4, float4 or half4");
};
template <> struct image_element<vec<int32_t, 4>> {
  using type = int32_t;
};
template <> struct image_element<vec<uint32_t, 4>> {
  using type = uint32_t;
};
template <> struct image_element<vec<float, 4>> {
  using type = float;
};
template <> struct image_element<vec<half, 4>> {
  using type = half;
};
/* The channel of an image accessor's element type, which may be const. */
template <class T> using channel_of = typename image_element<std::remove_const_t<T>>::type;

/* N coordinates of int or float: a number, or a vec of two or of four. */
template <int N, class S> using coordinates = std::conditional_t<N == 1, S, vec<S, N == 2 ? 2 : 4>>;
template <int N, class S, class Given> constexpr bool are_coordinates() {
  if constexpr (N == 1 && std::is_arithmetic_v<Given>)
    return std::is_integral_v<Given> == std::is_integral_v<S>;
  else
    return std::is_convertible_v<const Given &, coordinates<N, S>>;
}
template <int N, class S, class Given> FALX_INLINE void to_array(const Given &given, S (&to)[3]) {
  static_assert(are_coordinates<N, S, Given>(),
                "the coordinates of an image's texel: int, int2 or int4 without a sampler, float, "
                "float2 or float4 with one, for one, two or three dimensions");
  const coordinates<N, S> all = given;
  if constexpr (N == 1)
    to[0] = all;
  else
    for (int i = 0; i < N; ++i)
      to[i] = all[i];
}

template <bool IsAny, int N, class C, class Given>
FALX_INLINE vec<C, 4> read_at(const image_shape &s, const void *base, const Given &given) {
  int at[3] = {0, 0, 0};
  to_array<N>(given, at);
  return read_texel<IsAny, C>(s, static_cast<const unsigned char *>(base) +
                                     texel_offset(s, at[0], at[1], at[2]))
      .to_vec();
}
template <bool IsAny, int N, class C, class Given>
FALX_INLINE void write_at(const image_shape &s, void *base, const Given &given,
                          const vec<C, 4> &color) {
  int at[3] = {0, 0, 0};
  to_array<N>(given, at);
  write_texel<IsAny, C>(s,
                        static_cast<unsigned char *>(base) + texel_offset(s, at[0], at[1], at[2]),
                        texel<C>::of(color));
}
template <bool IsAny, int N, class C, class Given>
FALX_INLINE vec<C, 4> sample_at(const image_shape &s, const void *base, const image_sampler &how,
                                const Given &given) {
  float at[3] = {0, 0, 0};
  to_array<N>(given, at);
  return sample<IsAny, N, C>(s, static_cast<const unsigned char *>(base), how, at).to_vec();
}
/* Integers, of SYCL 1.2.1: texels without normalization, and all of them are distinct. */
template <bool IsAny, int N, class C, class Given>
FALX_INLINE vec<C, 4> sample_at_integers(const image_shape &s, const void *base,
                                         const image_sampler &how, const Given &given) {
  int at[3] = {0, 0, 0};
  to_array<N>(given, at);
  const auto *texels = static_cast<const unsigned char *>(base);
  if (how.coordinate == coordinate_normalization_mode::unnormalized &&
      how.filtering == filtering_mode::nearest) {
    for (int d = 0; d < N; ++d)
      at[d] = address(at[d], s.extent[d], how.addressing);
    return fetch<IsAny, C>(s, texels, at[0], at[1], at[2]).to_vec();
  }
  const float as_float[3] = {static_cast<float>(at[0]), static_cast<float>(at[1]),
                             static_cast<float>(at[2])};
  return sample<IsAny, N, C>(s, texels, how, as_float).to_vec();
}

/* ---- Images in use ---- */

template <class C> void check_element(const image_shape &s) {
  if (!holds<C>(s.type))
    throw_error(errc::invalid,
                "an image accessor has another element type than its image's texels: int4 for "
                "signed and uint4 for unsigned integers, float4 or half4 for all others");
}
inline void check_no_init(bool is_read, bool has_no_init) {
  if (is_read && has_no_init)
    throw_error(errc::invalid, "an image accessor: no_init with read-only access: there would be "
                               "nothing to read");
}
FALX_INLINE size_t texel_count(const image_shape &s) {
  return static_cast<size_t>(s.extent[0]) * static_cast<size_t>(s.extent[1]) *
         static_cast<size_t>(s.extent[2]);
}

/* By a command. A kernel gets the address of the texels as it gets that of a buffer's elements, and
 * the shape as plain arguments; on the host data_ is the buffer's handle. */
template <image_target Target>
class image_use : private std::conditional_t<Target == image_target::host_task, host_task_layout<1>,
                                             accessor_layout<1>::type> {
public:
  size_t size() const noexcept { return texel_count(shape_); }
  template <class P> bool has_property() const noexcept {
    return std::is_same_v<P, property::no_init> && has_no_init_;
  }
  template <class P> P get_property() const {
    if (!has_property<P>())
      throw_error(errc::invalid, "the accessor has no such property");
    return P{};
  }

  friend bool operator==(const image_use &a, const image_use &b) {
    return a.data_ == b.data_ && a.shape_ == b.shape_ && a.has_no_init_ == b.has_no_init_;
  }
  friend bool operator!=(const image_use &a, const image_use &b) { return !(a == b); }
  size_t hash() const noexcept { return reinterpret_cast<size_t>(this->data_) >> 4; }

protected:
  template <class C, class Image>
  void set(const Image &image, handler &h, access_mode mode, const property_list &p) {
    if (Target == image_target::device && !has_aspect(impl::device(h), aspect::image))
      throw_error(errc::feature_not_supported,
                  "an image accessor in a command of a device without aspect::image");
    shape_ = image_access::shape(image);
    has_no_init_ = p.has_property<property::no_init>();
    check_element<C>(shape_);
    check_no_init(mode == access_mode::read, has_no_init_);
    this->data_ = impl::raw(image);
    identity_ = object_identity(counted_word());
    this->box_ = this->memory_ = range<1>(image.byte_size());
    unsigned flags = falx_mode(mode, has_no_init_, true);
    if (Target != image_target::host_task)
      flags |= FALX_ACCESS_ON_DEVICE;
    impl::require(h, static_cast<falx_buffer_t>(this->data_), flags);
  }
  FALX_INLINE void *base() const {
    if constexpr (Target == image_target::host_task) {
      return this->pointer();
    } else {
#ifdef __SYCL_DEVICE_ONLY__
      return this->data_;
#else
      /* In a host task, where the device works in the host's memory: on native_cpu. */
      void *memory;
      check(falx_buffer_task_pointer(static_cast<falx_buffer_t>(this->data_), true, &memory));
      return memory;
#endif
    }
  }

  image_shape shape_;

private:
  friend struct impl;
  bool has_no_init_ = false;
  object_identity identity_;
};

/* By the host, for as long as a copy lives. */
class host_image_use {
public:
  size_t size() const noexcept { return texel_count(shape_); }
  template <class P> bool has_property() const noexcept {
    return std::is_same_v<P, property::no_init> && has_no_init_;
  }
  template <class P> P get_property() const {
    if (!has_property<P>())
      throw_error(errc::invalid, "the accessor has no such property");
    return P{};
  }

  friend bool operator==(const host_image_use &a, const host_image_use &b) {
    return a.hold_ == b.hold_;
  }
  friend bool operator!=(const host_image_use &a, const host_image_use &b) { return !(a == b); }
  size_t hash() const noexcept { return reinterpret_cast<size_t>(hold_.get()) >> 4; }

protected:
  template <class C, class Image>
  void set(const Image &image, access_mode mode, const property_list &p) {
    shape_ = image_access::shape(image);
    has_no_init_ = p.has_property<property::no_init>();
    check_element<C>(shape_);
    check_no_init(mode == access_mode::read, has_no_init_);
    hold_ = hold(new host_hold(impl::raw(image), falx_mode(mode, has_no_init_, true)));
  }
  void *base() const { return hold_.get()->pointer(); }

  image_shape shape_;

private:
  friend struct impl;
  using hold = handle<host_hold *, host_hold::retain, host_hold::release>;
  hold hold_;
  bool has_no_init_ = false;
};

} // namespace sycl::detail

#endif
