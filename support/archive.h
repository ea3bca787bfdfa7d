/* Bounds-checked reader of ar archives: GNU and BSD long names, thin archives. */
#ifndef FALX_SUPPORT_ARCHIVE_H
#define FALX_SUPPORT_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

struct fxs_archive {
  const unsigned char *data; /* borrowed */
  size_t size;
  bool is_thin;
  const char *long_names; /* GNU's table; NULL if none */
  size_t long_names_size;
};

struct fxs_archive_member {
  char name[4096];           /* thin: path relative to the archive's folder */
  const unsigned char *data; /* NULL in thin archives: the member is a separate file */
  size_t size;
};

bool fxs_archive_is(const void *data, size_t size);
bool fxs_archive_open(const void *data, size_t size, struct fxs_archive *out_archive);

enum fxs_archive_step { FXS_ARCHIVE_MEMBER, FXS_ARCHIVE_END, FXS_ARCHIVE_BROKEN };
/* Start with *position = 0. Symbol and name tables are skipped. */
enum fxs_archive_step fxs_archive_next(struct fxs_archive *archive, size_t *position,
                                       struct fxs_archive_member *out_member);

#endif
