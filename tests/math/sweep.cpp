/* Errors of the functions of 4.17.5 and 4.17.7 to 4.17.9 as kernels compute them on the default
 * device (ONEAPI_DEVICE_SELECTOR), against their limits. Silent and 0 where all hold.
 *   sweep [--print] [--count N] [--all] [FUNCTION...]
 * --print: the table of docs/math.md.  --count: samples of float; an eighth of them in double.
 * --all: every float for each function of one argument (minutes for each; name them). */
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "reference.h"

namespace {
constexpr size_t chunk = 1 << 16;

#define FIRST_AND_SECOND(name, U)                                                                  \
  template <class T> T first_of_##name(T x) {                                                      \
    U second;                                                                                      \
    return sycl::name(x, &second);                                                                 \
  }                                                                                                \
  template <class T> T second_of_##name(T x) {                                                     \
    U second;                                                                                      \
    sycl::name(x, &second);                                                                        \
    return T(second);                                                                              \
  }
FIRST_AND_SECOND(fract, T)
FIRST_AND_SECOND(frexp, int)
FIRST_AND_SECOND(lgamma_r, int)
FIRST_AND_SECOND(modf, T)
FIRST_AND_SECOND(sincos, T)
template <class T> T first_of_remquo(T x, T y) {
  int quotient;
  return sycl::remquo(x, y, &quotient);
}
/* Seven bits and a sign are what the quotient must have. */
template <class T> T second_of_remquo(T x, T y) {
  int quotient;
  sycl::remquo(x, y, &quotient);
  return T(quotient % 128);
}

/* A mad is an fma, or a product and a sum, both rounded; here the second counts as the first. */
template <class T> T fma_of_mad(T x, T y, T z) {
#pragma clang fp contract(off)
  const T product = x * y, sum = product + z, mad = sycl::mad(x, y, z);
  return mad == sum || (mad != mad && sum != sum) ? sycl::fma(x, y, z) : mad;
}

template <class F, class T> void compute(sycl::queue &queue, void *const arrays[4], size_t n) {
  const T *x = static_cast<T *>(arrays[0]), *y = static_cast<T *>(arrays[1]),
          *z = static_cast<T *>(arrays[2]);
  T *out = static_cast<T *>(arrays[3]);
  queue.parallel_for(n, [=](sycl::id<1> i) { out[i] = F::template at<T>(x[i], y[i], z[i]); })
      .wait();
}

#define F(name, parameters, limits, low, high, flags, call, value, exact)                          \
  struct name##_ {                                                                                 \
    template <class T> static T at(T x, T y, T z) {                                                \
      (void)x, (void)y, (void)z;                                                                   \
      return call;                                                                                 \
    }                                                                                              \
  };
#include "functions.def"
#undef F

using computation = void (*)(sycl::queue &, void *const *, size_t);
const computation computations[][MATH_FORMATS] = {
#define F(name, parameters, limits, low, high, flags, call, value, exact)                          \
  {compute<name##_, float>, compute<name##_, double>, compute<name##_, sycl::half>},
#include "functions.def"
#undef F
};

const char *const format_names[] = {"float", "double", "half"};

struct sweep {
  sycl::queue queue;
  double *arguments[3], *got;
  void *arrays[4]; // on the device

  sweep() : queue(sycl::property::queue::in_order()), got(new double[chunk]) {
    for (auto &a : arguments)
      a = new double[chunk];
    for (auto &a : arrays)
      a = sycl::malloc_device(chunk * sizeof(double), queue);
  }
  ~sweep() {
    for (auto a : arguments)
      delete[] a;
    delete[] got;
    for (auto a : arrays)
      sycl::free(a, queue);
  }

  bool has(math_format format) const {
    const auto aspect = format == MATH_F64 ? sycl::aspect::fp64 : sycl::aspect::fp16;
    return format == MATH_F32 || queue.get_device().has(aspect);
  }
  template <class T> void step(size_t index, math_format format, size_t n, math_error *error) {
    std::vector<T> values(n);
    for (int p = 0; p < 3; ++p) {
      for (size_t i = 0; i < n; ++i)
        values[i] = T(arguments[p][i]);
      queue.copy(values.data(), static_cast<T *>(arrays[p]), n).wait();
    }
    computations[index][format](queue, arrays, n);
    queue.copy(static_cast<T *>(arrays[3]), values.data(), n).wait();
    for (size_t i = 0; i < n; ++i)
      got[i] = values[i];
    math_check(math_at(index), format, n, arguments, got, error);
  }
  void step(size_t index, math_format format, size_t n, math_error *error) {
    if (format == MATH_F32)
      step<float>(index, format, n, error);
    else if (format == MATH_F64)
      step<double>(index, format, n, error);
    else
      step<sycl::half>(index, format, n, error);
  }

  math_error sampled(size_t index, math_format format, size_t count) {
    math_error error{};
    for (size_t start = 0; start < count; start += chunk) {
      const size_t n = count - start < chunk ? count - start : chunk;
      math_sample(math_at(index), format, start, n, arguments);
      step(index, format, n, &error);
    }
    return error;
  }
  math_error exhaustive(size_t index) {
    math_error error{};
    for (uint64_t start = 0; start < uint64_t(1) << 32; start += chunk) {
      for (size_t i = 0; i < chunk; ++i) {
        arguments[0][i] = sycl::bit_cast<float>(uint32_t(start + i));
        arguments[1][i] = arguments[2][i] = 0;
      }
      step(index, MATH_F32, chunk, &error);
    }
    return error;
  }
};

std::string as_text(double ulp) {
  char text[32];
  std::snprintf(text, sizeof text, ulp < 10 ? "%.2f" : ulp < 1e6 ? "%.0f" : "%.3g", ulp);
  return std::isinf(ulp) ? "wrong" : text;
}

std::string limit_text(double limit) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", limit);
  return std::isinf(limit) ? "none" : text;
}

