/* Operating-system seam: a private folder that many processes store files in. Nothing here
 * follows a link out of the folder or waits for a file that another process holds. Names are of
 * files directly in the folder. Descriptors are close-on-exec. If *out_reason is set on failure,
 * it is text that is valid until this thread's next call. */
#ifndef FALX_SUPPORT_FOLDER_H
#define FALX_SUPPORT_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- The folder ---- */

/* A descriptor, or -1. Refuses a folder that belongs to another user, one that others may write
 * to, and a link to one. makes: creates it and its parents, mode 0700, if absent. */
int fxs_folder_open(const char *path, bool makes, const char **out_reason);
/* Closes folders, files and locks; -1 is ignored. */
void fxs_folder_close(int descriptor);
/* True if path, links resolved, is a folder that belongs to the effective user. */
bool fxs_folder_is_own(const char *path);
bool fxs_folder_exists(const char *path); /* whatever its type */
/* The program runs with more privileges than the user who started it (set-user-id). */
bool fxs_is_set_user_id(void);

struct fxs_listed {
  const char *name; /* valid during the call */
  uint64_t size;    /* bytes */
  int64_t used;     /* time of the last modification, nanoseconds since 1970 */
  bool is_folder;
};
/* Calls visit with each regular file and folder except "." and "..", until it returns false;
 * then, or if out of memory, returns false. visit may remove the file it is called with. */
bool fxs_folder_list(int folder, bool (*visit)(void *user, const struct fxs_listed *file),
                     void *user);

/* Creates the folder, mode 0700. A descriptor, or -1, also if the name exists. */
int fxs_folder_make_folder(int folder, const char *name, const char **out_reason);

/* ---- Files ---- */

/* A descriptor for reading and the size, or -1. Refuses what fxs_folder_open refuses, and
 * everything but regular files. */
int fxs_folder_open_file(int folder, const char *name, uint64_t *out_size, const char **out_reason);
/* Exactly size bytes starting at offset; false if there are fewer. */
bool fxs_folder_read(int file, uint64_t offset, void *bytes, size_t size);
/* Sets the time of last use to now, unless it is within the last minute already. */
void fxs_folder_touch(int file);
/* Changes when the file is modified, and when the system is restarted: a file with an unchanged
 * stamp has unchanged content. 0 if that cannot be guaranteed: it was modified just now. */
uint64_t fxs_folder_stamp(int file);
/* True if path names the file that the descriptor refers to. */
bool fxs_folder_is_at(int file, const char *path);

struct fxs_piece {
  const void *data; /* may be NULL if size is 0 */
  size_t size;      /* bytes */
};
/* Creates a file from these pieces, mode 0600; removes it again if it cannot be written
 * completely. Not synchronized to the disk: readers must detect a file torn by a crash. */
bool fxs_folder_make_file(int folder, const char *name, const struct fxs_piece *pieces,
                          size_t count, const char **out_reason);
/* Revokes group's and others' permissions on a file of the user's own that another program
 * wrote. */
bool fxs_folder_make_private(int folder, const char *name, const char **out_reason);
/* Moves between folders of the same file system; replaces an existing file. */
bool fxs_folder_rename(int from, const char *name, int to, const char *new_name,
                       const char **out_reason);
void fxs_folder_remove(int folder, const char *name); /* a file */
/* Removes a folder with all its contents. */
void fxs_folder_remove_tree(int folder, const char *name);
/* A name that no other process generates at the same time: hexadecimal digits, '-' and the
 * suffix. */
void fxs_folder_unique_name(char *buffer, size_t size, const char *suffix);

/* ---- Locks. The system releases them when their process ends, however that happens. ---- */

enum { FXS_FOLDER_BUSY = -2 };
/* Locks the file, created on demand, against other threads and processes; tries for wait_ms. A
 * descriptor for reading and writing, FXS_FOLDER_BUSY if others held it all that time, or -1. If
 * the file is removed while it is locked, the next caller creates a new one. */
int fxs_folder_lock(int folder, const char *name, int wait_ms, const char **out_reason);
/* Unlocks and closes. */
void fxs_folder_unlock(int file);
/* Writes in place, from the start of the file. */
bool fxs_folder_write(int file, const void *bytes, size_t size);

/* Protects an open file from fxs_folder_remove_unused until fxs_folder_unlock. Any number of
 * holders; false if it is being removed. */
bool fxs_folder_hold(int file);
/* False, and the file stays, if someone holds it. */
bool fxs_folder_remove_unused(int folder, const char *name);

#endif
