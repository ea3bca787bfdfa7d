/* A libOpenCL.so.1 between the adapter and the ICD loader: it passes calls on, writes them down and
 * makes some of them fail.
 *
 * FALX_OPENCL_BELOW   the library to pass calls on to, a path; needed
 * FALX_OPENCL_TRACE   a file, to which each call is appended: name, arguments, answer
 * FALX_OPENCL_FAIL    calls that fail, as NAME=CODE,NAME=CODE; "NAME ends": commands that complete
 *                     with that error
 * FALX_OPENCL_HIDE    an extension that devices do not have
 * Where the process has falx_fault_fails (tests/fault/fault.h), it is asked before each call that
 * can fail, and for each command once more, whether it is to complete with an error ("NAME ends").
 *
 * Only what adapters/opencl/cl.h lists is here. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/opencl/cl.h"

#define EXPORT __attribute__((visibility("default")))

static struct ocl_functions below;
static struct ocl_extension_functions below_extensions; /* of the platform asked last */
static FILE *trace;
static bool (*ask_fails)(const char *what);
static const char *told; /* FALX_OPENCL_FAIL */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void store(void *to, void *symbol) {
  memcpy(to, &symbol, sizeof symbol);
}

__attribute__((constructor)) static void open_below(void) {
  const char *path = getenv("FALX_OPENCL_BELOW"), *file = getenv("FALX_OPENCL_TRACE");
  void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library) {
    fprintf(stderr, "tests/opencl/layer: FALX_OPENCL_BELOW: %s\n", path ? dlerror() : "not set");
    abort();
  }
#define FIND(result, name, parameters) store(&below.name, dlsym(library, #name));
  OCL_FUNCTIONS(FIND)
#undef FIND
  store(&ask_fails, dlsym(RTLD_DEFAULT, "falx_fault_fails"));
  told = getenv("FALX_OPENCL_FAIL");
  trace = file ? fopen(file, "ae") : NULL;
}

/* The error that the call is to answer, CL_SUCCESS if none. usual: where the setting has no code.
 */
static cl_int failure(const char *what, cl_int usual) {
  size_t length = strlen(what);
  for (const char *at = told; at && (at = strstr(at, what)); at += length)
    if ((at == told || at[-1] == ',') && (at[length] == '=' || at[length] == ',' || !at[length]))
      return at[length] == '=' ? (cl_int)strtol(at + length + 1, NULL, 10) : usual;
  return ask_fails && ask_fails(what) ? usual : CL_SUCCESS;
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...) {
  if (!trace)
    return;
  va_list args;
  va_start(args, format);
  pthread_mutex_lock(&lock);
  vfprintf(trace, format, args);
  fputc('\n', trace);
  fflush(trace);
  pthread_mutex_unlock(&lock);
  va_end(args);
}

/* ---- Events that are to end with an error ---- */

static struct failing {
  struct failing *next;
  cl_event event;
  unsigned references;
  cl_int error;
} *failing; /* lock */

static struct failing **find(cl_event event) {
  struct failing **at = &failing;
  while (*at && (*at)->event != event)
    at = &(*at)->next;
  return at;
}

/* What it is to end with; CL_SUCCESS: as it does. */
static cl_int error_of(cl_event event) {
  pthread_mutex_lock(&lock);
  const struct failing *found = *find(event);
  cl_int error = found ? found->error : CL_SUCCESS;
  pthread_mutex_unlock(&lock);
  return error;
}

/* A command was enqueued. what: "NAME ends". */
static cl_int enqueued(cl_int error, const char *what, const cl_event *event) {
  cl_int end = error == CL_SUCCESS && event ? failure(what, CL_OUT_OF_RESOURCES) : CL_SUCCESS;
  if (end != CL_SUCCESS) {
    struct failing *made = malloc(sizeof *made);
    if (!made)
      abort();
    *made = (struct failing){.event = *event, .references = 1, .error = end};
    pthread_mutex_lock(&lock);
    made->next = failing;
    failing = made;
    pthread_mutex_unlock(&lock);
  }
  return error;
}

static void count_references(cl_event event, int change) {
  pthread_mutex_lock(&lock);
  struct failing **at = find(event), *found = *at;
  if (found && (found->references += (unsigned)change) == 0) {
    *at = found->next;
    free(found);
  }
  pthread_mutex_unlock(&lock);
}

struct callback {
  ocl_event_done *function;
  void *user;
  cl_int error;
};

static void call_back(cl_event event, cl_int status, void *user) {
  struct callback *callback = user;
  callback->function(event, callback->error, callback->user);
  (void)status;
  free(callback);
}

