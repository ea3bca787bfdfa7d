/* Counts calls, and makes the selected one fail. */
#include "tests/fault/fault.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
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
  bool fails = k >= from && k <= __atomic_load_n(&last, __ATOMIC_SEQ_CST);
  if (fails)
    __atomic_add_fetch(&failed, 1, __ATOMIC_SEQ_CST);
  const char *trace = getenv("FALX_FAULT_TRACE");
  if (trace && ((fails && trace[0] == '1') || trace[0] == '2'))
    fprintf(stderr, "fault: call %u, %s%s\n", k, what, fails ? ", fails" : "");
  return fails;
}

/* WRAP(what it answers, name, its parameters, its arguments, how it fails) */
#define WRAP(type, name, parameters, arguments, ...)                                               \
  EXPORT type __wrap_##name parameters;                                                            \
  EXPORT type __wrap_##name parameters {                                                           \
    if (falx_fault_fails(#name))                                                                   \
      __VA_ARGS__;                                                                                 \
    return name arguments;                                                                         \
  }
#define FAIL(code, answer)                                                                         \
  do {                                                                                             \
    errno = code;                                                                                  \
    return answer;                                                                                 \
  } while (0)
#define NO_MEMORY FAIL(ENOMEM, NULL)

/* ---- Memory ---- */

WRAP(void *, malloc, (size_t size), (size), NO_MEMORY)
WRAP(void *, calloc, (size_t count, size_t size), (count, size), NO_MEMORY)
WRAP(void *, realloc, (void *memory, size_t size), (memory, size), NO_MEMORY)
WRAP(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size), NO_MEMORY)
WRAP(int, posix_memalign, (void **out, size_t alignment, size_t size), (out, alignment, size),
     return ENOMEM)
WRAP(char *, strdup, (const char *text), (text), NO_MEMORY)
WRAP(int, vasprintf, (char **out, const char *format, va_list args), (out, format, args),
     FAIL(ENOMEM, -1))
WRAP(char *, realpath, (const char *path, char *out), (path, out), NO_MEMORY)
WRAP(void *, mmap, (void *at, size_t size, int access, int flags, int file, off_t offset),
     (at, size, access, flags, file, offset), FAIL(ENOMEM, MAP_FAILED))
WRAP(int, madvise, (void *at, size_t size, int advice), (at, size, advice), FAIL(EAGAIN, -1))
WRAP(cpu_set_t *, __sched_cpualloc, (size_t count), (count), NO_MEMORY)

/* ---- Threads and the end of the process ---- */

WRAP(int, pthread_create,
     (pthread_t * out, const pthread_attr_t *attributes, void *(*run)(void *), void *data),
     (out, attributes, run, data), return EAGAIN)
WRAP(int, pthread_key_create, (pthread_key_t * out, void (*end)(void *)), (out, end), return EAGAIN)
WRAP(int, pthread_setspecific, (pthread_key_t key, const void *value), (key, value), return ENOMEM)
WRAP(int, pthread_attr_init, (pthread_attr_t * attributes), (attributes), return ENOMEM)
WRAP(int, pthread_attr_setaffinity_np,
     (pthread_attr_t * attributes, size_t size, const cpu_set_t *set), (attributes, size, set),
     return ENOMEM)
WRAP(int, pthread_setaffinity_np, (pthread_t thread, size_t size, const cpu_set_t *set),
     (thread, size, set), return EINVAL)
WRAP(int, pthread_setname_np, (pthread_t thread, const char *name), (thread, name), return EIO)
WRAP(int, pthread_getcpuclockid, (pthread_t thread, clockid_t *out), (thread, out), return ENOENT)
WRAP(int, sched_getaffinity, (pid_t process, size_t size, cpu_set_t *out), (process, size, out),
     FAIL(EINVAL, -1))
