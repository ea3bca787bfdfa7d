/* unsampled_image and sampled_image: texels of one, two or three dimensions. SYCL 2020, 4.7.3.
 *
 * An image is a buffer of bytes together with a description of what they mean (docs/images.md).
 * The runtime allocates host memory itself; the allocator is kept and answered, not called. */
#ifndef FALX_SYCL_IMAGE_HPP
#define FALX_SYCL_IMAGE_HPP

#include <cstddef>

#include <sycl/buffer.hpp>
#include <sycl/detail/texel.hpp>

namespace sycl {

using image_allocator = std::allocator<std::byte>;

template <class T, int D, access_mode Mode, image_target Target = image_target::device>
class unsampled_image_accessor;
template <class T, int D = 1, access_mode Mode = detail::default_mode<T>>
class host_unsampled_image_accessor;
template <class T, int D, image_target Target = image_target::device> class sampled_image_accessor;
template <class T, int D> class host_sampled_image_accessor;

namespace detail {

/* The memory of the program that an image is made from, and what keeps it. */
class image_source {
public:
  image_source(const image_source &) = delete;
  image_source &operator=(const image_source &) = delete;
  void fill(falx_buffer_options &options, bool is_storage) const {
    options.host_data = pointer_;
    options.flags = is_const_ ? FALX_BUFFER_HOST_CONST : 0;
    if (pointer_ && is_storage)
      options.flags |= FALX_BUFFER_USE_HOST_PTR;
  }
  void keep_with(falx_buffer_t buffer) {
    if (owner_)
      falx_buffer_set_user_data(buffer, owner_, drop_);
    owner_ = nullptr;
  }

protected:
  image_source(const void *pointer, bool is_const)
      : pointer_(const_cast<void *>(pointer)), is_const_(is_const) {}
  ~image_source() {
    if (owner_)
      drop_(owner_);
  }
  template <class Owner> void own(const Owner &owner) {
    owner_ = new Owner(owner);
    drop_ = [](void *o) { delete static_cast<Owner *>(o); };
  }

private:
  void *pointer_;
  bool is_const_; // nothing is written back
  void *owner_ = nullptr;
  void (*drop_)(void *) = nullptr;
};
/* What stands for it in a constructor: a pointer or a std::shared_ptr, to what converts to Void. */
template <class Void> class image_memory : public image_source {
  template <class Pointer>
  using if_shared =
      std::enable_if_t<is_shared_ptr<Pointer> &&
                           std::is_convertible_v<typename Pointer::element_type *, Void *>,
                       int>;

public:
  image_memory(std::nullptr_t) : image_source(nullptr, false) {}
  image_memory(void *pointer) : image_source(pointer, false) {}
  template <class V = Void, std::enable_if_t<std::is_const_v<V>, int> = 0>
  image_memory(const void *pointer) : image_source(pointer, true) {}
  template <class Pointer, if_shared<Pointer> = 0>
  image_memory(const Pointer &shared)
      : image_source(shared.get(), std::is_const_v<typename Pointer::element_type>) {
    this->own(shared);
  }
};

struct image_access; // shape(image)

/* What every class of images is. */
template <int D, class Allocator> class image_base {
  static_assert(1 <= D && D <= 3, "an image has one, two or three dimensions");
  using object = detail::handle<falx_buffer_t, falx_buffer_retain, falx_buffer_release>;

public:
  range<D> get_range() const { return range_; }
  /* Bytes from a row to the next and, with three dimensions, from a slice to the next. */
  template <int N = D, std::enable_if_t<(N > 1), int> = 0> range<N - 1> get_pitch() const {
    if constexpr (N == 2)
      return {shape_.row};
    else
      return {shape_.row, shape_.slice};
  }
  size_t size() const noexcept { return range_.size(); }
  size_t byte_size() const noexcept { return bytes(); }
  Allocator get_allocator() const { return allocator_; }
  template <class P> bool has_property() const noexcept {
    return properties_.template has_property<P>();
  }
  template <class P> P get_property() const { return properties_.template get_property<P>(); }

protected:
  friend struct detail::impl;
  friend struct image_access;

  /* host: the initial content, and where the final one goes. */
  image_base(const image_shape &shape, const range<D> &r, const size_t *pitch,
             const Allocator &allocator, const property_list &properties, image_source &host)
      : shape_(shape), range_(r), properties_(properties), allocator_(allocator) {
    set_extents(pitch);
    falx_buffer_options options = FALX_INIT(falx_buffer_options);
    options.bytes = bytes();
    options.alignment = channel_bytes(shape.type);
    options.context = detail::impl::raw(properties);
    host.fill(options, properties.has_property<property::image::use_host_ptr>());
    falx_buffer_t made;
    check(falx_buffer_create(&options, &made));
    raw_ = object(made);
    host.keep_with(made);
  }
  image_base(const image_shape &shape, const range<D> &r, const size_t *pitch,
             const Allocator &allocator, const property_list &properties,
             image_memory<void> &&none = nullptr)
      : image_base(shape, r, pitch, allocator, properties, static_cast<image_source &>(none)) {}
  falx_buffer_t raw() const { return raw_.get(); }

  /* To is a pointer, an output iterator, a weak_ptr, or nullptr for no write-back; the content is
   * written as elements of the type that it points to, bytes if that is void or unknown. */
  template <class To> void write_back_to(To to) {
    if constexpr (std::is_null_pointer_v<To>) {
      falx_buffer_set_write_back(raw(), nullptr, nullptr, nullptr);
    } else {
      if constexpr (std::is_pointer_v<To>)
        if (!to)
          return falx_buffer_set_write_back(raw(), nullptr, nullptr, nullptr);
      falx_buffer_set_write_back(
          raw(),
          [](void *user, const void *data, size_t bytes) {
            write(*static_cast<To *>(user), static_cast<const unsigned char *>(data), bytes);
          },
          new To(to), [](void *user) { delete static_cast<To *>(user); });
    }
  }

private:
  size_t bytes() const {
    return D == 1   ? shape_.row
           : D == 2 ? bytes_for(range_[1], shape_.row)
                    : bytes_for(range_[2], shape_.slice);
  }
  void set_extents(const size_t *pitch) {
    static constexpr size_t most = std::numeric_limits<int>::max();
    for (int d = 0; d < 3; ++d) {
      const size_t extent = d < D ? range_[d] : 1;
      if (extent > most)
        check(falx_error_set(FALX_ERROR_INVALID, nullptr,
                             "image: %zu texels in dimension %d, but coordinates are int: there "
                             "can be %zu",
                             extent, d, most));
      shape_.extent[d] = static_cast<int>(extent);
    }
    const size_t row = bytes_for(range_[0], shape_.bytes);
    shape_.row = pitch ? pitch[0] : row;
    const size_t slice = D > 1 ? bytes_for(range_[D > 1], shape_.row) : row;
    shape_.slice = D > 2 && pitch ? pitch[1] : slice;
    if (shape_.row < row || shape_.slice < slice)
      check(falx_error_set(FALX_ERROR_INVALID, nullptr,
                           "image: a pitch of %zu bytes, but a %s takes %zu",
                           shape_.row < row ? shape_.row : shape_.slice,
                           shape_.row < row ? "row" : "slice", shape_.row < row ? row : slice));
    const size_t channel = channel_bytes(shape_.type);
    if (shape_.row % channel || shape_.slice % channel)
      check(falx_error_set(FALX_ERROR_INVALID, nullptr,
                           "image: a pitch of %zu bytes, which is no multiple of a channel's %zu",
                           shape_.row % channel ? shape_.row : shape_.slice, channel));
  }

  template <class To> static void write(To &to, const unsigned char *data, size_t bytes) {
    if constexpr (is_weak_ptr<To>) {
      if (auto owner = to.lock())
        __builtin_memcpy(const_cast<void *>(static_cast<const void *>(owner.get())), data, bytes);
    } else if constexpr (std::is_pointer_v<To>) {
      __builtin_memcpy(to, data, bytes);
    } else {
      using element = typename std::iterator_traits<To>::value_type;
      using value = std::conditional_t<std::is_void_v<element>, unsigned char, element>;
      static_assert(std::is_trivially_copyable_v<value>,
                    "set_final_data of an image: elements are copied byte by byte");
      To at = to;
      for (; bytes >= sizeof(value); bytes -= sizeof(value), data += sizeof(value), ++at) {
        value v;
        __builtin_memcpy(static_cast<void *>(&v), data, sizeof v);
        *at = v;
      }
    }
  }

  object raw_;
  image_shape shape_;
  range<D> range_;
  property_list properties_;
  Allocator allocator_;
};

/* What accessors ask an image. */
struct image_access {
  template <class Image> static const image_shape &shape(const Image &image) {
    return image.shape_;
  }
};

/* The constructors of an image class. shape: the image_shape; source: `, host` or nothing; the rest
 * are the parameters before the range. */
#define FALX_IMAGE_CONSTRUCTORS(name, shape, source, ...)                                          \
  name(__VA_ARGS__, const range<D> &r, const property_list &p = {})                                \
      : base(shape, r, nullptr, A(), p source) {}                                                  \
  name(__VA_ARGS__, const range<D> &r, A allocator, const property_list &p = {})                   \
      : base(shape, r, nullptr, allocator, p source) {}                                            \
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>                                         \
  name(__VA_ARGS__, const range<D> &r, const range<N - 1> &pitch, const property_list &p = {})     \
      : base(shape, r, pitch.v, A(), p source) {}                                                  \
  template <int N = D, std::enable_if_t<(N > 1), int> = 0>                                         \
  name(__VA_ARGS__, const range<D> &r, const range<N - 1> &pitch, A allocator,                     \
       const property_list &p = {})                                                                \
      : base(shape, r, pitch.v, allocator, p source) {}
#define FALX_IMAGE_HOST , host

} // namespace detail

template <int D = 1, class AllocatorT = image_allocator>
class unsampled_image : public detail::image_base<D, AllocatorT>,
                        public detail::owner_order<unsampled_image<D, AllocatorT>> {
  using base = detail::image_base<D, AllocatorT>;
  using A = AllocatorT;
  using memory = detail::image_memory<void>;

public:
  FALX_IMAGE_CONSTRUCTORS(unsampled_image, detail::make_shape(format), , image_format format)
  FALX_IMAGE_CONSTRUCTORS(unsampled_image, detail::make_shape(format), FALX_IMAGE_HOST, memory host,
                          image_format format)

  /* Bodies in image_accessor.hpp. */
  template <class T, access_mode Mode = detail::default_mode<T>,
            image_target Target = image_target::device>
  unsampled_image_accessor<T, D, Mode, Target> get_access(handler &h, const property_list &p = {}) {
    return {*this, h, p};
  }
  template <class T, access_mode Mode = detail::default_mode<T>>
  host_unsampled_image_accessor<T, D, Mode> get_host_access(const property_list &p = {}) {
    return host_unsampled_image_accessor<T, D, Mode>(*this, p);
  }

  template <class To = std::nullptr_t> void set_final_data(To to = nullptr) {
    this->write_back_to(to);
  }
  void set_write_back(bool is_on = true) { falx_buffer_disable_write_back(this->raw(), !is_on); }

  friend bool operator==(const unsampled_image &a, const unsampled_image &b) {
    return a.raw() == b.raw();
  }
  friend bool operator!=(const unsampled_image &a, const unsampled_image &b) { return !(a == b); }
};

/* Read-only; the sampler is the image's. */
template <int D = 1, class AllocatorT = image_allocator>
class sampled_image : public detail::image_base<D, AllocatorT>,
                      public detail::owner_order<sampled_image<D, AllocatorT>> {
  using base = detail::image_base<D, AllocatorT>;
  using A = AllocatorT;
  using memory = detail::image_memory<const void>;

public:
  FALX_IMAGE_CONSTRUCTORS(sampled_image, detail::make_shape(format, sampler), FALX_IMAGE_HOST,
                          memory host, image_format format, image_sampler sampler)

  template <class T, image_target Target = image_target::device>
  sampled_image_accessor<T, D, Target> get_access(handler &h, const property_list &p = {}) {
    return {*this, h, p};
  }
  template <class T>
  host_sampled_image_accessor<T, D> get_host_access(const property_list &p = {}) {
    return host_sampled_image_accessor<T, D>(*this, p);
  }

  friend bool operator==(const sampled_image &a, const sampled_image &b) {
    return a.raw() == b.raw();
  }
  friend bool operator!=(const sampled_image &a, const sampled_image &b) { return !(a == b); }
};

template <int D, class A>
struct is_property_of<property::image::use_host_ptr, unsampled_image<D, A>> : std::true_type {};
template <int D, class A>
struct is_property_of<property::image::use_mutex, unsampled_image<D, A>> : std::true_type {};
template <int D, class A>
struct is_property_of<property::image::context_bound, unsampled_image<D, A>> : std::true_type {};
template <int D, class A>
struct is_property_of<property::image::use_host_ptr, sampled_image<D, A>> : std::true_type {};
template <int D, class A>
struct is_property_of<property::image::use_mutex, sampled_image<D, A>> : std::true_type {};
template <int D, class A>
struct is_property_of<property::image::context_bound, sampled_image<D, A>> : std::true_type {};

} // namespace sycl

template <int D, class A> struct std::hash<sycl::unsampled_image<D, A>> {
  size_t operator()(const sycl::unsampled_image<D, A> &i) const noexcept {
    return reinterpret_cast<size_t>(sycl::detail::impl::raw(i)) >> 4;
  }
};
template <int D, class A> struct std::hash<sycl::sampled_image<D, A>> {
  size_t operator()(const sycl::sampled_image<D, A> &i) const noexcept {
    return reinterpret_cast<size_t>(sycl::detail::impl::raw(i)) >> 4;
  }
};

#endif
