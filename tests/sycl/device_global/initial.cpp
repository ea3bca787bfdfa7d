// options: -std=c++20
/* sycl_ext_oneapi_device_global: initial values, and copies of them (DG-3, DG-4, DG-23). */
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
using experimental::device_global;

struct point {
  int x = 1, y = 2;
  constexpr point() = default;
  constexpr point(int a, int b) : x(a), y(b) {}
};
using scoped_t = decltype(experimental::properties(experimental::device_image_scope));

device_global<int> seven(7);
device_global<point> made(3, 4), defaulted;
device_global<double[3]> listed(1.5, 2.5);
device_global<int, scoped_t> scoped(8);
device_global<point, scoped_t> scoped_point(5, 6), scoped_default;
static device_global<unsigned char> small(200);
constexpr device_global<int> model(7);
device_global<int> copied(model);
device_global<double> converted(model);
constexpr device_global<int[3]> three(1, 2, 3); // an array is copied, too
device_global<int[3]> copied_array(three);
struct counted { // without a default constructor
  int n;
  constexpr counted(int count) : n(count) {}
};
device_global<counted> six(6);
device_global<const char> letter('f');
device_global<int> written(9), partly_written(0x01020304);

int main() {
  static_assert(std::is_constructible_v<device_global<point>, int, int>);
  sycl::queue q;
  double *out = sycl::malloc_shared<double>(16, q);
  int zero = 0, four = 0;
  char byte = 0;
  q.copy(seven, &four).wait(); // before any kernel
  CHECK_EQUAL(four, 7);
  q.copy(&zero, written).wait();
  q.memcpy(partly_written, &byte, 1, 0).wait(); // the rest keeps its initial value
  q.single_task([=] {
     out[0] = seven;
     out[1] = made.get().x * 10 + made.get().y;
     out[2] = defaulted.get().x * 10 + defaulted.get().y;
     out[3] = listed[0] + listed[1] + listed[2];
     out[4] = scoped;
     out[5] = scoped_point.get().x * 10 + scoped_point.get().y;
     out[6] = scoped_default.get().y;
     out[7] = small;
     out[8] = copied;
     out[9] = converted;
     out[10] = letter;
     out[11] = written;
     out[12] = partly_written;
     out[13] = copied_array[0] * 100 + copied_array[1] * 10 + copied_array[2];
     out[14] = six.get().n;
   }).wait();
  const double wanted[] = {7, 34, 12, 4, 8, 56, 2, 200, 7, 7, 'f', 0, 0x01020300, 123, 6};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i)
    CHECK_EQUAL(out[i], wanted[i]);
  sycl::free(out, q);
  return finish();
}
