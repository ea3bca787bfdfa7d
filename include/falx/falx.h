/* The C API of libfalx.so, which include/sycl calls, too. C11 and C++17. docs/c-api.md: how C
 * programs and other languages use it.
 *
 * Versions
 * - FALX_API_VERSION grows with each addition; "since N" says which one brought a call or a member,
 *   what says nothing is of version 1. falx_api_version() is the library's. Symbols added later
 * have a version of their own (runtime/falx.map), so that a program that needs one does not start
 * with a library that lacks it.
 * - FALX_ABI_VERSION changes when something is removed or gets another layout; the library is then
 *   another libfalx.so.N.
 *
 * Conventions
 * - Every fallible call returns a falx_status; outputs come last, are named out_*, and are NULL or
 *   zero on failure. falx_error_detail() then returns the message for this thread.
 * - The caller owns handles stored through out_ parameters: one reference each, dropped with
 *   release. Platforms and devices belong to the runtime and live until late shutdown: no release.
 *   Pointers that a call returns are borrowed.
 * - Arrays of three have the fastest-moving dimension first; unused dimensions are 1 in ranges
 *   and 0 in ids.
 * - Functions are thread-safe and may be called at any time unless their comment says otherwise.
 *   None throws, exits or prints.
 * - Structs begin with their size: set it with FALX_INIT. */
#ifndef FALX_FALX_H
#define FALX_FALX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "falx/aspects.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FALX_ABI_VERSION 1u
#define FALX_API_VERSION 2u
#define FALX_API __attribute__((visibility("default")))

typedef enum falx_status {
#define FALX_STATUS(name, errc, text) FALX_##name,
#include "falx/status.def"
#undef FALX_STATUS
  FALX_STATUS_COUNT
} falx_status;

typedef struct falx_platform *falx_platform_t;
typedef struct falx_device *falx_device_t;
typedef struct falx_context *falx_context_t;
typedef struct falx_queue *falx_queue_t;
typedef struct falx_event *falx_event_t;
typedef struct falx_buffer *falx_buffer_t;
typedef struct falx_library *falx_library_t;
typedef struct falx_scratch *falx_scratch_t;
typedef struct falx_weak *falx_weak_t;
typedef struct falx_graph *falx_graph_t;
typedef struct falx_node *falx_node_t;
typedef struct falx_executable *falx_executable_t;

/* The location of a call in the user's source; static storage, or copied if it is kept. */
struct falx_location {
  const char *file, *function;
  uint32_t line, column;
};

/* ---- Errors ---- */
FALX_API uint32_t falx_abi_version(void);
FALX_API uint32_t falx_api_version(void); /* since 2: the library's FALX_API_VERSION */
FALX_API const char *falx_status_text(falx_status status); /* static, never NULL */
/* Detail of this thread's last failed call; valid until its next call; never NULL. */
FALX_API const char *falx_error_detail(void);
/* Sets it, for errors that the headers detect: at may be NULL. Returns status. */
#ifdef __GNUC__
__attribute__((format(printf, 3, 4)))
#endif
FALX_API falx_status falx_error_set(falx_status status, const struct falx_location *at,
                                    const char *format, ...);

/* A number unique in the process, never 0: the identity of objects that have nothing else, such
 * as default-constructed events. Needs no memory and no runtime. */
FALX_API uint64_t falx_identity(void);

/* ---- Images loaded at run time (requirement DL-17) ----
 * A library with device code (falx++ -fsycl -shared): its exported functions resolve imports of
 * kernels that are built later. Thread-safe. ERROR_INVALID if there is no such file or it
 * contains no device code; ERROR_NOT_SUPPORTED for another format. */
FALX_API falx_status falx_library_load(const char *path, falx_library_t *out_library);
/* The same from memory, which is copied. */
FALX_API falx_status falx_library_load_bytes(const void *bytes, size_t size,
                                             falx_library_t *out_library);
/* Call once per load, even of the same file; NULL is allowed. Waits for commands in flight.
 * Kernels that were linked with the library are relinked at their next launch. */
FALX_API void falx_library_unload(falx_library_t library);

/* ---- Source code ----
 * Compiled by falx++ in a process of its own: $FALX_COMPILER, or the one beside the runtime, or in
 * PATH. With FALX_CACHE_PERSISTENT=1 the result is kept for later processes. */
struct falx_source {
  uint32_t struct_size;
  const char *text;              /* C++ with free-function kernels */
  const char *const *file_names; /* for its #include directives: relative, without ".." */
  const char *const *file_texts;
  size_t file_count;
  const char *const *options; /* for falx++, behind -O2 */
  size_t option_count;
  const char *const *names; /* expressions that are pointers to functions, instances of templates */
  size_t name_count;
};
/* True if a compiler was found. */
FALX_API bool falx_source_has_compiler(void);
/* *out_log: what the compiler said, "" if nothing, on failure, too; freed by falx_source_free_log.
 * ERROR_INVALID: an option or file that is none; ERROR_BUILD: no compiler, or it failed.
 * Thread-safe; blocks. */
FALX_API falx_status falx_source_build(const struct falx_source *source,
                                       falx_library_t *out_library, char **out_log);
FALX_API void falx_source_free_log(char *log);
/* The address that the library gives to an exported name; NULL if it has none. */
FALX_API void *falx_library_symbol(falx_library_t library, const char *name);

/* ---- Platforms and devices ----
 * The lists contain what ONEAPI_DEVICE_SELECTOR accepts. The first call loads the adapters. */
typedef enum falx_backend {
  FALX_BACKEND_NATIVE_CPU = 1,
  FALX_BACKEND_OPENCL = 2,
  FALX_BACKEND_CUDA = 3,
  FALX_BACKEND_LEVEL_ZERO = 4, /* no adapter: for programs that ask, like the next */
  FALX_BACKEND_HIP = 5,
  FALX_BACKEND_NULL = 99
} falx_backend;

FALX_API falx_status falx_platforms(const falx_platform_t **out_platforms, size_t *out_count);
FALX_API falx_status falx_platform_devices(falx_platform_t platform,
                                           const falx_device_t **out_devices, size_t *out_count);
