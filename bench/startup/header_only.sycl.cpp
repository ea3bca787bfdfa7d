// Compile time of the umbrella header alone.
#include <sycl/sycl.hpp>
