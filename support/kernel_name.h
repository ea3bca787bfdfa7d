/* Names of kernels as the program's source writes them. */
#ifndef FALX_SUPPORT_KERNEL_NAME_H
#define FALX_SUPPORT_KERNEL_NAME_H

/* Takes off the demangled name, in place, what the headers put around it: of
 * "sycl::detail::reduce_name<Sum>" (include/sycl/reduction.hpp) "Sum" is left. Returns it. */
char *fxs_own_kernel_name(char *demangled);

#endif