/* The default-constructed device: of those that most of the registered modules have images for, the
 * first GPU, else accelerator, else any. */
FALX_API falx_status falx_device_default(falx_device_t *out_device);
/* How many registered modules, programs and libraries, have images for the device's target. */
FALX_API size_t falx_device_modules(falx_device_t device);
FALX_API falx_platform_t falx_device_platform(falx_device_t device);
FALX_API falx_backend falx_platform_backend(falx_platform_t platform);

typedef enum falx_platform_info { /* strings, zero-terminated */
                                  FALX_PLATFORM_NAME,
                                  FALX_PLATFORM_VENDOR,
                                  FALX_PLATFORM_VERSION
} falx_platform_info;
FALX_API falx_status falx_platform_get_info(falx_platform_t platform, falx_platform_info info,
                                            size_t size, void *value, size_t *out_size);

typedef enum falx_device_type {
  FALX_DEVICE_CPU = 1,
  FALX_DEVICE_GPU = 2,
  FALX_DEVICE_ACCELERATOR = 3,
  FALX_DEVICE_CUSTOM = 4
} falx_device_type;

typedef enum falx_device_info {
  FALX_DEVICE_NAME,                /* string */
  FALX_DEVICE_VENDOR,              /* string */
  FALX_DEVICE_VERSION,             /* string */
  FALX_DEVICE_DRIVER_VERSION,      /* string */
  FALX_DEVICE_TYPE,                /* uint32_t, falx_device_type */
  FALX_DEVICE_VENDOR_ID,           /* uint32_t */
  FALX_DEVICE_COMPUTE_UNITS,       /* uint32_t */
  FALX_DEVICE_MAX_WORK_GROUP_SIZE, /* uint64_t, work-items */
  FALX_DEVICE_MAX_WORK_ITEM_SIZES, /* uint64_t[3], x first */
  FALX_DEVICE_MAX_NUM_SUB_GROUPS,  /* uint32_t */
  FALX_DEVICE_SUB_GROUP_SIZES,     /* uint64_t[] */
  FALX_DEVICE_CLOCK_FREQUENCY,     /* uint32_t, MHz, 0 unknown */
  FALX_DEVICE_ADDRESS_BITS,        /* uint32_t */
  FALX_DEVICE_MAX_ALLOC_SIZE,      /* uint64_t, bytes */
  FALX_DEVICE_GLOBAL_MEM_SIZE,     /* uint64_t, bytes */
  FALX_DEVICE_LOCAL_MEM_SIZE,      /* uint64_t, bytes */
  FALX_DEVICE_GLOBAL_CACHE_SIZE,   /* uint64_t, bytes */
  FALX_DEVICE_GLOBAL_CACHE_LINE,   /* uint32_t, bytes */
  FALX_DEVICE_MEM_BASE_ALIGN,      /* uint32_t, bits */
  FALX_DEVICE_VECTOR_WIDTHS,    /* uint32_t[7]: char short int long float double half, elements */
  FALX_DEVICE_TIMER_RESOLUTION, /* uint64_t, ns */
  FALX_DEVICE_ASPECTS,          /* uint32_t[] of enum falx_aspect */
  FALX_DEVICE_EXTENSIONS,       /* string, space-separated */
  FALX_DEVICE_ATOMIC_ORDERS, /* uint32_t bits: 1 relaxed 2 acquire 4 release 8 acq_rel 16 seq_cst */
  FALX_DEVICE_ATOMIC_SCOPES, /* uint32_t bits: 1 work_item 2 sub_group 4 work_group 8 device 16
                                system */
  FALX_DEVICE_CONSTANT_MEM_SIZE, /* uint64_t, bytes of one constant buffer */
  FALX_DEVICE_CONSTANT_ARGS,     /* uint32_t: constant buffers that one kernel can take */
  FALX_DEVICE_PRINTF_SIZE,       /* uint64_t, bytes that the output of a kernel's printf may have;
                                    UINT64_MAX: any number */
  FALX_DEVICE_PARTITION_PROPERTIES, /* uint32_t: 1 << falx_partition_property; 0: indivisible */
  FALX_DEVICE_AFFINITY_DOMAINS,     /* uint32_t: 1 << falx_affinity_domain */
  FALX_DEVICE_FREE_MEM,             /* uint64_t, bytes that are free now; where it has the aspect
                                       FALX_ASPECT_EXT_INTEL_FREE_MEMORY */
  FALX_DEVICE_MAX_PARAMETER_SIZE,   /* uint64_t, bytes of all arguments of a kernel */
  FALX_DEVICE_FP_CONFIGS,        /* uint32_t[3], of half, float, double; bits: 1 denorm 2 inf_nan 4
                                    round_to_nearest 8 round_to_zero 16 round_to_inf 32 fma 64
                                    correctly_rounded_divide_sqrt 128 soft_float; 0: no such type */
  FALX_DEVICE_LOCAL_MEM_TYPE,    /* uint32_t: 0 none, 1 its own, 2 global memory */
  FALX_DEVICE_GLOBAL_CACHE_TYPE, /* uint32_t: 0 none, 1 of what is read, 2 of what is written, too
                                  */
  FALX_DEVICE_ERROR_CORRECTION   /* uint32_t: 1 if the memory corrects errors */
} falx_device_info;
/* value may be NULL to query only the size; ERROR_INVALID if size is too small. */
FALX_API falx_status falx_device_get_info(falx_device_t device, falx_device_info info, size_t size,
                                          void *value, size_t *out_size);

/* For falx-ls and for error texts: calls report once per adapter and device found, even if
 * filtered out; reason is NULL if it is available. depth 0 adapter, 1 platform, 2 device. report
 * must not call the runtime. */
FALX_API falx_status falx_explain_devices(void (*report)(void *user, int depth, const char *name,
                                                         const char *reason),
                                          void *user);

/* ---- Contexts ---- */
FALX_API falx_status falx_context_create(const falx_device_t *devices, size_t count,
                                         falx_context_t *out_context);
