// To a pointer, to a reference. A cast to a base is a static one.
namespace casts {
struct base {
  int tag = 1;
  virtual ~base() {}
};
struct derived : base {
  int value = 2;
};
int value(base *b) {
  return dynamic_cast<derived *>(b) ? 1 : 0;
}
int value(base &b) {
  return dynamic_cast<derived &>(b).value;
}
void run(sycl::queue &q, base *b, derived *d, int *out) {
  q.single_task<class Casts>([=] {
    *out = dynamic_cast<base *>(d)->tag;
#ifndef SILENT
    *out += value(b) + value(*b);
#endif
  });
}
} // namespace casts

// clang-format off
// expect: 11:10: error: device code cannot use dynamic_cast, and 'casts::value(casts::base*)' does
// expect: 20:13: note: called from 'casts::run(sycl::queue&, casts::base*, casts::derived*, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'casts::run(sycl::queue&, casts::base*, casts::derived*, int*)::Casts'
// expect: 14:10: error: device code cannot use dynamic_cast, and 'casts::value(casts::base&)' does
// expect: 20:24: note: called from 'casts::run(sycl::queue&, casts::base*, casts::derived*, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'casts::run(sycl::queue&, casts::base*, casts::derived*, int*)::Casts'
