// Of a type, of an object, and of one behind a pointer that may be null.
namespace types {
struct shape {
  virtual ~shape() {}
};
bool is_shape(const shape &s) {
  return typeid(s) == typeid(shape);
}
const char *name(const shape *s) {
  return typeid(*s).name();
}
void run(sycl::queue &q, const shape *s, bool *out) {
  q.single_task<class Types>([=] {
#ifndef SILENT
    *out = is_shape(*s) && name(s);
#endif
  });
}
} // namespace types

// clang-format off
// expect: 7:10: error: device code cannot use typeid, and 'types::is_shape(types::shape const&)' does
// expect: 15:12: note: called from 'types::run(sycl::queue&, types::shape const*, bool*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'types::run(sycl::queue&, types::shape const*, bool*)::Types'
// expect: 10:10: error: device code cannot use typeid, and 'types::name(types::shape const*)' does
// expect: 15:28: note: called from 'types::run(sycl::queue&, types::shape const*, bool*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'types::run(sycl::queue&, types::shape const*, bool*)::Types'
