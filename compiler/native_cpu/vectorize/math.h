/* Vector forms of mathematical functions: those of glibc's libmvec, by the x86 vector ABI. Calls
 * that lower-math (compiler/native_cpu/lower_math.c) has replaced do not get here. */
#ifndef FALX_COMPILER_NATIVE_CPU_VECTORIZE_MATH_H
#define FALX_COMPILER_NATIVE_CPU_VECTORIZE_MATH_H

#include <llvm-c/Core.h>

/* The function that computes callee for several lanes at once, declared in module; NULL where
 * callee has no vector form. callee: an LLVM intrinsic (llvm.sin.f32) or a function of the C
 * library (sinf). register_bits: 128 (SSE2), 256 (AVX2), 512 (AVX-512F); other values have none.
 * *out_lanes, at most lanes, is how many one call computes: the caller cuts wider vectors into such
 * pieces. Each parameter and the result is a vector of so many elements; what an inactive lane
 * holds does not matter. The linker finds libmvec by itself: glibc's -lm names it, as needed. */
LLVMValueRef fxc_vector_math(LLVMModuleRef module, LLVMValueRef callee, unsigned lanes,
                             unsigned register_bits, unsigned *out_lanes);

#endif
