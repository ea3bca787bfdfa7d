/* What the kernels of by_name_kernels.c tell and are told. */
#ifndef FALX_TESTS_CUDA_BY_NAME_H
#define FALX_TESTS_CUDA_BY_NAME_H

extern unsigned *falx_fake_negatives; /* the device global, which a kernel finds in its module */
extern unsigned falx_fake_shared;     /* bytes of shared memory of the last of_buffers */

#endif
