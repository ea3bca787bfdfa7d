#include <sycl/sycl.hpp>
using namespace sycl::ext::oneapi::experimental;
/* More sections than fit into an ELF header, as files with many templates have. */
#ifndef __SYCL_DEVICE_ONLY__
asm(R"(.altmacro
.macro many from, to
.if \to - \from
many \from, %((\from + \to) / 2)
many %((\from + \to) / 2 + 1), \to
.else
.section .text.many.\from,"ax",@progbits
ret
.endif
.endm
many 0, 66000
.previous
)");
#endif
static device_global<int> counter;
int main() {
  sycl::queue q;
  int one = 41, got = 0;
  q.memcpy(counter, &one).wait();
  q.single_task([=] { counter = counter + 1; }).wait();
  q.memcpy(&got, counter).wait();
  return got != 42;
}
