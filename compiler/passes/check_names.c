/* Symbols that the check pass knows: Falx's builtins, functions of a target's libraries, and the
 * C++ runtime's entry points that represent a language construct. */
#include "compiler/passes/check_names.h"
#include "compiler/target.h"

#include <ctype.h>
#include <string.h>

#include "support/map.h"

/* Each also with suffix f and l. */
static const char *const libm[] = {
    "acos",      "acosh",  "asin",     "asinh",     "atan",      "atan2",      "atanh",
    "cbrt",      "ceil",   "copysign", "cos",       "cosh",      "cospi",      "erf",
    "erfc",      "exp",    "exp10",    "exp2",      "expm1",     "fabs",       "fdim",
    "floor",     "fma",    "fmax",     "fmaximum",  "fmin",      "fminimum",   "fmod",
    "frexp",     "hypot",  "ilogb",    "ldexp",     "lgamma",    "lgamma_r",   "llrint",
    "llround",   "log",    "log10",    "log1p",     "log2",      "logb",       "lrint",
    "lround",    "modf",   "nan",      "nearbyint", "nextafter", "nexttoward", "pow",
    "remainder", "remquo", "rint",     "round",     "roundeven", "scalbln",    "scalbn",
    "sin",       "sincos", "sinh",     "sinpi",     "sqrt",      "tan",        "tanh",
    "tanpi",     "tgamma", "trunc",    "cabs",      "cacos",     "cacosh",     "carg",
    "casin",     "casinh", "catan",    "catanh",    "ccos",      "ccosh",      "cexp",
    "clog",      "cpow",   "cproj",    "csin",      "csinh",     "csqrt",      "ctan",
    "ctanh"};

static const char *const libc[] = {"memcpy",
                                   "memmove",
                                   "memset",
                                   "memcmp",
                                   "bcmp",
                                   "memchr",
                                   "strlen",
                                   "strcmp",
                                   "strncmp",
                                   "strchr",
                                   "abs",
                                   "labs",
                                   "llabs",
                                   "ffs",
                                   "ffsl",
                                   "ffsll",
                                   "printf",
                                   "dprintf",
                                   "abort",
                                   "__assert_fail",
                                   "__mulsc3",
                                   "__muldc3",
                                   "__mulxc3",
                                   "__divsc3",
                                   "__divdc3",
                                   "__divxc3",
                                   "__fpclassify",
                                   "__fpclassifyf",
                                   "__isinf",
                                   "__isinff",
                                   "__isnan",
                                   "__isnanf",
                                   "__finite",
                                   "__finitef",
                                   "__signbit",
                                   "__signbitf",
                                   "_ZSt9terminatev",
                                   "_ZSt21__glibcxx_assert_failPKciS0_S0_"};

/* Instrumentation that the user requested; its runtime is linked into the program. */
static const char *const instrumentation[] = {"__llvm_", "__prof",     "__asan_",      "__ubsan_",
                                              "__tsan_", "__msan_",    "__sanitizer_", "__atomic_",
                                              "__sync_", "falx_check_"};

static const char *const support[] = {
    "__cxa_allocate_exception", "__cxa_free_exception", "__cxa_end_catch", "__cxa_guard_acquire",
    "__cxa_guard_release",      "__cxa_guard_abort",    "__cxa_atexit",    "__dso_handle",
    "__cxa_thread_atexit"};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static bool has_prefix(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_in(const char *name, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(name, list[i]) == 0)
      return true;
  return false;
}

static bool is_libm(const char *name) {
  for (size_t i = 0; i < COUNT(libm); i++) {
    size_t length = strlen(libm[i]);
    if (strncmp(name, libm[i], length) != 0)
      continue;
    const char *rest = name + length;
    if (!rest[0] || ((rest[0] == 'f' || rest[0] == 'l') && !rest[1]))
      return true;
  }
  return strcmp(name, "lgammaf_r") == 0 || strcmp(name, "lgammal_r") == 0;
}

/* Of long double, and those that devicelib/opencl.cl leaves out. */
static bool is_of_long_double(const char *name) {
  static const char *const others[] = {"nexttoward", "nexttowardf", "nan", "nanf"};
  size_t length = strlen(name);
  bool is_known = is_in(name, libm, COUNT(libm));
  return is_in(name, others, COUNT(others)) || (!is_known && name[length - 1] == 'l') ||
         strcmp(name, "lgammal_r") == 0;
}

/* Of devicelib/opencl.cl or nvptx.cl, and printf, of which clang makes vprintf for CUDA. */
static bool is_libc(const char *name, bool has_cuda_functions) {
  static const char *const missing[] = {"dprintf", "__mulxc3", "__divxc3"};
  static const char *const stopping[] = {"abort", "__assert_fail", "_ZSt9terminatev",
                                         "_ZSt21__glibcxx_assert_failPKciS0_S0_"};
  if (has_cuda_functions && strcmp(name, "vprintf") == 0)
    return true;
  return is_in(name, libc, COUNT(libc)) && !is_in(name, missing, COUNT(missing)) &&
         (has_cuda_functions || !is_in(name, stopping, COUNT(stopping)));
}

