// Counted atomically in local memory, then added to the totals; OpenMP with bins of each thread.
#pragma once
#include "histograms.hpp"
using problem = value_counts<1u << 24>;
