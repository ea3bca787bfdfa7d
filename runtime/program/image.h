/* The registry of device images: registered modules, and the image that holds each kernel. */
#ifndef FALX_RUNTIME_IMAGE_H
#define FALX_RUNTIME_IMAGE_H

#include <stdbool.h>

#include "falx/falx.h"
#include "falx/image.h"
#include "runtime/program/symbols.h"
#include "support/threads.h"

struct fxr_image;
struct fxr_module;
struct fxr_program_use;

/* A kernel of an image, as its property sets describe it. Borrowed from the module's data. */
struct fxr_image_kernel {
  struct fxr_symbol symbol;
  const struct falx_kernel_record *record;
  const unsigned char *omitted; /* one bit per argument, set if removed; NULL: none removed */
  uint64_t omitted_count;
  const uint32_t *aspects; /* of its device_has attribute */
  size_t aspect_count;
};

/* A function that other images may call, or could if it were not local (FALX_SYMBOL_LOCAL). */
struct fxr_image_export {
  struct fxr_symbol symbol;
  bool is_local;
};

struct fxr_image {
  const struct falx_image *image;
  struct fxr_module *module;
  char *problem; /* why it cannot be used, NULL if it can */
  struct fxr_image_kernel *kernels;
  size_t kernel_count;
  struct fxr_image_export *exports;
  size_t export_count;
  const struct falx_property_set *imports; /* NULL if it imports nothing */
  const struct falx_property_set *spec_constants, *spec_defaults, *specialization; /* or NULL */
  const struct falx_property_set *globals; /* device globals; NULL if it uses none */
  struct fxr_program_use *uses;            /* programs that include it */
  bool is_split;                           /* an option chose its kernels: FALX_MISC_SPLIT */
  bool is_taken;                           /* set while runtime/program/link.c collects a program */
};

/* One registration. */
struct fxr_module {
  const struct falx_image_desc *desc;
  const void *handle; /* its __dso_handle */
  uint64_t number;    /* increases with each registration */
  bool is_parsed;
  bool is_withdrawn;        /* being unregistered: in no index */
  bool is_reserve;          /* part of registry.reserve, not allocated */
  char *problem;            /* of the descriptor itself */
  struct fxr_image *images; /* image_count of them, once parsed */
  size_t image_count;
  struct fxr_module *next;
};

struct fxr_global;
struct fxr_globals {
  struct fxr_global *first;       /* device_global.c */
  struct falx_host_globals *host; /* registered by footers; host_globals.c */
};

/* Registration cannot report a failure: this many need no allocation. */
enum { FXR_RESERVE_MODULES = 16 };

struct fxr_image_registry {
  struct fxs_mutex lock;           /* the program manager's lock: guards programs and kernels too */
  struct fxr_module *first, *last; /* in order of registration */
  uint64_t withdrawals;            /* modules unregistered so far: if it changed, earlier
                                    * findings may be stale */
  unsigned present, most;          /* modules, now and at peak */
  bool has_unparsed;
  bool has_lost;                                  /* a registration failed: out of memory */
  struct fxr_module reserve[FXR_RESERVE_MODULES]; /* free if desc is NULL */
  struct fxr_symbols kernels; /* of all images, each its struct fxr_image_kernel's first member */
  struct fxr_symbols exports; /* likewise struct fxr_image_export's */
  struct fxr_globals globals;
  struct falx_export *named; /* exported by name; exports.c */
};

/* With the lock held, tables up to date: the name that device images have for a kernel's name in
 * its host code, which is the same unless it begins with FALX_LOOSE_NAME. *out_name is set in any
 * case. ERROR_NO_KERNEL: several would do. */
falx_status fxr_image_device_name(const struct fxr_image_registry *registry, const char *name,
                                  const void *module, const char **out_name);
/* With the lock held. Parses new registrations. If module has the name, only its images are
 * considered. Among a module's images, picks the one that suits the device best. Otherwise
 * ERROR_NO_KERNEL with a text that lists the alternatives, or ERROR_MEMORY_ALLOCATION. */
falx_status fxr_image_find_kernel(struct fxr_image_registry *registry, const char *name,
                                  const void *module, falx_device_t device,
                                  const struct fxr_image_kernel **out_kernel);
/* With the lock held, tables up to date: the first kernel of the name, preferably in module;
 * NULL if there is none. */
const struct fxr_image_kernel *fxr_image_any_kernel(const struct fxr_image_registry *registry,
                                                    const char *name, const void *module);
/* With the lock held: parses what was registered since the last call; false if out of memory. */
bool fxr_image_registry_parse(struct fxr_image_registry *registry);
/* Parses one module, registered or not; false if out of memory. */
bool fxr_module_parse(struct fxr_module *module);
void fxr_module_free_images(struct fxr_module *module);
/* How many registered modules have an image for the target. */
size_t fxr_image_modules_for(struct fxr_image_registry *registry, const char *target);
/* How well the image suits the device, 0: it cannot run it. */
uint32_t fxr_image_rank(falx_device_t device, const struct fxr_image *image);
/* Entries of a set, which may be NULL or malformed. */
size_t fxr_property_count(const struct falx_property_set *set);
/* The processor that native code was compiled for; NULL if the image does not name one. */
const char *fxr_image_cpu(const struct fxr_image *image);
/* Why the kernel is not vectorized; NULL if it is, or the image does not say. */
const char *fxr_image_kernel_why_scalar(const struct fxr_image_kernel *kernel);
/* "nbody::Step" for "_ZTSN5nbody4StepE"; the name itself if it is not that simple. */
const char *fxr_kernel_pretty_name(const char *name, char *buffer, size_t size);
/* Late shutdown: drops everything. */
void fxr_image_registry_free(struct fxr_image_registry *registry);

/* Returns a problem as a constant text, NULL if the record is valid. Reads size bytes at most. */
const char *fxr_kernel_record_check(const struct falx_kernel_record *record, uint64_t size);
/* The number of arguments that a descriptor describes; 0 for an unknown kind. */
uint32_t fxr_kernel_param_args(const struct falx_kernel_param *param);
/* The file mapped at address, "(unknown module)" if not known. */
const char *fxr_module_path(const void *address, char *buffer, size_t size);

/* The only registry. It exists before the owner is created and after it is destroyed. */
struct fxr_image_registry *fxr_runtime_images(void);

#endif
