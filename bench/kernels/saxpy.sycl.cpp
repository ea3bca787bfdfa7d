#include "saxpy.hpp"

#include "stream.sycl.hpp"
