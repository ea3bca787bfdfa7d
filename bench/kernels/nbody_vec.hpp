// The problem of nbody.hpp: SYCL with vectors, as programs from GPUs do.
#pragma once
#include "nbody.hpp"
