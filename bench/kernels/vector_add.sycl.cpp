#include "vector_add.hpp"

#include "stream.sycl.hpp"
