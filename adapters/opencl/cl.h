/* What the adapter uses of OpenCL 2.1 and later, and of Intel's unified shared memory: types,
 * numbers and functions, as Khronos' registry gives them. Falx is built without OpenCL's headers;
 * the loader fills ocl_cl when the adapter is opened. */
#ifndef FALX_ADAPTERS_OPENCL_CL_H
#define FALX_ADAPTERS_OPENCL_CL_H

#include <stddef.h>
#include <stdint.h>

typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_event *cl_event;
typedef int32_t cl_int;
typedef uint32_t cl_uint, cl_bool;
typedef uint64_t cl_ulong, cl_bitfield;

enum {
  CL_SUCCESS = 0,
  CL_DEVICE_NOT_FOUND = -1,
  CL_DEVICE_NOT_AVAILABLE = -2,
  CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
  CL_OUT_OF_RESOURCES = -5,
  CL_OUT_OF_HOST_MEMORY = -6,
  CL_PROFILING_INFO_NOT_AVAILABLE = -7,
  CL_BUILD_PROGRAM_FAILURE = -11,
  CL_COMPILE_PROGRAM_FAILURE = -15,
  CL_LINK_PROGRAM_FAILURE = -17,
  CL_DEVICE_PARTITION_FAILED = -18,
  CL_INVALID_VALUE = -30,
  CL_INVALID_DEVICE = -33,
  CL_INVALID_KERNEL_NAME = -46,
  CL_INVALID_WORK_GROUP_SIZE = -54,
  CL_INVALID_WORK_ITEM_SIZE = -55,
  CL_INVALID_OPERATION = -59,
  CL_INVALID_BUFFER_SIZE = -61,
  CL_INVALID_GLOBAL_WORK_SIZE = -63,
  CL_PLATFORM_NOT_FOUND_KHR = -1001
};

enum {
  CL_COMPLETE = 0,
  CL_RUNNING = 1,

  CL_PLATFORM_VERSION = 0x0901,
  CL_PLATFORM_NAME = 0x0902,
  CL_PLATFORM_VENDOR = 0x0903,

  CL_DEVICE_TYPE = 0x1000,
  CL_DEVICE_VENDOR_ID = 0x1001,
  CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
  CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
  CL_DEVICE_MAX_WORK_ITEM_SIZES = 0x1005,
  CL_DEVICE_MAX_CLOCK_FREQUENCY = 0x100C,
  CL_DEVICE_ADDRESS_BITS = 0x100D,
  CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
  CL_DEVICE_MEM_BASE_ADDR_ALIGN = 0x1019,
  CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE = 0x101D,
  CL_DEVICE_MAX_PARAMETER_SIZE = 0x1017,
  CL_DEVICE_SINGLE_FP_CONFIG = 0x101B,
  CL_DEVICE_GLOBAL_MEM_CACHE_TYPE = 0x101C,
  CL_DEVICE_GLOBAL_MEM_CACHE_SIZE = 0x101E,
  CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
  CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE = 0x1020,
  CL_DEVICE_MAX_CONSTANT_ARGS = 0x1021,
  CL_DEVICE_LOCAL_MEM_TYPE = 0x1022,
  CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
  CL_DEVICE_ERROR_CORRECTION_SUPPORT = 0x1024,
  CL_DEVICE_PROFILING_TIMER_RESOLUTION = 0x1025,
  CL_DEVICE_AVAILABLE = 0x1027,
  CL_DEVICE_QUEUE_ON_HOST_PROPERTIES = 0x102A,
  CL_DEVICE_NAME = 0x102B,
  CL_DEVICE_VENDOR = 0x102C,
  CL_DRIVER_VERSION = 0x102D,
  CL_DEVICE_VERSION = 0x102F,
  CL_DEVICE_EXTENSIONS = 0x1030,
  CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
  CL_DEVICE_HALF_FP_CONFIG = 0x1033,
  CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR = 0x1036,
  CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF = 0x103C,
  CL_DEVICE_PARTITION_PROPERTIES = 0x1044,
  CL_DEVICE_PARTITION_AFFINITY_DOMAIN = 0x1045,
  CL_DEVICE_PRINTF_BUFFER_SIZE = 0x1049,
  CL_DEVICE_SVM_CAPABILITIES = 0x1053,
  CL_DEVICE_IL_VERSION = 0x105B,
  CL_DEVICE_SPIRV_EXTENSIONS_KHR = 0x12BA,
  CL_DEVICE_MAX_NUM_SUB_GROUPS = 0x105C,
  CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES = 0x1063,
  CL_DEVICE_SUB_GROUP_SIZES_INTEL = 0x4108,
  CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL = 0x4190,
  CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL = 0x4191,
  CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL = 0x4192,
  CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL = 0x4194,

