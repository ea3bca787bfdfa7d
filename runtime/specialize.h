/* Specialization constants (SYCL 2020, 4.9.5; docs/specialization.md): which values count for an
 * image, and its code compiled again with them. */
#ifndef FALX_RUNTIME_SPECIALIZE_H
#define FALX_RUNTIME_SPECIALIZE_H

#include "falx/adapter.h"
#include "runtime/image.h"

/* What a program of count images is specialized with: of the values those that are of a constant of
 * one of the images and not its default, in the order of their names, "name=hexadecimal digits",
 * each with a blank behind it. NULL for none: then status says whether that is for want of memory,
 * or because a value has not the constant's size (ERROR_INVALID). To be freed. */
char *fxr_spec_key(struct fxr_image *const *images, size_t count,
                   const struct falx_spec_value *values, size_t value_count,
                   falx_status *out_status);

/* True if the values make the key (NULL: no values) for the images. Does not allocate. */
bool fxr_spec_matches(const char *key, struct fxr_image *const *images, size_t count,
                      const struct falx_spec_value *values, size_t value_count);

/* An image that was compiled while the program runs: a library of its own, not registered. */
struct fxr_specialized {
  struct fxr_module module; /* of one image */
  void *library;
  size_t size;                  /* of the library's file */
  struct fxr_specialized *next; /* of those to be freed */
};

/* All that compiling an image again takes. Borrows nothing of the image, which may go meanwhile. */
struct fxr_recipe;

/* For the values of key that the image uses, and of its kernels the one (NULL: none); also without
 * such a value where the image imports what is compiled again. NULL and success otherwise. Touches
 * memory only: the registry's lock may be held. */
falx_status fxr_recipe_create(const struct fxr_image *image, const char *key,
                              const struct fxr_image_kernel *kernel, bool has_exports,
                              struct fxr_recipe **out_recipe);
void fxr_recipe_free(struct fxr_recipe *recipe); /* NULL is fine */

/* Takes as long as a compiler does, unless the persistent cache has the result. ERROR_BUILD where
 * that fails, also soon after *is_cancelled (atomic) is set. Call it without locks. */
falx_status fxr_specialize(const struct fxr_recipe *recipe, const uint32_t *is_cancelled,
                           struct fxr_specialized **out_specialized);
/* NULL is fine. With no lock held: it closes a library, and a thread that is opening or closing one
 * may wait for the registry. */
void fxr_specialized_free(struct fxr_specialized *specialized);

#endif
