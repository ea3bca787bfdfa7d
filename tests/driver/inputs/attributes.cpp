// Kernel attributes in every place; the number of a line is the first argument.
#include "attributes.hpp"
namespace sycl {
enum class aspect { fp64 = 6 };
}
// clang-format off
// [[sycl::reqd_sub_group_size(99)]]
const char *const text[] = {"[[sycl::reqd_sub_group_size(99)]]", R"("[[sycl::reqd_sub_group_size(99)]])"};
#if 0
[[sycl::reqd_sub_group_size(99)]]
#endif
template <int N> struct object {
  [[sycl::reqd_work_group_size(13, N)]] void operator()() const {}
  void operator() [[sycl::reqd_work_group_size(14, N)]] (int) const noexcept {}
  auto operator()(int, int) const noexcept [[sycl::reqd_work_group_size(15, N)]] -> void {}
};
SMALL static inline void plain() {}
template <int N> void lambdas() {
  const int M = N;
  constexpr int line = 1'9;
  [=](int) [[sycl::reqd_work_group_size(line + 2, M)]] {}(1);
  [=](int) mutable noexcept(true) [[sycl::reqd_work_group_size(22, N)]] -> void {}(1);
  [=](int) SMALL {}(1);
  [=](int) noexcept SMALL GROUP(24, N) { (void)text; }(1);
  [=](int) [[using sycl: reqd_work_group_size(25, N), device_has()]] {}(1);
  [=](int) [[sycl::reqd_work_group_size(26, N), sycl::vec_type_hint(float)]] [[sycl::device_has(
      sycl::aspect::fp64)]] [[sycl::work_group_size_hint(27)]] {}(1);
  [=](int) [[intel::reqd_sub_group_size(28)]] {}(1);
}
SYCL_EXTERNAL [[sycl::device_has(sycl::aspect::fp64)]] void run() {
  plain();
  object<7>()();
  object<7>()(1);
  object<7>()(1, 2);
  lambdas<7>();
}
