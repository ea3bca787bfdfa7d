// Variables of static storage that are not constant: of a namespace, of a class, of a function.
namespace variables {
int counter;
struct holder {
  static int count;
};
int holder::count = 1;
int next() {
  static int last = 1;
  return ++last;
}
int first(int n) {
  static const int known = n;
  return known;
}
thread_local int own = 2;
extern thread_local int others;
const int fine = 3;
constexpr int table[] = {1, 2, 3};
void run(sycl::queue &q, int *out) {
  q.single_task<class Variables>([=] {
    static const int constant = 4;
    *out = fine + table[*out] + constant;
#ifndef SILENT
    *out += counter;
    *out += holder::count + next();
    *out += first(*out);
    *out += own;
    *out += others;
#endif
  });
}
} // namespace variables

// clang-format off
// expect: 25:13: error: device code cannot use the non-const global variable 'variables::counter'; make it const or constexpr with a constant initializer, or pass its value to the kernel
// expect: kernel.hpp: note: called from kernel 'variables::run(sycl::queue&, int*)::Variables'
// expect: 26:13: error: device code cannot use the non-const global variable 'variables::holder::count'; make it const or constexpr with a constant initializer, or pass its value to the kernel
// expect: kernel.hpp: note: called from kernel 'variables::run(sycl::queue&, int*)::Variables'
// expect: 28:13: error: device code cannot use the thread_local variable 'variables::own'; make it const or constexpr with a constant initializer, or pass its value to the kernel
// expect: kernel.hpp: note: called from kernel 'variables::run(sycl::queue&, int*)::Variables'
// expect: 29:13: error: device code cannot use the thread_local variable 'variables::others'; make it const or constexpr with a constant initializer, or pass its value to the kernel
// expect: kernel.hpp: note: called from kernel 'variables::run(sycl::queue&, int*)::Variables'
// expect: 10:10: error: device code cannot use the non-const static local variable 'variables::next()::last'; make it const or constexpr with a constant initializer, or pass its value to the kernel
// expect: 26:29: note: called from 'variables::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'variables::run(sycl::queue&, int*)::Variables'
// expect: 13:3: error: device code cannot use the non-const static local variable 'variables::first(int)::known'; make it const or constexpr with a constant initializer, or pass its value to the kernel
// expect: 27:13: note: called from 'variables::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'variables::run(sycl::queue&, int*)::Variables'
