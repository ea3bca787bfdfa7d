/* The device image format: written by falx-offload-wrapper, read by the runtime, printed by
 * falx-image.
 *
 * Record layout and property set names follow the dynamic linking design (design document 001);
 * docs/image-format.md describes it in prose. Records are immutable, live in the module that
 * registered them and are borrowed by the runtime until that module unregisters them. C11 and
 * C++17. */
#ifndef FALX_IMAGE_H
#define FALX_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FALX_IMAGE_VERSION 1u      /* of struct falx_image */
#define FALX_IMAGE_DESC_VERSION 1u /* of struct falx_image_desc */
#define FALX_IMAGE_KIND_SYCL 4u

/* ELF section that holds struct falx_image_desc, so that it can be found in a stripped program. */
#define FALX_IMAGE_DESC_SECTION "falx_image_desc"

/* Device targets, as in -fsycl-targets= and struct falx_image.target. */
#define FALX_TARGET_NATIVE_CPU "native_cpu"
#define FALX_TARGET_SPIR64 "spir64"
#define FALX_TARGET_NVPTX64 "nvptx64-nvidia-cuda"

enum falx_image_format {
  FALX_IMAGE_FORMAT_NONE = 0,    /* determined from the bytes */
  FALX_IMAGE_FORMAT_NATIVE = 1,  /* native_cpu: binary is an array of falx_native_entry */
  FALX_IMAGE_FORMAT_SPIRV = 2,   /* a SPIR-V module */
  FALX_IMAGE_FORMAT_BITCODE = 3, /* LLVM bitcode */
  FALX_IMAGE_FORMAT_PTX = 4      /* PTX text, zero-terminated */
};

/* In the list of a device's extensions: it links images of the format (requirement DL-10). */
#define FALX_LINKS_NATIVE "falx_ext_native_linking"
#define FALX_LINKS_SPIRV "falx_ext_spirv64_linking"
#define FALX_LINKS_BITCODE "falx_ext_bitcode_linking"
#define FALX_LINKS_PTX "falx_ext_ptx_linking"

enum falx_property_type {
  FALX_PROPERTY_UINT32 = 1,    /* value NULL, the number is in size */
  FALX_PROPERTY_BYTE_ARRAY = 2 /* value points to size bytes */
};

struct falx_property {
  const char *name;
  const void *value;
  uint32_t type; /* enum falx_property_type */
  uint64_t size; /* bytes, or the number itself for UINT32 */
};

struct falx_property_set {
  const char *name;
  const struct falx_property *begin, *end;
};

/* The kind of an entry. For native_cpu the address of an export is the function's, that of an
 * import a pointer in the module's data that the adapter fills (docs/device-linking.md); other
 * addresses are NULL. */
enum falx_entry_kind {
  FALX_ENTRY_KERNEL = 0,
  FALX_ENTRY_EXPORT = 1,
  FALX_ENTRY_IMPORT = 2,
  FALX_ENTRY_EXPORT_ROWS = 3, /* the same functions for several work-items at once */
  FALX_ENTRY_IMPORT_ROWS = 4,
  /* A device_global that the image uses, by its unique id. For native_cpu the address is that of
   * 64 bits in the module's data, where the adapter stores the variable's number. */
  FALX_ENTRY_DEVICE_GLOBAL = 5,
  FALX_ENTRY_HOST_GLOBAL = 6 /* its address on the host, NULL if it has none there */
};

/* One kernel, exported function or, for native_cpu, import of an image. */
struct falx_image_entry {
  void *address;
  const char *name;
  size_t size;
  int32_t flags; /* enum falx_entry_kind */
  int32_t reserved;
};

struct falx_image {
  uint16_t version;            /* FALX_IMAGE_VERSION */
  uint8_t kind;                /* FALX_IMAGE_KIND_SYCL */
  uint8_t format;              /* enum falx_image_format */
  const char *target;          /* FALX_TARGET_* */
  const char *compile_options; /* for a compiler at run time; never NULL */
  const char *link_options;    /* likewise */
  const unsigned char *binary_begin, *binary_end;
  const struct falx_image_entry *entries_begin, *entries_end;
  const struct falx_property_set *sets_begin, *sets_end;
};

struct falx_image_desc {
  uint16_t version; /* FALX_IMAGE_DESC_VERSION */
  uint16_t image_count;
  const struct falx_image *images;
  const char *producer; /* tool and version that wrote it */
};

/* native_cpu: an image's binary is an array of these; the end marker is named FALX_NATIVE_END
 * and has a NULL handler. binary_end is the address of the end marker. */
#define FALX_NATIVE_END "__nativecpu_end"
struct falx_native_cpu_state;
typedef void (*falx_native_handler)(void **args, struct falx_native_cpu_state *state);
struct falx_native_entry {
  const char *name;
  falx_native_handler handler;
};

/* native_cpu: the instruction sets for which one program may contain code, in increasing order.
 * FALX_ISA(ID, name, cpu, bits): name as in FALX_NATIVE_ISA=, cpu as in -march=, bits of a
 * vector. FALX_SET_NATIVE of every image names the processor it requires. docs/isa-variants.md. */
