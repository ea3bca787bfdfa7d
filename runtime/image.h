/* The registry of device images: what modules registered, and which image holds which kernel. */
#ifndef FALX_RUNTIME_IMAGE_H
#define FALX_RUNTIME_IMAGE_H

#include <stdbool.h>

#include "falx/falx.h"
#include "falx/image.h"
#include "runtime/symbols.h"
#include "support/threads.h"

struct fxr_image;
struct fxr_module;
struct fxr_program_use;

/* A kernel of an image, as its property sets describe it. Borrowed from the module's data. */
struct fxr_image_kernel {
  struct fxr_symbol symbol;
  const struct falx_kernel_record *record;
  const unsigned char *omitted; /* one bit per argument, set where removed; NULL for none */
  uint64_t omitted_count;
  const uint32_t *aspects; /* of its device_has attribute */
  size_t aspect_count;
};

/* A function that other images may call, or would if it were not local (FALX_SYMBOL_LOCAL). */
struct fxr_image_export {
  struct fxr_symbol symbol;
  bool is_local;
};

struct fxr_image {
  const struct falx_image *image;
  struct fxr_module *module;
  char *problem; /* why it cannot be used, NULL where it can */
  struct fxr_image_kernel *kernels;
  size_t kernel_count;
  struct fxr_image_export *exports;
  size_t export_count;
  const struct falx_property_set *imports; /* NULL where it imports nothing */
  const struct falx_property_set *spec_constants, *spec_defaults, *specialization; /* or NULL */
  const struct falx_property_set *globals; /* device globals; NULL where it uses none */
  struct fxr_program_use *uses;            /* programs that it is part of */
  bool is_taken;                           /* while runtime/link.c collects a program */
};

/* One registration. */
struct fxr_module {
  const struct falx_image_desc *desc;
  const void *handle; /* its __dso_handle */
  uint64_t number;    /* later registrations have higher ones */
  bool is_parsed;
  bool is_withdrawn;        /* it is going away: in no index */
  bool is_reserve;          /* it lies in the registry */
  char *problem;            /* of the descriptor as a whole */
  struct fxr_image *images; /* image_count of them, once parsed */
  size_t image_count;
  struct fxr_module *next;
};

struct fxr_global;
struct fxr_globals {
  struct fxr_global *first;       /* device_global.c */
  struct falx_host_globals *host; /* what footers have registered; host_globals.c */
};

/* Who registers cannot be told of a failure: so many need no memory. */
enum { FXR_RESERVE_MODULES = 16 };

struct fxr_image_registry {
  struct fxs_mutex lock;           /* the program manager's lock: guards programs and kernels too */
  struct fxr_module *first, *last; /* in order of registration */
  uint64_t withdrawals;            /* of modules so far: what was found before one may be gone */
  unsigned present, most;          /* modules, now and at most so far */
  bool has_unparsed;
  bool has_lost;                                  /* a registration failed for want of memory */
  struct fxr_module reserve[FXR_RESERVE_MODULES]; /* free where desc is NULL */
  struct fxr_symbols kernels; /* of all images, each its struct fxr_image_kernel's first member */
  struct fxr_symbols exports; /* likewise struct fxr_image_export's */
  struct fxr_globals globals;
};

/* With the lock held. Parses what is new. Prefers the images of module: where it has the name, no
 * other module's is taken. Of several images of a module, the one that the device runs best.
 * Otherwise ERROR_NO_KERNEL with a text that says what there is, or ERROR_MEMORY_ALLOCATION. */
falx_status fxr_image_find_kernel(struct fxr_image_registry *registry, const char *name,
                                  const void *module, falx_device_t device,
                                  const struct fxr_image_kernel **out_kernel);
/* With the lock held, tables up to date: the first kernel of the name, of module where it has one;
 * NULL where there is none. */
const struct fxr_image_kernel *fxr_image_any_kernel(const struct fxr_image_registry *registry,
                                                    const char *name, const void *module);
/* With the lock held: tables of what registered since the last time; false for want of memory. */
bool fxr_image_registry_parse(struct fxr_image_registry *registry);
/* The tables of one module, registered or not; false for want of memory. */
bool fxr_module_parse(struct fxr_module *module);
void fxr_module_free_images(struct fxr_module *module);
/* How well the device runs the image, 0: not at all. */
uint32_t fxr_image_rank(falx_device_t device, const struct fxr_image *image);
/* Entries of a set, which may be NULL or damaged. */
size_t fxr_property_count(const struct falx_property_set *set);
/* The processor that native code is for; NULL where the image does not say. */
const char *fxr_image_cpu(const struct fxr_image *image);
/* "nbody::Step" for "_ZTSN5nbody4StepE"; where the name is not that simple, the name itself. */
const char *fxr_kernel_pretty_name(const char *name, char *buffer, size_t size);
/* Late shutdown: forgets everything. */
void fxr_image_registry_free(struct fxr_image_registry *registry);

/* Answers a problem as a constant text, NULL where the record is sound. Reads size bytes at most.
 */
const char *fxr_kernel_record_check(const struct falx_kernel_record *record, uint64_t size);
/* How many arguments a descriptor stands for; 0 for an unknown kind. */
uint32_t fxr_kernel_param_args(const struct falx_kernel_param *param);
/* The file that holds address, "(unknown module)" where it cannot be told. */
const char *fxr_module_path(const void *address, char *buffer, size_t size);

#endif
