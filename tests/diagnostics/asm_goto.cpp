// Other assembly is the host's on native_cpu.
namespace assembly {
int jump(int n) {
  asm goto("" : : : : out);
  n++;
out:
  return n;
}
void run(sycl::queue &q, int *out) {
  q.single_task<class Assembly>([=] {
    asm volatile("" ::: "memory");
#ifndef SILENT
    *out = jump(*out);
#endif
  });
}
} // namespace assembly

// clang-format off
// expect: 4:3: error: device code cannot have asm goto, and 'assembly::jump(int)' has one; test an output of the assembly instead
// expect: 13:12: note: called from 'assembly::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'assembly::run(sycl::queue&, int*)::Assembly'