/* The platform's default context, shared: the caller gets a reference. */
FALX_API falx_status falx_context_default(falx_platform_t platform, falx_context_t *out_context);
FALX_API void falx_context_retain(falx_context_t context);
FALX_API void falx_context_release(falx_context_t context);
/* The user's references plus those of queues and other objects that depend on it; may be stale
 * as soon as it is returned. */
FALX_API uint32_t falx_context_reference_count(falx_context_t context);
FALX_API void falx_context_devices(falx_context_t context, const falx_device_t **out_devices,
                                   size_t *out_count);
/* C++ state attached to the object (async handler); the last release calls destroy. Once. */
FALX_API void falx_context_set_user_data(falx_context_t context, void *data,
                                         void (*destroy)(void *));
FALX_API void *falx_context_user_data(falx_context_t context);

/* ---- Queues ---- */
enum falx_queue_flags {
  FALX_QUEUE_IN_ORDER = 1u << 0,
  FALX_QUEUE_PROFILING = 1u << 1,
  /* Hints, which falx_queue_flags gives back; at most one priority. */
  FALX_QUEUE_DISCARD_EVENTS = 1u << 2,
  FALX_QUEUE_PRIORITY_NORMAL = 1u << 3,
  FALX_QUEUE_PRIORITY_LOW = 1u << 4,
  FALX_QUEUE_PRIORITY_HIGH = 1u << 5,
  FALX_QUEUE_IMMEDIATE = 1u << 6, /* or not, at most one of them */
  FALX_QUEUE_NOT_IMMEDIATE = 1u << 7,
  FALX_QUEUE_FLAGS = (1u << 8) - 1
};
/* device must be one of context's. */
FALX_API falx_status falx_queue_create(falx_context_t context, falx_device_t device, uint32_t flags,
                                       falx_queue_t *out_queue);
FALX_API void falx_queue_retain(falx_queue_t queue);
FALX_API void falx_queue_release(falx_queue_t queue);             /* does not wait */
FALX_API uint32_t falx_queue_reference_count(falx_queue_t queue); /* the user's references */
FALX_API falx_context_t falx_queue_context(falx_queue_t queue);
FALX_API falx_device_t falx_queue_device(falx_queue_t queue);
FALX_API uint32_t falx_queue_flags(falx_queue_t queue);
FALX_API void falx_queue_set_user_data(falx_queue_t queue, void *data, void (*destroy)(void *));
FALX_API void *falx_queue_user_data(falx_queue_t queue);
/* report is called when asynchronous errors remain that were not fetched: by the last release,
 * and again when commands that outlive it have ended, on whatever thread detects that. It
 * fetches them with falx_queue_take_error; those it leaves are lost. Once, before the first
 * command. */
FALX_API void falx_queue_set_report(falx_queue_t queue, void (*report)(falx_queue_t queue));
/* Blocks until everything submitted before has completed. Asynchronous errors stay until
 * fetched. */
FALX_API falx_status falx_queue_wait(falx_queue_t queue);
FALX_API bool falx_queue_is_empty(falx_queue_t queue);
/* Removes one asynchronous error from the queue: false if there is none. The text is then
 * falx_error_detail(). exception is the one that a host task threw (see FALX_COMMAND_HOST_TASK)
 * or NULL. */
FALX_API bool falx_queue_take_error(falx_queue_t queue, falx_status *out_status,
                                    void **out_exception);

/* ---- Kernels ----
 * One site per kernel name and module, in static storage, constant-initialised by the headers. */
#define FALX_LOOSE_NAME '*'
struct falx_kernel_site {
  const char *name;                     /* unique stable name, or FALX_LOOSE_NAME and a name that
                                         * may differ from it in the numbers of lambdas */
  const void *module;                   /* &__dso_handle of the module the site is in */
  uint32_t functor_size, functor_align; /* as the host compiler sees the function object */
  void *cache[2];                       /* private to the runtime; NULL initially */
};

/* ---- Kernels without a launch (SYCL 2020, 4.11) ----
 * A kernel of a module; both pointers are borrowed from the module that holds the kernel. */
struct falx_kernel_id {
  const char *name;   /* unique stable name */
  const void *module; /* its __dso_handle */
};
/* Every kernel of the registered images once, in order of registration: fills at most capacity
 * and returns their total number. */
FALX_API falx_status falx_kernel_ids(struct falx_kernel_id *out_ids, size_t capacity,
                                     size_t *out_count);
/* The kernel that a launch from module would use. ERROR_NO_KERNEL if there is none. */
FALX_API falx_status falx_kernel_identify(const char *name, const void *module,
                                          struct falx_kernel_id *out_id);
/* What comes with the kernel: those of its own image, if the program was compiled with an option
 * that says which kernels share one, and those of the images that it imports from, directly or
 * indirectly, for the device: at most capacity of them, and their total number. ERROR_BUILD if an
 * import is unresolved. */
FALX_API falx_status falx_kernel_dependencies(const struct falx_kernel_id *id, falx_device_t device,
                                              struct falx_kernel_id *out_ids, size_t capacity,
                                              size_t *out_count);
/* SUCCESS if the device can run the kernel; otherwise an error with the reason. */
FALX_API falx_status falx_kernel_check(const struct falx_kernel_id *id, falx_device_t device);
/* A value for a specialization constant, by the constant's symbol (SYCL 2020, 4.9.5). */
struct falx_spec_value {
  const char *name;
  const void *bytes;
  size_t size;
};
/* Builds what the first launch with these values would build. */
FALX_API falx_status falx_kernel_build(const struct falx_kernel_id *id, falx_context_t context,
                                       falx_device_t device, const struct falx_spec_value *values,
                                       size_t value_count);
/* Whether the kernel's image for the device, or one that it imports from, uses the specialization
 * constant; name NULL: any. */
FALX_API falx_status falx_kernel_has_spec_constant(const struct falx_kernel_id *id,
                                                   falx_device_t device, const char *name,
                                                   bool *out_has);
