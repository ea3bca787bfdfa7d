/* Counts calls, and fails the one that was chosen. */
#include "tests/fault/fault.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

static unsigned made, first, last, failed; /* atomic; none fails while first is 0 */

EXPORT void falx_fault_arm(unsigned k, unsigned count) {
  __atomic_store_n(&first, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&made, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&failed, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&last, k + count - 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&first, k, __ATOMIC_SEQ_CST);
}

EXPORT unsigned falx_fault_disarm(void) {
  __atomic_store_n(&first, 0, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&failed, __ATOMIC_SEQ_CST);
}

EXPORT bool falx_fault_fails(const char *what) {
  unsigned from = __atomic_load_n(&first, __ATOMIC_SEQ_CST);
  if (!from)
    return false;
  unsigned k = __atomic_add_fetch(&made, 1, __ATOMIC_SEQ_CST);
  if (k < from || k > __atomic_load_n(&last, __ATOMIC_SEQ_CST))
    return false;
  __atomic_add_fetch(&failed, 1, __ATOMIC_SEQ_CST);
  const char *trace = getenv("FALX_FAULT_TRACE");
  if (trace && trace[0] == '1')
    fprintf(stderr, "fault: call %u, %s, fails\n", k, what);
  return true;
}

/* WRAP(what it answers, name, its parameters, its arguments, how it fails) */
#define WRAP(type, name, parameters, arguments, ...)                                               \
  EXPORT type __wrap_##name parameters;                                                            \
  EXPORT type __wrap_##name parameters {                                                           \
    if (falx_fault_fails(#name))                                                                   \
      __VA_ARGS__;                                                                                 \
    return name arguments;                                                                         \
  }
#define NO_MEMORY                                                                                  \
  do {                                                                                             \
    errno = ENOMEM;                                                                                \
    return NULL;                                                                                   \
  } while (0)
#define NO_FILE(code, answer)                                                                      \
  do {                                                                                             \
    errno = code;                                                                                  \
    return answer;                                                                                 \
  } while (0)

WRAP(void *, malloc, (size_t size), (size), NO_MEMORY)
WRAP(void *, calloc, (size_t count, size_t size), (count, size), NO_MEMORY)
WRAP(void *, realloc, (void *memory, size_t size), (memory, size), NO_MEMORY)
WRAP(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size), NO_MEMORY)
WRAP(int, posix_memalign, (void **out, size_t alignment, size_t size), (out, alignment, size),
     return ENOMEM)
WRAP(char *, strdup, (const char *text), (text), NO_MEMORY)
WRAP(int, vasprintf, (char **out, const char *format, va_list args), (out, format, args),
     NO_FILE(ENOMEM, -1))
WRAP(char *, realpath, (const char *path, char *out), (path, out), NO_MEMORY)
WRAP(int, pthread_create,
     (pthread_t * out, const pthread_attr_t *attributes, void *(*run)(void *), void *data),
     (out, attributes, run, data), return EAGAIN)
WRAP(int, pthread_key_create, (pthread_key_t * out, void (*end)(void *)), (out, end), return EAGAIN)
WRAP(FILE *, fopen, (const char *path, const char *mode), (path, mode), NO_FILE(EMFILE, NULL))
WRAP(DIR *, fdopendir, (int file), (file), NO_MEMORY)
WRAP(ssize_t, read, (int file, void *to, size_t size), (file, to, size), NO_FILE(EIO, -1))
WRAP(ssize_t, pread, (int file, void *to, size_t size, off_t at), (file, to, size, at),
     NO_FILE(EIO, -1))
WRAP(ssize_t, write, (int file, const void *from, size_t size), (file, from, size),
     NO_FILE(ENOSPC, -1))
WRAP(ssize_t, pwrite, (int file, const void *from, size_t size, off_t at), (file, from, size, at),
     NO_FILE(ENOSPC, -1))
WRAP(void *, mmap, (void *at, size_t size, int access, int flags, int file, off_t offset),
     (at, size, access, flags, file, offset), NO_FILE(ENOMEM, MAP_FAILED))
WRAP(int, memfd_create, (const char *name, unsigned flags), (name, flags), NO_FILE(EMFILE, -1))
WRAP(int, mkdir, (const char *path, mode_t mode), (path, mode), NO_FILE(EACCES, -1))
WRAP(char *, mkdtemp, (char *path), (path), NO_FILE(EACCES, NULL))
WRAP(int, renameat, (int from, const char *old_name, int to, const char *new_name),
     (from, old_name, to, new_name), NO_FILE(EACCES, -1))
WRAP(int, fstat, (int file, struct stat *out), (file, out), NO_FILE(EIO, -1))
WRAP(int, pipe2, (int ends[2], int flags), (ends, flags), NO_FILE(EMFILE, -1))
WRAP(int, posix_spawnp,
     (pid_t * out, const char *file, const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *attributes, char *const *argv, char *const *environment),
     (out, file, actions, attributes, argv, environment), return EAGAIN)
/* Not dlopen: its caller decides where it looks, and that would be this library. */

EXPORT int __wrap_asprintf(char **out, const char *format, ...);
EXPORT int __wrap_asprintf(char **out, const char *format, ...) {
  va_list args;
  if (falx_fault_fails("asprintf"))
    NO_FILE(ENOMEM, -1);
  va_start(args, format);
  int length = vasprintf(out, format, args);
  va_end(args);
  return length;
}

EXPORT int __wrap_open(const char *path, int flags, ...);
EXPORT int __wrap_open(const char *path, int flags, ...) {
  va_list args;
  if (falx_fault_fails("open"))
    NO_FILE(EMFILE, -1);
  va_start(args, flags);
  mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
  va_end(args);
  return open(path, flags, mode);
}

EXPORT int __wrap_openat(int folder, const char *path, int flags, ...);
EXPORT int __wrap_openat(int folder, const char *path, int flags, ...) {
  va_list args;
  if (falx_fault_fails("openat"))
    NO_FILE(EMFILE, -1);
  va_start(args, flags);
  mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
  va_end(args);
  return openat(folder, path, flags, mode);
}
