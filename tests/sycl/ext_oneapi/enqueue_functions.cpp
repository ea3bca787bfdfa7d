// sycl_ext_oneapi_enqueue_functions: commands without events, from a queue and in a command group,
// with ranges, launch_config and its properties, and reductions.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
using experimental::launch_config, experimental::properties;
static_assert(SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS == 1);

constexpr int N = 64;

static void kernels(sycl::queue &q, int *a, int *sum) {
  experimental::parallel_for<class first>(q, {N}, [=](sycl::id<1> i) { a[i] = int(i); });
  experimental::barrier(q);
  const launch_config groups{sycl::nd_range<1>(N, 8), properties{experimental::work_group_size<8>}};
  experimental::nd_launch(q, groups, [=](sycl::nd_item<1> it) { a[it.get_global_id(0)] += 1; });
  const launch_config wrong{sycl::nd_range<1>(N, 4), groups.get_properties()};
  CHECK_THROWS(experimental::nd_launch(q, wrong, [=](sycl::nd_item<1>) { a[0] = 0; }),
               sycl::errc::nd_range, "{8}");
  experimental::barrier(q);
  experimental::parallel_for(
      q, launch_config{sycl::range<1>(N)}, [=](sycl::id<1> i, auto &s) { s += a[i]; },
      sycl::reduction(sum, sycl::plus<>()));
  const sycl::event done =
      experimental::submit_with_event(q, [&](sycl::handler &h) { experimental::barrier(h); });
  experimental::partial_barrier(q, {done});
  experimental::submit(q,
                       [&](sycl::handler &h) { experimental::single_task(h, [=] { *sum += 1; }); });
  q.wait();
  CHECK_EQUAL(*sum, N * (N + 1) / 2 + 1);
}

static void memory(sycl::queue &q, int *a) {
  int host[N], back[N] = {};
  for (int i = 0; i < N; ++i)
    host[i] = i;
  experimental::copy(q, host, a, N);
  experimental::barrier(q);
  experimental::memcpy(q, back, a, sizeof back);
  q.wait();
  CHECK(back[0] == 0 && back[N - 1] == N - 1);
  experimental::fill(q, a, 5, N);
  experimental::barrier(q);
  experimental::submit(q, properties{},
                       [&](sycl::handler &h) { experimental::memset(h, a, 1, sizeof(int)); });
  experimental::prefetch(q, a, sizeof back);
  experimental::mem_advise(q, a, sizeof back, 0);
  q.wait();
  CHECK(a[0] == 0x01010101 && a[1] == 5 && a[N - 1] == 5);
}

int main() {
  sycl::queue q;
  int *a = sycl::malloc_shared<int>(N + 1, q);
  a[N] = 0;
  kernels(q, a, a + N);
  memory(q, a);
  sycl::free(a, q);
  return finish();
}
