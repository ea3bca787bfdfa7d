/* Images of SYCL 1.2.1, deprecated: image, sampler, and accessors of the targets image, host_image
 * and image_array. SYCL 1.2.1, 4.7.3, 4.7.6 and 4.7.8. */
#ifndef FALX_SYCL_LEGACY_IMAGE_HPP
#define FALX_SYCL_LEGACY_IMAGE_HPP

#include <sycl/image_accessor.hpp>

namespace sycl {

/* Read with the sampler that each call names. */
class sampler {
public:
  sampler(coordinate_normalization_mode coordinate, addressing_mode addressing,
          filtering_mode filtering, const property_list &p = {})
      : how_{addressing, coordinate, filtering} {
    (void)p; // none is for samplers
  }
  addressing_mode get_addressing_mode() const { return how_.addressing; }
  coordinate_normalization_mode get_coordinate_normalization_mode() const {
    return how_.coordinate;
  }
  filtering_mode get_filtering_mode() const { return how_.filtering; }
  template <class P> bool has_property() const noexcept { return false; }

  friend bool operator==(const sampler &a, const sampler &b) { return a.how_ == b.how_; }
  friend bool operator!=(const sampler &a, const sampler &b) { return !(a == b); }

private:
  friend struct detail::impl;
  const image_sampler &raw() const { return how_; }

  image_sampler how_;
};

template <int D = 1, class AllocatorT = image_allocator>
class image : public detail::image_base<D, AllocatorT> {
  using base = detail::image_base<D, AllocatorT>;
  using A = AllocatorT;
  using memory = detail::image_memory<const void>;

public:
  FALX_IMAGE_CONSTRUCTORS(image, detail::make_shape(order, type), , image_channel_order order,
                          image_channel_type type)
  FALX_IMAGE_CONSTRUCTORS(image, detail::make_shape(order, type), FALX_IMAGE_HOST, memory host,
                          image_channel_order order, image_channel_type type)

  size_t get_count() const noexcept { return this->size(); }
  size_t get_size() const noexcept { return this->byte_size(); }

  template <class T, access_mode Mode>
  accessor<T, D, Mode, detail::target_image> get_access(handler &h) {
    return accessor<T, D, Mode, detail::target_image>(*this, h);
  }
  template <class T, access_mode Mode>
  accessor<T, D, Mode, detail::target_host_image> get_access() {
    return accessor<T, D, Mode, detail::target_host_image>(*this);
  }

  template <class To = std::nullptr_t> void set_final_data(To to = nullptr) {
    this->write_back_to(to);
  }
  void set_write_back(bool is_on = true) { falx_buffer_disable_write_back(this->raw(), !is_on); }

