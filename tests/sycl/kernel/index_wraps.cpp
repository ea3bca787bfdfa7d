/* Falx: indices that go up with the id and wrap between two work-items of a vector, and such that
 * do not: each work-item reaches its own element (NC-14). */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <limits>
#include <vector>

/* out[T(i + start)] = in[T(i + start)] + i, for an array that begins at the least T. */
template <class T> static void wrap(sycl::queue &q, int start, size_t count) {
  const size_t least = size_t(-int(std::numeric_limits<T>::min())), size = 65536;
  std::vector<int> in(size), out(size, -1);
  for (size_t i = 0; i < size; i++)
    in[i] = int(i * 3);
  {
    sycl::buffer a(in), b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(a, h, sycl::read_only);
      sycl::accessor y(b, h, sycl::read_write);
      h.parallel_for(sycl::range<1>(count), [=](sycl::id<1> id) {
        const T i = T(unsigned(id) + unsigned(start));
        const int *from = &x[least];
        int *to = &y[least];
        to[i] = from[i] + int(id);
      });
    });
  }
  size_t written = 0;
  for (size_t i = 0; i < size; i++)
    written += out[i] != -1;
  CHECK_EQUAL(written, count);
  for (size_t id = 0; id < count; id++) {
    const size_t at = size_t(T(unsigned(id) + unsigned(start)) + int(least));
    CHECK_EQUAL(out[at], in[at] + int(id));
  }
}

/* Rows of a picture, as ported kernels address them. */
static void picture(sycl::queue &q, int width, int height) {
  const int pitch = 128;
  std::vector<int> in(size_t(pitch * height)), out(in.size(), -1);
  for (size_t i = 0; i < in.size(); i++)
    in[i] = int(i);
  {
    sycl::buffer a(in), b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(a, h, sycl::read_only);
      sycl::accessor y(b, h, sycl::read_write);
      sycl::nd_range<2> range({32, 128}, {4, 32});
      h.parallel_for(range, [=](sycl::nd_item<2> item) {
        int column = int(item.get_group(1) * item.get_local_range(1) + item.get_local_id(1));
        int row = int(item.get_group(0) * item.get_local_range(0) + item.get_local_id(0));
        unsigned p = unsigned(pitch);
        if (column < width && row < height)
          y[size_t(unsigned(row) * p + unsigned(column))] = x[size_t(row * pitch + column)] + 1;
      });
    });
  }
  for (int row = 0; row < height; row++)
    for (int column = 0; column < pitch; column++) {
      const size_t at = size_t(row * pitch + column);
      CHECK_EQUAL(out[at], column < width ? int(at) + 1 : -1);
    }
}

int main() {
  sycl::queue q;
  for (int start : {0, 5, 32760, 32767, 65530, 65535})
    for (size_t count : {16, 100, 1000}) {
      wrap<unsigned short>(q, start, count);
      wrap<short>(q, start, count);
    }
  for (int start : {0, 120, 127, 250})
    for (size_t count : {16, 100, 256}) {
      wrap<signed char>(q, start, count);
      wrap<unsigned char>(q, start, count);
    }
  picture(q, 100, 31);
  picture(q, 128, 32);
  picture(q, 7, 1);
  return finish();
}
