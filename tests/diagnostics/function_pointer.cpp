// Calls through pointers and references to functions, also where inlining would remove them.
namespace pointers {
float half(float x) {
  return x / 2;
}
template <class Function> int apply(Function &&function, int n) {
  return int(function(n));
}
struct counter {
  int count;
  int next() const { return count + 1; }
};
int advance(int (counter::*member)() const, const counter &c) {
  return (c.*member)();
}
constexpr float (*known)(float) = half;
template <float (*Function)(float)> int direct(float x) {
  return int(Function(x) + known(x));
}
void run(sycl::queue &q, int (*given)(int), int *out) {
  q.single_task<class Pointers>([=] {
    *out = direct<half>(8) + apply([](int x) { return x + 1; }, 3);
#ifndef SILENT
    *out += given(3);
    *out += apply(half, 3);
    *out += advance(&counter::next, {2});
#endif
  });
}
} // namespace pointers

// clang-format off
// expect: 24:13: error: device code cannot call through pointers and references to functions, and 'pointers::run(sycl::queue&, int (*)(int), int*)::{lambda()#1}::operator()() const' does; pass a function object, such as a lambda (-fsycl-allow-func-ptr allows the call)
// expect: kernel.hpp: note: called from kernel 'pointers::run(sycl::queue&, int (*)(int), int*)::Pointers'
// expect: 7:14: error: device code cannot call through pointers and references to functions, and 'int pointers::apply<float (&)(float)>(float (&)(float), int)' does; pass a function object, such as a lambda (-fsycl-allow-func-ptr allows the call)
// expect: 25:13: note: called from 'pointers::run(sycl::queue&, int (*)(int), int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'pointers::run(sycl::queue&, int (*)(int), int*)::Pointers'
// expect: 14:10: error: device code cannot call through pointers and references to functions, and 'pointers::advance(int (pointers::counter::*)() const, pointers::counter const&)' does; pass a function object, such as a lambda (-fsycl-allow-func-ptr allows the call)
// expect: 26:13: note: called from 'pointers::run(sycl::queue&, int (*)(int), int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'pointers::run(sycl::queue&, int (*)(int), int*)::Pointers'
