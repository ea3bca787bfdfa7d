#pragma once
#include <sycl/sycl.hpp>

long twice(sycl::queue &queue, long value); // twice.cpp, on the device