#define FALX_NATIVE_ISAS(FALX_ISA)                                                                 \
  FALX_ISA(BASELINE, "baseline", "x86-64", 128)                                                    \
  FALX_ISA(V3, "v3", "x86-64-v3", 256)                                                             \
  FALX_ISA(V4, "v4", "x86-64-v4", 512)

/* ---- Property sets ---- */
#define FALX_SET_SPEC_CONSTANTS "SYCL/specialization constants"
#define FALX_SET_SPEC_DEFAULTS "SYCL/specialization constants default values"
#define FALX_SET_DEVICELIB_MASK "SYCL/devicelib req mask"
#define FALX_SET_KERNEL_PARAM_OPT "SYCL/kernel param opt"
#define FALX_SET_MISC "SYCL/misc properties"
/* Present where an option says which kernels share an image (-fsycl-device-code-split): they then
 * share kernel bundles, too. */
#define FALX_MISC_SPLIT "split"
#define FALX_SET_ASSERT_USED "SYCL/assert used"
#define FALX_SET_EXPORTED "SYCL/exported symbols"
#define FALX_SET_IMPORTED "SYCL/imported symbols"
#define FALX_SET_DEVICE_GLOBALS "SYCL/device globals"
#define FALX_SET_DEVICE_REQUIREMENTS "SYCL/device requirements"
#define FALX_SET_KERNEL_NAMES "SYCL/kernel names"
/* Falx's own: one property per kernel (name = symbol), value = struct falx_kernel_record. */
#define FALX_SET_KERNEL_RECORDS "Falx/kernel records"
/* Falx's own: name = kernel, value = its work_group_size_hint, three u32 as in the record. */
#define FALX_SET_WORK_GROUP_HINTS "Falx/work-group size hints"
/* Falx's own: name = kernel of native_cpu without a vector form, value = why, zero-terminated. */
#define FALX_SET_NOT_VECTORIZED "Falx/not vectorized"
/* Falx's own: property "cpu" = the processor that native code is for, a zero-terminated name as
 * in -march=. */
#define FALX_SET_NATIVE "Falx/native code"
#define FALX_NATIVE_CPU "cpu"
/* Falx's own, of PTX: "arch" = the compute capability that it is for, a number: 70, 90; "exact" =
 * 1 where no later one will do (sm_90a). */
#define FALX_SET_PTX "Falx/PTX"
#define FALX_PTX_ARCH "arch"
#define FALX_PTX_EXACT "exact"
/* The symbol of a device_global in PTX is its unique id, with this for each character that is not a
 * letter, a digit, _ or $. */
#define FALX_PTX_SYMBOL_FILL '$'
/* Falx's own: for an image with specialization constants: its code as unoptimized bitcode, and
 * the options to compile it with, one word per line, zero-terminated. */
#define FALX_SET_SPECIALIZATION "Falx/specialization"
#define FALX_SPECIALIZATION_CODE "code"
#define FALX_SPECIALIZATION_OPTIONS "options"
/* A module made by falx-specialize exports this instead of registering: struct falx_image_desc. */
#define FALX_SPECIALIZED_SYMBOL "falx_specialized"

/* FALX_SET_DEVICE_GLOBALS: name = unique id of a device_global that the image uses, value = this
 * struct, followed by the bytes of the initial value, or none if they are zeros. */
#define FALX_DEVICE_GLOBAL_DESCRIPTOR "device_global_storage" /* in its descriptor's symbol */
struct falx_device_global {
  uint32_t size; /* of the underlying type, bytes; 0: only the host knows it */
  uint8_t device_image_scope;
  uint8_t reserved[3];
};

/* spir64: the kernel <id of a device_global>FALX_SLOT_KERNEL<first name, by strcmp, of the image's
 * kernels and exports> takes a pointer to the variable's memory and notes it for the image. */
#define FALX_SLOT_KERNEL ".falx_slot."

/* FALX_SET_SPEC_CONSTANTS: name = the constant's, value = its size in bytes, a number; 0 if
 * kernels of the image have different constants of that name. FALX_SET_SPEC_DEFAULTS: name
 * likewise, value = its bytes. */

/* FALX_SET_EXPORTED, FALX_SET_IMPORTED: name = symbol of the function, value a number: */
#define FALX_SYMBOL_GLOBAL 1u
#define FALX_SYMBOL_LOCAL 2u /* an export that only its own image can call on this target */

/* FALX_SET_DEVICE_REQUIREMENTS: "aspects" = those used by any code of the image, name of a
 * kernel = those in its device_has; each a u32 of enum falx_aspect. */

/* FALX_SET_KERNEL_PARAM_OPT: name = kernel, value = u64 number of arguments, then one bit per
 * argument in little-endian bytes, set if the argument was removed (requirement KL-3). */

/* ---- Kernel parameter table (requirement KL-1) ----
 * A kernel's arguments are numbered in the order of its descriptors; a descriptor of kind
 * accessor describes four of them: data pointer, access range, memory range, offset. */
