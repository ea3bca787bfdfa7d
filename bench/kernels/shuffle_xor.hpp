// The sum of each sub-group's 32 floats: SYCL by permute_group_by_xor, as a butterfly.
#pragma once
#include "group_sums.hpp"
using problem = group_sums<32>;
