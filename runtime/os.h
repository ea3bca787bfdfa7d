/* Operating-system seam of the runtime: shared objects, exit, fork. */
#ifndef FALX_RUNTIME_OS_H
#define FALX_RUNTIME_OS_H

#include <stdbool.h>
#include <stddef.h>

/* The folder libfalx.so lies in, without a slash at the end; false if it cannot be found. */
bool fxr_os_own_folder(char *buffer, size_t size);
/* The file that holds address; false if none is known. */
bool fxr_os_module_path(const void *address, char *buffer, size_t size);

/* NULL with a reason in buffer. */
void *fxr_os_open(const char *path, char *buffer, size_t size);
void *fxr_os_symbol(void *library, const char *name); /* NULL if absent */
void fxr_os_close(void *library);
bool fxr_os_file_exists(const char *path);
/* A file without a name in any folder that holds the bytes; its path, to be opened as a library,
 * goes into path. Answers a descriptor, which keeps it, or -1 with a reason in path. */
int fxr_os_memory_file(const void *bytes, size_t size, char *path, size_t path_size);
void fxr_os_close_file(int file);
/* Opens the library in a memory file, and closes the file: what is loaded stays. owner: an address
 * that no other library opened so has while this one is open. NULL with a reason in buffer. */
void *fxr_os_open_memory_file(int file, const void *owner, char *buffer, size_t size);
/* Text that changes when another file takes the path's place; false if none can be read there. */
bool fxr_os_file_stamp(const char *path, char *buffer, size_t size);
/* The program runs with rights that who started it does not have. */
bool fxr_os_is_set_user_id(void);

/* Runs function when the process exits or this library is closed, before what was set up earlier
 * and after what is set up later; false if there is no room. */
bool fxr_os_at_exit(void (*function)(void));
/* Marks a function that runs behind the destructors of all that is linked with this library, when
 * the process exits or the library is closed (GO-2). Windows has no such moment that other threads
 * live to see: there fxr_runtime_abandon is called instead. */
#ifdef _WIN32
#define FXR_OS_RUNS_LATE __attribute__((unused))
#else
#define FXR_OS_RUNS_LATE __attribute__((destructor(110)))
#endif

/* Runs function in every child made by fork; false if there is no room. */
bool fxr_os_at_fork_in_child(void (*function)(void));

void fxr_os_sleep_ms(int milliseconds); /* 0: lets others run */

/* True if fxr_os_barrier works: every thread of the process has a full memory barrier, so that
 * those who write often need none of their own. */
bool fxr_os_has_barrier(void);
void fxr_os_barrier(void);

/* Environment variable; NULL if unset, and, with is_secure, in a set-user-id program. */
const char *fxr_os_environment(const char *name, bool is_secure);

#endif
