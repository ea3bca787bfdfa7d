/* Files on POSIX. */
#include "support/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/strbuf.h"

static int read_all(int descriptor, struct fxs_file *out_file) {
  struct stat info;
  size_t size = 0, capacity = 65536;
  if (fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0)
    capacity = (size_t)info.st_size + 1;
  unsigned char *data = malloc(capacity + 1);
  if (!data)
    return ENOMEM;
  for (;;) {
    if (size == capacity) {
      unsigned char *grown = capacity < SIZE_MAX / 4 ? realloc(data, capacity * 2 + 1) : NULL;
      if (!grown) {
        free(data);
        return ENOMEM;
      }
      data = grown;
      capacity *= 2;
    }
    ssize_t got = read(descriptor, data + size, capacity - size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      int error = errno;
      free(data);
      return error;
    }
    if (got == 0)
      break;
    size += (size_t)got;
  }
  data[size] = 0;
  *out_file = (struct fxs_file){.data = data, .size = size};
  return 0;
}

static int open_to_read(const char *path) {
  int descriptor;
  do
    descriptor = open(path, O_RDONLY | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

int fxs_file_read(const char *path, struct fxs_file *out_file) {
  *out_file = (struct fxs_file){0};
  if (strcmp(path, "-") == 0)
    return read_all(STDIN_FILENO, out_file);
  int descriptor = open_to_read(path);
  if (descriptor < 0)
    return errno;
  int result = read_all(descriptor, out_file);
  close(descriptor);
  return result;
}

int fxs_file_map(const char *path, struct fxs_file *out_file) {
  struct stat info;
  int result = 0;
  *out_file = (struct fxs_file){0};
  int descriptor = open_to_read(path);
  if (descriptor < 0)
    return errno;
  void *view = MAP_FAILED;
  if (fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0)
    view = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (view == MAP_FAILED)
    result = read_all(descriptor, out_file);
  else
    *out_file = (struct fxs_file){view, (size_t)info.st_size, true};
  close(descriptor);
  return result;
}

void fxs_file_free(struct fxs_file *file) {
  if (file->is_mapped)
    munmap(file->data, file->size);
  else
    free(file->data);
  *file = (struct fxs_file){0};
}

static int write_all(int descriptor, const unsigned char *data, size_t size) {
  while (size) {
    ssize_t written = write(descriptor, data, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return errno;
    data += written;
    size -= (size_t)written;
  }
  return 0;
}

static int write_in_place(const char *path, const void *data, size_t size) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0)
    return errno;
  int result = write_all(descriptor, data, size);
  if (close(descriptor) != 0 && !result)
    result = errno;
  return result;
}

int fxs_file_write(const char *path, const void *data, size_t size) {
  struct stat info;
  if (strcmp(path, "-") == 0)
    return write_all(STDOUT_FILENO, data, size);
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
    return S_ISDIR(info.st_mode) ? EISDIR : write_in_place(path, data, size);

  struct fxs_strbuf beside = {0};
  int descriptor = -1, result = 0;
  for (unsigned attempt = 0; descriptor < 0 && attempt < 100; ++attempt) {
    beside.length = 0;
    fxs_strbuf_printf(&beside, "%s.%ld-%u.tmp", path, (long)getpid(), attempt);
    if (beside.has_failed) {
      result = ENOMEM;
      goto free_name;
    }
    descriptor = open(beside.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST)
      break;
  }
  if (descriptor < 0) {
    result = errno;
    goto free_name;
  }
  result = write_all(descriptor, data, size);
  if (close(descriptor) != 0 && !result)
    result = errno;
  if (!result && rename(beside.data, path) != 0)
    result = errno;
  if (result)
    unlink(beside.data);
free_name:
  fxs_strbuf_free(&beside);
  return result;
}

int fxs_temp_folder(const char *prefix, char **out_path) {
  const char *parent = getenv("TMPDIR");
  struct fxs_strbuf path = {0};
  *out_path = NULL;
  fxs_strbuf_printf(&path, "%s/%s-XXXXXX", parent && *parent ? parent : "/tmp", prefix);
  char *text = fxs_strbuf_take(&path);
  if (!text)
    return ENOMEM;
  if (!mkdtemp(text)) {
    int error = errno;
    free(text);
    return error;
  }
  *out_path = text;
  return 0;
}

/* Empties the folder open as descriptor, and closes the descriptor; never follows a symbolic
 * link. */
static int empty_folder(int descriptor) {
  int result = 0;
  DIR *folder = fdopendir(descriptor);
  if (!folder) {
    result = errno;
    close(descriptor);
    return result;
  }
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
      continue;
    int error = fxs_remove_tree_at(dirfd(folder), entry->d_name);
    result = result ? result : error;
  }
  closedir(folder);
  return result;
}

bool fxs_make_private_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    bool is_fine = mkdir(path, 0700) == 0 || errno == EEXIST;
    *slash = '/';
    if (!is_fine)
      return false;
  }
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

int fxs_remove_tree(const char *path) {
  return fxs_remove_tree_at(AT_FDCWD, path);
}

int fxs_remove_tree_at(int folder, const char *path) {
  if (unlinkat(folder, path, 0) == 0 || errno == ENOENT)
    return 0;
  int error = errno;
  int descriptor = openat(folder, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0)
    return error;
  error = empty_folder(descriptor);
  if (unlinkat(folder, path, AT_REMOVEDIR) != 0 && !error)
    error = errno;
  return error;
}

int fxs_self_path(char **out_path) {
  *out_path = realpath("/proc/self/exe", NULL);
  return *out_path ? 0 : errno;
}

bool fxs_is_executable(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

bool fxs_may_be_same_file(const char *a, const char *b) {
  struct stat first, second;
  return stat(a, &first) != 0 || stat(b, &second) != 0 ||
         (first.st_dev == second.st_dev && first.st_ino == second.st_ino);
}

int fxs_find_program(const char *name, char **out_path) {
  struct fxs_strbuf path = {0};
  int result = ENOENT;
  *out_path = NULL;
  if (strchr(name, '/')) {
    fxs_strbuf_puts(&path, name);
    if (path.has_failed || fxs_is_executable(path.data))
      result = 0;
  } else {
    const char *folders = getenv("PATH");
    for (const char *at = folders ? folders : "/usr/bin:/bin"; result;) {
      size_t length = strcspn(at, ":");
      path.length = 0;
      fxs_strbuf_append(&path, length ? at : ".", length ? length : 1);
      fxs_strbuf_printf(&path, "/%s", name);
      if (path.has_failed || fxs_is_executable(path.data))
        result = 0;
      if (!at[length])
        break;
      at += length + 1;
    }
  }
  if (result == 0 && !(*out_path = fxs_strbuf_take(&path)))
    result = ENOMEM;
  fxs_strbuf_free(&path);
  return result;
}