WRAP(int, sched_getcpu, (void), (), FAIL(ENOSYS, -1))
/* What atexit and pthread_atfork are: theirs is the library that calls. */
int __cxa_atexit(void (*function)(void *), void *data, void *library);
int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void),
                      void *library);
WRAP(int, __cxa_atexit, (void (*function)(void *), void *data, void *library),
     (function, data, library), return ENOMEM)
WRAP(int, __register_atfork,
     (void (*before)(void), void (*parent)(void), void (*child)(void), void *library),
     (before, parent, child, library), return ENOMEM)

/* ---- Files ---- */

WRAP(FILE *, fopen, (const char *path, const char *mode), (path, mode), FAIL(EMFILE, NULL))
WRAP(char *, fgets, (char *to, int size, FILE *file), (to, size, file), FAIL(EIO, NULL))
WRAP(ssize_t, getline, (char **line, size_t *capacity, FILE *file), (line, capacity, file),
     FAIL(ENOMEM, -1))
ssize_t __getdelim(char **line, size_t *capacity, int end, FILE *file); /* glibc's own name */
WRAP(ssize_t, __getdelim, (char **line, size_t *capacity, int end, FILE *file),
     (line, capacity, end, file), FAIL(ENOMEM, -1))
WRAP(DIR *, fdopendir, (int file), (file), NO_MEMORY)
WRAP(struct dirent *, readdir, (DIR * folder), (folder), FAIL(EIO, NULL))
WRAP(ssize_t, read, (int file, void *to, size_t size), (file, to, size), FAIL(EIO, -1))
WRAP(ssize_t, pread, (int file, void *to, size_t size, off_t at), (file, to, size, at),
     FAIL(EIO, -1))
WRAP(ssize_t, write, (int file, const void *from, size_t size), (file, from, size),
     FAIL(ENOSPC, -1))
WRAP(ssize_t, pwrite, (int file, const void *from, size_t size, off_t at), (file, from, size, at),
     FAIL(ENOSPC, -1))
WRAP(int, memfd_create, (const char *name, unsigned flags), (name, flags), FAIL(EMFILE, -1))
WRAP(int, mkdir, (const char *path, mode_t mode), (path, mode), FAIL(EACCES, -1))
WRAP(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode),
     FAIL(EACCES, -1))
WRAP(char *, mkdtemp, (char *path), (path), FAIL(EACCES, NULL))
WRAP(int, rename, (const char *from, const char *to), (from, to), FAIL(EACCES, -1))
WRAP(int, renameat, (int from, const char *old_name, int to, const char *new_name),
     (from, old_name, to, new_name), FAIL(EACCES, -1))
WRAP(int, unlink, (const char *path), (path), FAIL(EACCES, -1))
WRAP(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags),
     FAIL(EACCES, -1))
WRAP(int, rmdir, (const char *path), (path), FAIL(EACCES, -1))
WRAP(int, stat, (const char *path, struct stat *out), (path, out), FAIL(EIO, -1))
WRAP(int, lstat, (const char *path, struct stat *out), (path, out), FAIL(EIO, -1))
WRAP(int, fstat, (int file, struct stat *out), (file, out), FAIL(EIO, -1))
WRAP(int, fstatat, (int folder, const char *path, struct stat *out, int flags),
     (folder, path, out, flags), FAIL(EIO, -1))
WRAP(int, access, (const char *path, int mode), (path, mode), FAIL(EIO, -1))
WRAP(ssize_t, readlink, (const char *path, char *to, size_t size), (path, to, size), FAIL(EIO, -1))
WRAP(int, fchmod, (int file, mode_t mode), (file, mode), FAIL(EPERM, -1))
WRAP(int, futimens, (int file, const struct timespec times[2]), (file, times), FAIL(EACCES, -1))
WRAP(int, flock, (int file, int operation), (file, operation), FAIL(ENOLCK, -1))

