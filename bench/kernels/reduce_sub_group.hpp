// The sum of each sub-group's 32 floats: SYCL by reduce_over_group.
#pragma once
#include "group_sums.hpp"
using problem = group_sums<32>;