  CL_DEVICE_PARTITION_EQUALLY = 0x1086,
  CL_DEVICE_PARTITION_BY_COUNTS = 0x1087,
  CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN = 0x1088,

  CL_QUEUE_PROPERTIES = 0x1093,
  CL_PROGRAM_NUM_DEVICES = 0x1162,
  CL_PROGRAM_DEVICES = 0x1163,
  CL_PROGRAM_BINARY_SIZES = 0x1165,
  CL_PROGRAM_BINARIES = 0x1166,
  CL_PROGRAM_BUILD_LOG = 0x1183,
  CL_MEM_READ_ONLY = 1 << 2,
  CL_MEM_COPY_HOST_PTR = 1 << 5,
  CL_KERNEL_EXEC_INFO_SVM_PTRS = 0x11B6,
  CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL = 0x4200,
  CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL = 0x4201,
  CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL = 0x4202,
  CL_MEM_TYPE_UNKNOWN_INTEL = 0x4196,
  CL_MEM_TYPE_HOST_INTEL = 0x4197,
  CL_MEM_TYPE_DEVICE_INTEL = 0x4198,
  CL_MEM_TYPE_SHARED_INTEL = 0x4199,
  CL_MEM_ALLOC_TYPE_INTEL = 0x419A,
  CL_MEM_ALLOC_DEVICE_INTEL = 0x419D,
  CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE = 0x2034,
  CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3,
  CL_PROFILING_COMMAND_QUEUED = 0x1280,
  CL_PROFILING_COMMAND_START = 0x1282,
  CL_PROFILING_COMMAND_END = 0x1283
};

/* Bits. */
enum {
  CL_DEVICE_TYPE_CPU = 1 << 1,
  CL_DEVICE_TYPE_GPU = 1 << 2,
  CL_DEVICE_TYPE_ACCELERATOR = 1 << 3,
  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE = 1 << 0,
  CL_QUEUE_PROFILING_ENABLE = 1 << 1,
  CL_DEVICE_SVM_COARSE_GRAIN_BUFFER = 1 << 0,
  CL_DEVICE_SVM_FINE_GRAIN_BUFFER = 1 << 1,
  CL_DEVICE_SVM_FINE_GRAIN_SYSTEM = 1 << 2,
  CL_DEVICE_SVM_ATOMICS = 1 << 3,
  CL_FP_SOFT_FLOAT = 1 << 6,
  CL_MEM_READ_WRITE = 1 << 0,
  CL_MEM_SVM_FINE_GRAIN_BUFFER = 1 << 10,
  CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL = 1 << 0,
  CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL = 1 << 1
};
#define CL_DEVICE_TYPE_ALL 0xFFFFFFFFu

typedef void ocl_build_done(cl_program program, void *user);
typedef void ocl_event_done(cl_event event, cl_int status, void *user);

