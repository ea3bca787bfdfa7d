/* What DPC++'s own tests include: queries of kernels by their functions. */
#include <sycl/sycl.hpp>