typedef enum falx_kernel_info {
  FALX_KERNEL_NUM_ARGS,                 /* u32 */
  FALX_KERNEL_REQUIRED_WORK_GROUP_SIZE, /* size_t[3], fastest first; zeros if not required */
  FALX_KERNEL_REQUIRED_SUB_GROUP_SIZE,  /* u32, 0 if not required */
  FALX_KERNEL_SUB_GROUP_SIZE,           /* u32: of the code that the device would run */
  FALX_KERNEL_PRIVATE_MEMORY            /* size_t: bytes per work-item, 0: unknown */
} falx_kernel_info;
/* size: of value, as falx_device_get_info. */
FALX_API falx_status falx_kernel_get_info(const struct falx_kernel_id *id, falx_device_t device,
                                          falx_kernel_info info, size_t size, void *value);

/* What the device makes of the kernel's code. */
struct falx_kernel_limits {
  uint64_t work_group_size; /* work-items that a work-group can have */
  uint64_t private_bytes;   /* of memory for each work-item, 0: unknown */
  uint32_t registers;       /* of each work-item, 0: unknown */
};
/* Builds the kernel where the device's answers depend on it. */
FALX_API falx_status falx_kernel_get_limits(const struct falx_kernel_id *id, falx_context_t context,
                                            falx_device_t device,
                                            struct falx_kernel_limits *out_limits);

/* ---- Sub-devices: SYCL 2020, 4.6.4.4; docs/sub-devices.md ---- */
typedef enum falx_partition_property {
  FALX_PARTITION_NONE,
  FALX_PARTITION_EQUALLY,
  FALX_PARTITION_BY_COUNTS,
  FALX_PARTITION_BY_AFFINITY_DOMAIN
} falx_partition_property;
typedef enum falx_affinity_domain {
  FALX_AFFINITY_NONE,
  FALX_AFFINITY_NUMA,
  FALX_AFFINITY_L4,
  FALX_AFFINITY_L3,
  FALX_AFFINITY_L2,
  FALX_AFFINITY_L1,
  FALX_AFFINITY_NEXT /* the first of these that divides the device */
} falx_affinity_domain;
struct falx_partition {
  uint32_t property;    /* falx_partition_property, not NONE */
  uint32_t domain;      /* falx_affinity_domain, BY_AFFINITY_DOMAIN */
  const size_t *counts; /* compute units; EQUALLY: one number; BY_COUNTS: of each part, no zeros */
  size_t count;         /* numbers in counts */
};
/* Divides the device. Writes at most capacity of the parts, which belong to the runtime as other
 * devices do, and their total number; the same part is the same device. ERROR_NOT_SUPPORTED if the
 * device cannot be divided so, ERROR_INVALID for counts that it does not have. */
FALX_API falx_status falx_device_partition(falx_device_t device, const struct falx_partition *how,
                                           falx_device_t *out_devices, size_t capacity,
                                           size_t *out_count);
/* What it is a part of, and how it came about; NULL and NONE for a whole device. */
FALX_API falx_device_t falx_device_parent(falx_device_t device, uint32_t *out_property,
                                          uint32_t *out_domain);

/* ---- Memory of other devices: sycl_ext_oneapi_peer_access ---- */
typedef enum falx_peer_request {
  FALX_PEER_ACCESS,  /* can kernels of device access memory of peer? */
  FALX_PEER_ATOMICS, /* and change it atomically? */
  FALX_PEER_ENABLE,  /* from now on they may; ERROR_NOT_SUPPORTED if they cannot */
  FALX_PEER_DISABLE
} falx_peer_request;
/* Copies between devices need none of this. */
FALX_API falx_status falx_device_peer(falx_device_t device, falx_device_t peer,
                                      falx_peer_request request, bool *out_can);

/* ---- Native handles: SYCL 2020, 4.5.1; docs/interoperability.md ---- */
typedef enum falx_native_kind { /* object: the falx_..._t of that name */
                                FALX_NATIVE_PLATFORM,
                                FALX_NATIVE_DEVICE,
                                FALX_NATIVE_CONTEXT,
                                FALX_NATIVE_QUEUE,
                                /* Of a command on a device: falx_native_borrow waits until the
                                 * backend has it; falx_native_find knows none. */
                                FALX_NATIVE_EVENT
} falx_native_kind;
/* What the backend's own interface calls the object; valid as long as the object, or, where the
 * backend counts references, until the caller releases the one that comes with it.
 * ERROR_NOT_SUPPORTED if there is nothing of the kind. */
FALX_API falx_status falx_native_get(falx_native_kind kind, void *object, uintptr_t *out_handle);
/* The same without a reference: valid as long as the object. */
FALX_API falx_status falx_native_borrow(falx_native_kind kind, void *object, uintptr_t *out_handle);
/* The live object of the backend that has the handle; a context or queue with one reference.
 * ERROR_INVALID if there is none. */
FALX_API falx_status falx_native_find(falx_native_kind kind, falx_backend backend, uintptr_t handle,
                                      void **out_object);

#define FALX_LOCAL_AUTO (~(size_t)0) /* local[0]: the runtime chooses the local range */
struct falx_nd_range {
  uint32_t dimensions; /* 1 to 3 */
  uint32_t has_local;  /* 0: a plain range, local is ignored */
  size_t global[3], local[3], offset[3];
};

/* ---- Commands ---- */
typedef enum falx_access_mode {
  FALX_ACCESS_READ = 1,
  FALX_ACCESS_WRITE = 2,
  FALX_ACCESS_READ_WRITE = 3,
  FALX_ACCESS_DISCARD_WRITE = 6, /* write, previous content not needed */
  /* With one of the others, in a host task: on the queue's device, not on the host. Elsewhere it
   * has no effect. */
  FALX_ACCESS_ON_DEVICE = 8
} falx_access_mode;

/* A requirement that an accessor adds to its command group. */
struct falx_requirement {
  falx_buffer_t buffer;
  uint32_t mode; /* falx_access_mode */
};

