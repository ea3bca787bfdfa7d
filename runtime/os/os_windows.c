/* os.h for Windows. */
#include "runtime/os/os.h"

#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static bool reason_of(DWORD error, char *buffer, size_t size) {
  DWORD flags = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS;
  DWORD length = FormatMessageA(flags, NULL, error, 0, buffer, (DWORD)size, NULL);
  while (length && (buffer[length - 1] == '\n' || buffer[length - 1] == '\r'))
    buffer[--length] = 0;
  return length || snprintf(buffer, size, "error %lu", (unsigned long)error) > 0;
}

static HMODULE module_of(const void *address, DWORD flags) {
  HMODULE module = NULL;
  flags |= GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS;
  return GetModuleHandleExA(flags, (LPCSTR)address, &module) ? module : NULL;
}

bool fxr_os_module_path(const void *address, char *buffer, size_t size) {
  HMODULE module = module_of(address, GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT);
  DWORD length = module ? GetModuleFileNameA(module, buffer, (DWORD)size) : 0;
  return length > 0 && length < size;
}

static const char here; /* in this library */

bool fxr_os_own_folder(char *buffer, size_t size) {
  if (!fxr_os_module_path(&here, buffer, size))
    return false;
  char *slash = strrchr(buffer, '\\');
  if (slash)
    *slash = 0;
  return slash != NULL;
}

bool fxr_os_stay_loaded(void) {
  return module_of(&here, GET_MODULE_HANDLE_EX_FLAG_PIN) != NULL;
}

/* Dependencies are searched beside the library and in the system's folder, never in the current
 * directory. */
void *fxr_os_open(const char *path, char *buffer, size_t size) {
  DWORD flags = LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32;
  HMODULE library = LoadLibraryExA(path, NULL, flags);
  if (!library)
    reason_of(GetLastError(), buffer, size);
  return (void *)library;
}

void *fxr_os_symbol(void *library, const char *name) {
  FARPROC found = GetProcAddress(library ? (HMODULE)library : GetModuleHandle(NULL), name);
  void *symbol;
  memcpy(&symbol, &found, sizeof symbol);
  return symbol;
}

void fxr_os_close(void *library) {
  FreeLibrary((HMODULE)library);
}

/* Windows can open libraries by file name only. */
int fxr_os_memory_file(const void *bytes, size_t size, char *path, size_t path_size) {
  (void)bytes, (void)size;
  snprintf(path, path_size, "images in memory cannot be loaded on Windows yet");
  return -1;
}

void fxr_os_close_file(int file) {
  (void)file;
}

void *fxr_os_open_memory_file(int file, const void *owner, char *buffer, size_t size) {
  (void)file, (void)owner;
  snprintf(buffer, size, "images in memory cannot be loaded on Windows yet");
  return NULL;
}

bool fxr_os_file_exists(const char *path) {
  return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
}

bool fxr_os_has_terminal(void) {
  return _isatty(_fileno(stderr));
}

bool fxr_os_file_stamp(const char *path, char *buffer, size_t size) {
  WIN32_FILE_ATTRIBUTE_DATA found;
  if (!GetFileAttributesExA(path, GetFileExInfoStandard, &found))
    return false;
  snprintf(buffer, size, "%lu:%lu %lu:%lu", (unsigned long)found.nFileSizeHigh,
           (unsigned long)found.nFileSizeLow, (unsigned long)found.ftLastWriteTime.dwHighDateTime,
           (unsigned long)found.ftLastWriteTime.dwLowDateTime);
  return true;
}

/* Windows has no set-user-id programs. */
bool fxr_os_is_set_user_id(void) {
  return false;
}

/* The function is never called: DllMain runs too late for it. All that matters is that the
 * library stays loaded from now on. */
bool fxr_os_at_exit(void (*function)(void)) {
  (void)function;
  return module_of(&here, GET_MODULE_HANDLE_EX_FLAG_PIN) != NULL;
}

/* Windows has no fork. */
bool fxr_os_at_fork_in_child(void (*function)(void)) {
  (void)function;
  return true;
}

bool fxr_os_has_barrier(void) {
  return true;
}

void fxr_os_barrier(void) {
  FlushProcessWriteBuffers();
}

void fxr_os_sleep_ms(int milliseconds) {
  Sleep((DWORD)milliseconds);
}

uint64_t fxr_os_process_id(void) {
  return GetCurrentProcessId();
}

uint64_t fxr_os_thread_id(void) {
  return GetCurrentThreadId();
}

bool fxr_os_thread_name(char *buffer, size_t size) {
  (void)buffer;
  (void)size;
  return false;
}

const char *fxr_os_environment(const char *name, bool is_secure) {
  (void)is_secure;
  return getenv(name);
}
