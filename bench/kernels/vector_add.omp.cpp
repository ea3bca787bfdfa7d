#include "vector_add.hpp"

#include "stream.omp.hpp"