  friend bool operator==(const image &a, const image &b) { return a.raw() == b.raw(); }
  friend bool operator!=(const image &a, const image &b) { return !(a == b); }
};

namespace detail {
/* Reading and writing with any channel order, with and without a sampler. */
template <class Use, class T, int N, access_mode Mode> class legacy_texels : public Use {
protected:
  using channel = channel_of<T>;
  using texel_type = std::remove_const_t<T>;
  legacy_texels() = default;
  explicit legacy_texels(const Use &o) : Use(o) {}

public:
  using value_type = std::conditional_t<Mode == access_mode::read, const T, T>;
  using reference = value_type &;
  using const_reference = const T &;

  size_t get_count() const noexcept { return this->size(); }
  size_t get_size() const noexcept {
    return static_cast<size_t>(this->shape_.extent[2]) * this->shape_.slice;
  }
  range<N> get_range() const {
    range<N> r;
    for (int d = 0; d < N; ++d)
      r.v[d] = static_cast<size_t>(this->shape_.extent[d]);
    return r;
  }

  template <class Coordinates> FALX_INLINE texel_type read(const Coordinates &at) const {
    static_assert(is_reading(Mode) || Mode == mode_discard_read_write,
                  "an image accessor that only writes does not read");
    return read_at<true, N, channel>(this->shape_, this->base(), at);
  }
  template <class Coordinates>
  FALX_INLINE texel_type read(const Coordinates &at, const sampler &how) const {
    static_assert(is_reading(Mode) || Mode == mode_discard_read_write,
                  "an image accessor that only writes does not read");
    if constexpr (are_coordinates<N, int, Coordinates>())
      return sample_at_integers<true, N, channel>(this->shape_, this->base(), impl::raw(how), at);
    else
      return sample_at<true, N, channel>(this->shape_, this->base(), impl::raw(how), at);
  }
  template <class Coordinates>
  FALX_INLINE void write(const Coordinates &at, const texel_type &color) const {
    static_assert(is_writing(Mode), "an image accessor that only reads does not write");
    write_at<true, N, channel>(this->shape_, this->base(), at, color);
  }
};

/* One layer of an image that is taken as an array of images of D dimensions. */
template <int D> class image_layer {
public:
  FALX_INLINE image_layer(const image_shape &all, void *base, size_t index)
      : shape_(all), base_(static_cast<unsigned char *>(base) + index * step(all)) {
    shape_.extent[D] = 1;
    shape_.slice = step(all);
  }
  size_t size() const noexcept { return texel_count(shape_); }

protected:
  FALX_INLINE void *base() const { return base_; }
  image_shape shape_;

private:
  FALX_INLINE static size_t step(const image_shape &all) { return D == 1 ? all.row : all.slice; }
  unsigned char *base_;
};
template <class T, int D, access_mode Mode>
class image_layer_texels : public legacy_texels<image_layer<D>, T, D, Mode> {
public:
  FALX_INLINE explicit image_layer_texels(const image_layer<D> &layer)
      : legacy_texels<image_layer<D>, T, D, Mode>(layer) {}
};
} // namespace detail

template <class T, int D, access_mode Mode, access::placeholder P>
class accessor<T, D, Mode, detail::target_image, P>
    : public detail::legacy_texels<detail::image_use<image_target::device>, T, D, Mode> {
public:
  static constexpr int dimensions = D;
  template <class A> accessor(image<D, A> &i, handler &h, const property_list &p = {}) {
    this->template set<detail::channel_of<T>>(i, h, Mode, p);
  }
};

template <class T, int D, access_mode Mode, access::placeholder P>
class accessor<T, D, Mode, detail::target_host_image, P>
    : public detail::legacy_texels<detail::host_image_use, T, D, Mode> {
public:
  static constexpr int dimensions = D;
  template <class A> accessor(image<D, A> &i, const property_list &p = {}) {
    this->template set<detail::channel_of<T>>(i, Mode, p);
  }
};

template <class T, int D, access_mode Mode, access::placeholder P>
class accessor<T, D, Mode, detail::target_image_array, P>
    : public detail::legacy_texels<detail::image_use<image_target::device>, T, D + 1, Mode> {
  static_assert(D == 1 || D == 2, "an array of images has one or two dimensions");

public:
  static constexpr int dimensions = D;
  template <class A> accessor(image<D + 1, A> &i, handler &h, const property_list &p = {}) {
    this->template set<detail::channel_of<T>>(i, h, Mode, p);
  }
  FALX_INLINE detail::image_layer_texels<T, D, Mode> operator[](size_t index) const {
    return detail::image_layer_texels<T, D, Mode>({this->shape_, this->base(), index});
  }
};

template <int D, class A>
struct is_property_of<property::image::use_host_ptr, image<D, A>> : std::true_type {};
template <int D, class A>
struct is_property_of<property::image::use_mutex, image<D, A>> : std::true_type {};
template <int D, class A>
struct is_property_of<property::image::context_bound, image<D, A>> : std::true_type {};

} // namespace sycl

template <int D, class A> struct std::hash<sycl::image<D, A>> {
  size_t operator()(const sycl::image<D, A> &i) const noexcept {
    return reinterpret_cast<size_t>(sycl::detail::impl::raw(i)) >> 4;
  }
};
template <> struct std::hash<sycl::sampler> {
  size_t operator()(const sycl::sampler &s) const noexcept {
    return static_cast<size_t>(s.get_addressing_mode()) * 4 +
           static_cast<size_t>(s.get_coordinate_normalization_mode()) * 2 +
           static_cast<size_t>(s.get_filtering_mode());
  }
};

#endif
