/* A test of errors is a list of rows: what is done, the errc that SYCL 2020 asks for, and words
 * that the message has to hold: what is wrong, where, what to do next. */
#ifndef FALX_TESTS_SYCL_ERRORS_TABLE_HPP
#define FALX_TESTS_SYCL_ERRORS_TABLE_HPP

#include <cstdlib>
#include <vector>

#include <sycl/sycl.hpp>

#include "../check.hpp"

using sycl::errc;

template <class Call>
void throws(errc error, std::initializer_list<const char *> words, const Call &call,
            int line = __builtin_LINE(), const char *file = __builtin_FILE()) {
  try {
    call();
  } catch (const sycl::exception &e) {
    if (e.code() != error || e.category() != sycl::sycl_category()) {
      std::fprintf(stderr, "%s:%d: errc %d instead of %d: %s\n", file, line, e.code().value(),
                   int(error), e.what());
      std::exit(1);
    }
    for (const char *word : words)
      check_contains(e.what(), word, file, line);
    return;
  }
  std::fprintf(stderr, "%s:%d: nothing is thrown\n", file, line);
  std::exit(1);
}

/* Before the first call: two root devices of another platform, the adapter null's. */
inline void with_other_platform() {
  setenv("FALX_ENABLE_NULL", "1", 1);
  setenv("FALX_NULL_DEVICES", "2", 1);
}
inline std::vector<sycl::device> other_devices(const sycl::device &d) {
  std::vector<sycl::device> others;
  for (const sycl::device &o : sycl::device::get_devices())
    if (o.get_platform() != d.get_platform())
      others.push_back(o);
  return others;
}

inline constexpr size_t huge = size_t(1) << 62; // times 4 there is no such size

#endif