/* ---- 4.17.8 "Geometric functions" ---- */

bool is_vector_result(const std::string &name) {
  return name == "cross" || name == "normalize" || name == "fast_normalize";
}

template <class T, int N>
void compute_geometry(sycl::queue &queue, const std::string &name, const sycl::vec<T, N> *a,
                      const sycl::vec<T, N> *b, sycl::vec<T, N> *out, size_t n) {
#define SCALAR(f, ...)                                                                             \
  if (name == #f)                                                                                  \
    queue.parallel_for(n, [=](sycl::id<1> i) { out[i] = sycl::vec<T, N>(sycl::f(__VA_ARGS__)); })  \
        .wait();
#define VECTOR(f, ...)                                                                             \
  if (name == #f)                                                                                  \
    queue.parallel_for(n, [=](sycl::id<1> i) { out[i] = sycl::f(__VA_ARGS__); }).wait();
  SCALAR(dot, a[i], b[i])
  SCALAR(length, a[i])
  SCALAR(distance, a[i], b[i])
  VECTOR(normalize, a[i])
  SCALAR(fast_length, a[i])
  SCALAR(fast_distance, a[i], b[i])
  VECTOR(fast_normalize, a[i])
  if constexpr (N > 2)
    VECTOR(cross, a[i], b[i])
#undef SCALAR
#undef VECTOR
}

/* The largest error of samples whose squares are in range, and now and then far from it. */
template <class T, int N>
double geometry(sycl::queue &queue, const std::string &name, math_format format, size_t count) {
  using V = sycl::vec<T, N>;
  std::vector<V> a(count), b(count), out(count);
  const bool is_wide = name == "length" || name == "distance" || name == "normalize";
  uint64_t state = 1;
  auto random = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return double(state >> 11) * 0x1p-53;
  };
  for (size_t i = 0; i < count; ++i) {
    const int spread = format == MATH_F16 ? 3 : 12, far = format == MATH_F64 ? 1000 : 112;
    const int shift =
        is_wide && format != MATH_F16 && i % 4 == 0 ? int(random() * 2 * far) - far : 0;
    for (int j = 0; j < N; ++j) {
      a[i][j] = T(std::ldexp(random() - 0.5, int(random() * spread) + shift));
      b[i][j] = T(std::ldexp(random() - 0.5, int(random() * spread) + shift));
    }
  }
  V *memory = sycl::malloc_device<V>(3 * count, queue);
  queue.copy(a.data(), memory, count);
  queue.copy(b.data(), memory + count, count);
  compute_geometry<T, N>(queue, name, memory, memory + count, memory + 2 * count, count);
  queue.copy(memory + 2 * count, out.data(), count).wait();
  sycl::free(memory, queue);
  double largest = 0;
  for (size_t i = 0; i < count; ++i) {
    double x[4] = {}, y[4] = {}, got[4] = {};
    for (int j = 0; j < N; ++j) {
      x[j] = double(T(a[i][j]));
      y[j] = double(T(b[i][j]));
      got[j] = double(T(out[i][j]));
    }
    largest = std::fmax(largest, math_geometry_error(name.c_str(), format, N, x, y, got));
  }
  return largest;
}

/* float, double, half: a + b n. dot and cross are measured in what is allowed. */
struct geometric_limit {
  const char *name;
  double fixed[MATH_FORMATS], each[MATH_FORMATS];
};
const geometric_limit geometric_limits[] = {
    {"dot", {1, 1, 1}, {0, 0, 0}},
    {"cross", {1, 1, 1}, {0, 0, 0}},
    {"length", {2.75, 5.5, 0.25}, {0.5, 1, 0.5}},
    {"distance", {2.5, 5.5, 0}, {2, 2, 2}},
    {"normalize", {2, 4.5, 1}, {1, 1, 1}},
    {"fast_length", {8191.5, INFINITY, INFINITY}, {1, 0, 0}},
    {"fast_distance", {8191.5, INFINITY, INFINITY}, {2, 0, 0}},
    {"fast_normalize", {8192, INFINITY, INFINITY}, {1, 0, 0}},
};

template <class T>
bool check_geometry(sycl::queue &queue, const geometric_limit &limit, math_format format,
                    size_t count, bool is_printed) {
  bool is_fine = true;
  for (int n = 2; n <= 4; ++n) {
    if (n == 2 && !std::strcmp(limit.name, "cross"))
      continue;
    const double error = n == 2   ? geometry<T, 2>(queue, limit.name, format, count)
                         : n == 3 ? geometry<T, 3>(queue, limit.name, format, count)
                                  : geometry<T, 4>(queue, limit.name, format, count);
    const double allowed = limit.fixed[format] + limit.each[format] * n;
    if (is_printed)
      std::printf("%s%s / %s",
                  n == 2 || (n == 3 && !std::strcmp(limit.name, "cross")) ? " | " : ", ",
                  as_text(error).c_str(), limit_text(allowed).c_str());
    if (!(error <= allowed)) {
      std::fprintf(stderr, "%s of %d %ss: %s, allowed %g\n", limit.name, n, format_names[format],
                   as_text(error).c_str(), allowed);
      is_fine = false;
    }
  }
  return is_fine;
}

bool check_all_geometry(sweep &s, size_t count, bool is_printed) {
  bool is_fine = true;
  if (is_printed)
    std::printf("\n| function | float, 2 to 4 elements | double | half |\n|---|---|---|---|\n");
  for (const auto &limit : geometric_limits) {
    if (is_printed)
      std::printf("| `%s`", limit.name);
    is_fine &= check_geometry<float>(s.queue, limit, MATH_F32, count, is_printed);
    if (s.has(MATH_F64))
      is_fine &= check_geometry<double>(s.queue, limit, MATH_F64, count, is_printed);
    if (s.has(MATH_F16))
      is_fine &= check_geometry<sycl::half>(s.queue, limit, MATH_F16, count, is_printed);
    if (is_printed)
      std::printf(" |\n");
  }
  return is_fine;
}
} // namespace

