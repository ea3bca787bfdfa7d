// A call of an object whose type is known is none through its table.
namespace virtuals {
struct shape {
  virtual int corners() const { return 0; }
  virtual ~shape() {}
};
struct square final : shape {
  int corners() const override { return 4; }
};
int corners(const shape &s) {
  return s.corners();
}
void run(sycl::queue &q, const shape *s, int *out) {
  q.single_task<class Virtuals>([=] {
    square known;
    *out = known.corners();
#ifndef SILENT
    *out += corners(*s);
#endif
  });
}
} // namespace virtuals

// clang-format off
// expect: 11:12: error: device code cannot call virtual functions, and 'virtuals::corners(virtuals::shape const&)' calls one; call it of an object whose type is known, or make the function a template (-fsycl-allow-virtual-functions allows calls of objects that kernels have made)
// expect: 18:13: note: called from 'virtuals::run(sycl::queue&, virtuals::shape const*, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'virtuals::run(sycl::queue&, virtuals::shape const*, int*)::Virtuals'
