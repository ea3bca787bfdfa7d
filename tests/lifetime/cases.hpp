// What the cases of tests/lifetime share. A case is a process of its own: the runner (runner.c)
// sets LIFETIME_CASE before the process starts, so that objects made before main know their case
// too. A case says "ok" once, where its last check has passed; the runner takes nothing else.
#ifndef FALX_TESTS_LIFETIME_CASES_HPP
#define FALX_TESTS_LIFETIME_CASES_HPP

#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

#define CHECK(...)                                                                                 \
  do {                                                                                             \
    if (!(__VA_ARGS__)) {                                                                          \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #__VA_ARGS__);        \
      _exit(9);                                                                                    \
    }                                                                                              \
  } while (0)

inline bool is_case(const char *name) {
  const char *chosen = std::getenv("LIFETIME_CASE");
  return chosen && std::strcmp(chosen, name) == 0;
}

inline void ok() {
  CHECK(write(STDOUT_FILENO, "ok\n", 3) == 3);
}

// Submits to the queue, waits, and looks at the result: the runtime is whole.
inline void work(sycl::queue &queue) {
  int *sum = sycl::malloc_shared<int>(1, queue);
  CHECK(sum);
  *sum = 20;
  queue.single_task([=] { *sum += 22; }).wait();
  CHECK(*sum == 42);
  sycl::free(sum, queue);
}

// The statement throws a sycl::exception whose text holds the part.
#define THROWS(part, ...)                                                                          \
  do {                                                                                             \
    std::string said;                                                                              \
    try {                                                                                          \
      __VA_ARGS__;                                                                                 \
    } catch (const sycl::exception &e) {                                                           \
      said = e.what();                                                                             \
    }                                                                                              \
    if (said.find(part) == std::string::npos)                                                      \
      std::fprintf(stderr, "says '%s'\n", said.c_str());                                           \
    CHECK(said.find(part) != std::string::npos && #__VA_ARGS__);                                   \
  } while (0)

#endif