/* A box of elements in a buffer or behind a pointer: for copies and fills. */
struct falx_region {
  falx_buffer_t buffer; /* or NULL */
  void *pointer;        /* host or USM memory; ignored with a buffer */
  size_t element_size;
  size_t range[3];        /* elements to access */
  size_t memory_range[3]; /* elements of the whole memory */
  size_t offset[3];       /* first element */
};

typedef enum falx_command_kind {
  FALX_COMMAND_KERNEL = 1,
  FALX_COMMAND_HOST_TASK,
  FALX_COMMAND_MEMCPY, /* pointers, USM or host */
  FALX_COMMAND_FILL,   /* USM, pattern */
  FALX_COMMAND_PREFETCH,
  FALX_COMMAND_ADVISE,
  FALX_COMMAND_COPY_REGION,
  FALX_COMMAND_FILL_REGION,
  FALX_COMMAND_UPDATE_HOST, /* copy a buffer's content to its host memory */
  FALX_COMMAND_BARRIER,     /* completes after its dependencies or, without any, all earlier
                             * commands */
  FALX_COMMAND_EMPTY,       /* completes after its dependencies */
  FALX_COMMAND_GRAPH        /* runs an executable graph */
} falx_command_kind;

/* Everything is borrowed for the call; asynchronous commands copy what they need later. */
struct falx_command {
  size_t size;
  falx_command_kind kind;
  const struct falx_location *location; /* NULL if unknown */
  const falx_event_t *dependencies;     /* NULL elements count as complete */
  size_t dependency_count;
  const struct falx_requirement *requirements;
  size_t requirement_count;
  union {
    struct {
      struct falx_kernel_site *site;
      /* The function object in host layout. In place of the data pointer its accessors hold the
       * falx_buffer_t; local accessors hold their size in bytes. */
      const void *functor;
      struct falx_nd_range range;
      /* Values that no image of the kernel uses, or that equal the default, have no effect. */
      const struct falx_spec_value *spec_values;
      size_t spec_value_count;
      /* 1: all work-groups make progress at the same time, or the launch is an error. */
      uint32_t has_root_sync;
      /* 1: the launch gives every work-group launch_memory bytes of local memory. */
      uint32_t has_launch_memory;
      size_t launch_memory;
    } kernel;
    struct {
      /* Runs on a thread of the runtime. Returns NULL, or an exception to store with the event
       * (the headers': a heap-allocated std::exception_ptr). destroy always runs, exactly once;
       * if submit fails it has already run. */
      void *(*run)(void *data);
      void (*destroy)(void *data);
      void *data;
      void (*drop)(void *exception); /* frees an exception never fetched; NULL: nothing to free */
    } host_task;
    struct {
      void *destination;
      const void *source;
      size_t bytes;
    } memcpy_;
    struct {
      void *destination;
      const void *pattern;
      size_t pattern_size; /* bytes, at most 128 */
      size_t count;        /* patterns */
    } fill;
    struct {
      const void *pointer;
      size_t bytes;
      int advice; /* FALX_COMMAND_ADVISE: device-defined, 0 is none */
    } usm;
    struct {
      struct falx_region destination, source;
    } copy;
    struct {
      struct falx_region destination;
      const void *pattern; /* element_size bytes */
    } fill_region;
    struct {
      falx_buffer_t buffer;
    } update_host;
    struct {
      falx_executable_t executable;
    } graph;
  } u;
};

/* out_event may be NULL: the command then cannot be waited for individually. */
FALX_API falx_status falx_queue_submit(falx_queue_t queue, const struct falx_command *command,
                                       falx_event_t *out_event);

/* ---- Events ---- (a NULL event is complete in every call) */
typedef enum falx_event_status {
  FALX_EVENT_SUBMITTED,
  FALX_EVENT_RUNNING,
  FALX_EVENT_COMPLETE
} falx_event_status;
typedef enum falx_profiling_info {
  FALX_PROFILING_SUBMIT,
  FALX_PROFILING_START,
  FALX_PROFILING_END
} falx_profiling_info;

FALX_API void falx_event_retain(falx_event_t event);
FALX_API void falx_event_release(falx_event_t event);
/* The user's references plus those of the queue and of dependent commands; 1 for NULL. */
FALX_API uint32_t falx_event_reference_count(falx_event_t event);
FALX_API falx_status falx_event_wait(const falx_event_t *events, size_t count);
FALX_API falx_event_status falx_event_get_status(falx_event_t event);
/* ns on one clock per device; ERROR_INVALID on a queue without FALX_QUEUE_PROFILING. Waits. */
FALX_API falx_status falx_event_get_profiling(falx_event_t event, falx_profiling_info info,
                                              uint64_t *out_ns);
FALX_API falx_queue_t falx_event_queue(falx_event_t event); /* borrowed; may be NULL */
/* For a command that failed, or did not run because a dependency failed: the queue that has the
 * error. Borrowed; NULL for any other. */
FALX_API falx_queue_t falx_event_failed_queue(falx_event_t event);
/* The queues that may hold asynchronous errors of the event's command or of its dependencies,
 * direct or not: its own queue at index 0, then the others in no particular order; NULL after the
 * last. Returns a handle, which the caller releases. After the event has completed, a queue may
 * drop out of the list once it has no more errors for it. */
FALX_API falx_queue_t falx_event_error_queue(falx_event_t event, size_t index);
/* Dependencies of this event that are not complete: the caller releases each and frees nothing
 * else. Writes at most capacity of them, returns their total number. */
FALX_API size_t falx_event_wait_list(falx_event_t event, falx_event_t *out_events, size_t capacity);

/* ---- Graphs: sycl_ext_oneapi_graph; docs/graphs.md ----
 * A graph holds commands, its nodes, and their order. It gets them from queues that record for it,
 * and from its own queue. An executable is made of what a graph holds, and runs as a command. */
