// error: the kernel captures something that cannot be copied to a device byte by byte
// SYCL 2020, 4.12.4: a class with a copy constructor of its own, inside a captured lambda.
#include <sycl/sycl.hpp>
struct own {
  int value = 0;
  own() = default;
  own(const own &o) : value(o.value) {}
};
void use(sycl::queue &q) {
  const own object;
  const auto inner = [object] { return object.value; };
  q.single_task([=] { (void)inner(); }); // here
}
