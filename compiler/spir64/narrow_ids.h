/* Ids of 32 bits, between spirv-narrow-ids and spirv-ids. */
#ifndef FALX_COMPILER_SPIR64_NARROW_IDS_H
#define FALX_COMPILER_SPIR64_NARROW_IDS_H

/* i32 @falx.narrow_id.<SPIR-V's name of the builtin>(i32 dimension): the lower half of what it
 * says. */
#define NARROW_ID "falx.narrow_id."

#endif