enum falx_graph_flags {
  FALX_GRAPH_NO_CYCLE_CHECK = 1u << 0,
  FALX_GRAPH_BUFFERS_OUTLIVE = 1u << 1, /* the program keeps buffers that nodes use */
  FALX_GRAPH_FLAGS = (1u << 2) - 1
};
enum falx_executable_flags {
  FALX_EXECUTABLE_UPDATABLE = 1u << 0,
  FALX_EXECUTABLE_PROFILING = 1u << 1,
  FALX_EXECUTABLE_FLAGS = (1u << 2) - 1
};
typedef enum falx_node_type { /* in the order of the extension's node_type */
                              FALX_NODE_EMPTY,
                              FALX_NODE_SUBGRAPH,
                              FALX_NODE_KERNEL,
                              FALX_NODE_MEMCPY,
                              FALX_NODE_MEMSET,
                              FALX_NODE_MEMFILL,
                              FALX_NODE_PREFETCH,
                              FALX_NODE_MEMADVISE,
                              FALX_NODE_BARRIER,
                              FALX_NODE_HOST_TASK
} falx_node_type;
FALX_API falx_status falx_graph_create(falx_context_t context, falx_device_t device, uint32_t flags,
                                       falx_graph_t *out_graph);
/* Of the same context, device and flags. */
FALX_API falx_status falx_graph_create_like(falx_graph_t graph, falx_graph_t *out_graph);
FALX_API void falx_graph_retain(falx_graph_t graph);
FALX_API void falx_graph_release(falx_graph_t graph); /* the last one ends recording */
FALX_API uint64_t falx_graph_id(falx_graph_t graph);  /* unique in the process, rising */
/* Its own queue, borrowed: commands submitted to it become nodes, and their events depend on events
 * of nodes alone. */
FALX_API falx_queue_t falx_graph_queue(falx_graph_t graph);
/* A node with the command of another, maybe of another graph of the same context and device. after:
 * events of this graph's nodes. */
FALX_API falx_status falx_graph_add_like(falx_graph_t graph, falx_node_t like,
                                         const falx_event_t *after, size_t count,
                                         falx_node_t *out_node);
FALX_API falx_status falx_graph_make_edge(falx_graph_t graph, falx_node_t from, falx_node_t to);
/* What is submitted to the queues from here on becomes nodes. All of them, or an error. */
FALX_API falx_status falx_graph_begin_recording(falx_graph_t graph, const falx_queue_t *queues,
                                                size_t count);
/* queues NULL: all that record for the graph. */
FALX_API falx_status falx_graph_end_recording(falx_graph_t graph, const falx_queue_t *queues,
                                              size_t count);
/* What the queue records for, with a reference; NULL: it executes. */
FALX_API falx_graph_t falx_queue_recording(falx_queue_t queue);
/* Nodes in the order in which they were added, each with a reference: fills at most capacity,
 * returns how many there are. */
FALX_API size_t falx_graph_nodes(falx_graph_t graph, bool only_roots, falx_node_t *out_nodes,
                                 size_t capacity);
/* In the language of Graphviz. */
FALX_API falx_status falx_graph_print(falx_graph_t graph, const char *path, bool is_verbose);
FALX_API void falx_node_retain(falx_node_t node);
FALX_API void falx_node_release(falx_node_t node);
FALX_API falx_node_type falx_node_get_type(falx_node_t node);
/* The nodes that it follows directly, or that follow it; as falx_graph_nodes. */
FALX_API size_t falx_node_neighbours(falx_node_t node, bool successors, falx_node_t *out_nodes,
                                     size_t capacity);
/* Of an event that a command had when it became a node. */
FALX_API falx_status falx_node_of_event(falx_event_t event, falx_node_t *out_node);
FALX_API bool falx_event_is_recorded(falx_event_t event);
/* Changes of nodes: executables take them with an update. range: as many dimensions as before, of
 * the same kind. */
FALX_API falx_status falx_node_set_range(falx_node_t node, const struct falx_nd_range *range);
/* Bytes of a kernel's function object; an accessor's buffer takes the place of another one. */
FALX_API falx_status falx_node_set_bytes(falx_node_t node, size_t offset, const void *bytes,
                                         size_t size, falx_buffer_t before,
                                         const struct falx_requirement *after);
/* The command of another node of the same type. */
FALX_API falx_status falx_node_set_like(falx_node_t node, falx_node_t like);
FALX_API falx_status falx_graph_finalize(falx_graph_t graph, uint32_t flags,
                                         falx_executable_t *out_executable);
FALX_API void falx_executable_retain(falx_executable_t executable);
FALX_API void falx_executable_release(falx_executable_t executable); /* does not wait */
/* For executions submitted from here on; those before are not affected. */
FALX_API falx_status falx_executable_update(falx_executable_t executable, const falx_node_t *nodes,
                                            size_t count);
/* From a graph that was built the same way. */
FALX_API falx_status falx_executable_update_all(falx_executable_t executable, falx_graph_t graph);

/* ---- USM ---- */
typedef enum falx_usm_kind {
  FALX_USM_HOST = 0,
  FALX_USM_DEVICE = 1,
  FALX_USM_SHARED = 2,
  FALX_USM_UNKNOWN = 3
} falx_usm_kind;
/* alignment: power of two or 0. size 0 returns NULL and success. device is ignored for HOST. */
FALX_API falx_status falx_usm_alloc(falx_usm_kind kind, falx_context_t context,
                                    falx_device_t device, size_t size, size_t alignment,
                                    void **out_pointer);
FALX_API falx_status falx_usm_free(falx_context_t context, void *pointer); /* NULL is allowed */
/* pointer may point into an allocation. out_device is NULL for UNKNOWN; the context's first for
 * HOST. */
FALX_API falx_status falx_usm_query(falx_context_t context, const void *pointer,
                                    falx_usm_kind *out_kind, falx_device_t *out_device);

/* ---- Memory that a command works in (since 2) ----
 * Kept by the queue from one command to the next: a reduction that runs often allocates nothing. */
/* The kernels of the queue reach `bytes` bytes at *out_memory. The first zero_bytes of them are 0,
 * and the command sees to it that they are 0 again when it ends; others may hold anything. */
FALX_API falx_status falx_scratch_take(falx_queue_t queue, size_t bytes, size_t zero_bytes,
                                       falx_scratch_t *out_scratch, void **out_memory);
