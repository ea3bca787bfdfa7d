// target: spir64
namespace wide_types {
int product(long a, long b) {
  return int(((__int128)a * b) >> 64);
}
int precise(int n) {
  long double x = n;
  return int(x * 2);
}
int quad(int n) {
  __float128 x = n;
  return int(x * 2);
}
void run(sycl::queue &q, int *out) {
  q.single_task<class WideTypes>([=] {
#ifndef SILENT
    *out = product(*out, *out);
    *out += precise(*out);
    *out += quad(*out);
#endif
  });
}
} // namespace wide_types

// clang-format off
// expect: 4:25: error: device code cannot use __int128 off native_cpu, and 'wide_types::product(long, long)' does; two 64-bit numbers can take its place
// expect: 17:12: note: called from 'wide_types::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'wide_types::run(sycl::queue&, int*)::WideTypes'
// expect: 7:19: error: device code cannot use long double and __float128 off native_cpu, and 'wide_types::precise(int)' does; double is there
// expect: 18:13: note: called from 'wide_types::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'wide_types::run(sycl::queue&, int*)::WideTypes'
// expect: 11:18: error: device code cannot use long double and __float128 off native_cpu, and 'wide_types::quad(int)' does; double is there
// expect: 19:13: note: called from 'wide_types::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'wide_types::run(sycl::queue&, int*)::WideTypes'
