// A try block is one although nothing in it throws. Not one of the kernel: the host's around it.
namespace tries {
int guarded(int n) {
  try {
    return n + 1;
  } catch (...) {
    return 0;
  }
}
const char *const text = "try { ' ";
const char *const raw = R"x(try { ")x";
void run(sycl::queue &q, int *out) {
  try {
    q.single_task<class Tries>([=] {
#ifndef SILENT
      *out = guarded(1'000);
#endif
    });
  } catch (const sycl::exception &) {
  }
}
} // namespace tries

// clang-format off
// expect: 4:3: error: device code cannot catch exceptions, and 'tries::guarded(int)' has a try block
// expect: 16:14: note: called from 'tries::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'tries::run(sycl::queue&, int*)::Tries'
