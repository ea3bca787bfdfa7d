/* Errors of libmvec's functions that the whole-function vectorizer calls
 * (compiler/native_cpu/vectorize/math.def), in every vector size that this processor has, against
 * the limits of functions.def. Silent and 0 where all hold; 77 without libmvec. vector_library
 * [--print] [--every] [FUNCTION...]
 * --every: functions of libmvec that math.def leaves out, too; they do not count as failures. */
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { F32 = 1, F64 = 2 };
#define SAMPLES (1 << 17)
#define LONGEST 16

static const struct {
  const char *name;
  unsigned parameters, types;
} table[] = {
#define FXC_VECTOR_MATH(name, parameters, types) {#name, parameters, types},
#include "compiler/native_cpu/vectorize/math.def"
#undef FXC_VECTOR_MATH
};

/* One call of a vector function: out[i] = f(x[i], y[i]). */
typedef void function(void);
typedef void caller(function *f, unsigned parameters, const void *x, const void *y, void *out);
#define CALLER(name, T, bytes, isa)                                                                \
  typedef T name##_t __attribute__((vector_size(bytes)));                                          \
  __attribute__((target(isa))) static void name(function *f, unsigned parameters, const void *x,   \
                                                const void *y, void *out) {                        \
    name##_t a, b;                                                                                 \
    memcpy(&a, x, sizeof a);                                                                       \
    memcpy(&b, y, sizeof b);                                                                       \
    if (parameters == 1)                                                                           \
      a = ((name##_t (*)(name##_t))f)(a);                                                          \
    else                                                                                           \
      a = ((name##_t (*)(name##_t, name##_t))f)(a, b);                                             \
    memcpy(out, &a, sizeof a);                                                                     \
  }
CALLER(f32x4, float, 16, "sse2")
CALLER(f32x8, float, 32, "avx2")
CALLER(f32x16, float, 64, "avx512f")
CALLER(f64x2, double, 16, "sse2")
CALLER(f64x4, double, 32, "avx2")
CALLER(f64x8, double, 64, "avx512f")

static const struct size {
  char abi;
  unsigned bytes;
  const char *name;
  caller *callers[2];
} sizes[] = {
    {'b', 16, "SSE", {f32x4, f64x2}},
    {'d', 32, "AVX2", {f32x8, f64x4}},
    {'e', 64, "AVX-512", {f32x16, f64x8}},
};

static bool is_here(const struct size *size) {
  return size->abi == 'b' || (size->abi == 'd' && __builtin_cpu_supports("avx2")) ||
         (size->abi == 'e' && __builtin_cpu_supports("avx512f"));
}

static double *arguments[3], *got;

static struct math_error measure(const struct math_function *what, function *f,
                                 const struct size *size, bool is_double) {
  struct math_error error = {0};
  unsigned lanes = size->bytes / (is_double ? 8 : 4);
  enum math_format format = is_double ? MATH_F64 : MATH_F32;
  size_t count = is_double ? SAMPLES / 4 : SAMPLES;
  math_sample(what, format, 0, count, arguments);
  for (size_t i = 0; i < count; i += lanes) {
    float narrow[3][LONGEST];
    double wide[3][LONGEST];
    for (unsigned j = 0; j < lanes; j++)
      for (unsigned p = 0; p < 2; p++) {
        wide[p][j] = arguments[p][i + j];
        narrow[p][j] = (float)arguments[p][i + j];
      }
    if (is_double)
      size->callers[1](f, math_parameters(what), wide[0], wide[1], wide[2]);
    else
      size->callers[0](f, math_parameters(what), narrow[0], narrow[1], narrow[2]);
    for (unsigned j = 0; j < lanes; j++)
      got[i + j] = is_double ? wide[2][j] : narrow[2][j];
  }
  math_check(what, format, count, arguments, got, &error);
  return error;
}

/* False where an error is above the limit. */
static bool check(void *library, unsigned entry, bool is_double, bool is_printed) {
  const struct math_function *what = math_find(table[entry].name);
  double limit = math_limit(what, is_double ? MATH_F64 : MATH_F32);
  bool is_fine = true;
  if (is_printed)
    printf("| `%s%s` | %g", table[entry].name, is_double ? "" : "f", limit);
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    char name[64];
    snprintf(name, sizeof name, "_ZGV%cN%u%s_%s%s", sizes[s].abi,
             sizes[s].bytes / (is_double ? 8 : 4), table[entry].parameters == 2 ? "vv" : "v",
             table[entry].name, is_double ? "" : "f");
    void *address = dlsym(library, name);
    function *f;
    memcpy(&f, &address, sizeof f); /* ISO C has no cast from one to the other */
    if (!f) {
      fprintf(stderr, "%s: not in libmvec\n", name);
      is_fine = false;
      continue;
    }
    if (!is_here(&sizes[s]))
      continue;
    struct math_error error = measure(what, f, &sizes[s], is_double);
    if (is_printed)
      printf(error.ulp < 100 ? " | %.2f" : " | %.3g", error.ulp);
    if (error.ulp <= limit)
      continue;
    is_fine = false;
    fprintf(stderr, "%s: error %.3g, allowed %g: (%.17g, %.17g) gives %.17g, right is %.17g\n",
            name, error.ulp, limit, error.at[0], error.at[1], error.got, error.want);
  }
  if (is_printed)
    printf(" |\n");
  return is_fine;
}

int main(int argc, char **argv) {
  bool is_printed = false, is_every = false, is_fine = true;
  for (int i = 1; i < argc; i++) {
    is_printed |= !strcmp(argv[i], "--print");
    is_every |= !strcmp(argv[i], "--every");
  }
  void *library = dlopen("libmvec.so.1", RTLD_NOW);
  if (!library)
    return 77;
  for (unsigned i = 0; i < 3; i++)
    arguments[i] = malloc(SAMPLES * sizeof(double));
  got = malloc(SAMPLES * sizeof(double));
  if (is_printed)
    printf("| function | limit | SSE | AVX2 | AVX-512 |\n|---|---|---|---|---|\n");
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
    for (unsigned is_double = 0; is_double < 2; is_double++) {
      bool is_used = table[i].types & (is_double ? F64 : F32);
      if (is_used || is_every)
        is_fine = (check(library, i, is_double, is_printed) || !is_used) && is_fine;
    }
  for (unsigned i = 0; i < 3; i++)
    free(arguments[i]);
  free(got);
  return is_fine ? 0 : 1;
}
