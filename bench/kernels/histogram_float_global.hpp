// Weights added up atomically in global memory.
#pragma once
#include "histograms.hpp"
using problem = value_weights<1u << 22>;
