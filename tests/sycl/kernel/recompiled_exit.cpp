// options: -fsycl-embed-ir
/* Falx: docs/specialization.md, a kernel that is compiled again when the process exits: the
 * compiler has ended before what was registered to run at exit before it began, as a driver's end.
 */
#include <sycl/sycl.hpp>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.hpp"

static bool has_child() {
  siginfo_t info = {};
  int result;
  while ((result = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT)) != 0 && errno == EINTR)
    ;
  return result == 0;
}

static void at_exit() {
  if (has_child()) {
    std::fprintf(stderr, "the compiler runs after the end of a driver\n");
    std::_Exit(1);
  }
}

int main() {
  setenv("FALX_RECOMPILE", "1", 1); /* before the runtime reads it */
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(1, q);
  /* Its value has to be a new one: what was compiled for others may be in the store. */
  const auto start = std::chrono::steady_clock::now();
  const long now = (long)start.time_since_epoch().count() ^ (long)getpid() << 40;
  q.single_task([=] { *out = (int)now; }).wait();
  std::atexit(at_exit);
  bool has_begun = false;
  while (!has_begun && std::chrono::steady_clock::now() - start < std::chrono::seconds(30)) {
    q.single_task([=] { *out = (int)now; }).wait();
    has_begun = has_child();
  }
  CHECK(has_begun && *out == (int)now);
  return finish();
}
