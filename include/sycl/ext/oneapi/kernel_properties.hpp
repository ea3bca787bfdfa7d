/* Where the documents of the kernel properties extensions say that they are. */
#include <sycl/sycl.hpp>
