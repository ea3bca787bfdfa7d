/* Settings, failures on demand, the record of calls. */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/cuda/fake.h"

pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t fake_change = PTHREAD_COND_INITIALIZER;
struct fake_counts falx_fake_counts;
bool fake_has_ended;

static FILE *trace;
static bool (*ask_fails)(const char *what);
static const char *told; /* FALX_CUDA_FAIL */
static pthread_mutex_t trace_lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void open_record(void) {
  const char *file = getenv("FALX_CUDA_TRACE");
  void *symbol = dlsym(RTLD_DEFAULT, "falx_fault_fails");
  memcpy(&ask_fails, &symbol, sizeof symbol);
  told = getenv("FALX_CUDA_FAIL");
  trace = file ? fopen(file, "ae") : NULL;
}

int fake_setting(const char *name, int usual) {
  const char *text = getenv(name);
  return text && text[0] ? atoi(text) : usual;
}

uint64_t fake_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

CUresult fake_failure(const char *what, CUresult usual) {
  size_t length = strlen(what);
  if (__atomic_load_n(&fake_has_ended, __ATOMIC_ACQUIRE))
    return CUDA_ERROR_DEINITIALIZED;
  for (const char *at = told; at && (at = strstr(at, what)); at += length)
    if ((at == told || at[-1] == ',') && (at[length] == '=' || at[length] == ',' || !at[length]))
      return at[length] == '=' ? (CUresult)strtol(at + length + 1, NULL, 10) : usual;
  return ask_fails && ask_fails(what) ? usual : CUDA_SUCCESS;
}

CUresult fake_note(CUresult answer, const char *format, ...) {
  if (!trace)
    return answer;
  va_list args;
  va_start(args, format);
  pthread_mutex_lock(&trace_lock);
  vfprintf(trace, format, args);
  if (answer != CUDA_SUCCESS)
    fprintf(trace, " -> %d", answer);
  fputc('\n', trace);
  fflush(trace);
  pthread_mutex_unlock(&trace_lock);
  va_end(args);
  return answer;
}

CUresult cuGetErrorName(CUresult error, const char **out_text) {
  static const struct {
    CUresult error;
    const char *name;
  } names[] = {
#define CU_ROW(name, number) {number, #name},
      CU_ERRORS(CU_ROW)
#undef CU_ROW
  };
  *out_text = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].error == error)
      *out_text = names[i].name;
  return *out_text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **out_text) {
  *out_text = error == CUDA_ERROR_ILLEGAL_ADDRESS ? "an illegal memory access was encountered"
              : error == CUDA_ERROR_ASSERT        ? "device-side assert triggered"
              : error == CUDA_ERROR_OUT_OF_MEMORY ? "out of memory"
                                                  : "an error of the fake driver";
  return CUDA_SUCCESS;
}
