/* The bytes that a constant has in memory, and what its addresses are of. */
#ifndef FALX_COMPILER_IR_CONSTANT_BYTES_H
#define FALX_COMPILER_IR_CONSTANT_BYTES_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

/* Writes the constant's bytes to out, zeroed memory of the type's LLVMABISizeOfType,
 * little-endian (x86, aarch64, riscv64). False if it has no plain bytes: numbers of more than 64
 * bits, vectors of i1, and addresses, unless these are skipped. */
bool fxc_constant_bytes(LLVMTargetDataRef layout, LLVMValueRef constant, bool skips_addresses,
                        unsigned char *out);

/* What an address is of, without casts to other address spaces: these are in every constant of a
 * target whose generic pointers have a space of their own. */
LLVMValueRef fxc_without_casts(LLVMValueRef address);

#endif
