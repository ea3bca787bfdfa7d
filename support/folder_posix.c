/* folder.h for POSIX systems. */
#include "support/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "support/clock.h"
#include "support/file.h"
#include "support/map.h"

#define USE_GRAIN_SECONDS 60
#define NS_PER_SECOND 1000000000LL
#define NS_PER_MS 1000000u

/* NULL if it belongs to the user and nobody else may write to it. */
static const char *refusal(const struct stat *info) {
  if (info->st_uid != geteuid())
    return "it belongs to another user";
  if (info->st_mode & (S_IWGRP | S_IWOTH))
    return "others may write to it, too";
  return NULL;
}

/* ---- The folder ---- */

int fxs_folder_open(const char *path, bool makes, const char **out_reason) {
  const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  struct stat info;
  char *own = strdup(path);
  *out_reason = "no memory";
  if (!own)
    return -1;
  /* A trailing slash would make open follow a link. */
  for (size_t length = strlen(own); length > 1 && own[length - 1] == '/';)
    own[--length] = 0;
  int folder = open(own, flags);
  if (folder < 0 && errno == ENOENT && makes && fxs_make_private_folders(own))
    folder = open(own, flags);
  if (folder < 0) /* for a link, O_DIRECTORY with O_NOFOLLOW fails with ENOTDIR */
    *out_reason = errno == ENOTDIR ? "it is a link, or no folder" : strerror(errno);
  else
    *out_reason = fstat(folder, &info) ? strerror(errno) : refusal(&info);
  free(own);
  if (folder >= 0 && *out_reason) {
    close(folder);
    return -1;
  }
  return folder;
}

bool fxs_folder_is_own(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

bool fxs_folder_exists(const char *path) {
  return access(path, F_OK) == 0;
}

bool fxs_is_set_user_id(void) {
  return getauxval(AT_SECURE) != 0;
}

void fxs_folder_close(int descriptor) {
  if (descriptor >= 0)
    close(descriptor);
}

static bool is_dots(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

bool fxs_folder_list(int folder, bool (*visit)(void *user, const struct fxs_listed *file),
                     void *user) {
  int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *list = own >= 0 ? fdopendir(own) : NULL;
  bool is_fine = list != NULL;
  if (!list && own >= 0)
    close(own);
  while (is_fine) {
    struct stat info;
    errno = 0;
    struct dirent *file = readdir(list);
    if (!file) {
      is_fine = errno == 0;
      break;
    }
    if (is_dots(file->d_name) || fstatat(folder, file->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !(S_ISREG(info.st_mode) || S_ISDIR(info.st_mode)))
      continue;
    struct fxs_listed listed = {.name = file->d_name,
                                .size = (uint64_t)info.st_size,
                                .used = info.st_mtim.tv_sec * NS_PER_SECOND + info.st_mtim.tv_nsec,
                                .is_folder = S_ISDIR(info.st_mode)};
    is_fine = visit(user, &listed);
  }
  if (list)
    closedir(list);
  return is_fine;
}

int fxs_folder_make_folder(int folder, const char *name, const char **out_reason) {
  int made = mkdirat(folder, name, 0700) == 0
                 ? openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                 : -1;
  if (made < 0)
    *out_reason = strerror(errno);
  return made;
}

/* ---- Files ---- */

/* O_NONBLOCK: must not wait for a pipe of that name, or for someone's lease. */
static int open_own(int folder, const char *name, int flags, struct stat *info,
                    const char **out_reason) {
  int file = openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
  if (file < 0) {
    *out_reason = errno == ENOENT  ? "there is none"
                  : errno == ELOOP ? "it is a link"
                                   : strerror(errno);
    return -1;
  }
  *out_reason = fstat(file, info)         ? strerror(errno)
                : !S_ISREG(info->st_mode) ? "it is no regular file"
                                          : refusal(info);
  if (!*out_reason)
    return file;
  close(file);
  return -1;
}

int fxs_folder_open_file(int folder, const char *name, uint64_t *out_size,
                         const char **out_reason) {
  struct stat info;
  int file = open_own(folder, name, O_RDONLY, &info, out_reason);
  *out_size = file >= 0 ? (uint64_t)info.st_size : 0;
  return file;
}

bool fxs_folder_read(int file, uint64_t offset, void *bytes, size_t size) {
  char *at = bytes;
  while (size) {
    ssize_t got = pread(file, at, size, (off_t)offset);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    at += got;
    offset += (uint64_t)got;
    size -= (size_t)got;
  }
  return true;
}

static bool write_at(int file, uint64_t offset, const void *bytes, size_t size) {
  const char *at = bytes;
  while (size) {
    ssize_t written = pwrite(file, at, size, (off_t)offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0) {
      errno = written ? errno : ENOSPC;
      return false;
    }
    at += written;
    offset += (uint64_t)written;
    size -= (size_t)written;
  }
  return true;
}

void fxs_folder_touch(int file) {
  const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_nsec = UTIME_NOW}};
  struct stat info;
  time_t now = time(NULL);
  if (fstat(file, &info) == 0 &&
      (info.st_mtime < now - USE_GRAIN_SECONDS || info.st_mtime > now + USE_GRAIN_SECONDS))
    futimens(file, times);
}

/* Files written before a crash may be torn, but have the times of complete ones. */
static bool read_boot_id(char *text, size_t size) {
  int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  memset(text, 0, size);
  bool is_read = file >= 0 && read(file, text, size) > 0;
  fxs_folder_close(file);
  return is_read;
}

uint64_t fxs_folder_stamp(int file) {
  struct stat info;
  struct timespec now;
  struct {
    uint64_t device, inode, size;
    int64_t modified, changed; /* nanoseconds */
    char boot[40];
  } all;
  /* A second modification within the same clock tick would go unnoticed. */
  if (fstat(file, &info) != 0 || clock_gettime(CLOCK_REALTIME, &now) != 0 ||
      info.st_ctim.tv_sec >= now.tv_sec - 1)
    return 0;
  memset(&all, 0, sizeof all);
  all.device = info.st_dev;
  all.inode = info.st_ino;
  all.size = (uint64_t)info.st_size;
  all.modified = info.st_mtim.tv_sec * NS_PER_SECOND + info.st_mtim.tv_nsec;
  all.changed = info.st_ctim.tv_sec * NS_PER_SECOND + info.st_ctim.tv_nsec;
  return read_boot_id(all.boot, sizeof all.boot) ? fxs_hash(&all, sizeof all) : 0;
}

bool fxs_folder_is_at(int file, const char *path) {
  struct stat own, info;
  return fstat(file, &own) == 0 && lstat(path, &info) == 0 && own.st_ino == info.st_ino &&
         own.st_dev == info.st_dev;
}

/* Writing past this limit would kill the process with a signal. */
static bool is_within_limits(uint64_t size) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         size <= limit.rlim_cur;
}

