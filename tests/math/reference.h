/* Errors of mathematical functions in ULP, against MPFR. The functions are in functions.def.
 *
 * Where a result has an error larger than any before it, MPFR says how large it is; whether it has
 * is said by the C library in more precision than that of the format (double for float, long double
 * for double). That is quick, and MPFR also looks at one sample in 256 whatever the library says.
 */
#ifndef FALX_TESTS_MATH_REFERENCE_H
#define FALX_TESTS_MATH_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum math_format { MATH_F32, MATH_F64, MATH_F16, MATH_FORMATS };

/* The largest error so far. ulp is infinite for a NaN, an infinity or a zero's sign that is not
 * right. In functions whose tolerance is absolute, the difference. */
struct math_error {
  double ulp;
  double at[3], got, want;
};

struct math_function; /* of functions.def */

size_t math_count(void);
const struct math_function *math_at(size_t index);
const struct math_function *math_find(const char *name); /* NULL if there is none */
const char *math_name(const struct math_function *function);
unsigned math_parameters(const struct math_function *function);
/* How large the error may be; infinite where nobody says, negative where there is no such function.
 */
double math_limit(const struct math_function *function, enum math_format format);

/* Fills x, y and z with n samples: special values in all combinations first, then bit patterns at
 * random and numbers from the interesting range. The same for the same arguments; start goes on
 * from there. Half: all 65,536 values, then as the others. */
void math_sample(const struct math_function *function, enum math_format format, size_t start,
                 size_t n, double *const arguments[3]);

/* Compares n results with what is right and keeps the largest error in *error. */
void math_check(const struct math_function *function, enum math_format format, size_t n,
                double *const arguments[3], const double *got, struct math_error *error);

/* 4.17.8: `name` of n components a and b. The error of a scalar result, or the largest one of the
 * components, in ULP, or in units of what the specification allows where it is not in ULP. */
double math_geometry_error(const char *name, enum math_format format, int n, const double *a,
                           const double *b, const double *got);

#ifdef __cplusplus
}
#endif

#endif