enum falx_param_kind {
  FALX_PARAM_ACCESSOR = 0,
  FALX_PARAM_STD_LAYOUT = 1,
  FALX_PARAM_SAMPLER = 2,
  FALX_PARAM_POINTER = 3,
  FALX_PARAM_SPEC_CONSTANTS_BUFFER = 4,
  FALX_PARAM_STREAM = 5,
  FALX_PARAM_WORK_GROUP_MEMORY = 6,
  FALX_PARAM_LOCAL_ACCESSOR = 7
};

struct falx_kernel_param {
  uint16_t kind;       /* enum falx_param_kind */
  uint16_t dimensions; /* accessors: 1 to 3, else 0 */
  uint32_t size;       /* bytes in the function object */
  uint32_t offset;     /* bytes from the start of the function object */
};

enum falx_kernel_flags {
  /* The kernel uses only global ids, ranges and offsets: each call runs a box of work-items.
   * Without the flag each call runs a box of work-groups. native_cpu only. */
  FALX_KERNEL_DISPATCH_ITEMS = 1u << 0,
  FALX_KERNEL_USES_LOCAL_MEMORY = 1u << 1,
  FALX_KERNEL_USES_BARRIER = 1u << 2,
  FALX_KERNEL_USES_FP64 = 1u << 3,
  FALX_KERNEL_USES_FP16 = 1u << 4,
  FALX_KERNEL_USES_ATOMIC64 = 1u << 5,
  FALX_KERNEL_USES_ROOT_BARRIER = 1u << 6, /* its work-groups wait for each other */
  /* Its launches give the size of memory of their work-groups. */
  FALX_KERNEL_USES_LAUNCH_MEMORY = 1u << 7,
  /* nvptx64 only, docs/cuda.md: the last parameter is the begin of a struct falx_launch_range; the
   * kernel leaves out work-items beyond its end in these dimensions; ids have 64 bits, otherwise
   * 31. */
  FALX_KERNEL_USES_LAUNCH_RANGE = 1u << 8,
  FALX_KERNEL_GUARDS_X = 1u << 9,
  FALX_KERNEL_GUARDS_Y = 1u << 10,
  FALX_KERNEL_GUARDS_Z = 1u << 11,
  FALX_KERNEL_WIDE_IDS = 1u << 12,
  /* With FALX_KERNEL_DISPATCH_ITEMS: work-items that are neighbours in dimension 1 access
   * neighbours in memory, so high boxes are better than wide ones. */
  FALX_KERNEL_WALKS_COLUMNS = 1u << 13,
  /* spir64 only: the first parameter is the address of the function object in memory of the device;
   * parameters of local memory follow. */
  FALX_KERNEL_ARGUMENTS_IN_MEMORY = 1u << 14
};

/* nvptx64: where the grid of a launch is. Dimension 0 is the fastest; ranges and groups of unused
 * dimensions are 1. A kernel's parameter is as much of its begin as the kernel reads. */
struct falx_launch_dimension {
  uint64_t first;         /* the global id of the grid's first work-item */
  uint64_t end;           /* offset + range */
  uint64_t range, offset; /* global */
  uint64_t groups;        /* work-groups of the launch */
  uint64_t first_group;   /* the number of the grid's first work-group */
};
struct falx_launch_range {
  struct falx_launch_dimension dimensions[3];
};

#define FALX_KERNEL_RECORD_VERSION 3u
struct falx_kernel_record {
  uint32_t version;                 /* FALX_KERNEL_RECORD_VERSION */
  uint32_t flags;                   /* enum falx_kernel_flags */
  uint32_t functor_size;            /* bytes; must equal the host's (requirement KL-4) */
  uint32_t functor_align;           /* bytes */
  uint32_t reqd_work_group_size[3]; /* x fastest; zero for unspecified dimensions */
  uint32_t reqd_sub_group_size;     /* 0 if none is required */
  /* native_cpu: the sub-group size, and the storage of a work-group (include/falx/native_cpu.h,
   * frame), in which rows of work-items are padded to whole sub-groups. */
  uint32_t sub_group_size;            /* 1 if work-items run one at a time; 0: unknown */
  uint32_t frame_bytes;               /* total; a multiple of FALX_NATIVE_FRAME_ALIGN */
  uint32_t frame_sub_group_bytes;     /* per sub-group */
  uint32_t frame_item_bytes;          /* per work-item */
  uint32_t item_cost;                 /* upper bound of a work-item's instructions; 0: unknown */
  uint32_t param_count;               /* elements of params */
  uint32_t arg_count;                 /* arguments that they describe */
  struct falx_kernel_param params[1]; /* param_count of them */
};

#define FALX_KERNEL_RECORD_SIZE(param_count)                                                       \
  (offsetof(struct falx_kernel_record, params) + (param_count) * sizeof(struct falx_kernel_param))

/* Called by the constructor and destructor of every wrapped module. module is the address of the
 * module's own __dso_handle, which identifies it. Registration only records pointers; it may run
 * before main and on any thread. An unknown version is reported on first use. */
void falx_register_images(const struct falx_image_desc *desc, const void *module);
void falx_unregister_images(const struct falx_image_desc *desc, const void *module);

#ifdef __cplusplus
}
#endif
#endif
