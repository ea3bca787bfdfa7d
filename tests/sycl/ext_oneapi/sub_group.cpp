// sycl_ext_oneapi_sub_group: shuffles of one and two values, loads and stores of a row and of
// several rows, from global and local memory, of volatile classes.
#include <sycl/sycl.hpp>

#include "../check.hpp"

using sycl::access::address_space;
using sycl::access::decorated;

int main() {
  sycl::queue q;
  constexpr int N = 64;
  int *a = sycl::malloc_shared<int>(4 * N, q), *out = sycl::malloc_shared<int>(4 * N, q);
  int *right = sycl::malloc_shared<int>(N, q);
  for (int i = 0; i < 4 * N; ++i)
    a[i] = 3 * i;
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int> local(N, h);
    h.parallel_for(sycl::nd_range<1>(N, N), [=](sycl::nd_item<1> it) {
      const sycl::ext::oneapi::sub_group sg = it.get_sub_group();
      const int lane = sg.get_local_linear_id(), size = sg.get_local_linear_range();
      const int start = it.get_local_linear_id() - lane;
      bool ok = sg.shuffle(lane, size - 1) == size - 1 && sg.shuffle_xor(lane, 0) == lane;
      const int up = sg.shuffle_up(lane, 1), down = sg.shuffle_down(lane, 1);
      ok &= (lane == 0 || up == lane - 1) && (lane + 1 == size || down == lane + 1);
      ok &= sg.shuffle_down(lane, size + lane, 1) == lane + 1;
      ok &= sg.shuffle_up(lane - size, lane, 1) == lane - 1;
      ok &= sg.shuffle(lane, size + lane, size + lane / 2) == size + lane / 2;

      const sycl::global_ptr<const int> from(a + 4 * start);
      ok &= sg.load(a + start) == 3 * (start + lane);
      const sycl::vec<int, 4> rows = sg.load<4>(from);
      for (int i = 0; i < 4; ++i)
        ok &= rows[i] == 3 * (4 * start + lane + i * size);
      sg.store<4>(sycl::global_ptr<int>(out + 4 * start), rows);
      const auto shared = local.get_multi_ptr<decorated::yes>() + start;
      sg.store(shared, -lane);
      sycl::group_barrier(sg);
      ok &= sg.load(shared) == -lane && local[start] == 0;
      const sycl::global_ptr<const volatile sycl::int2> pairs(
          reinterpret_cast<const sycl::int2 *>(a));
      ok &= sg.load(pairs).y() == 3 * (2 * lane + 1);
      right[it.get_local_id(0)] = ok;
    });
  });
  q.wait();
  for (int i = 0; i < N; ++i)
    CHECK(right[i]);
  for (int i = 0; i < 4 * N; ++i)
    CHECK_EQUAL(out[i], a[i]);
  sycl::free(a, q);
  sycl::free(out, q);
  sycl::free(right, q);
  return finish();
}
