/* Modules: of PTX, the names and parameters of kernels and the variables. A linked module is that
 * text behind four bytes. */
#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cuda/fake.h"

#define CUBIN "\177ELF"

/* ---- Reading PTX ---- */

static char *word_at(const char *text) {
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) || text[length] == '_' || text[length] == '$')
    length++;
  char *word = strndup(text, length);
  if (!word)
    abort();
  return word;
}

/* Bytes of .u64, .b8, .f32 and so on. */
static size_t size_of_type(const char *type) {
  return (size_t)atoi(type + 2 + (type[1] == 'p')) / 8;
}

/* ".param .u64 name" or ".param .align 8 .b8 name[24]", from behind .param. */
static const char *read_parameter(const char *at, const char *end, struct CUfunc_st *function) {
  struct fake_parameter *p = &function->parameters[function->parameter_count];
  size_t alignment = 0, size = 0, before = 0;
  if (function->parameter_count)
    before = p[-1].offset + p[-1].size;
  for (; at < end && *at != ',' && *at != ')'; at++) {
    if (strncmp(at, ".align", 6) == 0)
      alignment = (size_t)atoi(at + 6);
    else if (*at == '.' && at[1] && strchr("usbf", at[1]) && isdigit((unsigned char)at[2]))
      size = size_of_type(at);
    else if (*at == '[')
      size *= (size_t)atoi(at + 1);
  }
  alignment = alignment ? alignment : size;
  *p = (struct fake_parameter){(before + alignment - 1) / alignment * alignment, size};
  function->parameter_count++;
  return at;
}

static void read_kernel(CUmodule module, const char *at) {
  struct CUfunc_st *function = calloc(1, sizeof *function);
  if (!function)
    abort();
  at += strspn(at, " \t");
  function->name = word_at(at);
  function->max_threads = 1024;
  function->dynamic_limit = 49152;
  const char *end = strpbrk(at, "{;"), *open = strchr(at, '(');
  if (!end)
    end = at + strlen(at);
  for (at = open && open < end ? open : end; at < end && *at != ')';) {
    const char *parameter = strstr(at, ".param");
    if (!parameter || parameter >= end)
      break;
    at = read_parameter(parameter + 6, end, function);
  }
  const char *most = strstr(at, ".maxntid");
  if (most && most < end)
    function->max_threads = atoi(most + 8);
  function->next = module->functions;
  module->functions = function;
}

static void read_global(CUmodule module, const char *at) {
  struct fake_global *global = calloc(1, sizeof *global);
  const char *type = strstr(at, ".u64");
  if (!global || !type)
    abort();
  global->name = word_at(type + 5);
  global->memory = fake_allocate(8, CU_MEMORYTYPE_DEVICE, false);
  global->next = module->globals;
  module->globals = global;
}

static void read_visible(CUmodule module, const char *text, const char *linkage) {
  for (const char *at = text; (at = strstr(at, linkage)); at += strlen(linkage)) {
    const char *next = at + strlen(linkage);
    if (strncmp(next, ".entry", 6) == 0)
      read_kernel(module, next + 6);
    else if (strncmp(next, ".global", 7) == 0)
      read_global(module, next + 7);
  }
}

static void read_text(CUmodule module, const char *text) {
  read_visible(module, text, ".visible ");
  read_visible(module, text, ".weak ");
}

/* ---- What the driver says of a text ---- */

static void say(unsigned count, const int *options, void **values, const char *text) {
  size_t size = 0;
  char *log = NULL;
  for (unsigned i = 0; i < count; i++) {
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
      log = values[i];
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
      size = (size_t)values[i];
  }
  if (log && size)
    snprintf(log, size, "%s", text);
}

static CUresult judge(const char *text, const char **out_said) {
  const char *version = strstr(text, ".version"), *target = strstr(text, ".target sm_");
  *out_said = "ptxas fatal   : Missing .version directive at start of file";
  if (!version || !target)
    return CUDA_ERROR_INVALID_PTX;
  *out_said = "ptxas fatal   : Unsupported .version";
  if ((int)(strtod(version + 8, NULL) * 10 + 0.5) > 90)
    return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
  *out_said = "ptxas fatal   : SM version specified by .target is higher than default SM version";
  return atoi(target + 11) > 90 ? CUDA_ERROR_NO_BINARY_FOR_GPU : CUDA_SUCCESS;
}

CUresult cuModuleLoadDataEx(CUmodule *out_module, const void *image, unsigned count, int *options,
                            void **values) {
  static unsigned numbers;
  const char *text = image, *said;
  FAKE_BEGIN_IN_CONTEXT("cuModuleLoadDataEx", CUDA_ERROR_OUT_OF_MEMORY);
  bool is_cubin = strncmp(text, CUBIN, 4) == 0;
  CUresult error = is_cubin ? CUDA_SUCCESS : judge(text, &said);
  if (error != CUDA_SUCCESS) {
    say(count, options, values, said);
    return fake_note(error, "cuModuleLoadDataEx PTX");
  }
  CUmodule module = calloc(1, sizeof *module);
  if (!module)
    abort();
  module->number = __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
  read_text(module, text + (is_cubin ? 4 : 0));
  __atomic_add_fetch(&falx_fake_counts.modules, 1, __ATOMIC_RELAXED);
  *out_module = module;
  return fake_note(CUDA_SUCCESS, "cuModuleLoadDataEx %s module %u", is_cubin ? "cubin" : "PTX",
                   module->number);
}

