/* Operating-system seam of the runtime: a folder of the user's own that many processes keep files
 * in. Nothing here follows a link out of it or waits for a file. Names are of files right in the
 * folder. Where *out_reason is set on failure, it is text that lives until this thread's next call.
 */
#ifndef FALX_RUNTIME_OS_FOLDER_H
#define FALX_RUNTIME_OS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A descriptor, or -1. Refuses a folder that is somebody else's, that others may write to, and a
 * link to one. makes: it and what is above it is made, for the user alone, where absent. */
int fxr_os_folder_open(const char *path, bool makes, const char **out_reason);
/* True if path, links resolved, is a folder of the user who runs this. */
bool fxr_os_folder_is_own(const char *path);

/* A descriptor for reading and the size, or -1. Refuses what fxr_os_folder_open refuses, and all
 * but regular files. */
int fxr_os_file_open(int folder, const char *name, uint64_t *out_size, const char **out_reason);
/* Exactly size bytes from offset on; false if there are less. */
bool fxr_os_file_read(int file, uint64_t offset, void *bytes, size_t size);
/* The time of the last use becomes now, if it is not that of the last minute. */
void fxr_os_file_touch(int file);

struct fxr_os_piece {
  const void *data;
  size_t size;
};
/* A new file of these pieces, for the user alone, under the name; it is taken away again if it did
 * not become whole. Not synchronized: who reads it must tell a file that a crash has torn. */
bool fxr_os_file_make(int folder, const char *name, const struct fxr_os_piece *pieces, size_t count,
                      const char **out_reason);
bool fxr_os_file_rename(int folder, const char *from, const char *to, const char **out_reason);
void fxr_os_file_remove(int folder, const char *name);
/* A name that no other process makes at the same time: hexadecimal digits, '-' and the suffix. */
void fxr_os_file_unique_name(char *buffer, size_t size, const char *suffix);

/* Calls visit with each regular file, until it answers false; then, or without memory, false. used:
 * nanoseconds since 1970. */
bool fxr_os_folder_list(int folder,
                        bool (*visit)(void *user, const char *name, uint64_t size, int64_t used),
                        void *user);

/* Locks the file, made if need be, against other threads and processes; tries for wait_ms. A
 * descriptor for reading and writing, or -1. The lock ends with its process, however that ends. */
int fxr_os_lock(int folder, const char *name, int wait_ms, const char **out_reason);
void fxr_os_unlock(int file);
/* In place, from the start of the file on. */
bool fxr_os_lock_write(int file, const void *bytes, size_t size);

#endif
