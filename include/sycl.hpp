/* Another spelling of <sycl/sycl.hpp>, which programs written for DPC++ use. */
#include <sycl/sycl.hpp>