/* Gives it back, which ends it: once the command of the event, of the same queue, is complete.
 * NULL: its submission failed, and nobody gets the memory again. */
FALX_API void falx_scratch_give(falx_scratch_t scratch, falx_event_t event);
/* Kernels are to leave results of so many bytes here, once each, for the host to read. A small
 * allocation of FALX_USM_SHARED stays where both reach it from then on, and does not move to and
 * fro. A hint: it changes nothing else, and any pointer will do. */
FALX_API void falx_usm_expect_result(falx_queue_t queue, const void *pointer, size_t bytes);

/* ---- Device globals: sycl_ext_oneapi_device_global; docs/device-globals.md ---- */
struct falx_device_global_descriptor {
  uint32_t size; /* bytes, of the underlying type */
  uint32_t device_image_scope;
  uint32_t initial_offset; /* of the initial value in the host instance */
  /* From the properties of those names, with their SPIR-V values (DG-12). */
  uint32_t host_access;
  uint32_t init_mode, implement_in_csr; /* plus 1; 0 without the property */
};
/* The first members of an instance that is not image-scoped. */
struct falx_device_global_host {
  void *pointer;
  const struct falx_device_global_descriptor *descriptor;
};
/* Variables in a module's host code, by their unique ids: registered before main by an
 * integration footer (docs/integration.md). The list belongs to the caller, and must live until
 * it unregisters it. */
struct falx_host_global {
  const void *variable;
  const char *id;
};
struct falx_host_globals {
  const struct falx_host_global *variables; /* count of them */
  size_t count;
  struct falx_host_globals *next; /* private to the runtime; NULL initially */
};
FALX_API void falx_register_device_globals(struct falx_host_globals *list);
FALX_API void falx_unregister_device_globals(struct falx_host_globals *list);
/* Address of the variable's value for the context and device, allocated with its initial value
 * when a kernel or a copy first uses it; owned by the runtime, valid as long as the context and
 * the images that use it. variable: the host instance. ERROR_INVALID for an image-scoped one in
 * several images. */
FALX_API falx_status falx_device_global_memory(
    const void *variable, const struct falx_device_global_descriptor *descriptor,
    falx_context_t context, falx_device_t device, void **out_pointer);

/* ---- Buffers ---- */
enum falx_buffer_flags {
  FALX_BUFFER_USE_HOST_PTR =
      1u << 0,                     /* host_data is the host storage, not only the initial value */
  FALX_BUFFER_HOST_CONST = 1u << 1 /* host_data must not be written */
};
struct falx_buffer_options {
  size_t size;
  size_t bytes;
  size_t alignment;       /* of an element */
  void *host_data;        /* initial content, or NULL */
  uint32_t flags;         /* enum falx_buffer_flags */
  falx_context_t context; /* borrowed; of the only queues that may use it, NULL: of any */
};
FALX_API falx_status falx_buffer_create(const struct falx_buffer_options *options,
                                        falx_buffer_t *out_buffer);
/* Shares storage and dependencies with parent, which it keeps alive. */
FALX_API falx_status falx_buffer_create_sub(falx_buffer_t parent, size_t offset_bytes, size_t bytes,
                                            falx_buffer_t *out_buffer);
FALX_API void falx_buffer_retain(falx_buffer_t buffer);
/* The last release waits for the commands that use the buffer, then writes back. */
FALX_API void falx_buffer_release(falx_buffer_t buffer);
/* Called by the last release with the final content, but not if neither a command nor a host
 * access ever wrote it; NULL for no write-back. Default: none without host_data; with host_data
 * and without FALX_BUFFER_HOST_CONST, writes to it. */
FALX_API void falx_buffer_set_write_back(falx_buffer_t buffer,
                                         void (*write)(void *user, const void *data, size_t bytes),
                                         void *user, void (*destroy)(void *user));
FALX_API void falx_buffer_disable_write_back(falx_buffer_t buffer, bool disable);
/* Keeps the C++ owner of host_data alive. */
FALX_API void falx_buffer_set_user_data(falx_buffer_t buffer, void *data, void (*destroy)(void *));
/* A host accessor: blocks until the content is on the host, then delays conflicting commands
 * until it is released. */
FALX_API falx_status falx_buffer_host_acquire(falx_buffer_t buffer, uint32_t mode,
                                              void **out_pointer);
FALX_API void falx_buffer_host_release(falx_buffer_t buffer, uint32_t mode);
/* Within a host task that required the buffer: its host memory. */
FALX_API void *falx_buffer_host_pointer(falx_buffer_t buffer);
/* Within a host task that required the buffer with FALX_ACCESS_ON_DEVICE, on the task's thread: its
 * memory on the queue's device. ERROR_ACCESSOR elsewhere and, with for_host, where that memory is
 * not the host's. */
FALX_API falx_status falx_buffer_task_pointer(falx_buffer_t buffer, bool for_host,
                                              void **out_pointer);

/* ---- Kernels and variables by name (since 2): docs/c-api.md ----
 * What a library or program exports by SYCL_EXT_FALX_EXPORT_KERNEL and its relatives
 * (<sycl/ext/falx/export.hpp>), and the free-function kernels of a source that falx_source_build
 * compiled, under the names of the functions: "saxpy", "image::blur". */
typedef enum falx_type {
  FALX_TYPE_BYTES = 0, /* a class, or what a pointer to void points to */
  FALX_TYPE_BOOL = 1,
  FALX_TYPE_INT = 2, /* signed */
  FALX_TYPE_UINT = 3,
  FALX_TYPE_FLOAT = 4,
  FALX_TYPE_POINTER = 5,
  FALX_TYPE_ACCESSOR = 6, /* of a buffer */
  FALX_TYPE_LOCAL = 7     /* local_accessor or work_group_memory */
} falx_type;
/* The type of a parameter, of an argument or of a variable. */
struct falx_type_info {
  uint32_t type;         /* falx_type */
  uint32_t size;         /* bytes */
  uint32_t pointee_type; /* POINTER, ACCESSOR, LOCAL: falx_type of what it points to */
  uint32_t pointee_size; /* the same: bytes of one element; 0 to void */
  uint32_t is_const;     /* the same: nothing is written there */
};
struct falx_parameter {
  struct falx_type_info info;
  uint32_t offset; /* in the function object */
};
typedef enum falx_export_kind { FALX_EXPORT_KERNEL = 1, FALX_EXPORT_VARIABLE = 2 } falx_export_kind;
/* In static storage of the module that exports it: valid until that is unloaded. To be read only,
 * but for next. */
