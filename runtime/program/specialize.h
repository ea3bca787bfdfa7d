/* Specialization constants (SYCL 2020, 4.9.5; docs/specialization.md): which values matter for
 * an image, and recompilation of its code with them. */
#ifndef FALX_RUNTIME_SPECIALIZE_H
#define FALX_RUNTIME_SPECIALIZE_H

#include "falx/adapter.h"
#include "runtime/program/image.h"

/* Names of values that are no specialization constants: FXR_KNOWN_MARK and a number for the bytes
 * of an argument of the kernel, in the order of its record, and the extents of its work-groups
 * (uint32_t, in SYCL's order), the same in all launches of the program that is asked for. They
 * count for the kernel's own image only, which must have code. */
#define FXR_KNOWN_MARK "@"
#define FXR_KNOWN_LOCAL FXR_KNOWN_MARK "local"
bool fxr_image_has_code(const struct fxr_image *image);

/* The key that a program of count images is specialized with: the values of constants that an
 * image uses and that differ from the default, in order of names, each as "name=hexadecimal
 * digits" followed by a blank. The caller frees it. NULL for none: status then tells whether
 * there are none, memory ran out, or a value does not have the constant's size (ERROR_INVALID). */
char *fxr_spec_key(struct fxr_image *const *images, size_t count,
                   const struct falx_spec_value *values, size_t value_count,
                   falx_status *out_status);

/* True if the values yield the key (NULL: no values) for the images. Does not allocate. */
bool fxr_spec_matches(const char *key, struct fxr_image *const *images, size_t count,
                      const struct falx_spec_value *values, size_t value_count);

/* Whether a key has names with FXR_KNOWN_MARK, which come first; NULL has none. */
bool fxr_spec_is_of_launches(const char *key);

/* An image compiled at run time: a library of its own, not registered. */
struct fxr_specialized {
  struct fxr_module module; /* of one image */
  void *library;
  size_t size;                  /* of the library's file */
  struct fxr_specialized *next; /* list of those to be freed */
};

/* All inputs of a recompilation. Borrows nothing from the image, which may be removed meanwhile. */
struct fxr_recipe;

/* For those values of key that the image uses, and its given kernel (NULL: none); also without
 * such a value if the image imports code that is recompiled. Otherwise NULL and success.
 * Accesses memory only: the registry's lock may be held. */
falx_status fxr_recipe_create(const struct fxr_image *image, const char *key,
                              const struct fxr_image_kernel *kernel, bool has_exports,
                              struct fxr_recipe **out_recipe);
void fxr_recipe_free(struct fxr_recipe *recipe); /* NULL is allowed */

/* Takes as long as a compilation, unless the persistent cache has the result. ERROR_BUILD if
 * that fails, or soon after *is_cancelled (atomic) is set. Call it without locks. */
falx_status fxr_specialize(const struct fxr_recipe *recipe, const uint32_t *is_cancelled,
                           struct fxr_specialized **out_specialized);
/* NULL is allowed. Call with no lock held: it closes a library, and a thread that is opening or
 * closing one may wait for the registry. */
void fxr_specialized_free(struct fxr_specialized *specialized);

#endif
