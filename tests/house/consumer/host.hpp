#pragma once

void report(long sum, long doubled); // host.cpp, plain C++
