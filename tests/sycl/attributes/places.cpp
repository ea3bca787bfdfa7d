// Kernel attributes in every place (SYCL 2020, 5.8.1; KL-11): a launch with another work-group size
// than the required one is refused, one with it runs.
#include "places.hpp"
#include "../check.hpp"
#include <sycl/sycl.hpp>

// clang-format off
template <int N> struct before {
  int *out;
  [[sycl::reqd_work_group_size(N)]] void operator()(sycl::nd_item<1> i) const { out[i.get_global_id(0)] = N; }
};
template <int N> struct after_name {
  int *out;
  void operator() [[sycl::reqd_work_group_size(N)]] (sycl::nd_item<1> i) const noexcept { out[i.get_global_id(0)] = N; }
};
template <int N> struct after_parameters {
  int *out;
  auto operator()(sycl::nd_item<1> i) const noexcept [[sycl::reqd_work_group_size(N)]] -> void { out[i.get_global_id(0)] = N; }
};
template <int N> struct out_of_class {
  int *out;
  [[sycl::reqd_work_group_size(N)]] void operator()(sycl::nd_item<1> i) const;
};
template <int N> void out_of_class<N>::operator()(sycl::nd_item<1> i) const { out[i.get_global_id(0)] = N; }

template <class Kernel> void check(sycl::queue &q, int *out, int size, const Kernel &kernel) {
  for (int i = 0; i < 32; i++)
    out[i] = 0;
  q.parallel_for(sycl::nd_range<1>(32, size), kernel).wait();
  for (int i = 0; i < 32; i++)
    CHECK(out[i] == size);
  CHECK_THROWS(q.parallel_for(sycl::nd_range<1>(32, size * 2), kernel), sycl::errc::nd_range,
               "reqd_work_group_size");
}

template <int N> void check_all(sycl::queue &q, int *out) {
  constexpr int half = N / 2, size = half * 2;
  using item = sycl::nd_item<1>;
  check(q, out, N, before<N>{out});
  check(q, out, N, after_name<N>{out});
  check(q, out, N, after_parameters<N>{out});
  check(q, out, N, out_of_class<N>{out});
  check(q, out, N, [=](item i) [[sycl::reqd_work_group_size(N)]] { out[i.get_global_id(0)] = N; });
  check(q, out, N, [=](item i) noexcept [[sycl::reqd_work_group_size(size)]] { out[i.get_global_id(0)] = N; });
  check(q, out, N, [=](item i) [[sycl::reqd_work_group_size(N)]] -> void { out[i.get_global_id(0)] = N; });
  check(q, out, N, [=](item i) noexcept(true) [[sycl::reqd_work_group_size(N)]] -> void { out[i.get_global_id(0)] = N; });
  check(q, out, N, [=](auto i) [[sycl::reqd_work_group_size(N)]] { out[i.get_global_id(0)] = N; });
  check(q, out, N, [=](item i) [[using sycl: reqd_work_group_size(N), work_group_size_hint(N), vec_type_hint(sycl::float4)]] { out[i.get_global_id(0)] = N; });
  check(q, out, N, [=](item i) [[sycl::work_group_size_hint(N)]] [[sycl::reqd_work_group_size(N)]] [[sycl::reqd_work_group_size(N)]] { out[i.get_global_id(0)] = N; });
  check(q, out, N, [=](item i) WORK_GROUP_OF(N) { out[i.get_global_id(0)] = N; });
  check(q, out, N, [=](item i) noexcept WORK_GROUP_OF(N) -> void { out[i.get_global_id(0)] = N; });
  check(q, out, 8, [=](item i) WORK_GROUP_OF_8 { out[i.get_global_id(0)] = 8; });
  check(q, out, 8, from_a_header(out));
}

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(32, q);
  check_all<4>(q, out);
  check_all<16>(q, out);
  sycl::free(out, q);
  return finish();
}
