// Programs with mistakes to find: NAME runs a case as it is wrong, "right" all of them as they are
// right.
#include <cstring>
#include <sycl/sycl.hpp>
#include <vector>

static constexpr size_t N = 256;

struct planted {
  const char *name;
  void (*run)(sycl::queue &, bool is_wrong);
};

#define CASES(...)                                                                                 \
  int main(int argc, char **argv) {                                                                \
    static const planted cases[] = {__VA_ARGS__};                                                  \
    sycl::queue q{sycl::property::queue::in_order{}};                                              \
    for (const planted &c : cases) {                                                               \
      if (argc > 1 && !strcmp(argv[1], "right"))                                                   \
        c.run(q, false);                                                                           \
      else if (argc > 1 && !strcmp(argv[1], c.name))                                               \
        c.run(q, true);                                                                            \
    }                                                                                              \
    q.wait();                                                                                      \
    return 0;                                                                                      \
  }
