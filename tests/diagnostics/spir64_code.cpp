// target: spir64
namespace only_native {
void fence() {
  asm volatile("" ::: "memory");
}
int half(int n) {
  return n / 2;
}
int apply(int (*function)(int), int n) {
  return function(n);
}
void run(sycl::queue &q, int *out) {
  q.single_task<class OnlyNative>([=] {
#ifndef SILENT
    fence();
    *out = apply(half, *out);
#endif
  });
}
} // namespace only_native

// clang-format off
// expect: 4:3: error: device code cannot have inline assembly for spir64, and 'only_native::fence()' has some
// expect: 15:5: note: called from 'only_native::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'only_native::run(sycl::queue&, int*)::OnlyNative'
// expect: 10:10: error: device code cannot call through pointers and references to functions, and 'only_native::apply(int (*)(int), int)' does; pass a function object, such as a lambda (-fsycl-allow-func-ptr allows the call)
// expect: 16:12: note: called from 'only_native::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'only_native::run(sycl::queue&, int*)::OnlyNative'
