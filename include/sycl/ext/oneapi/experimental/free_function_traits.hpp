/* What DPC++'s own tests include: which functions are kernels. */
#include <sycl/sycl.hpp>
