/* Operating-system seam of the runtime: shared objects, exit, fork. */
#ifndef FALX_RUNTIME_OS_H
#define FALX_RUNTIME_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The folder of libfalx.so, without a trailing slash; false if it cannot be found. */
bool fxr_os_own_folder(char *buffer, size_t size);
/* libfalx.so stays until the process ends, whoever closes it. False if that cannot be had. */
bool fxr_os_stay_loaded(void);
/* The file mapped at address; false if none is known. */
bool fxr_os_module_path(const void *address, char *buffer, size_t size);

/* NULL with a reason in buffer. */
void *fxr_os_open(const char *path, char *buffer, size_t size);
/* NULL if absent. library NULL: of the program and what it was linked with. */
void *fxr_os_symbol(void *library, const char *name);
void fxr_os_close(void *library);
bool fxr_os_file_exists(const char *path);
bool fxr_os_has_terminal(void); /* standard error is one */
/* Creates an anonymous file with the bytes; stores a path by which it can be opened as a library
 * in path. Returns a descriptor, which keeps the file alive, or -1 with a reason in path. */
int fxr_os_memory_file(const void *bytes, size_t size, char *path, size_t path_size);
void fxr_os_close_file(int file);
/* Opens the library in a memory file, and closes the file: the loaded library stays. owner: an
 * address unique among the libraries opened this way while this one is open. NULL with a reason
 * in buffer. */
void *fxr_os_open_memory_file(int file, const void *owner, char *buffer, size_t size);
/* Text that changes when the file at path is replaced; false if the file cannot be examined. */
bool fxr_os_file_stamp(const char *path, char *buffer, size_t size);
/* The program runs with more privileges than the user who started it (set-user-id). */
bool fxr_os_is_set_user_id(void);

/* Runs function when the process exits or this library is closed, in reverse order of
 * registration; false if there is no room. */
bool fxr_os_at_exit(void (*function)(void));
/* Marks a function that runs after the destructors of everything linked with this library, when
 * the process exits or the library is closed (GO-2). Windows has no such point at which other
 * threads still run: there fxr_runtime_abandon is called instead. */
#ifdef _WIN32
#define FXR_OS_RUNS_LATE __attribute__((unused))
#else
#define FXR_OS_RUNS_LATE __attribute__((destructor(110)))
#endif

/* Runs function in every forked child; false if there is no room. */
bool fxr_os_at_fork_in_child(void (*function)(void));

void fxr_os_sleep_ms(int milliseconds); /* 0: yields */

/* True if fxr_os_barrier works: it issues a full memory barrier on every thread of the process,
 * so that frequent writers need none of their own. */
bool fxr_os_has_barrier(void);
void fxr_os_barrier(void);

uint64_t fxr_os_process_id(void);
/* Of the calling thread; unique in the process while it lives. */
uint64_t fxr_os_thread_id(void);
/* What debuggers show for the calling thread; false if it has no name. */
bool fxr_os_thread_name(char *buffer, size_t size);

/* Environment variable; NULL if unset or, with is_secure, in a set-user-id program. */
const char *fxr_os_environment(const char *name, bool is_secure);

#endif
