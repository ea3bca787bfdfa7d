// SYCL 2020, 5.4: no exceptions. Thrown two calls from the kernel.
namespace throws {
int halve(int n) {
  if (n % 2)
    throw n;
  return n / 2;
}
int quarter(int n) {
  return halve(halve(n));
}
void run(sycl::queue &q, int *out) {
  q.single_task<class Throws>([=] {
#ifndef SILENT
    *out = quarter(*out);
#endif
  });
}
} // namespace throws

// clang-format off
// expect: 5:5: error: device code cannot throw exceptions, and 'throws::halve(int)' throws one
// expect: 9:16: note: called from 'throws::quarter(int)'
// expect: 14:12: note: called from 'throws::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'throws::run(sycl::queue&, int*)::Throws'
