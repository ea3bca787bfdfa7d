// error: a device_global is destroyed nowhere: its type needs a trivial destructor
// Requirement DG-2.
#include <sycl/sycl.hpp>
struct owner {
  ~owner();
};
sycl::ext::oneapi::experimental::device_global<owner> global; // here
