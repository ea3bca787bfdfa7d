/* What DPC++'s own tests include: its header's name there. */
#include <sycl/sycl.hpp>