CUresult cuModuleUnload(CUmodule module) {
  unsigned number = module->number;
  for (struct CUfunc_st *f = module->functions, *next; f; f = next) {
    next = f->next;
    free(f->name);
    free(f);
  }
  for (struct fake_global *g = module->globals, *next; g; g = next) {
    next = g->next;
    cuMemFree_v2((CUdeviceptr)(uintptr_t)g->memory);
    free(g->name);
    free(g);
  }
  free(module);
  __atomic_sub_fetch(&falx_fake_counts.modules, 1, __ATOMIC_RELAXED);
  return fake_note(CUDA_SUCCESS, "cuModuleUnload %u", number);
}

CUresult cuModuleGetFunction(CUfunction *out_function, CUmodule module, const char *name) {
  FAKE_BEGIN_IN_CONTEXT("cuModuleGetFunction", CUDA_ERROR_OUT_OF_MEMORY);
  *out_function = module->functions;
  while (*out_function && strcmp((*out_function)->name, name) != 0)
    *out_function = (*out_function)->next;
  return fake_note(*out_function ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND,
                   "cuModuleGetFunction module %u %s", module->number, name);
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *out_pointer, size_t *bytes, CUmodule module,
                              const char *name) {
  FAKE_BEGIN_IN_CONTEXT("cuModuleGetGlobal", CUDA_ERROR_INVALID_VALUE);
  const struct fake_global *g = module->globals;
  while (g && strcmp(g->name, name) != 0)
    g = g->next;
  *out_pointer = g ? (CUdeviceptr)(uintptr_t)g->memory : 0;
  *bytes = 8;
  return fake_note(g ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND, "cuModuleGetGlobal module %u %s",
                   module->number, name);
}

/* ---- Linking ---- */

struct CUlinkState_st {
  char *text; /* owned; CUBIN and what was added */
  unsigned option_count;
  int options[8];
  void *values[8];
};

CUresult cuLinkCreate_v2(unsigned count, int *options, void **values, CUlinkState *out_state) {
  FAKE_BEGIN_IN_CONTEXT("cuLinkCreate", CUDA_ERROR_OUT_OF_MEMORY);
  CUlinkState state = calloc(1, sizeof *state);
  if (!state || !(state->text = strdup(CUBIN)) || count > 8)
    abort();
  state->option_count = count;
  memcpy(state->options, options, count * sizeof *options);
  memcpy(state->values, values, count * sizeof *values);
  __atomic_add_fetch(&falx_fake_counts.links, 1, __ATOMIC_RELAXED);
  *out_state = state;
  return fake_note(CUDA_SUCCESS, "cuLinkCreate");
}

CUresult cuLinkAddData_v2(CUlinkState state, int type, void *data, size_t size, const char *name,
                          unsigned count, int *options, void **values) {
  const char *said;
  (void)options;
  (void)values;
  FAKE_BEGIN_IN_CONTEXT("cuLinkAddData", CUDA_ERROR_INVALID_IMAGE);
  CUresult error = type == CU_JIT_INPUT_PTX && count == 0 && ((char *)data)[size - 1] == 0
                       ? judge(data, &said)
                       : CUDA_ERROR_INVALID_VALUE;
  if (error == CUDA_SUCCESS) {
    char *text;
    if (asprintf(&text, "%s%s", state->text, (char *)data) < 0)
      abort();
    free(state->text);
    state->text = text;
  } else if (error != CUDA_ERROR_INVALID_VALUE) {
    say(state->option_count, state->options, state->values, said);
  }
  return fake_note(error, "cuLinkAddData %s", name);
}

/* The name of a function, from behind .func: "  (.param .b32 result) name(". */
static char *function_at(const char *at) {
  at += strspn(at, " \t");
  if (*at == '(') {
    at += strcspn(at, ")") + 1;
    at += strspn(at, " \t");
  }
  return word_at(at);
}

static bool is_defined(const char *text, const char *name) {
  bool is_found = false;
  for (const char *at = text; !is_found && (at = strstr(at, ".visible .func ")); at++) {
    char *found = function_at(at + 15);
    is_found = strcmp(found, name) == 0;
    free(found);
  }
  return is_found;
}

/* The driver's own, of which modules have declarations only. */
static bool is_own(const char *name) {
  return strcmp(name, "vprintf") == 0 || strcmp(name, "__assertfail") == 0;
}

/* Every .extern .func has to be some .visible .func. */
CUresult cuLinkComplete(CUlinkState state, void **out_cubin, size_t *out_size) {
  FAKE_BEGIN_IN_CONTEXT("cuLinkComplete", CUDA_ERROR_OUT_OF_MEMORY);
  for (const char *at = state->text; (at = strstr(at, ".extern .func ")); at++) {
    char *name = function_at(at + 14), said[512];
    snprintf(said, sizeof said, "error   : Undefined reference to '%s' in 'image'", name);
    bool is_there = is_own(name) || is_defined(state->text, name);
    free(name);
    if (!is_there) {
      say(state->option_count, state->options, state->values, said);
      return fake_note(CUDA_ERROR_NO_BINARY_FOR_GPU, "cuLinkComplete");
    }
  }
  *out_cubin = state->text;
  *out_size = strlen(state->text) + 1;
  return fake_note(CUDA_SUCCESS, "cuLinkComplete");
}

CUresult cuLinkDestroy(CUlinkState state) {
  free(state->text);
  free(state);
  __atomic_sub_fetch(&falx_fake_counts.links, 1, __ATOMIC_RELAXED);
  return fake_note(CUDA_SUCCESS, "cuLinkDestroy");
}
