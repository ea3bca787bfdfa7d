/* Checks of a kernel record, and the names of kernels and modules in messages. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "runtime/os/os.h"
#include "runtime/program/image.h"

uint32_t fxr_kernel_param_args(const struct falx_kernel_param *param) {
  switch (param->kind) {
  case FALX_PARAM_ACCESSOR:
    return 4;
  case FALX_PARAM_LOCAL_ACCESSOR:
    return 2;
  case FALX_PARAM_STD_LAYOUT:
  case FALX_PARAM_SAMPLER:
  case FALX_PARAM_POINTER:
  case FALX_PARAM_SPEC_CONSTANTS_BUFFER:
  case FALX_PARAM_STREAM:
  case FALX_PARAM_WORK_GROUP_MEMORY:
    return 1;
  default:
    return 0;
  }
}

static const char *check_param(const struct falx_kernel_param *param, uint32_t functor_size) {
  uint32_t least = 0;
  if (param->offset > functor_size || param->size > functor_size - param->offset)
    return "a parameter lies outside the function object";
  switch (param->kind) {
  case FALX_PARAM_ACCESSOR:       /* pointer, access range, memory range, offset */
  case FALX_PARAM_LOCAL_ACCESSOR: /* pointer, range */
    if (param->dimensions < 1 || param->dimensions > 3)
      return "an accessor has neither 1, 2 nor 3 dimensions";
    least = 8u + (param->kind == FALX_PARAM_ACCESSOR ? 24u : 8u) * param->dimensions;
    break;
  case FALX_PARAM_POINTER:
  case FALX_PARAM_WORK_GROUP_MEMORY:
    least = 8;
    break;
  default:
    break;
  }
  return param->size < least ? "a parameter is too small for its kind" : NULL;
}

const char *fxr_kernel_record_check(const struct falx_kernel_record *record, uint64_t size) {
  if (!record || size < FALX_KERNEL_RECORD_SIZE(0))
    return "the record is too short";
  if (record->version != FALX_KERNEL_RECORD_VERSION)
    return "the record has a version this runtime does not know";
  if (record->param_count > (size - FALX_KERNEL_RECORD_SIZE(0)) / sizeof(struct falx_kernel_param))
    return "the record is shorter than its parameters";
  if (record->functor_align == 0 || (record->functor_align & (record->functor_align - 1)))
    return "the alignment of the function object is no power of two";
  uint64_t arg_count = 0;
  for (uint32_t i = 0; i < record->param_count; i++) {
    uint32_t args = fxr_kernel_param_args(&record->params[i]);
    const char *problem = args ? check_param(&record->params[i], record->functor_size)
                               : "a parameter of unknown kind";
    if (problem)
      return problem;
    arg_count += args;
  }
  if (arg_count != record->arg_count)
    return "the number of arguments is not that of the parameters";
  return NULL;
}

/* <length><identifier>; returns what follows, NULL if it is not of that form. */
static const char *source_name(const char *at, const char **out_begin, size_t *out_length) {
  size_t length = 0;
  for (; isdigit((unsigned char)*at) && length < 100000; at++)
    length = length * 10 + (size_t)(*at - '0');
  *out_begin = at;
  *out_length = length;
  return length && strnlen(at, length) == length ? at + length : NULL;
}

const char *fxr_kernel_pretty_name(const char *name, char *buffer, size_t size) {
  const char *at = name, *begin;
  size_t length, used = 0;
  if (strncmp(at, "_ZTS", 4) != 0)
    return name;
  at += 4;
  bool is_nested = *at == 'N';
  at += is_nested;
  do {
    at = source_name(at, &begin, &length);
    if (!at)
      return name;
    int written =
        snprintf(buffer + used, size - used, "%s%.*s", used ? "::" : "", (int)length, begin);
    if (written < 0 || (size_t)written >= size - used)
      return name;
    used += (size_t)written;
  } while (is_nested && *at != 'E');
  return strcmp(at, is_nested ? "E" : "") == 0 ? buffer : name;
}

const char *fxr_module_path(const void *address, char *buffer, size_t size) {
  return fxr_os_module_path(address, buffer, size) ? buffer : "(unknown module)";
}
