// A pointer that the host made cannot be called: its function has no device code. One to a function
// of device code can.
namespace pointers {
float half(float x) {
  return x / 2;
}
int apply(int (*function)(int, long), int n) {
  return function(n, 1);
}
void run(sycl::queue &q, int (*given)(int, long), int *out) {
  q.single_task<class Pointers>([=] {
    float (*own)(float) = half;
    *out = int(own(8));
#ifndef SILENT
    *out += apply(given, 3);
#endif
  });
}
} // namespace pointers

// clang-format off
// expect: 8:10: error: device code cannot call functions of the host, and 'pointers::apply(int (*)(int, long), int)' calls through a pointer that can only be one: no device code takes the address of a function of this type (-fsycl-allow-func-ptr allows the call)
// expect: 15:13: note: called from 'pointers::run(sycl::queue&, int (*)(int, long), int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'pointers::run(sycl::queue&, int (*)(int, long), int*)::Pointers'