struct falx_export {
  uint32_t struct_size;
  uint32_t kind; /* falx_export_kind */
  const char *name;
  const void *module; /* its __dso_handle */
  /* The types of a kernel's parameters as in C++, separated by commas, or that of a variable. */
  const char *types;
  size_t types_length; /* of types, which is not zero-terminated */
  /* Of a kernel. */
  struct falx_kernel_site *site;
  uint32_t dimensions; /* of its nd_range; 0: a single task; 4: unknown to the host compiler */
  uint32_t parameter_count;
  const struct falx_parameter *parameters;
  /* Of a variable, a device_global. */
  const void *variable; /* its host instance */
  const struct falx_device_global_descriptor *descriptor;
  struct falx_type_info info; /* of the variable; an array is BYTES */
  struct falx_export *next;   /* private to the runtime; NULL initially */
};
typedef const struct falx_export *falx_export_t;
/* For the headers: each is linked into a list, which must not change until it is unregistered. */
FALX_API void falx_register_export(struct falx_export *exported);
FALX_API void falx_unregister_export(struct falx_export *exported);
/* library NULL: of the program and all libraries; ERROR_INVALID if several have the name. If none
 * has it, ERROR_NO_KERNEL, of a variable ERROR_INVALID, with the names that there are. Thread-safe;
 * what is found is borrowed from its module, which must not be unloaded while it is used. */
FALX_API falx_status falx_export_find(falx_library_t library, falx_export_kind kind,
                                      const char *name, falx_export_t *out_export);
/* All of them, of both kinds: fills at most capacity and returns their total number. */
FALX_API falx_status falx_export_list(falx_library_t library, falx_export_t *out_exports,
                                      size_t capacity, size_t *out_count);
/* "saxpy(float, const float *, float *)" or "int counters[4]", zero-terminated; size and text as
 * for falx_device_get_info. */
FALX_API falx_status falx_export_signature(falx_export_t exported, size_t size, char *text,
                                           size_t *out_size);

/* An argument; <falx/arguments.h> makes them of variables in C. */
struct falx_argument {
  struct falx_type_info info;
  uint32_t reserved; /* 0 */
  union {
    unsigned char bytes[8]; /* the value, of numbers, bool and pointers */
    /* Borrowed for the call. BYTES: info.size bytes. ACCESSOR: a struct falx_region, of a buffer.
     * LOCAL: a struct falx_region, whose range are the elements of each work-group and which has
     * no more but the element's size. info.size is that of the struct. */
    const void *data;
  } value;
};
struct falx_launch {
  uint32_t struct_size; /* sizeof(struct falx_launch); what is not used is 0 */
  falx_export_t kernel;
  /* Of the kernel's dimensions; without a local range the runtime chooses one that divides the
   * global one. NULL: of a single task. */
  const struct falx_nd_range *range;
  const struct falx_argument *arguments;
  size_t argument_count;
  const falx_event_t *dependencies; /* NULL elements count as complete */
  size_t dependency_count;
  size_t local_memory;                  /* bytes of work_group_scratch_memory, 0: none */
  const struct falx_location *location; /* of the caller, for messages and tools; or NULL */
};
/* Everything is borrowed for the call. ERROR_KERNEL_ARGUMENT, with the kernel's signature, if the
 * arguments are not of the types of its parameters: nothing is converted, but that pointers to void
 * go with every pointer, and pointers to what is not const with those to const. Thread-safe, as
 * falx_queue_submit. */
FALX_API falx_status falx_export_launch(falx_queue_t queue, const struct falx_launch *launch,
                                        falx_event_t *out_event);
/* Where a variable is for the queue's device: memory to copy from and to with falx_queue_memcpy. */
FALX_API falx_status falx_export_memory(falx_queue_t queue, falx_export_t variable,
                                        void **out_pointer);
/* Commands of falx_queue_submit that need no struct: pointers to USM or host memory. */
FALX_API falx_status falx_queue_memcpy(falx_queue_t queue, void *destination, const void *source,
                                       size_t bytes, const falx_event_t *dependencies, size_t count,
                                       falx_event_t *out_event);
FALX_API falx_status falx_queue_fill(falx_queue_t queue, void *destination, const void *pattern,
                                     size_t pattern_size, size_t patterns,
                                     const falx_event_t *dependencies, size_t count,
                                     falx_event_t *out_event);

/* ---- Weak references: sycl_ext_oneapi_weak_object; docs/weak-objects.md ----
 * They do not keep the object alive. Each call returns a reference to the object's only one; NULL
 * if out of memory, or if the object is NULL. */
FALX_API falx_weak_t falx_context_weak(falx_context_t context);
FALX_API falx_weak_t falx_queue_weak(falx_queue_t queue);
FALX_API falx_weak_t falx_event_weak(falx_event_t event);
FALX_API falx_weak_t falx_buffer_weak(falx_buffer_t buffer);
FALX_API void falx_weak_retain(falx_weak_t weak); /* NULL is allowed, here and below */
FALX_API void falx_weak_release(falx_weak_t weak);
/* Unique in the process and rising: two objects that had the same address one after the other have
 * different numbers. */
FALX_API uint64_t falx_weak_number(falx_weak_t weak);
/* Adds a reference to the object, which the caller releases; false if its last one is gone. A queue
 * ends with its last handle, whatever its events keep. */
FALX_API bool falx_weak_lock(falx_weak_t weak);
FALX_API bool falx_weak_is_expired(falx_weak_t weak);

#define FALX_INIT(type) {sizeof(type)}

#ifdef __cplusplus
}
#endif
#endif
