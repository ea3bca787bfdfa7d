#include "saxpy.hpp"

#include "stream.omp.hpp"
