#include "triad.hpp"

#include "stream.omp.hpp"
