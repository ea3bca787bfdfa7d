// Of one function, and of two.
namespace recursive {
int sum(int n) {
  return n ? n + sum(n - 1) : 0;
}
bool is_odd(int n);
bool is_even(int n) {
  return n == 0 || is_odd(n - 1);
}
bool is_odd(int n) {
  return n != 0 && is_even(n - 1);
}
void run(sycl::queue &q, int *out) {
  q.single_task<class Recursive>([=] {
#ifndef SILENT
    *out = sum(*out);
    *out += is_even(*out);
#endif
  });
}
} // namespace recursive

// clang-format off
// expect: 4:18: error: recursion is not allowed in device code: 'recursive::sum(int)' calls itself
// expect: 16:12: note: called from 'recursive::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'recursive::run(sycl::queue&, int*)::Recursive'
// expect: 11:20: error: recursion is not allowed in device code: 'recursive::is_even(int)' calls 'recursive::is_odd(int)', which calls 'recursive::is_even(int)'
// expect: 8:20: note: called from 'recursive::is_even(int)'
// expect: 17:13: note: called from 'recursive::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'recursive::run(sycl::queue&, int*)::Recursive'
