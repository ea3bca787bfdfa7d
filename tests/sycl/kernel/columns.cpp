// Falx: kernels that go over memory in columns run column by column, each work-item once (NC-6).
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <vector>

template <int D> static sycl::range<D> range_of(size_t height, size_t width, size_t depth) {
  if constexpr (D == 2)
    return {height, width};
  else
    return {depth, height, width};
}

// to[x][y] += from[y][x], counted up once for each work-item; one plane for each work-item of a
// third dimension.
template <int D> static void transpose(sycl::queue &q, size_t height, size_t width, size_t depth) {
  const size_t plane = height * width;
  std::vector<int> in(plane * depth), out(plane * depth, 5);
  for (size_t i = 0; i < in.size(); i++)
    in[i] = int(i);
  {
    sycl::buffer<int> from(in), to(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(from, h, sycl::read_only);
      sycl::accessor b(to, h);
      h.parallel_for(range_of<D>(height, width, depth), [=](sycl::id<D> id) {
        const size_t x = id[D - 1], y = id[D - 2], z = D == 3 ? id[0] : 0;
        b[z * plane + x * height + y] += a[z * plane + y * width + x];
      });
    });
  }
  size_t wrong = 0;
  for (size_t z = 0; z < depth; z++)
    for (size_t y = 0; y < height; y++)
      for (size_t x = 0; x < width; x++)
        wrong += out[z * plane + x * height + y] != in[z * plane + y * width + x] + 5;
  CHECK_EQUAL(wrong, size_t(0));
}

int main() {
  sycl::queue q;
  for (size_t width : {1, 7, 16, 33, 200, 1024})
    for (size_t height : {1, 3, 16, 255, 257, 600})
      transpose<2>(q, height, width, 1);
  transpose<3>(q, 70, 90, 5);
  transpose<3>(q, 300, 17, 3);
}