/* Can the instruction set be run that the environment asks for? */
bool is_runnable() {
  const char *isa = std::getenv("FALX_NATIVE_ISA");
  return !isa || (std::strcmp(isa, "v4") ? std::strcmp(isa, "v3") || __builtin_cpu_supports("avx2")
                                         : __builtin_cpu_supports("avx512f"));
}

int main(int argc, char **argv) {
  bool is_printed = false, is_exhaustive = false, is_fine = true;
  size_t count = 1 << 20;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i)
    if (!std::strcmp(argv[i], "--print"))
      is_printed = true;
    else if (!std::strcmp(argv[i], "--all"))
      is_exhaustive = true;
    else if (!std::strcmp(argv[i], "--count") && i + 1 < argc)
      count = std::strtoull(argv[++i], nullptr, 0);
    else
      names.push_back(argv[i]);

  if (!is_runnable())
    return 77;
  sweep s;
  if (is_printed)
    std::printf("| function | float | double | half |\n|---|---|---|---|\n");
  for (size_t index = 0; index < math_count(); ++index) {
    const auto *function = math_at(index);
    bool is_named = names.empty();
    for (const auto &name : names)
      is_named |= name == math_name(function);
    if (!is_named)
      continue;
    if (is_printed)
      std::printf("| `%s`", math_name(function));
    for (int f = 0; f < MATH_FORMATS; ++f) {
      const auto format = static_cast<math_format>(f);
      const double limit = math_limit(function, format);
      if (limit < 0 || !s.has(format))
        continue;
      const bool is_all = is_exhaustive && format == MATH_F32 && math_parameters(function) == 1;
      const math_error error = is_all ? s.exhaustive(index)
                                      : s.sampled(index, format,
                                                  format == MATH_F32   ? count
                                                  : format == MATH_F64 ? count / 8
                                                                       : chunk);
      if (is_printed) {
        std::printf(" | %s / %s", as_text(error.ulp).c_str(), limit_text(limit).c_str());
        std::fflush(stdout);
      }
      if (!(error.ulp <= limit)) {
        std::fprintf(
            stderr,
            "%s of %s: error %s, allowed %g: (%.17g, %.17g, %.17g) gives %.17g, right is %.17g\n",
            math_name(function), format_names[f], as_text(error.ulp).c_str(), limit, error.at[0],
            error.at[1], error.at[2], error.got, error.want);
        is_fine = false;
      }
    }
    if (is_printed)
      std::printf(" |\n");
  }
  if (names.empty())
    is_fine &= check_all_geometry(s, count / 64, is_printed);
  return is_fine ? 0 : 1;
}
