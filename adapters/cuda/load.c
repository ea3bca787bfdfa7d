/* The driver library, opened when the adapter is, and its errors. */
#include "adapters/cuda/cuda.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DRIVER "libcuda.so.1"
enum { OLDEST_VERSION = 11000 }; /* with which PTX 7.0 came, and compute capability 8.0 */

struct cud_functions cud_cu;
static void *library;

/* A pointer to data becomes one to a function, as POSIX has it. */
static void store(void *to, void *symbol) {
  memcpy(to, &symbol, sizeof symbol);
}

static falx_status find_functions(void) {
  static const struct {
    const char *name;
    size_t offset;
    bool is_optional;
  } functions[] = {
#define CU_ROW(name, parameters) {#name, offsetof(struct cud_functions, name), false},
      CU_FUNCTIONS(CU_ROW)
#undef CU_ROW
#define CU_ROW(name, parameters) {#name, offsetof(struct cud_functions, name), true},
          CU_OPTIONAL_FUNCTIONS(CU_ROW)
#undef CU_ROW
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *symbol = dlsym(library, functions[i].name);
    if (!symbol && !functions[i].is_optional)
      return cud_host->error(FALX_ERROR_ADAPTER,
                             "cuda: " DRIVER " has no %s; a driver for CUDA %d.%d or later is "
                             "needed",
                             functions[i].name, OLDEST_VERSION / 1000, OLDEST_VERSION % 1000 / 10);
    store((char *)&cud_cu + functions[i].offset, symbol);
  }
  return FALX_SUCCESS;
}

static falx_status start(int *out_version) {
  int version = 0;
  CUresult error = cud_cu.cuDriverGetVersion(&version); /* before cuInit, too */
  if (error == CUDA_SUCCESS && version < OLDEST_VERSION)
    return cud_host->error(
        FALX_ERROR_ADAPTER,
        "cuda: the driver is for CUDA %d.%d; one for CUDA %d.%d (release 450) or later is needed: "
        "install a newer NVIDIA driver",
        version / 1000, version % 1000 / 10, OLDEST_VERSION / 1000, OLDEST_VERSION % 1000 / 10);
  if (error == CUDA_SUCCESS)
    error = cud_cu.cuInit(0);
  *out_version = version;
  if (error == CUDA_SUCCESS)
    return FALX_SUCCESS;
  if (error == CUDA_ERROR_NO_DEVICE)
    return cud_host->error(FALX_ERROR_ADAPTER,
                           "cuda: the driver finds no NVIDIA GPU (CUDA_ERROR_NO_DEVICE); "
                           "CUDA_VISIBLE_DEVICES hides those that it does not name, and the "
                           "device files /dev/nvidia* have to be accessible");
  /* Also where it is memory that the driver lacks: devices of other adapters stay usable. */
  cud_failed(NULL, error,
             error == CUDA_ERROR_OUT_OF_MEMORY
                 ? "the driver does not start; it reserves more addresses than there is memory, "
                   "which a limit of addresses (ulimit -v) forbids"
                 : "the driver does not start");
  return FALX_ERROR_ADAPTER;
}

static bool is_others; /* somebody else had loaded the driver; constant once it is loaded */

static bool is_loaded(void) {
  void *loaded = dlopen(DRIVER, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  if (loaded)
    dlclose(loaded);
  return loaded;
}

bool cud_is_shared(void) {
  return is_others;
}

falx_status cud_load(int *out_version) {
  is_others = is_loaded();
  /* The driver has threads of its own: it stays until the process ends. */
  library = dlopen(DRIVER, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library)
    return cud_host->error(FALX_ERROR_ADAPTER,
                           "cuda: there is no NVIDIA driver: %s; it comes with the driver of the "
                           "GPU (Debian's package is libcuda1)",
                           dlerror());
  falx_status status = find_functions();
  if (status == FALX_SUCCESS) {
    if (!is_others)
      cud_exit_hold(library);
    status = start(out_version);
  }
  if (status != FALX_SUCCESS)
    cud_unload();
  return status;
}

void cud_unload(void) {
  cud_exit_release();
  if (library)
    dlclose(library);
  library = NULL;
}

/* ---- Errors ---- */

static const char *name_of(CUresult error) {
  static const struct {
    CUresult error;
    const char *name;
  } names[] = {
#define CU_ROW(name, number) {number, #name},
      CU_ERRORS(CU_ROW)
#undef CU_ROW
  };
  const char *text = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].error == error)
      return names[i].name;
  return cud_cu.cuGetErrorName(error, &text) == CUDA_SUCCESS && text ? text : "an error";
}

