/* Checks for test programs: a program stops at the first thing that does not hold and says where;
 * finish() ends main(). */
#ifndef FALX_TESTS_SYCL_CHECK_HPP
#define FALX_TESTS_SYCL_CHECK_HPP

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <type_traits>

#define CHECK(...)                                                                                 \
  do {                                                                                             \
    if (!(__VA_ARGS__)) {                                                                          \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #__VA_ARGS__);        \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

#define CHECK_EQUAL(a, b) check_equal(a, b, #a " == " #b, __FILE__, __LINE__)

/* The statement throws a sycl::exception with this errc and a text that holds `part`. */
#define CHECK_THROWS(statement, error, part)                                                       \
  do {                                                                                             \
    bool is_thrown = false;                                                                        \
    try {                                                                                          \
      statement;                                                                                   \
    } catch (const sycl::exception &e) {                                                           \
      is_thrown = true;                                                                            \
      CHECK(e.code() == error);                                                                    \
      check_contains(e.what(), part, __FILE__, __LINE__);                                          \
    }                                                                                              \
    CHECK(is_thrown && #statement);                                                                \
  } while (0)

template <class A, class B>
void check_equal(const A &a, const B &b, const char *what, const char *file, int line) {
  if (a == b)
    return;
  if constexpr (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
    std::fprintf(stderr, "%s:%d: %s: %.17g is not %.17g\n", file, line, what, double(a), double(b));
  else
    std::fprintf(stderr, "%s:%d: %s: not equal\n", file, line, what);
  std::exit(1);
}

inline void check_contains(const std::string &text, const char *part, const char *file, int line) {
  if (text.find(part) != std::string::npos)
    return;
  std::fprintf(stderr, "%s:%d: '%s' does not hold '%s'\n", file, line, text.c_str(), part);
  std::exit(1);
}

inline int finish() {
  return 0;
}

#endif
