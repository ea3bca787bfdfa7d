// options: -DFALX_LEAN_HEADERS
/* SYCL 2020, 4.9.4.3: copies between accessors and pointers of every kind, void and shared ones. */
#include <memory>

#include <sycl/sycl.hpp>

#include "../check.hpp"

int main() {
  sycl::queue q;
  int out[4] = {};
  const int in[4] = {1, 2, 3, 4};
  const std::shared_ptr<int[]> shared(new int[4]{5, 6, 7, 8});
  sycl::buffer<int> b{sycl::range(4)};
  const auto to_buffer = [&](const auto &from) {
    q.submit([&](sycl::handler &h) { h.copy(from, sycl::accessor(b, h, sycl::write_only)); });
  };
  const auto from_buffer = [&](const auto &to) {
    q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(b, h, sycl::read_only), to); }).wait();
  };
  to_buffer(shared);
  from_buffer(static_cast<void *>(out));
  CHECK(out[0] == 5 && out[3] == 8);
  to_buffer(static_cast<const void *>(in));
  from_buffer(shared);
  CHECK(shared[0] == 1 && shared[3] == 4);
  from_buffer(std::shared_ptr<void>(shared, out));
  CHECK(out[1] == 2);
}
