// options: -O0
// SYCL 2020, 4.7.3.2 and 4.7.8: sampling, as in sampled.cpp, by code that is not optimized
#include "sampled.cpp"
