/* Copies and fills of rectangles: sycl_ext_oneapi_memcpy2d. A pitch is how far the beginnings of
 * rows are from each other, in bytes or in elements. */
#ifndef FALX_SYCL_EXT_ONEAPI_MEMCPY2D_HPP
#define FALX_SYCL_EXT_ONEAPI_MEMCPY2D_HPP

#include <vector>

#include <sycl/device_copyable.hpp>
#include <sycl/exception.hpp>

#define SYCL_EXT_ONEAPI_MEMCPY2D 1

namespace sycl {
class event;

namespace detail {

inline falx_region rectangle(void *memory, size_t element, size_t pitch, size_t width,
                             size_t height) {
  if (width > pitch)
    throw_error(errc::invalid, "a copy or fill of a rectangle: its width exceeds the pitch");
  return {nullptr, memory, element, {width, height, 1}, {pitch, height, 1}, {0, 0, 0}};
}

/* Members of queue and handler, each with give(command, pattern, pattern bytes, events...). */
template <class Self> class memory_2d {
public:
  template <class... After>
  auto ext_oneapi_memcpy2d(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                           size_t width, size_t height, const After &...after) {
    return move(1, to, to_pitch, from, from_pitch, width, height, after...);
  }
  template <class Event = event>
  auto ext_oneapi_memcpy2d(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                           size_t width, size_t height, const std::vector<Event> &after) {
    return move(1, to, to_pitch, from, from_pitch, width, height, after);
  }
  template <class T, class... After>
  auto ext_oneapi_copy2d(const T *from, size_t from_pitch, T *to, size_t to_pitch, size_t width,
                         size_t height, const After &...after) {
    return move(sizeof(T), to, to_pitch, from, from_pitch, width, height, after...);
  }
  template <class T, class Event = event>
  auto ext_oneapi_copy2d(const T *from, size_t from_pitch, T *to, size_t to_pitch, size_t width,
                         size_t height, const std::vector<Event> &after) {
    return move(sizeof(T), to, to_pitch, from, from_pitch, width, height, after);
  }
  template <class... After>
  auto ext_oneapi_memset2d(void *to, size_t to_pitch, int value, size_t width, size_t height,
                           const After &...after) {
    return cover(to, to_pitch, static_cast<unsigned char>(value), width, height, after...);
  }
  template <class Event = event>
  auto ext_oneapi_memset2d(void *to, size_t to_pitch, int value, size_t width, size_t height,
                           const std::vector<Event> &after) {
    return cover(to, to_pitch, static_cast<unsigned char>(value), width, height, after);
  }
  template <class T, class... After>
  auto ext_oneapi_fill2d(void *to, size_t to_pitch, const T &pattern, size_t width, size_t height,
                         const After &...after) {
    return cover(to, to_pitch, pattern, width, height, after...);
  }
  template <class T, class Event = event>
  auto ext_oneapi_fill2d(void *to, size_t to_pitch, const T &pattern, size_t width, size_t height,
                         const std::vector<Event> &after) {
    return cover(to, to_pitch, pattern, width, height, after);
  }

private:
  template <class... After>
  auto move(size_t element, void *to, size_t to_pitch, const void *from, size_t from_pitch,
            size_t width, size_t height, const After &...after) {
    falx_command c = FALX_INIT(falx_command);
    c.kind = FALX_COMMAND_COPY_REGION;
    c.u.copy.destination = rectangle(to, element, to_pitch, width, height);
    c.u.copy.source = rectangle(const_cast<void *>(from), element, from_pitch, width, height);
    return static_cast<Self *>(this)->give(c, nullptr, 0, after...);
  }
  template <class T, class... After>
  auto cover(void *to, size_t to_pitch, const T &pattern, size_t width, size_t height,
             const After &...after) {
    static_assert(is_device_copyable_v<T>, "the pattern cannot be copied byte by byte");
    falx_command c = FALX_INIT(falx_command);
    c.kind = FALX_COMMAND_FILL_REGION;
    c.u.fill_region.destination = rectangle(to, sizeof(T), to_pitch, width, height);
    return static_cast<Self *>(this)->give(c, &pattern, sizeof(T), after...);
  }
};

} // namespace detail
} // namespace sycl

#endif
