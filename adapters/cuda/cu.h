/* What the adapter uses of CUDA's driver API: types, numbers and functions, by their names in
 * libcuda.so.1, which keeps those of every version that it has had. Falx is built without CUDA's
 * headers; load.c fills cud_cu when the adapter is opened. */
#ifndef FALX_ADAPTERS_CUDA_CU_H
#define FALX_ADAPTERS_CUDA_CU_H

#include <stddef.h>
#include <stdint.h>

typedef int CUresult, CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;

/* Every error that the adapter tells from others, or has to name without the driver. */
#define CU_ERRORS(X)                                                                               \
  X(CUDA_SUCCESS, 0)                                                                               \
  X(CUDA_ERROR_INVALID_VALUE, 1)                                                                   \
  X(CUDA_ERROR_OUT_OF_MEMORY, 2)                                                                   \
  X(CUDA_ERROR_NOT_INITIALIZED, 3)                                                                 \
  X(CUDA_ERROR_DEINITIALIZED, 4)                                                                   \
  X(CUDA_ERROR_STUB_LIBRARY, 34)                                                                   \
  X(CUDA_ERROR_DEVICE_UNAVAILABLE, 46)                                                             \
  X(CUDA_ERROR_NO_DEVICE, 100)                                                                     \
  X(CUDA_ERROR_INVALID_DEVICE, 101)                                                                \
  X(CUDA_ERROR_INVALID_IMAGE, 200)                                                                 \
  X(CUDA_ERROR_INVALID_CONTEXT, 201)                                                               \
  X(CUDA_ERROR_NO_BINARY_FOR_GPU, 209)                                                             \
  X(CUDA_ERROR_ECC_UNCORRECTABLE, 214)                                                             \
  X(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217)                                                       \
  X(CUDA_ERROR_INVALID_PTX, 218)                                                                   \
  X(CUDA_ERROR_NVLINK_UNCORRECTABLE, 220)                                                          \
  X(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221)                                                        \
  X(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222)                                                       \
  X(CUDA_ERROR_JIT_COMPILATION_DISABLED, 223)                                                      \
  X(CUDA_ERROR_CONTAINED, 226)                                                                     \
  X(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, 302)                                                \
  X(CUDA_ERROR_INVALID_HANDLE, 400)                                                                \
  X(CUDA_ERROR_NOT_FOUND, 500)                                                                     \
  X(CUDA_ERROR_NOT_READY, 600)                                                                     \
  X(CUDA_ERROR_ILLEGAL_ADDRESS, 700)                                                               \
  X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701)                                                       \
  X(CUDA_ERROR_LAUNCH_TIMEOUT, 702)                                                                \
  X(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704)                                                   \
  X(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705)                                                       \
  X(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709)                                                          \
  X(CUDA_ERROR_ASSERT, 710)                                                                        \
  X(CUDA_ERROR_HARDWARE_STACK_ERROR, 714)                                                          \
  X(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715)                                                           \
  X(CUDA_ERROR_MISALIGNED_ADDRESS, 716)                                                            \
  X(CUDA_ERROR_INVALID_ADDRESS_SPACE, 717)                                                         \
  X(CUDA_ERROR_INVALID_PC, 718)                                                                    \
  X(CUDA_ERROR_LAUNCH_FAILED, 719)                                                                 \
  X(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720)                                                  \
  X(CUDA_ERROR_NOT_SUPPORTED, 801)                                                                 \
  X(CUDA_ERROR_SYSTEM_NOT_READY, 802)                                                              \
  X(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 803)                                                        \
  X(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, 804)                                                \
  X(CUDA_ERROR_UNKNOWN, 999)
enum {
#define CU_ROW(name, number) name = number,
  CU_ERRORS(CU_ROW)
#undef CU_ROW
};

/* CUdevice_attribute */
enum {
  CU_MAX_THREADS_PER_BLOCK = 1,
  CU_MAX_BLOCK_DIM_X = 2, /* y, z follow */
  CU_MAX_GRID_DIM_X = 5,  /* y, z follow */
  CU_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_TOTAL_CONSTANT_MEMORY = 9,
  CU_WARP_SIZE = 10,
  CU_MAX_PITCH = 11,
  CU_CLOCK_RATE = 13, /* kHz */
  CU_MULTIPROCESSOR_COUNT = 16,
  CU_COMPUTE_MODE = 20,
  CU_ECC_ENABLED = 32,
  CU_L2_CACHE_SIZE = 38,
  CU_UNIFIED_ADDRESSING = 41,
  CU_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_COMPUTE_CAPABILITY_MINOR = 76,
  CU_MANAGED_MEMORY = 83,
  CU_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
  CU_PAGEABLE_MEMORY_ACCESS = 88,
  CU_CONCURRENT_MANAGED_ACCESS = 89,
  CU_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97
};
enum { CU_COMPUTE_MODE_PROHIBITED = 2 };

