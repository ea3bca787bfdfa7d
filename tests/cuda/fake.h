/* A libcuda.so.1 without a GPU: memory is the host's, each stream is a thread, kernels are what the
 * process offers as falx_fake_kernel. Answers are an H200's. Only what adapters/cuda/cu.h lists is
 * here.
 *
 * FALX_CUDA_DEVICES     how many; 1
 * FALX_CUDA_VERSION     of the driver; 13000
 * FALX_CUDA_ATTRIBUTES  other answers of cuDeviceGetAttribute, as NUMBER=VALUE,NUMBER=VALUE
 * FALX_CUDA_DELAY_US    how long each command takes, at least
 * FALX_CUDA_STRICT      1: launches are refused where another context than the stream's is current
 * FALX_CUDA_TRACE       a file, to which each call is appended: name, sizes, objects by numbers
 * FALX_CUDA_FAIL        calls that fail, as NAME=CODE,NAME=CODE; "cuLaunchKernel ends": kernels
 * that end with that error, and the context with them Where the process has falx_fault_fails
 * (tests/fault/fault.h), it is asked before each call that can fail, and for each kernel once more.
 */
#ifndef FALX_TESTS_CUDA_FAKE_H
#define FALX_TESTS_CUDA_FAKE_H

#include <pthread.h>
#include <stdbool.h>

#include "adapters/cuda/cu.h"

#define EXPORT __attribute__((visibility("default")))

struct fake_launch {
  const char *name;
  unsigned grid[3], block[3], shared, parameter_count;
  const void *const *parameters;
};
/* A program's own: what its kernels do. */
typedef void fake_kernel(const struct fake_launch *launch);

enum { FAKE_MOST_DEVICES = 8, FAKE_MOST_PARAMETERS = 64 };

struct CUctx_st {
  int device, references;
  CUresult lost;      /* fake_lock */
  unsigned under_way; /* fake_lock: commands of all streams */
  unsigned running;   /* fake_lock: those that have begun; a lost context begins no more */
};
struct CUevent_st {
  unsigned number, references; /* fake_lock: here, and of commands under way */
  bool has_times;
  CUcontext context;
  uint64_t recorded, done, ns; /* fake_lock: which recording, which one is over, when */
};
struct fake_command;
struct CUstream_st {
  unsigned number;
  CUcontext context;
  pthread_t thread;
  struct fake_command *first, **end; /* fake_lock */
  bool is_busy, is_ending;           /* fake_lock */
  unsigned waiting;                  /* fake_lock: commands; a driver takes 1024 at a time */
};
struct fake_parameter {
  size_t offset, size;
};
struct CUfunc_st {
  struct CUfunc_st *next;
  char *name;
  int max_threads, dynamic_limit;
  unsigned parameter_count;
  struct fake_parameter parameters[FAKE_MOST_PARAMETERS];
};
struct fake_global {
  struct fake_global *next;
  char *name;
  void *memory;
};
struct CUmod_st {
  unsigned number;
  struct CUfunc_st *functions;
  struct fake_global *globals;
};

/* What there is of each kind: tests ask for it by this name. */
struct fake_counts {
  int contexts, streams, events, modules, allocations, links, graphs; /* executable ones, too */
};
EXPORT extern struct fake_counts falx_fake_counts;

/* ---- fake_record.c ---- */
extern pthread_mutex_t fake_lock;
extern pthread_cond_t fake_change;
extern bool fake_has_ended; /* atomic: calls answer CUDA_ERROR_DEINITIALIZED */
/* CUDA_SUCCESS, or what the call is to answer. */
CUresult fake_failure(const char *what, CUresult usual);
CUresult fake_note(CUresult answer, const char *format, ...) __attribute__((format(printf, 2, 3)));
int fake_setting(const char *name, int usual);
uint64_t fake_now(void);

/* ---- fake_device.c ---- */
CUcontext fake_current(void);
/* The error of the thread's context, or of none; CUDA_SUCCESS. */
CUresult fake_context_error(void);

/* ---- fake_memory.c ---- */
/* Whether the driver knows the memory; false also if it ends before so many bytes. */
bool fake_is_known(const void *pointer, size_t bytes);
void *fake_allocate(size_t bytes, int type, bool is_managed);

CUresult fake_copy_box(const struct cu_copy_box *box, CUstream stream);
CUresult fake_fill(CUstream stream, CUdeviceptr to, size_t size, unsigned value, size_t count);

/* ---- fake_launch.c ---- */
CUresult fake_launch_kernel(CUfunction function, const unsigned grid[3], const unsigned block[3],
                            unsigned shared, CUstream stream, void *const *parameters);

/* ---- fake_stream.c ---- */
/* Appends a command for the stream, which runs run(data), then free(data). */
CUresult fake_enqueue(CUstream stream, void (*run)(void *data), void *data);
/* Until the stream is idle: the error of its context, or CUDA_SUCCESS. */
CUresult fake_drain(CUstream stream);
/* Whether a wait goes on: for what is wanted, and in a lost context for what has begun and still
 * uses memory. With fake_lock. */
bool fake_may_run(CUcontext context, bool is_wanted);

/* The begin of every entry point: what fails on demand, or for its context. */
#define FAKE_BEGIN(name, usual)                                                                    \
  do {                                                                                             \
    CUresult answer_ = fake_failure(name, usual);                                                  \
    if (answer_ != CUDA_SUCCESS)                                                                   \
      return fake_note(answer_, name);                                                             \
  } while (0)
#define FAKE_BEGIN_IN_CONTEXT(name, usual)                                                         \
  do {                                                                                             \
    CUresult lost_ = fake_context_error();                                                         \
    if (lost_ != CUDA_SUCCESS)                                                                     \
      return fake_note(lost_, name);                                                               \
    FAKE_BEGIN(name, usual);                                                                       \
  } while (0)

/* Prototypes of all entry points. */
#define CU_ROW(name, parameters) EXPORT CUresult name parameters;
CU_FUNCTIONS(CU_ROW)
CU_OPTIONAL_FUNCTIONS(CU_ROW)
#undef CU_ROW

#endif
