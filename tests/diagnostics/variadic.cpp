// printf is the one that there is.
namespace variadics {
int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int n = va_arg(list, int);
  va_end(list);
  return n;
}
int print(char *text, size_t size) {
  return snprintf(text, size, "%d", 1);
}
void run(sycl::queue &q, int *out, char *text) {
  q.single_task<class Variadics>([=] {
    printf("%d\n", *out);
#ifndef SILENT
    *out = sum(2, 3, 4);
    *out += print(text, 2);
#endif
  });
}
} // namespace variadics

// clang-format off
// expect: 17:12: error: device code cannot call variadic functions other than printf, and 'variadics::run(sycl::queue&, int*, char*)::{lambda()#1}::operator()() const' calls one; a variadic template can take its place
// expect: kernel.hpp: note: called from kernel 'variadics::run(sycl::queue&, int*, char*)::Variadics'
// expect: 11:10: error: device code cannot call variadic functions other than printf, and 'variadics::print(char*, unsigned long)' calls one; a variadic template can take its place
// expect: 18:13: note: called from 'variadics::run(sycl::queue&, int*, char*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'variadics::run(sycl::queue&, int*, char*)::Variadics'
