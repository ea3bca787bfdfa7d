// The sum of each work-group's 256 floats: SYCL by reduce_over_group.
#pragma once
#include "group_sums.hpp"
using problem = group_sums<256>;
