// The CUDA side of a comparison: arrays in managed memory, kernels in the program's source, with
// OpenCL C's names for what both have.
#pragma once
#include "harness.hpp"
#include <cuda_runtime.h>

typedef unsigned char uchar;
typedef unsigned int uint;

namespace bench {

inline void require(cudaError_t status, const char *what) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "bench: %s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

// Blocks of 256, or a row of them, for kernels that need no size of their own.
inline dim3 blocks(std::size_t n, std::size_t rows = 1, std::size_t slices = 1) {
  return {static_cast<unsigned>((n + 255) / 256), static_cast<unsigned>(rows),
          static_cast<unsigned>(slices)};
}
inline constexpr unsigned block = 256;

template <class Problem, class Step> int run_cuda(int argc, char **argv, Step &&step) {
  const memory m{[](std::size_t bytes) {
    void *p;
    require(cudaMallocManaged(&p, bytes), "cudaMallocManaged");
    return p;
  }};
  auto step_here = [&](const Problem &p) {
    step(p);
    require(cudaGetLastError(), "launch");
    require(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  };
  return run<Problem>(argc, argv, step_here, m);
}

} // namespace bench

#define get_global_id(d)                                                                           \
  ((d) == 0   ? std::size_t(blockIdx.x) * blockDim.x + threadIdx.x                                 \
   : (d) == 1 ? std::size_t(blockIdx.y) * blockDim.y + threadIdx.y                                 \
              : std::size_t(blockIdx.z) * blockDim.z + threadIdx.z)
#define get_local_id(d) std::size_t((d) == 0 ? threadIdx.x : (d) == 1 ? threadIdx.y : threadIdx.z)
#define get_group_id(d) std::size_t((d) == 0 ? blockIdx.x : (d) == 1 ? blockIdx.y : blockIdx.z)