/* ---- Functions that answer an error ---- */

/* PASS(name, error, parameters, arguments) */
#define PASS(name, error, parameters, arguments)                                                   \
  EXPORT cl_int name parameters;                                                                   \
  EXPORT cl_int name parameters {                                                                  \
    cl_int answer = failure(#name, error);                                                         \
    if (answer == CL_SUCCESS)                                                                      \
      answer = below.name arguments;                                                               \
    note(#name " %d", (int)answer);                                                                \
    return answer;                                                                                 \
  }
/* The same for commands, whose last argument is event. */
#define COMMAND(from, name, parameters, arguments)                                                 \
  static cl_int layer_##name parameters {                                                          \
    cl_int answer = failure(#name, CL_OUT_OF_RESOURCES);                                           \
    if (answer == CL_SUCCESS)                                                                      \
      answer = enqueued(from.name arguments, #name " ends", event);                                \
    note(#name " %d", (int)answer);                                                                \
    return answer;                                                                                 \
  }
#define EXPORTED(name, parameters, arguments)                                                      \
  COMMAND(below, name, parameters, arguments)                                                      \
  EXPORT cl_int name parameters;                                                                   \
  EXPORT cl_int name parameters {                                                                  \
    return layer_##name arguments;                                                                 \
  }
#define WAITS cl_uint count, const cl_event *waits, cl_event *event
#define GIVEN count, waits, event

PASS(clGetPlatformIDs, CL_OUT_OF_HOST_MEMORY, (cl_uint most, cl_platform_id *out, cl_uint *count),
     (most, out, count))
PASS(clGetPlatformInfo, CL_OUT_OF_HOST_MEMORY,
     (cl_platform_id platform, cl_uint query, size_t size, void *value, size_t *out_size),
     (platform, query, size, value, out_size))
PASS(clGetDeviceIDs, CL_OUT_OF_HOST_MEMORY,
     (cl_platform_id platform, cl_bitfield type, cl_uint most, cl_device_id *out, cl_uint *count),
     (platform, type, most, out, count))
PASS(clCreateSubDevices, CL_DEVICE_PARTITION_FAILED,
     (cl_device_id device, const intptr_t *how, cl_uint most, cl_device_id *out, cl_uint *count),
     (device, how, most, out, count))
PASS(clFlush, CL_OUT_OF_RESOURCES, (cl_command_queue queue), (queue))
PASS(clBuildProgram, CL_BUILD_PROGRAM_FAILURE,
     (cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
      ocl_build_done *done, void *user),
     (program, count, devices, options, done, user))
PASS(clCompileProgram, CL_COMPILE_PROGRAM_FAILURE,
     (cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
      cl_uint header_count, const cl_program *headers, const char **names, ocl_build_done *done,
      void *user),
     (program, count, devices, options, header_count, headers, names, done, user))
PASS(clGetProgramBuildInfo, CL_OUT_OF_HOST_MEMORY,
     (cl_program program, cl_device_id device, cl_uint query, size_t size, void *value,
      size_t *out_size),
     (program, device, query, size, value, out_size))
PASS(clGetProgramInfo, CL_OUT_OF_HOST_MEMORY,
     (cl_program program, cl_uint query, size_t size, void *value, size_t *out_size),
     (program, query, size, value, out_size))
PASS(clReleaseMemObject, CL_OUT_OF_RESOURCES, (cl_mem memory), (memory))
PASS(clSetKernelArg, CL_OUT_OF_RESOURCES,
     (cl_kernel kernel, cl_uint index, size_t size, const void *value),
     (kernel, index, size, value))
PASS(clSetKernelArgSVMPointer, CL_OUT_OF_RESOURCES,
     (cl_kernel kernel, cl_uint index, const void *value), (kernel, index, value))
PASS(clSetKernelExecInfo, CL_OUT_OF_RESOURCES,
     (cl_kernel kernel, cl_uint what, size_t size, const void *value), (kernel, what, size, value))
PASS(clGetKernelSubGroupInfo, CL_OUT_OF_RESOURCES,
     (cl_kernel kernel, cl_device_id device, cl_uint query, size_t input_size, const void *input,
      size_t size, void *value, size_t *out_size),
     (kernel, device, query, input_size, input, size, value, out_size))
PASS(clGetEventProfilingInfo, CL_PROFILING_INFO_NOT_AVAILABLE,
     (cl_event event, cl_uint query, size_t size, void *value, size_t *out_size),
     (event, query, size, value, out_size))

EXPORTED(clEnqueueNDRangeKernel,
         (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
          const size_t *global, const size_t *local, WAITS),
         (queue, kernel, dimensions, offset, global, local, GIVEN))
EXPORTED(clEnqueueMarkerWithWaitList, (cl_command_queue queue, WAITS), (queue, GIVEN))
EXPORTED(clEnqueueBarrierWithWaitList, (cl_command_queue queue, WAITS), (queue, GIVEN))
EXPORTED(clEnqueueSVMMemcpy,
         (cl_command_queue queue, cl_bool is_blocking, void *to, const void *from, size_t size,
          WAITS),
         (queue, is_blocking, to, from, size, GIVEN))
EXPORTED(clEnqueueSVMMemFill,
         (cl_command_queue queue, void *to, const void *pattern, size_t pattern_size, size_t size,
          WAITS),
         (queue, to, pattern, pattern_size, size, GIVEN))
COMMAND(below_extensions, clEnqueueMemcpyINTEL,
        (cl_command_queue queue, cl_bool is_blocking, void *to, const void *from, size_t size,
         WAITS),
        (queue, is_blocking, to, from, size, GIVEN))
COMMAND(below_extensions, clEnqueueMemFillINTEL,
        (cl_command_queue queue, void *to, const void *pattern, size_t pattern_size, size_t size,
         WAITS),
        (queue, to, pattern, pattern_size, size, GIVEN))
COMMAND(below_extensions, clEnqueueMigrateMemINTEL,
        (cl_command_queue queue, const void *pointer, size_t size, cl_bitfield flags, WAITS),
        (queue, pointer, size, flags, GIVEN))

/* ---- Extensions that are not to be there ---- */

EXPORT cl_int clGetDeviceInfo(cl_device_id device, cl_uint query, size_t size, void *value,
                              size_t *out_size);
EXPORT cl_int clGetDeviceInfo(cl_device_id device, cl_uint query, size_t size, void *value,
                              size_t *out_size) {
  const char *hidden = getenv("FALX_OPENCL_HIDE");
  cl_int answer = failure("clGetDeviceInfo", CL_OUT_OF_HOST_MEMORY);
  if (answer == CL_SUCCESS)
    answer = below.clGetDeviceInfo(device, query, size, value, out_size);
  note("clGetDeviceInfo %d", (int)answer);
  char *at = answer == CL_SUCCESS && query == CL_DEVICE_EXTENSIONS && value && hidden
                 ? strstr(value, hidden)
                 : NULL;
  if (at)
    memset(at, '-', strlen(hidden));
  return answer;
}

/* ---- Waiting: what a call that fails would have waited for is complete all the same ---- */

EXPORT cl_int clFinish(cl_command_queue queue);
EXPORT cl_int clFinish(cl_command_queue queue) {
  cl_int answer = below.clFinish(queue), told_to = failure("clFinish", CL_OUT_OF_RESOURCES);
  answer = told_to == CL_SUCCESS ? answer : told_to;
  note("clFinish %d", (int)answer);
  return answer;
}

EXPORT cl_int clWaitForEvents(cl_uint count, const cl_event *events);
EXPORT cl_int clWaitForEvents(cl_uint count, const cl_event *events) {
  enum { EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST = -14 };
  cl_int answer = below.clWaitForEvents(count, events);
  for (cl_uint i = 0; i < count; i++)
    if (error_of(events[i]) != CL_SUCCESS)
      answer = EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  cl_int told_to = failure("clWaitForEvents", CL_OUT_OF_RESOURCES);
  answer = told_to == CL_SUCCESS ? answer : told_to;
  note("clWaitForEvents %d", (int)answer);
  return answer;
}

EXPORT cl_int clGetEventInfo(cl_event event, cl_uint query, size_t size, void *value,
                             size_t *out_size);
EXPORT cl_int clGetEventInfo(cl_event event, cl_uint query, size_t size, void *value,
                             size_t *out_size) {
  cl_int answer = failure("clGetEventInfo", CL_OUT_OF_RESOURCES), execution;
  if (answer != CL_SUCCESS)
    return answer;
  answer = below.clGetEventInfo(event, query, size, value, out_size);
  if (answer != CL_SUCCESS || query != CL_EVENT_COMMAND_EXECUTION_STATUS || !value)
    return answer;
  memcpy(&execution, value, sizeof execution);
  if (execution == CL_COMPLETE)
    execution = error_of(event);
  memcpy(value, &execution, sizeof execution);
  return answer;
}

EXPORT cl_int clSetEventCallback(cl_event event, cl_int when, ocl_event_done *function, void *user);
EXPORT cl_int clSetEventCallback(cl_event event, cl_int when, ocl_event_done *function,
                                 void *user) {
  cl_int told_to = failure("clSetEventCallback", CL_OUT_OF_HOST_MEMORY);
  if (told_to != CL_SUCCESS)
    return told_to;
  cl_int error = error_of(event);
  if (error == CL_SUCCESS)
    return below.clSetEventCallback(event, when, function, user);
  struct callback *callback = malloc(sizeof *callback);
  if (!callback)
    abort();
  *callback = (struct callback){function, user, error};
  return below.clSetEventCallback(event, when, call_back, callback);
}

/* ---- References and user events: these do not fail with the adapter's arguments ---- */

EXPORT cl_int clSetUserEventStatus(cl_event event, cl_int status);
EXPORT cl_int clSetUserEventStatus(cl_event event, cl_int status) {
  note("clSetUserEventStatus");
  return below.clSetUserEventStatus(event, status);
}

EXPORT cl_int clRetainEvent(cl_event event);
EXPORT cl_int clRetainEvent(cl_event event) {
  count_references(event, 1);
  return below.clRetainEvent(event);
}

EXPORT cl_int clReleaseEvent(cl_event event);
EXPORT cl_int clReleaseEvent(cl_event event) {
  count_references(event, -1);
  return below.clReleaseEvent(event);
}

#define REFERENCE(name, type)                                                                      \
  EXPORT cl_int name(type object);                                                                 \
  EXPORT cl_int name(type object) {                                                                \
    note(#name);                                                                                   \
    return below.name(object);                                                                     \
  }
REFERENCE(clReleaseDevice, cl_device_id)
REFERENCE(clRetainDevice, cl_device_id)
REFERENCE(clRetainContext, cl_context)
REFERENCE(clRetainCommandQueue, cl_command_queue)
REFERENCE(clReleaseContext, cl_context)
REFERENCE(clReleaseCommandQueue, cl_command_queue)
REFERENCE(clReleaseProgram, cl_program)
REFERENCE(clReleaseKernel, cl_kernel)

EXPORT void clSVMFree(cl_context context, void *memory);
EXPORT void clSVMFree(cl_context context, void *memory) {
  note("clSVMFree");
  below.clSVMFree(context, memory);
}

static cl_int layer_clMemBlockingFreeINTEL(cl_context context, void *memory) {
  note("clMemBlockingFreeINTEL");
  return below_extensions.clMemBlockingFreeINTEL(context, memory);
}

/* ---- Functions that answer an object, and an error in their last argument ---- */

#define MAKES(linkage, from, type, prefix, name, error, parameters, arguments)                     \
  linkage type prefix##name parameters;                                                            \
  linkage type prefix##name parameters {                                                           \
    *out_error = failure(#name, error);                                                            \
    if (*out_error != CL_SUCCESS) {                                                                \
      note(#name " fails");                                                                        \
      return NULL;                                                                                 \
    }                                                                                              \
    type made = from.name arguments;                                                               \
    note(#name " %s", made ? "made" : "fails");                                                    \
    return made;                                                                                   \
  }

MAKES(EXPORT, below, cl_context, , clCreateContext, CL_OUT_OF_HOST_MEMORY,
      (const intptr_t *properties, cl_uint count, const cl_device_id *devices,
       void (*report)(const char *, const void *, size_t, void *), void *user, cl_int *out_error),
      (properties, count, devices, report, user, out_error))
MAKES(EXPORT, below, cl_command_queue, , clCreateCommandQueueWithProperties, CL_OUT_OF_RESOURCES,
      (cl_context context, cl_device_id device, const cl_ulong *properties, cl_int *out_error),
      (context, device, properties, out_error))
MAKES(EXPORT, below, cl_program, , clCreateProgramWithIL, CL_OUT_OF_HOST_MEMORY,
      (cl_context context, const void *code, size_t size, cl_int *out_error),
      (context, code, size, out_error))
MAKES(EXPORT, below, cl_program, , clCreateProgramWithSource, CL_OUT_OF_HOST_MEMORY,
      (cl_context context, cl_uint count, const char *const *texts, const size_t *sizes,
       cl_int *out_error),
      (context, count, texts, sizes, out_error))
MAKES(EXPORT, below, cl_program, , clCreateProgramWithBinary, CL_OUT_OF_HOST_MEMORY,
      (cl_context context, cl_uint count, const cl_device_id *devices, const size_t *sizes,
       const unsigned char **binaries, cl_int *statuses, cl_int *out_error),
      (context, count, devices, sizes, binaries, statuses, out_error))
MAKES(EXPORT, below, cl_program, , clLinkProgram, CL_LINK_PROGRAM_FAILURE,
      (cl_context context, cl_uint count, const cl_device_id *devices, const char *options,
       cl_uint program_count, const cl_program *programs, ocl_build_done *done, void *user,
       cl_int *out_error),
      (context, count, devices, options, program_count, programs, done, user, out_error))
MAKES(EXPORT, below, cl_kernel, , clCreateKernel, CL_OUT_OF_HOST_MEMORY,
      (cl_program program, const char *name, cl_int *out_error), (program, name, out_error))
MAKES(EXPORT, below, cl_mem, , clCreateBuffer, CL_MEM_OBJECT_ALLOCATION_FAILURE,
      (cl_context context, cl_bitfield flags, size_t size, void *host, cl_int *out_error),
      (context, flags, size, host, out_error))
MAKES(EXPORT, below, cl_event, , clCreateUserEvent, CL_OUT_OF_HOST_MEMORY,
      (cl_context context, cl_int *out_error), (context, out_error))
MAKES(static, below_extensions, void *, layer_, clHostMemAllocINTEL, CL_OUT_OF_HOST_MEMORY,
      (cl_context context, const cl_ulong *properties, size_t size, cl_uint alignment,
       cl_int *out_error),
      (context, properties, size, alignment, out_error))
MAKES(static, below_extensions, void *, layer_, clDeviceMemAllocINTEL,
      CL_MEM_OBJECT_ALLOCATION_FAILURE,
      (cl_context context, cl_device_id device, const cl_ulong *properties, size_t size,
       cl_uint alignment, cl_int *out_error),
      (context, device, properties, size, alignment, out_error))
MAKES(static, below_extensions, void *, layer_, clSharedMemAllocINTEL,
      CL_MEM_OBJECT_ALLOCATION_FAILURE,
      (cl_context context, cl_device_id device, const cl_ulong *properties, size_t size,
       cl_uint alignment, cl_int *out_error),
      (context, device, properties, size, alignment, out_error))

EXPORT void *clSVMAlloc(cl_context context, cl_bitfield flags, size_t size, cl_uint alignment);
EXPORT void *clSVMAlloc(cl_context context, cl_bitfield flags, size_t size, cl_uint alignment) {
  return failure("clSVMAlloc", CL_OUT_OF_HOST_MEMORY) != CL_SUCCESS
             ? NULL
             : below.clSVMAlloc(context, flags, size, alignment);
}

/* ---- Functions of extensions ---- */

static cl_int layer_clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint index,
                                                  const void *value) {
  cl_int answer = failure("clSetKernelArgMemPointerINTEL", CL_OUT_OF_RESOURCES);
  return answer != CL_SUCCESS
             ? answer
             : below_extensions.clSetKernelArgMemPointerINTEL(kernel, index, value);
}

static cl_int layer_clGetMemAllocInfoINTEL(cl_context context, const void *pointer, cl_uint query,
                                           size_t size, void *value, size_t *out_size) {
  cl_int answer = failure("clGetMemAllocInfoINTEL", CL_OUT_OF_HOST_MEMORY);
  return answer != CL_SUCCESS ? answer
                              : below_extensions.clGetMemAllocInfoINTEL(context, pointer, query,
                                                                        size, value, out_size);
}

static cl_int layer_clGetDeviceGlobalVariablePointerINTEL(cl_device_id device, cl_program program,
                                                          const char *name, size_t *out_size,
                                                          void **out_pointer) {
  cl_int answer = failure("clGetDeviceGlobalVariablePointerINTEL", CL_OUT_OF_RESOURCES);
  return answer != CL_SUCCESS ? answer
                              : below_extensions.clGetDeviceGlobalVariablePointerINTEL(
                                    device, program, name, out_size, out_pointer);
}

EXPORT void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name);
EXPORT void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
#define ROW(result, name, parameters) .name = layer_##name,
  static const struct ocl_extension_functions ours = {OCL_EXTENSION_FUNCTIONS(ROW)};
#undef ROW
  static const struct {
    const char *name;
    size_t offset;
  } functions[] = {
#define ROW(result, name, parameters) {#name, offsetof(struct ocl_extension_functions, name)},
      OCL_EXTENSION_FUNCTIONS(ROW)
#undef ROW
  };
  void *symbol = below.clGetExtensionFunctionAddressForPlatform(platform, name), *own;
  for (size_t i = 0; symbol && i < sizeof functions / sizeof *functions; i++)
    if (strcmp(functions[i].name, name) == 0) {
      store((char *)&below_extensions + functions[i].offset, symbol);
      memcpy(&own, (const char *)&ours + functions[i].offset, sizeof own);
      return own;
    }
  return symbol;
}
