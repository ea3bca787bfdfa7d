#include <sycl/sycl.hpp>
SYCL_EXTERNAL [[sycl::device_has(sycl::aspect::fp64)]] double external(double x);
inline float helper(float x) {
  return static_cast<float>(x * 0.1);
}
int main() {
  sycl::queue q;
  float *p = sycl::malloc_shared<float>(1, q);
  q.single_task([=] { p[0] = helper(p[0]); });
  q.single_task([=]() [[sycl::device_has(sycl::aspect::fp16)]] { p[0] = helper(p[0]); });
  q.single_task([=]() [[sycl::device_has(sycl::aspect::fp64)]] { p[0] = helper(p[0]); }).wait();
}
