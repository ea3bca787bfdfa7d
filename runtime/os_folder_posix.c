/* The seam of os_folder.h on POSIX systems. */
#include "runtime/os_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runtime/os.h"
#include "support/file.h"

#define USE_GRAIN_SECONDS 60
#define NS_PER_SECOND 1000000000LL

/* NULL if it is the user's own and nobody else may write to it. */
static const char *refusal(const struct stat *info) {
  if (info->st_uid != geteuid())
    return "it belongs to another user";
  if (info->st_mode & (S_IWGRP | S_IWOTH))
    return "others may write to it, too";
  return NULL;
}

/* ---- The folder ---- */

int fxr_os_folder_open(const char *path, bool makes, const char **out_reason) {
  const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  struct stat info;
  char *own = strdup(path);
  *out_reason = "no memory";
  if (!own)
    return -1;
  /* With a slash at the end a link would be followed. */
  for (size_t length = strlen(own); length > 1 && own[length - 1] == '/';)
    own[--length] = 0;
  int folder = open(own, flags);
  if (folder < 0 && errno == ENOENT && makes && fxs_make_private_folders(own))
    folder = open(own, flags);
  if (folder < 0) /* of a link, O_DIRECTORY with O_NOFOLLOW says ENOTDIR */
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

bool fxr_os_folder_is_own(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

bool fxr_os_folder_list(int folder,
                        bool (*visit)(void *user, const char *name, uint64_t size, int64_t used),
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
    if (fstatat(folder, file->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode))
      is_fine = visit(user, file->d_name, (uint64_t)info.st_size,
                      info.st_mtim.tv_sec * NS_PER_SECOND + info.st_mtim.tv_nsec);
  }
  if (list)
    closedir(list);
  return is_fine;
}

/* ---- Files ---- */

/* O_NONBLOCK: a pipe that stands there, or a lease that somebody has, is no reason to wait. */
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

int fxr_os_file_open(int folder, const char *name, uint64_t *out_size, const char **out_reason) {
  struct stat info;
  int file = open_own(folder, name, O_RDONLY, &info, out_reason);
  *out_size = file >= 0 ? (uint64_t)info.st_size : 0;
  return file;
}

bool fxr_os_file_read(int file, uint64_t offset, void *bytes, size_t size) {
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

void fxr_os_file_touch(int file) {
  const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_nsec = UTIME_NOW}};
  struct stat info;
  time_t now = time(NULL);
  if (fstat(file, &info) == 0 &&
      (info.st_mtime < now - USE_GRAIN_SECONDS || info.st_mtime > now + USE_GRAIN_SECONDS))
    futimens(file, times);
}

/* Writing past such a limit would end the process with a signal. */
static bool is_within_limits(uint64_t size) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         size <= limit.rlim_cur;
}

bool fxr_os_file_make(int folder, const char *name, const struct fxr_os_piece *pieces, size_t count,
                      const char **out_reason) {
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
  if (close(file) != 0 && is_whole) { /* some file systems are full only now */
    *out_reason = strerror(errno);
    is_whole = false;
  }
  if (!is_whole)
    unlinkat(folder, name, 0);
  return is_whole;
}

bool fxr_os_file_rename(int folder, const char *from, const char *to, const char **out_reason) {
  if (renameat(folder, from, folder, to) == 0)
    return true;
  *out_reason = strerror(errno);
  return false;
}

void fxr_os_file_remove(int folder, const char *name) {
  unlinkat(folder, name, 0);
}

void fxr_os_file_unique_name(char *buffer, size_t size, const char *suffix) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  snprintf(buffer, size, "%llx-%lx%s",
           (unsigned long long)(now.tv_sec * NS_PER_SECOND + now.tv_nsec), (long)getpid(), suffix);
}

/* ---- The lock ---- */

/* Whether the locked file still has the name: whoever empties the folder takes it away. */
static bool is_current(int folder, const char *name, const struct stat *locked) {
  struct stat info;
  return fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && info.st_ino == locked->st_ino &&
         info.st_dev == locked->st_dev;
}

int fxr_os_lock(int folder, const char *name, int wait_ms, const char **out_reason) {
  const struct timespec pause = {.tv_nsec = 1000000};
  for (;; wait_ms--) {
    struct stat info;
    int file = open_own(folder, name, O_RDWR | O_CREAT, &info, out_reason);
    if (file < 0)
      return -1;
    if (flock(file, LOCK_EX | LOCK_NB) == 0) {
      if (is_current(folder, name, &info))
        return file;
      errno = EWOULDBLOCK;
    }
    bool is_over = (errno != EWOULDBLOCK && errno != EINTR) || wait_ms <= 0;
    *out_reason = errno == EWOULDBLOCK ? "others are writing" : strerror(errno);
    close(file);
    if (is_over)
      return -1;
    nanosleep(&pause, NULL);
  }
}

/* Explicitly: a child that another thread forks meanwhile shares the lock, closing leaves it. */
void fxr_os_unlock(int file) {
  flock(file, LOCK_UN);
  close(file);
}

bool fxr_os_lock_write(int file, const void *bytes, size_t size) {
  return is_within_limits(size) && write_at(file, 0, bytes, size);
}
