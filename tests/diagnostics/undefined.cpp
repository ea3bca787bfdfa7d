namespace undefined {
int elsewhere(int n);
extern const int constant;
int twice(int n) {
  return 2 * elsewhere(n);
}
void run(sycl::queue &q, int *out) {
  q.single_task<class Undefined>([=] {
#ifndef SILENT
    *out = twice(*out) + elsewhere(1);
    *out += constant;
#endif
  });
}
} // namespace undefined

// clang-format off
// expect: 10:26: error: undefined function 'undefined::elsewhere(int)' reached from device code; define it in this source, or declare it SYCL_EXTERNAL in a header for both and link the source or library that defines it
// expect: kernel.hpp: note: called from kernel 'undefined::run(sycl::queue&, int*)::Undefined'
// expect: 11:13: error: undefined variable 'undefined::constant' reached from device code; define it in the header that declares it
// expect: kernel.hpp: note: called from kernel 'undefined::run(sycl::queue&, int*)::Undefined'
