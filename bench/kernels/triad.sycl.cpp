#include "triad.hpp"

#include "stream.sycl.hpp"
