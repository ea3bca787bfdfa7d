// A kernel without the SYCL headers: what clang itself needs to make one.
#include <cstddef>
#ifdef __SYCL_DEVICE_ONLY__
[[clang::sycl_external]] std::size_t __spirv_BuiltInGlobalInvocationId(int);
template <class Name, class Kernel> [[clang::sycl_kernel_entry_point(Name)]] void entry(Kernel k) {
  k(__spirv_BuiltInGlobalInvocationId(0));
}
#else
template <class Name, class Kernel> void entry(Kernel k) {
  k(0);
}
#endif
void fill(int *values, int value) {
  entry<class Fill>([=](std::size_t i) { values[i] = value; });
}
