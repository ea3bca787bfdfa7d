/* Steps of the suite. Each may throw; its results count only where no error was reported. */
#ifndef FALX_TESTS_FAULT_SUITE_HPP
#define FALX_TESTS_FAULT_SUITE_HPP

#include <cstdlib>
#include <new>
#include <string>

#include <sycl/sycl.hpp>

extern bool is_strict;           // nothing fails any more
extern std::string library_path; // a SYCL library to load
extern std::string cache_folder; // the persistent cache, of this process alone
void right(bool holds, const char *file, int line);
#define RIGHT(...) right(__VA_ARGS__, __FILE__, __LINE__)

constexpr int count = 256;

/* errors: what the queue's asynchronous handler was told so far. */
using step_function = void (*)(sycl::queue &q, int *errors);

// queues.cpp
void usm(sycl::queue &q, int *errors);
void buffers(sycl::queue &q, int *errors);
void boxes(sycl::queue &q, int *errors);
void tasks(sycl::queue &q, int *errors);
void order(sycl::queue &q, int *errors);
void groups(sycl::queue &q, int *errors);
void queries(sycl::queue &q, int *errors);

// graphs.cpp
void graph(sycl::queue &q, int *errors);
void graph_of_tasks(sycl::queue &q, int *errors);
void graph_of_buffers(sycl::queue &q, int *errors);

// images.cpp
void bundles(sycl::queue &q, int *errors);
void globals(sycl::queue &q, int *errors);
void opened(sycl::queue &q, int *errors);
void loaded(sycl::queue &q, int *errors);
void specialized(sycl::queue &q, int *errors);
void specialized_aged(sycl::queue &q, int *errors);
void specialized_damaged(sycl::queue &q, int *errors);

/* Counts errors. */
struct async {
  int *errors;
  void operator()(sycl::exception_list list) const { *errors += int(list.size()); }
};

/* USM that is not given back before the queue is done with it. */
class memory {
public:
  memory(sycl::queue &q, sycl::usm::alloc kind) : q_(q), at_(sycl::malloc<int>(count, q, kind)) {
    if (!at_)
      throw std::bad_alloc();
  }
  memory(const memory &) = delete;
  memory &operator=(const memory &) = delete;
  ~memory() {
    try {
      q_.wait();
    } catch (...) { // it has waited all the same
    }
    sycl::free(at_, q_);
  }
  operator int *() const { return at_; }

private:
  sycl::queue &q_;
  int *at_;
};

#endif
