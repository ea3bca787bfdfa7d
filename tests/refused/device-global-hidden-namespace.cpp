// error: :9:11: error: 'foo' in an inline namespace hides the 'foo' of the device_global 'foo::x';
// note: the device_global is declared here
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
namespace foo {
device_global<int> x;
}
inline namespace {
namespace foo { // here
int other;
}
} // namespace
int main() {}