/* Its last words may not have reached the disk; the descriptor is gone. */
EXPORT int __wrap_close(int file);
EXPORT int __wrap_close(int file) {
  int result = close(file);
  if (falx_fault_fails("close"))
    FAIL(EIO, -1);
  return result;
}

/* ---- Processes and the system ---- */

WRAP(int, pipe2, (int ends[2], int flags), (ends, flags), FAIL(EMFILE, -1))
WRAP(int, posix_spawnp,
     (pid_t * out, const char *file, const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *attributes, char *const *argv, char *const *environment),
     (out, file, actions, attributes, argv, environment), return EAGAIN)
WRAP(int, posix_spawn_file_actions_init, (posix_spawn_file_actions_t * actions), (actions),
     return ENOMEM)
WRAP(int, posix_spawn_file_actions_addopen,
     (posix_spawn_file_actions_t * actions, int to, const char *path, int flags, mode_t mode),
     (actions, to, path, flags, mode), return ENOMEM)
WRAP(int, posix_spawn_file_actions_adddup2,
     (posix_spawn_file_actions_t * actions, int from, int to), (actions, from, to), return ENOMEM)
WRAP(int, posix_spawnattr_init, (posix_spawnattr_t * attributes), (attributes), return ENOMEM)
WRAP(long, sysconf, (int name), (name), return -1)
WRAP(int, sysinfo, (struct sysinfo * out), (out), FAIL(EFAULT, -1))

/* As where the program ignores SIGCHLD: the system has taken the child away. */
EXPORT pid_t __wrap_waitpid(pid_t child, int *out_status, int flags);
EXPORT pid_t __wrap_waitpid(pid_t child, int *out_status, int flags) {
  pid_t ended = waitpid(child, out_status, flags);
  if (ended > 0 && falx_fault_fails("waitpid"))
    FAIL(ECHILD, -1);
  return ended;
}

/* Kernels that lack it, or sandboxes. A futex does not fail: it wakes early. */
EXPORT long __wrap_syscall(long number, long a, long b, long c, long d, long e, long f);
EXPORT long __wrap_syscall(long number, long a, long b, long c, long d, long e, long f) {
  if (number == SYS_membarrier && a == MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED &&
      falx_fault_fails("syscall"))
    FAIL(ENOSYS, -1);
  return syscall(number, a, b, c, d, e, f);
}

/* ---- The dynamic loader ---- */

/* Callers give whole paths: it does not matter that they are looked for from here. */
EXPORT void *__wrap_dlopen(const char *path, int flags);
EXPORT void *__wrap_dlopen(const char *path, int flags) {
  return dlopen(falx_fault_fails("dlopen") ? "/told/to/fail" : path, flags);
}
EXPORT void *__wrap_dlsym(void *library, const char *name);
EXPORT void *__wrap_dlsym(void *library, const char *name) {
  return dlsym(library, falx_fault_fails("dlsym") ? "told to fail" : name);
}

/* ---- With any number of arguments ---- */

EXPORT int __wrap_asprintf(char **out, const char *format, ...);
EXPORT int __wrap_asprintf(char **out, const char *format, ...) {
  va_list args;
  if (falx_fault_fails("asprintf"))
    FAIL(ENOMEM, -1);
  va_start(args, format);
  int length = vasprintf(out, format, args);
  va_end(args);
  return length;
}

EXPORT int __wrap_open(const char *path, int flags, ...);
EXPORT int __wrap_open(const char *path, int flags, ...) {
  va_list args;
  if (falx_fault_fails("open"))
    FAIL(EMFILE, -1);
  va_start(args, flags);
  mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
  va_end(args);
  return open(path, flags, mode);
}

EXPORT int __wrap_openat(int folder, const char *path, int flags, ...);
EXPORT int __wrap_openat(int folder, const char *path, int flags, ...) {
  va_list args;
  if (falx_fault_fails("openat"))
    FAIL(EMFILE, -1);
  va_start(args, flags);
  mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
  va_end(args);
  return openat(folder, path, flags, mode);
}
