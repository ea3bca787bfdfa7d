/* What DPC++'s own tests include: a part of <sycl/sycl.hpp> there, all of it here. */
#include <sycl/sycl.hpp>
