/* Operating-system seam for files. Functions answer 0 or an errno value. */
#ifndef FALX_SUPPORT_FILE_H
#define FALX_SUPPORT_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct fxs_file {
  unsigned char *data; /* a zero byte follows, not counted; never NULL on success when read */
  size_t size;
  bool is_mapped;
};

/* Whole contents; "-" is standard input. Pipes work. */
int fxs_file_read(const char *path, struct fxs_file *out_file);
/* Read-only view of a regular file without copying it; falls back to reading. No zero follows. */
int fxs_file_map(const char *path, struct fxs_file *out_file);
void fxs_file_free(struct fxs_file *file);

/* Writes beside path and renames, so that path is never partial; "-" is standard output, and what
 * is not a regular file (/dev/null, a pipe) is written in place. Mode 0666 less umask. */
int fxs_file_write(const char *path, const void *data, size_t size);

/* A fresh private folder in TMPDIR (or /tmp); *out_path is to be freed by the caller. */
int fxs_temp_folder(const char *prefix, char **out_path);
/* The folder and those above it, mode 0700 where they are new; path is as before afterwards. False
 * with errno if one cannot be made. */
bool fxs_make_private_folders(char *path);
/* Removes a file or a whole folder; 0 if nothing was there. */
int fxs_remove_tree(const char *path);

/* Where this program's file lies, links resolved; to be freed by the caller. */
int fxs_self_path(char **out_path);
/* The program name finds on PATH (as is if it has a slash); ENOENT if none. To be freed. */
int fxs_find_program(const char *name, char **out_path);
bool fxs_is_executable(const char *path);
/* False if both are there and are different files. */
bool fxs_may_be_same_file(const char *a, const char *b);

#endif