static bool is_provided(const char *name, const struct fxc_target *target) {
  if (target->has_device_library &&
      (is_libm(name) ? !is_of_long_double(name) : is_libc(name, target->has_cuda_functions)))
    return true;
  if (target->format == FALX_IMAGE_FORMAT_SPIRV && strcmp(name, "__devicelib_assert_fail") == 0)
    return true; /* of include/sycl/detail/assert.hpp */
  if (!target->is_host)
    return is_in(name, libc, 4); /* the memory functions, to which LLVM itself generates calls */
  if (is_libm(name) || is_in(name, libc, COUNT(libc)))
    return true;
  for (size_t i = 0; i < COUNT(instrumentation); i++)
    if (has_prefix(name, instrumentation[i]))
      return true;
  return false;
}

/* "_Z33__spirv_BuiltInGlobalSizei" is __spirv_BuiltInGlobalSizei. */
static const char *base_name(const char *name, const char *prefix) {
  if (!has_prefix(name, prefix))
    return name;
  const char *rest = name + strlen(prefix);
  if (!isdigit((unsigned char)*rest))
    return name;
  while (isdigit((unsigned char)*rest))
    rest++;
  return rest;
}

bool fxc_may_be_elsewhere(const struct fxc_options *options, const char *name) {
  if (!options->allow_undefined && !(options->elsewhere && fxs_map_get(options->elsewhere, name)))
    return false;
  static const char *const reserved[] = {"__", "_Zn", "_Zd"}; /* _Znwm, _Zdlpv */
  for (size_t i = 0; i < COUNT(reserved); i++)
    if (has_prefix(name, reserved[i]))
      return false;
  return !has_prefix(base_name(name, "_Z"), "__") &&
         fxc_name_kind(name, options->target) == FXC_NAME_PLAIN;
}

/* The global forms, which allocate: the placement forms are inline, or the user's. */
static bool is_new(const char *name) {
  static const char *const forms[] = {"", "RKSt9nothrow_t", "St11align_val_t",
                                      "St11align_val_tRKSt9nothrow_t"};
  return (has_prefix(name, "_Znw") || has_prefix(name, "_Zna")) && name[4] &&
         is_in(name + 5, forms, COUNT(forms)); /* after the type of the size */
}

static bool is_delete(const char *name) {
  static const char *const forms[] = {"",
                                      "m",
                                      "j",
                                      "RKSt9nothrow_t",
                                      "St11align_val_t",
                                      "mSt11align_val_t",
                                      "jSt11align_val_t",
                                      "St11align_val_tRKSt9nothrow_t"};
  return (has_prefix(name, "_ZdlPv") || has_prefix(name, "_ZdaPv")) &&
         is_in(name + 6, forms, COUNT(forms));
}

enum fxc_fault fxc_name_fault(const char *name) {
  static const struct {
    const char *name;
    enum fxc_fault fault;
  } names[] = {{"__cxa_throw", FXC_FAULT_THROW},
               {"__cxa_rethrow", FXC_FAULT_THROW},
               {"__cxa_begin_catch", FXC_FAULT_CATCH},
               {"__dynamic_cast", FXC_FAULT_DYNAMIC_CAST},
               {"__cxa_bad_cast", FXC_FAULT_DYNAMIC_CAST},
               {"__cxa_bad_typeid", FXC_FAULT_TYPEID},
               {"malloc", FXC_FAULT_MALLOC},
               {"calloc", FXC_FAULT_MALLOC},
               {"realloc", FXC_FAULT_MALLOC},
               {"free", FXC_FAULT_MALLOC},
               {"aligned_alloc", FXC_FAULT_MALLOC},
               {"posix_memalign", FXC_FAULT_MALLOC},
               {"strdup", FXC_FAULT_MALLOC}};
  for (size_t i = 0; i < COUNT(names); i++)
    if (strcmp(name, names[i].name) == 0)
      return names[i].fault;
  if (has_prefix(base_name(name, "_ZSt"), "__throw_"))
    return FXC_FAULT_THROW;
  if (has_prefix(name, "_ZNKSt9type_info"))
    return FXC_FAULT_TYPEID;
  return is_new(name) ? FXC_FAULT_NEW : is_delete(name) ? FXC_FAULT_DELETE : FXC_FAULT_NONE;
}

enum fxc_name_kind fxc_name_kind(const char *name, const struct fxc_target *target) {
  const char *base = base_name(name, "_Z");
  if (has_prefix(base, "__spirv_") || has_prefix(base, "__falx_") || has_prefix(name, "llvm."))
    return FXC_NAME_BUILTIN;
  if (fxc_name_fault(name) != FXC_FAULT_NONE)
    return FXC_NAME_FAULT;
  if (has_prefix(name, "_ZTW") || has_prefix(name, "_ZTH"))
    return FXC_NAME_THREAD_LOCAL;
  if (is_in(name, support, COUNT(support)) || has_prefix(name, "_ZGV"))
    return FXC_NAME_SUPPORT;
  return is_provided(name, target) ? FXC_NAME_BUILTIN : FXC_NAME_PLAIN;
}
