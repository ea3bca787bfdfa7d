// error: :9:6: error: 'x' in an inline namespace hides the device_global 'outer::x'; rename one of
// note: the device_global is declared here
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
namespace outer {
device_global<int> x;
inline namespace v1 {
inline namespace v2 {
void x(); // here
}
} // namespace v1
} // namespace outer
int main() {}
