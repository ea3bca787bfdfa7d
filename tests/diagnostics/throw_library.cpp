// A function of the C++ library that does no more than throw.
namespace throws_library {
int first(const std::optional<int> &o) {
  return o ? *o : throw std::bad_optional_access();
}
int at(const std::array<int, 4> &a, size_t i) {
  return a.at(i);
}
void run(sycl::queue &q, int *out) {
  q.single_task<class ThrowsLibrary>([=] {
#ifndef SILENT
    std::array<int, 4> a{};
    *out = first(*out) + at(a, size_t(*out));
#endif
  });
}
} // namespace throws_library

// clang-format off
// expect: 4:19: error: device code cannot throw exceptions, and 'throws_library::first(std::optional<int> const&)' throws one
// expect: 13:12: note: called from 'throws_library::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'throws_library::run(sycl::queue&, int*)::ThrowsLibrary'
// expect: array: error: device code cannot throw exceptions, and 'std::array<int, 4ul>::at(unsigned long) const' throws one
// expect: 7:12: note: called from 'throws_library::at(std::array<int, 4ul> const&, unsigned long)'
// expect: 13:26: note: called from 'throws_library::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'throws_library::run(sycl::queue&, int*)::ThrowsLibrary'
