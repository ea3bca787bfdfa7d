/* os.h for POSIX systems. */
#include "runtime/os/os.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/folder.h"

struct search {
  uintptr_t address;
  char *buffer;
  size_t size;
  bool is_found;
};

static int look_at(struct dl_phdr_info *info, size_t info_size, void *user) {
  struct search *search = user;
  (void)info_size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD ||
        search->address - (info->dlpi_addr + segment->p_vaddr) >= segment->p_memsz)
      continue;
    if (info->dlpi_name && info->dlpi_name[0]) {
      search->is_found =
          snprintf(search->buffer, search->size, "%s", info->dlpi_name) < (int)search->size;
    } else { /* the executable itself */
      ssize_t length = readlink("/proc/self/exe", search->buffer, search->size - 1);
      search->is_found = length > 0;
      search->buffer[length > 0 ? length : 0] = 0;
    }
    return 1;
  }
  return 0;
}

/* Not dladdr: it needs a lock that a thread holds while it runs the constructors of a library it
 * opens, and such a thread may wait for a lock of ours to register images. */
bool fxr_os_module_path(const void *address, char *buffer, size_t size) {
  struct search search = {.address = (uintptr_t)address, .buffer = buffer, .size = size};
  dl_iterate_phdr(look_at, &search);
  return search.is_found;
}

/* The kernel's path, which is absolute. */
static bool mapped_file(const void *address, char *buffer, size_t size) {
  FILE *maps = fopen("/proc/self/maps", "re");
  char *line = NULL;
  size_t capacity = 0;
  bool is_found = false;
  while (maps && !is_found && getline(&line, &capacity, maps) > 0) {
    uintptr_t first, end;
    int path = 0;
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %*s %*s %*s %*s %n", &first, &end, &path) != 2 ||
        (uintptr_t)address < first || (uintptr_t)address >= end || !path)
      continue;
    line[strcspn(line, "\n")] = 0;
    is_found = line[path] == '/' && snprintf(buffer, size, "%s", line + path) < (int)size;
    break;
  }
  free(line);
  if (maps)
    fclose(maps);
  return is_found;
}

bool fxr_os_own_folder(char *buffer, size_t size) {
  static const char here = 0; /* a function's address would not be ISO C here */
  char found[4096];
  if (!fxr_os_module_path(&here, found, sizeof found))
    return false;
  /* Loaded by a relative path: the program may have changed its working directory since then. */
  if (found[0] != '/' && !mapped_file(&here, found, sizeof found))
    return false;
  /* Follows symbolic links, so that a link to the library elsewhere finds the adapters too. */
  char *path = realpath(found, NULL);
  if (!path)
    return false;
  char *slash = strrchr(path, '/');
  if (slash)
    *slash = 0;
  bool is_ok = slash && snprintf(buffer, size, "%s", path) < (int)size;
  free(path);
  return is_ok;
}

bool fxr_os_stay_loaded(void) {
  static const char here = 0;
  char path[4096];
  return fxr_os_module_path(&here, path, sizeof path) &&
         dlopen(path, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

void *fxr_os_open(const char *path, char *buffer, size_t size) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    snprintf(buffer, size, "%s", reason ? reason : "unknown reason");
  }
  return library;
}

void *fxr_os_symbol(void *library, const char *name) {
  return dlsym(library ? library : RTLD_DEFAULT, name);
}

void fxr_os_close(void *library) {
  dlclose(library);
}

int fxr_os_memory_file(const void *bytes, size_t size, char *path, size_t path_size) {
  int file = memfd_create("falx-image", MFD_CLOEXEC);
  const char *at = bytes;
  while (file >= 0 && size) {
    ssize_t written = write(file, at, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0) {
      snprintf(path, path_size, "%s", strerror(errno));
      close(file);
      return -1;
    }
    at += written;
    size -= (size_t)written;
  }
  if (file < 0)
    snprintf(path, path_size, "%s", strerror(errno));
  else
    snprintf(path, path_size, "/proc/self/fd/%d", file);
  return file;
}

void fxr_os_close_file(int file) {
  close(file);
}

/* The loader identifies a library by its path, and descriptor numbers are reused: "/" and "./"
 * encode the owner in the path to make it unique. */
void *fxr_os_open_memory_file(int file, const void *owner, char *buffer, size_t size) {
  static const char folder[] = "/proc/self/fd/";
  char path[sizeof folder + 2 * 64 + 16], *at = path + sizeof folder - 1;
  memcpy(path, folder, sizeof folder);
  for (uintptr_t bits = (uintptr_t)owner; bits; bits >>= 1) {
    if (bits & 1)
      *at++ = '.';
    *at++ = '/';
  }
  snprintf(at, 16, "%d", file);
  void *library = fxr_os_open(path, buffer, size);
  close(file);
  return library;
}

bool fxr_os_file_stamp(const char *path, char *buffer, size_t size) {
  struct stat found;
  if (stat(path, &found) != 0)
    return false;
  snprintf(buffer, size, "%lld %lld.%09ld", (long long)found.st_size,
           (long long)found.st_mtim.tv_sec, found.st_mtim.tv_nsec);
  return true;
}

bool fxr_os_is_set_user_id(void) {
  return fxs_is_set_user_id();
}

bool fxr_os_file_exists(const char *path) {
  return access(path, F_OK) == 0;
}

bool fxr_os_has_terminal(void) {
  return isatty(STDERR_FILENO);
}

/* glibc associates both with this library: closing it runs the former and drops the latter. */
bool fxr_os_at_exit(void (*function)(void)) {
  return atexit(function) == 0;
}

bool fxr_os_at_fork_in_child(void (*function)(void)) {
  return pthread_atfork(NULL, NULL, function) == 0;
}

bool fxr_os_has_barrier(void) {
  return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

void fxr_os_barrier(void) {
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

void fxr_os_sleep_ms(int milliseconds) {
  usleep((useconds_t)milliseconds * 1000);
}

uint64_t fxr_os_process_id(void) {
  return (uint64_t)getpid();
}

uint64_t fxr_os_thread_id(void) {
  static _Thread_local pid_t id;
  if (!id)
    id = gettid();
  return (uint64_t)id;
}

bool fxr_os_thread_name(char *buffer, size_t size) {
  return pthread_getname_np(pthread_self(), buffer, size) == 0 && buffer[0];
}

const char *fxr_os_environment(const char *name, bool is_secure) {
  return is_secure ? secure_getenv(name) : getenv(name);
}
