// The streams of the standard library are variables of the host.
namespace streams {
void run(sycl::queue &q, long *out) {
  q.single_task<class Streams>([=] {
    *out = 1;
#ifndef SILENT
    *out = std::cout.width();
#endif
  });
}
} // namespace streams

// clang-format off
// expect: 7:12: error: device code cannot use 'std::cout'; print with a sycl::stream or with printf
// expect: kernel.hpp: note: called from kernel 'streams::run(sycl::queue&, long*)::Streams'
