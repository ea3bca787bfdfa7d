// SYCL 2020, 4.9.4.3, and sycl_ext_oneapi_memcpy2d: boxes of many rows between all kinds of memory,
// in rows that begin at multiples of 1, 2, 4, 8 and 16 bytes; in order with kernels before and
// behind
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <vector>

namespace {

unsigned char value(size_t i) {
  return static_cast<unsigned char>(i * 7 + i / 251);
}

/* A rectangle out of the middle of one memory into another, from the host and back by way of both.
 */
void rectangle(sycl::queue &q, sycl::usm::alloc from_kind, sycl::usm::alloc to_kind, size_t unit,
               size_t width, size_t rows) {
  const size_t from_pitch = (width + 3) * unit, to_pitch = (width + 5) * unit;
  const size_t from_bytes = from_pitch * (rows + 2), to_bytes = to_pitch * (rows + 2);
  std::vector<unsigned char> first(from_bytes), last(to_bytes, 0xcc), inner(rows * width * unit);
  for (size_t i = 0; i < from_bytes; ++i)
    first[i] = value(i);
  auto *from = sycl::malloc<unsigned char>(from_bytes, q, from_kind);
  auto *to = sycl::malloc<unsigned char>(to_bytes, q, to_kind);
  CHECK(from && to);
  auto ready = q.memset(to, 0xcc, to_bytes);
  auto filled =
      q.ext_oneapi_memcpy2d(from, from_pitch, first.data(), from_pitch, from_pitch, rows + 2);
  auto moved = q.ext_oneapi_memcpy2d(to + to_pitch + unit, to_pitch, from + from_pitch + 2 * unit,
                                     from_pitch, width * unit, rows, {ready, filled});
  auto changed = q.parallel_for(rows, moved, [=](size_t y) { to[(y + 1) * to_pitch] = 1; });
  auto out = q.ext_oneapi_memcpy2d(inner.data(), width * unit, to + to_pitch + unit, to_pitch,
                                   width * unit, rows, changed);
  q.memcpy(last.data(), to, to_bytes, out).wait();
  for (size_t y = 0; y < rows + 2; ++y)
    for (size_t x = 0; x < to_pitch; ++x) {
      const bool is_row = 1 <= y && y <= rows, is_in = unit <= x && x < (width + 1) * unit;
      const unsigned char moved_byte = value(y * from_pitch + x + unit);
      CHECK_EQUAL(last[y * to_pitch + x], is_row && is_in ? moved_byte : is_row && !x ? 1 : 0xcc);
      if (is_row && is_in)
        CHECK_EQUAL(inner[(y - 1) * width * unit + x - unit], moved_byte);
    }
  sycl::free(from, q);
  sycl::free(to, q);
}

/* Between buffers of different extents, with kernels that make and use the content. */
void buffers(sycl::queue &q) {
  const sycl::range<3> all(30, 41, 52), other(33, 60, 47), box(20, 30, 40);
  const sycl::id<3> from_at(3, 4, 5), to_at(10, 20, 6);
  sycl::buffer<int, 3> from(all), to(other);
  for (int round = 1; round <= 6; ++round) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(from, h, sycl::write_only);
      h.parallel_for(all, [=](sycl::item<3> i) { a[i] = int(i.get_linear_id()) * round; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(to, h, sycl::write_only);
      h.parallel_for(other, [=](sycl::item<3> i) { a[i] = -round; });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(from, h, box, from_at, sycl::read_only);
      sycl::accessor b(to, h, box, to_at, sycl::write_only);
      h.copy(a, b);
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(to, h, sycl::read_write);
      h.parallel_for(other, [=](sycl::item<3> i) { a[i] += 1; });
    });
    sycl::host_accessor result(to, sycl::read_only);
    for (size_t x = 0; x < other[0]; ++x)
      for (size_t y = 0; y < other[1]; ++y)
        for (size_t z = 0; z < other[2]; ++z) {
          const sycl::id<3> i = sycl::id<3>(x, y, z) - to_at; // wraps around in front of the box
          const bool is_in = i[0] < box[0] && i[1] < box[1] && i[2] < box[2];
          const size_t linear =
              ((i[0] + from_at[0]) * all[1] + i[1] + from_at[1]) * all[2] + i[2] + from_at[2];
          CHECK_EQUAL(result[x][y][z], (is_in ? int(linear) * round : -round) + 1);
        }
  }
}

} // namespace

int main() {
  using kind = sycl::usm::alloc;
  sycl::queue any, ordered{sycl::property::queue::in_order()};
  const sycl::device d = any.get_device();
  if (!d.has(sycl::aspect::usm_device_allocations) || !d.has(sycl::aspect::usm_host_allocations) ||
      !d.has(sycl::aspect::usm_shared_allocations))
    return 77;
  for (auto *q : {&any, &ordered}) {
    for (size_t unit : {1, 2, 4, 8, 16}) {
      rectangle(*q, kind::device, kind::device, unit, 37, 600);
      rectangle(*q, kind::host, kind::device, unit, 3, 700);
      rectangle(*q, kind::device, kind::shared, unit, 301, 90);
      rectangle(*q, kind::shared, kind::host, unit, 1, 1);
    }
    buffers(*q);
  }
  return finish();
}
