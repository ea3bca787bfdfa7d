// Counted atomically in global memory.
#pragma once
#include "histograms.hpp"
using problem = value_counts<1u << 22>;
