// Weights added up atomically in local memory, then to the totals; OpenMP with bins of each thread.
#pragma once
#include "histograms.hpp"
using problem = value_weights<1u << 24>;