/* CUfunction_attribute */
enum {
  CU_FUNC_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_SHARED_SIZE_BYTES = 1,
  CU_FUNC_LOCAL_SIZE_BYTES = 3,
  CU_FUNC_NUM_REGS = 4,
  CU_FUNC_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8
};

enum { CU_STREAM_NON_BLOCKING = 1 };
enum { CU_EVENT_DEFAULT = 0, CU_EVENT_DISABLE_TIMING = 2 };
enum { CU_MEMHOSTALLOC_PORTABLE = 1, CU_MEMHOSTALLOC_DEVICEMAP = 2 };
enum { CU_MEM_ATTACH_GLOBAL = 1 };
enum { CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE = 2, CU_MEMORYTYPE_UNIFIED = 4 };
enum { CU_POINTER_MEMORY_TYPE = 2, CU_POINTER_IS_MANAGED = 8 };
enum { CU_MEM_ADVISE_FIRST = 1, CU_MEM_ADVISE_SET_ACCESSED_BY = 5, CU_MEM_ADVISE_LAST = 6 };
enum { CU_P2P_NATIVE_ATOMIC_SUPPORTED = 3 };
enum { CU_JIT_INPUT_CUBIN = 0, CU_JIT_INPUT_PTX = 1 };
enum { /* CUjit_option */
       CU_JIT_INFO_LOG_BUFFER = 3,
       CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
       CU_JIT_ERROR_LOG_BUFFER = 5,
       CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6
};

/* CUDA_MEMCPY3D */
struct cu_copy_side {
  size_t x_bytes, y, z, lod;
  unsigned memory_type;
  void *host;
  CUdeviceptr device;
  void *array, *reserved;
  size_t pitch, height;
};
struct cu_copy_box {
  struct cu_copy_side from, to;
  size_t width_bytes, height, depth;
};

/* CUDA_KERNEL_NODE_PARAMS_v1 */
struct cu_kernel_node {
  CUfunction function;
  unsigned grid[3], block[3], shared;
  void **parameters, **extra;
};
/* CUDA_MEMSET_NODE_PARAMS */
struct cu_memset_node {
  CUdeviceptr to;
  size_t pitch;
  unsigned value, element_bytes;
  size_t width, height; /* elements, rows */
};

typedef size_t cu_shared_of_block(int block_size);

/* X(name, parameters): without these no driver is usable. */
#define CU_FUNCTIONS(X)                                                                            \
  X(cuInit, (unsigned flags))                                                                      \
  X(cuDriverGetVersion, (int *version))                                                            \
  X(cuGetErrorName, (CUresult error, const char **out_text))                                       \
  X(cuGetErrorString, (CUresult error, const char **out_text))                                     \
  X(cuDeviceGetCount, (int *count))                                                                \
  X(cuDeviceGet, (CUdevice * out_device, int ordinal))                                             \
  X(cuDeviceGetName, (char *name, int size, CUdevice device))                                      \
  X(cuDeviceTotalMem_v2, (size_t *bytes, CUdevice device))                                         \
  X(cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))                            \
  X(cuDevicePrimaryCtxRetain, (CUcontext * out_context, CUdevice device))                          \
  X(cuDevicePrimaryCtxRelease_v2, (CUdevice device))                                               \
  X(cuCtxGetCurrent, (CUcontext * out_context))                                                    \
  X(cuCtxSetCurrent, (CUcontext context))                                                          \
  X(cuCtxSynchronize, (void))                                                                      \
  X(cuCtxGetStreamPriorityRange, (int *least, int *greatest))                                      \
  X(cuMemGetInfo_v2, (size_t *free_bytes, size_t *total))                                          \
  X(cuMemAlloc_v2, (CUdeviceptr * out_pointer, size_t bytes))                                      \
  X(cuMemFree_v2, (CUdeviceptr pointer))                                                           \
  X(cuMemHostAlloc, (void **out_pointer, size_t bytes, unsigned flags))                            \
  X(cuMemFreeHost, (void *pointer))                                                                \
  X(cuMemAllocManaged, (CUdeviceptr * out_pointer, size_t bytes, unsigned flags))                  \
  X(cuPointerGetAttribute, (void *value, int attribute, CUdeviceptr pointer))                      \
  X(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream))              \
  X(cuMemcpy3DAsync_v2, (const struct cu_copy_box *box, CUstream stream))                          \
  X(cuMemsetD8Async, (CUdeviceptr to, unsigned char value, size_t count, CUstream stream))         \
  X(cuMemsetD16Async, (CUdeviceptr to, unsigned short value, size_t count, CUstream stream))       \
  X(cuMemsetD32Async, (CUdeviceptr to, unsigned value, size_t count, CUstream stream))             \
  X(cuModuleLoadDataEx,                                                                            \
    (CUmodule * out_module, const void *image, unsigned count, int *options, void **values))       \
  X(cuModuleUnload, (CUmodule module))                                                             \
  X(cuModuleGetFunction, (CUfunction * out_function, CUmodule module, const char *name))           \
  X(cuModuleGetGlobal_v2,                                                                          \
    (CUdeviceptr * out_pointer, size_t *bytes, CUmodule module, const char *name))                 \
  X(cuLinkCreate_v2, (unsigned count, int *options, void **values, CUlinkState *out_state))        \
  X(cuLinkAddData_v2, (CUlinkState state, int type, void *data, size_t size, const char *name,     \
                       unsigned count, int *options, void **values))                               \
  X(cuLinkComplete, (CUlinkState state, void **out_cubin, size_t *out_size))                       \
  X(cuLinkDestroy, (CUlinkState state))                                                            \
  X(cuFuncGetAttribute, (int *value, int attribute, CUfunction function))                          \
  X(cuFuncSetAttribute, (CUfunction function, int attribute, int value))                           \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                   \
    (int *blocks, CUfunction function, int block_size, size_t shared))                             \
  X(cuOccupancyMaxPotentialBlockSize, (int *grid_size, int *block_size, CUfunction function,       \
                                       cu_shared_of_block *shared_of, size_t shared, int limit))   \
  X(cuLaunchKernel, (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,       \
                     unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,        \
                     CUstream stream, void **parameters, void **extra))                            \
  X(cuStreamCreateWithPriority, (CUstream * out_stream, unsigned flags, int priority))             \
  X(cuStreamDestroy_v2, (CUstream stream))                                                         \
  X(cuStreamQuery, (CUstream stream))                                                              \
  X(cuStreamSynchronize, (CUstream stream))                                                        \
  X(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags))                           \
  X(cuEventCreate, (CUevent * out_event, unsigned flags))                                          \
  X(cuEventDestroy_v2, (CUevent event))                                                            \
  X(cuEventRecord, (CUevent event, CUstream stream))                                               \
  X(cuEventQuery, (CUevent event))                                                                 \
  X(cuEventSynchronize, (CUevent event))                                                           \
  X(cuEventElapsedTime, (float *milliseconds, CUevent from, CUevent to))