/* OCL_FUNCTION(result, name, parameters): exported by the ICD loader. */
#define OCL_FUNCTIONS(OCL_FUNCTION)                                                                \
  OCL_FUNCTION(cl_int, clGetPlatformIDs, (cl_uint, cl_platform_id *, cl_uint *))                   \
  OCL_FUNCTION(cl_int, clGetPlatformInfo, (cl_platform_id, cl_uint, size_t, void *, size_t *))     \
  OCL_FUNCTION(cl_int, clGetDeviceIDs,                                                             \
               (cl_platform_id, cl_bitfield, cl_uint, cl_device_id *, cl_uint *))                  \
  OCL_FUNCTION(cl_int, clGetDeviceInfo, (cl_device_id, cl_uint, size_t, void *, size_t *))         \
  OCL_FUNCTION(cl_int, clCreateSubDevices,                                                         \
               (cl_device_id, const intptr_t *, cl_uint, cl_device_id *, cl_uint *))               \
  OCL_FUNCTION(cl_int, clReleaseDevice, (cl_device_id))                                            \
  OCL_FUNCTION(cl_context, clCreateContext,                                                        \
               (const intptr_t *, cl_uint, const cl_device_id *,                                   \
                void (*)(const char *, const void *, size_t, void *), void *, cl_int *))           \
  OCL_FUNCTION(cl_int, clRetainContext, (cl_context))                                              \
  OCL_FUNCTION(cl_int, clRetainDevice, (cl_device_id))                                             \
  OCL_FUNCTION(cl_int, clRetainCommandQueue, (cl_command_queue))                                   \
  OCL_FUNCTION(cl_int, clReleaseContext, (cl_context))                                             \
  OCL_FUNCTION(cl_command_queue, clCreateCommandQueueWithProperties,                               \
               (cl_context, cl_device_id, const cl_ulong *, cl_int *))                             \
  OCL_FUNCTION(cl_int, clReleaseCommandQueue, (cl_command_queue))                                  \
  OCL_FUNCTION(cl_int, clFlush, (cl_command_queue))                                                \
  OCL_FUNCTION(cl_int, clFinish, (cl_command_queue))                                               \
  OCL_FUNCTION(cl_program, clCreateProgramWithIL, (cl_context, const void *, size_t, cl_int *))    \
  OCL_FUNCTION(cl_program, clCreateProgramWithSource,                                              \
               (cl_context, cl_uint, const char *const *, const size_t *, cl_int *))               \
  OCL_FUNCTION(cl_program, clCreateProgramWithBinary,                                              \
               (cl_context, cl_uint, const cl_device_id *, const size_t *, const unsigned char **, \
                cl_int *, cl_int *))                                                               \
  OCL_FUNCTION(cl_int, clGetProgramInfo, (cl_program, cl_uint, size_t, void *, size_t *))          \
  OCL_FUNCTION(cl_int, clReleaseProgram, (cl_program))                                             \
  OCL_FUNCTION(                                                                                    \
      cl_int, clBuildProgram,                                                                      \
      (cl_program, cl_uint, const cl_device_id *, const char *, ocl_build_done *, void *))         \
  OCL_FUNCTION(cl_int, clCompileProgram,                                                           \
               (cl_program, cl_uint, const cl_device_id *, const char *, cl_uint,                  \
                const cl_program *, const char **, ocl_build_done *, void *))                      \
  OCL_FUNCTION(cl_program, clLinkProgram,                                                          \
               (cl_context, cl_uint, const cl_device_id *, const char *, cl_uint,                  \
                const cl_program *, ocl_build_done *, void *, cl_int *))                           \
  OCL_FUNCTION(cl_int, clGetProgramBuildInfo,                                                      \
               (cl_program, cl_device_id, cl_uint, size_t, void *, size_t *))                      \
  OCL_FUNCTION(cl_kernel, clCreateKernel, (cl_program, const char *, cl_int *))                    \
  OCL_FUNCTION(cl_int, clReleaseKernel, (cl_kernel))                                               \
  OCL_FUNCTION(cl_mem, clCreateBuffer, (cl_context, cl_bitfield, size_t, void *, cl_int *))        \
  OCL_FUNCTION(cl_int, clReleaseMemObject, (cl_mem))                                               \
  OCL_FUNCTION(cl_int, clSetKernelArg, (cl_kernel, cl_uint, size_t, const void *))                 \
  OCL_FUNCTION(cl_int, clSetKernelArgSVMPointer, (cl_kernel, cl_uint, const void *))               \
  OCL_FUNCTION(cl_int, clSetKernelExecInfo, (cl_kernel, cl_uint, size_t, const void *))            \
  OCL_FUNCTION(cl_int, clGetKernelSubGroupInfo,                                                    \
               (cl_kernel, cl_device_id, cl_uint, size_t, const void *, size_t, void *, size_t *)) \
  OCL_FUNCTION(cl_int, clEnqueueNDRangeKernel,                                                     \
               (cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *,              \
                const size_t *, cl_uint, const cl_event *, cl_event *))                            \
  OCL_FUNCTION(cl_int, clEnqueueMarkerWithWaitList,                                                \
               (cl_command_queue, cl_uint, const cl_event *, cl_event *))                          \
  OCL_FUNCTION(cl_int, clEnqueueBarrierWithWaitList,                                               \
               (cl_command_queue, cl_uint, const cl_event *, cl_event *))                          \
  OCL_FUNCTION(cl_event, clCreateUserEvent, (cl_context, cl_int *))                                \
  OCL_FUNCTION(cl_int, clSetUserEventStatus, (cl_event, cl_int))                                   \
  OCL_FUNCTION(cl_int, clWaitForEvents, (cl_uint, const cl_event *))                               \
  OCL_FUNCTION(cl_int, clGetEventInfo, (cl_event, cl_uint, size_t, void *, size_t *))              \
  OCL_FUNCTION(cl_int, clGetEventProfilingInfo, (cl_event, cl_uint, size_t, void *, size_t *))     \
  OCL_FUNCTION(cl_int, clSetEventCallback, (cl_event, cl_int, ocl_event_done *, void *))           \
  OCL_FUNCTION(cl_int, clRetainEvent, (cl_event))                                                  \
  OCL_FUNCTION(cl_int, clReleaseEvent, (cl_event))                                                 \
  OCL_FUNCTION(void *, clSVMAlloc, (cl_context, cl_bitfield, size_t, cl_uint))                     \
  OCL_FUNCTION(void, clSVMFree, (cl_context, void *))                                              \
  OCL_FUNCTION(cl_int, clEnqueueSVMMemcpy,                                                         \
               (cl_command_queue, cl_bool, void *, const void *, size_t, cl_uint,                  \
                const cl_event *, cl_event *))                                                     \
  OCL_FUNCTION(cl_int, clEnqueueSVMMemFill,                                                        \
               (cl_command_queue, void *, const void *, size_t, size_t, cl_uint, const cl_event *, \
                cl_event *))                                                                       \
  OCL_FUNCTION(void *, clGetExtensionFunctionAddressForPlatform, (cl_platform_id, const char *))

