/* The SYCL 1.2.1 spelling of <sycl/sycl.hpp>, with namespace cl::sycl. SYCL 2020, 4.3. */
#ifndef FALX_CL_SYCL_HPP
#define FALX_CL_SYCL_HPP

#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
}

#endif