/* Without these the adapter does without: NULL. */
#define CU_OPTIONAL_FUNCTIONS(X)                                                                   \
  X(cuMemPrefetchAsync, (CUdeviceptr pointer, size_t bytes, CUdevice to, CUstream stream))         \
  X(cuMemAdvise, (CUdeviceptr pointer, size_t bytes, int advice, CUdevice device))                 \
  X(cuFuncLoad, (CUfunction function))                                                             \
  X(cuLaunchCooperativeKernel,                                                                     \
    (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,     \
     unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **parameters))     \
  X(cuDeviceCanAccessPeer, (int *can, CUdevice device, CUdevice peer))                             \
  X(cuDeviceGetP2PAttribute, (int *value, int attribute, CUdevice device, CUdevice peer))          \
  X(cuCtxEnablePeerAccess, (CUcontext peer, unsigned flags))                                       \
  X(cuCtxDisablePeerAccess, (CUcontext peer))                                                      \
  X(cuFuncGetParamInfo, (CUfunction function, size_t index, size_t *offset, size_t *size))         \
  X(cuGraphCreate, (CUgraph * out_graph, unsigned flags))                                          \
  X(cuGraphDestroy, (CUgraph graph))                                                               \
  X(cuGraphAddKernelNode, (CUgraphNode * out_node, CUgraph graph, const CUgraphNode *after,        \
                           size_t count, const struct cu_kernel_node *kernel))                     \
  X(cuGraphAddMemcpyNode, (CUgraphNode * out_node, CUgraph graph, const CUgraphNode *after,        \
                           size_t count, const struct cu_copy_box *box, CUcontext context))        \
  X(cuGraphAddMemsetNode, (CUgraphNode * out_node, CUgraph graph, const CUgraphNode *after,        \
                           size_t count, const struct cu_memset_node *fill, CUcontext context))    \
  X(cuGraphAddEmptyNode,                                                                           \
    (CUgraphNode * out_node, CUgraph graph, const CUgraphNode *after, size_t count))               \
  X(cuGraphInstantiateWithFlags,                                                                   \
    (CUgraphExec * out_executable, CUgraph graph, unsigned long long flags))                       \
  X(cuGraphExecDestroy, (CUgraphExec executable))                                                  \
  X(cuGraphExecKernelNodeSetParams,                                                                \
    (CUgraphExec executable, CUgraphNode node, const struct cu_kernel_node *kernel))               \
  X(cuGraphLaunch, (CUgraphExec executable, CUstream stream))

struct cud_functions {
#define CU_ROW(name, parameters) CUresult(*name) parameters;
  CU_FUNCTIONS(CU_ROW) CU_OPTIONAL_FUNCTIONS(CU_ROW)
#undef CU_ROW
};

#endif
