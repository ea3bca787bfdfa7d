#include "nbody.omp.cpp"
