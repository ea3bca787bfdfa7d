// error: :7:20: error: 'same_name' in an inline namespace hides the device_global 'same_name';
// note: the device_global is declared here
#include <sycl/sycl.hpp>
using sycl::ext::oneapi::experimental::device_global;
device_global<int> same_name;
inline namespace other {
device_global<int> same_name; // here
}
int main() {}
