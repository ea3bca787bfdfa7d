/* Two files of this are one program: internal constants of one name, of different defaults and
 * types. */
#include <cstdio>
#include <sycl/sycl.hpp>

namespace {
constexpr sycl::specialization_id<TYPE> count(DEFAULT);
}
int OTHER(bool sets);

int NAME(bool sets) {
  sycl::queue q;
  int result = 0;
  {
    sycl::buffer<int> out(&result, 1);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(out, h);
      if (sets)
        h.set_specialization_constant<count>(DEFAULT + 10);
      h.single_task<class KERNEL>(
          [=](sycl::kernel_handler kh) { a[0] = int(kh.get_specialization_constant<count>()); });
    });
  }
  return result;
}

#ifdef IS_MAIN
int main() {
  std::printf("%d %d %d %d\n", NAME(false), OTHER(false), NAME(true), OTHER(true));
}
#endif