/* The same for functions of extensions, which each platform has for itself, or NULL. */
#define OCL_EXTENSION_FUNCTIONS(OCL_FUNCTION)                                                      \
  OCL_FUNCTION(void *, clHostMemAllocINTEL,                                                        \
               (cl_context, const cl_ulong *, size_t, cl_uint, cl_int *))                          \
  OCL_FUNCTION(void *, clDeviceMemAllocINTEL,                                                      \
               (cl_context, cl_device_id, const cl_ulong *, size_t, cl_uint, cl_int *))            \
  OCL_FUNCTION(void *, clSharedMemAllocINTEL,                                                      \
               (cl_context, cl_device_id, const cl_ulong *, size_t, cl_uint, cl_int *))            \
  OCL_FUNCTION(cl_int, clMemBlockingFreeINTEL, (cl_context, void *))                               \
  OCL_FUNCTION(cl_int, clGetMemAllocInfoINTEL,                                                     \
               (cl_context, const void *, cl_uint, size_t, void *, size_t *))                      \
  OCL_FUNCTION(cl_int, clSetKernelArgMemPointerINTEL, (cl_kernel, cl_uint, const void *))          \
  OCL_FUNCTION(cl_int, clEnqueueMemcpyINTEL,                                                       \
               (cl_command_queue, cl_bool, void *, const void *, size_t, cl_uint,                  \
                const cl_event *, cl_event *))                                                     \
  OCL_FUNCTION(cl_int, clEnqueueMemFillINTEL,                                                      \
               (cl_command_queue, void *, const void *, size_t, size_t, cl_uint, const cl_event *, \
                cl_event *))                                                                       \
  OCL_FUNCTION(cl_int, clEnqueueMigrateMemINTEL,                                                   \
               (cl_command_queue, const void *, size_t, cl_bitfield, cl_uint, const cl_event *,    \
                cl_event *))                                                                       \
  OCL_FUNCTION(cl_int, clGetDeviceGlobalVariablePointerINTEL,                                      \
               (cl_device_id, cl_program, const char *, size_t *, void **))

#define OCL_POINTER(result, name, parameters) result(*name) parameters;
struct ocl_functions {
  OCL_FUNCTIONS(OCL_POINTER)
};
struct ocl_extension_functions {
  OCL_EXTENSION_FUNCTIONS(OCL_POINTER)
};
#undef OCL_POINTER

#endif
