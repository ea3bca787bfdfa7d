/* Operating-system seam for files. Functions return 0 or an errno value. */
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
/* Maps a regular file read-only without copying it; falls back to reading. No zero follows. */
int fxs_file_map(const char *path, struct fxs_file *out_file);
void fxs_file_free(struct fxs_file *file);

/* Writes beside path and renames, so that path is never partial; "-" is standard output, and a
 * path that is not a regular file (/dev/null, a pipe) is written in place. Mode 0666 less umask. */
int fxs_file_write(const char *path, const void *data, size_t size);

/* Creates a private folder in TMPDIR (or /tmp); the caller frees *out_path. */
int fxs_temp_folder(const char *prefix, char **out_path);
/* Creates the folder and its parents, new ones with mode 0700; path is unchanged on return.
 * False with errno if one cannot be created. */
bool fxs_make_private_folders(char *path);
/* Removes a file or a whole folder; 0 if it does not exist. */
int fxs_remove_tree(const char *path);
/* The same relative to an open folder. */
int fxs_remove_tree_at(int folder, const char *path);

/* The path of this program's file, links resolved; the caller frees it. */
int fxs_self_path(char **out_path);
/* Looks the program name up in PATH (unchanged if it has a slash); ENOENT if not found. The
 * caller frees it. */
int fxs_find_program(const char *name, char **out_path);
bool fxs_is_executable(const char *path);
/* False if both exist and are different files. */
bool fxs_may_be_same_file(const char *a, const char *b);

#endif
