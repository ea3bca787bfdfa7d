/* Device images loaded while the program runs: an extension of Falx (docs/device-linking.md).
 *
 *   auto filters = sycl::ext::falx::load_image("./libfilters.so");
 *   queue.parallel_for(…); // a kernel that calls a SYCL_EXTERNAL function of the library
 */
#ifndef FALX_SYCL_EXT_FALX_LOAD_IMAGE_HPP
#define FALX_SYCL_EXT_FALX_LOAD_IMAGE_HPP

#include <string>
#include <sycl/exception.hpp>
#include <sycl/span.hpp>

#define SYCL_EXT_FALX_LOAD_IMAGE 1

namespace sycl::ext::falx {

/* Owns what was loaded: its functions serve kernels until it is destroyed, which waits for commands
 * under way. Kernels that called them are linked anew when they are launched next. */
class image_library {
public:
  image_library(image_library &&other) noexcept : raw_(other.raw_) { other.raw_ = nullptr; }
  image_library &operator=(image_library &&other) noexcept {
    falx_library_t raw = raw_;
    raw_ = other.raw_;
    other.raw_ = raw;
    return *this;
  }
  ~image_library() { falx_library_unload(raw_); }

private:
  explicit image_library(falx_library_t raw) : raw_(raw) {}
  friend image_library load_image(const std::string &path);
  friend image_library load_image(span<const unsigned char> bytes);

  falx_library_t raw_;
};

/* A shared library of falx++ -fsycl -shared, by its path or by its bytes, which are copied. Throws
 * errc::invalid where there is none or it holds no device code, errc::feature_not_supported for
 * other formats. */
inline image_library load_image(const std::string &path) {
  falx_library_t raw;
  detail::check(falx_library_load(path.c_str(), &raw));
  return image_library(raw);
}
inline image_library load_image(span<const unsigned char> bytes) {
  falx_library_t raw;
  detail::check(falx_library_load_bytes(bytes.data(), bytes.size(), &raw));
  return image_library(raw);
}

} // namespace sycl::ext::falx

#endif