bool fxs_folder_make_file(int folder, const char *name, const struct fxs_piece *pieces,
                          size_t count, const char **out_reason) {
  uint64_t size = 0;
  for (size_t i = 0; i < count; i++)
    size += pieces[i].size;
  errno = EFBIG;
  int file = is_within_limits(size)
                 ? openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)
                 : -1;
  if (file < 0) {
    *out_reason = strerror(errno);
    return false;
  }
  bool is_whole = true;
  uint64_t offset = 0;
  for (size_t i = 0; is_whole && i < count; i++) {
    is_whole = write_at(file, offset, pieces[i].data, pieces[i].size);
    offset += pieces[i].size;
  }
  if (!is_whole)
    *out_reason = strerror(errno);
  if (close(file) != 0 && is_whole) { /* some file systems report that they are full only here */
    *out_reason = strerror(errno);
    is_whole = false;
  }
  if (!is_whole)
    unlinkat(folder, name, 0);
  return is_whole;
}

/* Permissions are changed first: open_own may then accept what it would refuse. */
bool fxs_folder_make_private(int folder, const char *name, const char **out_reason) {
  struct stat info;
  const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  int file = openat(folder, name, flags);
  bool is_fine = file >= 0 && fstat(file, &info) == 0;
  if (!is_fine) {
    *out_reason = strerror(errno);
  } else if (!S_ISREG(info.st_mode) || info.st_uid != geteuid()) {
    *out_reason = "it is no regular file of this user's";
    is_fine = false;
  } else if (fchmod(file, 0600) != 0) {
    *out_reason = strerror(errno);
    is_fine = false;
  }
  fxs_folder_close(file);
  return is_fine;
}

bool fxs_folder_rename(int from, const char *name, int to, const char *new_name,
                       const char **out_reason) {
  if (renameat(from, name, to, new_name) == 0)
    return true;
  *out_reason = strerror(errno);
  return false;
}

void fxs_folder_remove(int folder, const char *name) {
  unlinkat(folder, name, 0);
}

void fxs_folder_remove_tree(int folder, const char *name) {
  fxs_remove_tree_at(folder, name);
}

void fxs_folder_unique_name(char *buffer, size_t size, const char *suffix) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  snprintf(buffer, size, "%llx-%lx%s",
           (unsigned long long)(now.tv_sec * NS_PER_SECOND + now.tv_nsec), (long)getpid(), suffix);
}

/* ---- The lock ---- */

/* Whether the locked file still has the name: emptying the folder removes it. */
static bool is_current(int folder, const char *name, const struct stat *locked) {
  struct stat info;
  return fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && info.st_ino == locked->st_ino &&
         info.st_dev == locked->st_dev;
}

int fxs_folder_lock(int folder, const char *name, int wait_ms, const char **out_reason) {
  const uint64_t end = fxs_clock_ns() + (uint64_t)wait_ms * NS_PER_MS;
  for (;;) {
    struct stat info;
    int file = open_own(folder, name, O_RDWR | O_CREAT, &info, out_reason);
    if (file < 0)
      return -1;
    bool is_locked = flock(file, LOCK_EX | LOCK_NB) == 0;
    if (is_locked && is_current(folder, name, &info))
      return file;
    bool is_busy = is_locked || errno == EWOULDBLOCK || errno == EINTR;
    *out_reason = is_busy ? "others are writing" : strerror(errno);
    close(file);
    if (!is_busy)
      return -1;
    if (fxs_clock_ns() >= end)
      return FXS_FOLDER_BUSY;
    fxs_sleep_ns(NS_PER_MS);
  }
}

/* Explicitly: a child forked by another thread shares the lock, and closing would not release
 * it. */
void fxs_folder_unlock(int file) {
  flock(file, LOCK_UN);
  close(file);
}

bool fxs_folder_write(int file, const void *bytes, size_t size) {
  return is_within_limits(size) && write_at(file, 0, bytes, size);
}

bool fxs_folder_hold(int file) {
  return flock(file, LOCK_SH | LOCK_NB) == 0;
}

/* For writing: network file systems grant exclusive locks only then. If it cannot be opened so,
 * nobody can hold it. */
bool fxs_folder_remove_unused(int folder, const char *name) {
  struct stat info;
  const char *reason;
  int file = open_own(folder, name, O_RDWR, &info, &reason);
  bool is_unused = file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
  bool is_removed = is_unused && (unlinkat(folder, name, 0) == 0 || errno == ENOENT);
  if (file >= 0)
    fxs_folder_unlock(file);
  return is_removed;
}
