// sycl_ext_oneapi_device_global: SYCL_EXTERNAL in front of a variable changes nothing.
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl::ext::oneapi::experimental;
namespace ext = sycl::ext::oneapi::experimental;

SYCL_EXTERNAL device_global<int> plain;
SYCL_EXTERNAL static ext::device_global<int[2]> array;
static SYCL_EXTERNAL device_global<int, decltype(properties(host_access_read_write))> behind;
namespace inner {
SYCL_EXTERNAL extern sycl::ext::oneapi::experimental::device_global<int> declared, another;
SYCL_EXTERNAL ext::device_global<int> declared, another;
struct holder {
  SYCL_EXTERNAL static inline const device_global<int> member{};
};
} // namespace inner

SYCL_EXTERNAL device_global<int> &chosen(bool first) {
  return first ? plain : inner::declared;
}

int main() {
  sycl::queue q;
  q.single_task([=] {
     chosen(true) = 1;
     chosen(false) = 2;
     array[1] = 3;
     behind = 4;
     inner::another = 5 + inner::holder::member.get();
   }).wait();
  int got[5] = {}, two[2];
  q.copy(plain, &got[0]).wait();
  q.copy(inner::declared, &got[1]).wait();
  q.copy(array, two).wait();
  q.copy(behind, &got[3]).wait();
  q.copy(inner::another, &got[4]).wait();
  CHECK_EQUAL(got[0] * 10000 + got[1] * 1000 + two[1] * 100 + got[3] * 10 + got[4], 12345);
  return finish();
}