/* What the driver says of it; "" if nothing. */
static const char *text_of(CUresult error) {
  const char *text = NULL;
  return cud_cu.cuGetErrorString(error, &text) == CUDA_SUCCESS && text ? text : "";
}

static bool ends_context(CUresult error) {
  switch (error) {
  case CUDA_ERROR_DEINITIALIZED:
  case CUDA_ERROR_ECC_UNCORRECTABLE:
  case CUDA_ERROR_NVLINK_UNCORRECTABLE:
  case CUDA_ERROR_CONTAINED:
  case CUDA_ERROR_ILLEGAL_ADDRESS:
  case CUDA_ERROR_LAUNCH_TIMEOUT:
  case CUDA_ERROR_CONTEXT_IS_DESTROYED:
  case CUDA_ERROR_ASSERT:
  case CUDA_ERROR_HARDWARE_STACK_ERROR:
  case CUDA_ERROR_ILLEGAL_INSTRUCTION:
  case CUDA_ERROR_MISALIGNED_ADDRESS:
  case CUDA_ERROR_INVALID_ADDRESS_SPACE:
  case CUDA_ERROR_INVALID_PC:
  case CUDA_ERROR_LAUNCH_FAILED:
    return true;
  default:
    return false;
  }
}

static falx_status status_of(CUresult error) {
  switch (error) {
  case CUDA_SUCCESS:
    return FALX_SUCCESS;
  case CUDA_ERROR_OUT_OF_MEMORY:
    return FALX_ERROR_MEMORY_ALLOCATION;
  case CUDA_ERROR_INVALID_IMAGE:
  case CUDA_ERROR_NO_BINARY_FOR_GPU:
  case CUDA_ERROR_INVALID_PTX:
  case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
  case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
  case CUDA_ERROR_JIT_COMPILATION_DISABLED:
  case CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND:
    return FALX_ERROR_BUILD;
  case CUDA_ERROR_DEVICE_UNAVAILABLE:
    return FALX_ERROR_PLATFORM;
  case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
  case CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE:
    return FALX_ERROR_ND_RANGE;
  case CUDA_ERROR_NOT_SUPPORTED:
  case CUDA_ERROR_PEER_ACCESS_UNSUPPORTED:
    return FALX_ERROR_NOT_SUPPORTED;
  default:
    return FALX_ERROR_RUNTIME;
  }
}

void cud_give_up(struct fxa_device *device, CUresult error) {
  uint32_t none = CUDA_SUCCESS;
  __atomic_compare_exchange_n(&device->lost, &none, (uint32_t)error, false, __ATOMIC_ACQ_REL,
                              __ATOMIC_ACQUIRE);
}

bool cud_note(struct fxa_device *device, CUresult error) {
  if (!ends_context(error))
    return false;
  if (device)
    cud_give_up(device, error);
  return true;
}

falx_status cud_failed(struct fxa_device *device, CUresult error, const char *format, ...) {
  char what[512];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  if (cud_note(device, error) && device)
    return cud_lost(device, what);
  const char *text = text_of(error);
  return cud_host->error(status_of(error), "cuda: %s: %s (%d)%s%s", what, name_of(error), error,
                         text[0] ? ", " : "", text);
}

falx_status cud_lost(const struct fxa_device *device, const char *what) {
  CUresult error = (CUresult)__atomic_load_n(&device->lost, __ATOMIC_ACQUIRE);
  const char *text = text_of(error);
  return cud_host->error(FALX_ERROR_RUNTIME,
                         "cuda: %s: %s has ended a command with %s (%d)%s%s; CUDA's context is "
                         "lost with all memory of the device: this process can no longer use it",
                         what, device->name, name_of(error), error, text[0] ? ", " : "", text);
}

falx_status cud_no_memory(const char *what) {
  return cud_host->error(FALX_ERROR_MEMORY_ALLOCATION, "cuda: no memory for %s", what);
}
