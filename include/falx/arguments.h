/* Arguments of kernels, made of C's values with their types:
 *
 *   struct falx_argument arguments[] = {FALX_ARGUMENT(a), FALX_ARGUMENT(x), FALX_ARGUMENT(y)};
 *
 * FALX_ARGUMENT(value) takes numbers, bool and pointers; FALX_ARGUMENT_BYTES(variable) any variable
 * by its bytes, for parameters that are classes. FALX_ARGUMENT_ACCESSOR(float, region) is an
 * accessor of a buffer, FALX_ARGUMENT_LOCAL(float, region) memory of the work-group, where region
 * is a variable of struct falx_region: falx_region_of(buffer, sizeof(float), 1000, 1, 1), without a
 * buffer for local memory. C11; in C++ the functions have one name, falx_argument_of. */
#ifndef FALX_ARGUMENTS_H
#define FALX_ARGUMENTS_H

#include <string.h>

#include "falx/falx.h"

/* FALX_C_TYPE(name, C type, falx_type); char is signed here, as on x86-64, and unsigned on AArch64.
 */
#ifdef __CHAR_UNSIGNED__
#define FALX_TYPE_OF_CHAR FALX_TYPE_UINT
#else
#define FALX_TYPE_OF_CHAR FALX_TYPE_INT
#endif
#ifdef __cplusplus
#define FALX_C_BOOL bool
#else
#define FALX_C_BOOL _Bool
#endif
#define FALX_C_TYPES(FALX_C_TYPE)                                                                  \
  FALX_C_TYPE(bool_, FALX_C_BOOL, FALX_TYPE_BOOL)                                                  \
  FALX_C_TYPE(char_, char, FALX_TYPE_OF_CHAR)                                                      \
  FALX_C_TYPE(schar, signed char, FALX_TYPE_INT)                                                   \
  FALX_C_TYPE(uchar, unsigned char, FALX_TYPE_UINT)                                                \
  FALX_C_TYPE(short_, short, FALX_TYPE_INT)                                                        \
  FALX_C_TYPE(ushort, unsigned short, FALX_TYPE_UINT)                                              \
  FALX_C_TYPE(int_, int, FALX_TYPE_INT)                                                            \
  FALX_C_TYPE(uint, unsigned, FALX_TYPE_UINT)                                                      \
  FALX_C_TYPE(long_, long, FALX_TYPE_INT)                                                          \
  FALX_C_TYPE(ulong, unsigned long, FALX_TYPE_UINT)                                                \
  FALX_C_TYPE(llong, long long, FALX_TYPE_INT)                                                     \
  FALX_C_TYPE(ullong, unsigned long long, FALX_TYPE_UINT)                                          \
  FALX_C_TYPE(float_, float, FALX_TYPE_FLOAT)                                                      \
  FALX_C_TYPE(double_, double, FALX_TYPE_FLOAT)

static inline struct falx_argument falx_argument_make(uint32_t type, size_t size,
                                                      uint32_t pointee_type, size_t pointee_size,
                                                      uint32_t is_const, const void *value) {
  struct falx_argument argument;
  memset(&argument, 0, sizeof argument);
  argument.info.type = type;
  argument.info.size = (uint32_t)size;
  argument.info.pointee_type = pointee_type;
  argument.info.pointee_size = (uint32_t)pointee_size;
  argument.info.is_const = is_const;
  if (type == FALX_TYPE_BYTES || type == FALX_TYPE_ACCESSOR || type == FALX_TYPE_LOCAL)
    argument.value.data = value;
  else
    memcpy(argument.value.bytes, value, size);
  return argument;
}
static inline struct falx_argument falx_argument_bytes(const void *bytes, size_t size) {
  return falx_argument_make(FALX_TYPE_BYTES, size, 0, 0, 0, bytes);
}
/* All elements of a buffer, or as many of each work-group; sizes that are not used are 1. */
static inline struct falx_region falx_region_of(falx_buffer_t buffer, size_t element_size,
                                                size_t size_0, size_t size_1, size_t size_2) {
  struct falx_region region;
  memset(&region, 0, sizeof region);
  region.buffer = buffer;
  region.element_size = element_size;
  region.range[0] = region.memory_range[0] = size_0;
  region.range[1] = region.memory_range[1] = size_1;
  region.range[2] = region.memory_range[2] = size_2;
  return region;
}
/* pointer: to an element, for its type. */
static inline struct falx_argument falx_argument_region(uint32_t type, struct falx_argument pointer,
                                                        const struct falx_region *region) {
  return falx_argument_make(type, sizeof *region, pointer.info.pointee_type,
                            pointer.info.pointee_size, 0, region);
}
#define FALX_ARGUMENT_ACCESSOR(c_type, region)                                                     \
  falx_argument_region(FALX_TYPE_ACCESSOR, FALX_ARGUMENT((c_type *)0), &(region))
#define FALX_ARGUMENT_LOCAL(c_type, region)                                                        \
  falx_argument_region(FALX_TYPE_LOCAL, FALX_ARGUMENT((c_type *)0), &(region))
#define FALX_ARGUMENT_BYTES(variable) falx_argument_bytes(&(variable), sizeof(variable))

#ifdef __cplusplus
#define FALX_ARGUMENT_NAME(name, suffix) falx_argument_of
#else
#define FALX_ARGUMENT_NAME(name, suffix) falx_argument_##name##suffix
#endif
#define FALX_ARGUMENT_FUNCTIONS(name, c_type, kind)                                                \
  static inline struct falx_argument FALX_ARGUMENT_NAME(name, )(c_type value) {                    \
    return falx_argument_make(kind, sizeof value, 0, 0, 0, &value);                                \
  }                                                                                                \
  static inline struct falx_argument FALX_ARGUMENT_NAME(name, _p)(c_type * value) {                \
    return falx_argument_make(FALX_TYPE_POINTER, sizeof value, kind, sizeof *value, 0, &value);    \
  }                                                                                                \
  static inline struct falx_argument FALX_ARGUMENT_NAME(name, _cp)(const c_type *value) {          \
    return falx_argument_make(FALX_TYPE_POINTER, sizeof value, kind, sizeof *value, 1, &value);    \
  }
#ifdef __cplusplus
extern "C++" {
#endif
FALX_C_TYPES(FALX_ARGUMENT_FUNCTIONS)
/* Pointers to other types: to void, as far as the check of types goes. */
static inline struct falx_argument FALX_ARGUMENT_NAME(void, _p)(void *value) {
  return falx_argument_make(FALX_TYPE_POINTER, sizeof value, FALX_TYPE_BYTES, 0, 0, &value);
}
static inline struct falx_argument FALX_ARGUMENT_NAME(void, _cp)(const void *value) {
  return falx_argument_make(FALX_TYPE_POINTER, sizeof value, FALX_TYPE_BYTES, 0, 1, &value);
}
#ifdef __cplusplus
} /* extern "C++" */
#define FALX_ARGUMENT(value) falx_argument_of(value)
#else
#define FALX_ARGUMENT_CHOICE(name, c_type, kind)                                                   \
  c_type:                                                                                          \
  falx_argument_##name, c_type * : falx_argument_##name##_p,                                       \
                                   const c_type * : falx_argument_##name##_cp,
#define FALX_ARGUMENT(value)                                                                       \
  _Generic((value),                                                                                \
      FALX_C_TYPES(FALX_ARGUMENT_CHOICE) const void *: falx_argument_void_cp,                      \
      default: falx_argument_void_p)(value)
#endif
#endif
