/* The seam of os.h on Windows, and DllMain (GO-4).
 *
 * A process that ends has its other threads ended first, wherever they are; then DllMain is called,
 * with the loader's lock held. Waiting for a thread, a lock or an adapter there would be for ever.
 * So it abandons the runtime, and the system takes memory and devices back. A library that was used
 * is never unloaded before, for the same reasons. */
#include "runtime/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "runtime/lifetime.h"

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved);

BOOL WINAPI DllMain(HINSTANCE instance, DWORD reason, LPVOID reserved) {
  (void)instance, (void)reserved;
  if (reason == DLL_PROCESS_DETACH)
    fxr_runtime_abandon();
  return TRUE;
}

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

/* What the library needs is looked for beside it and in the system's folder, never where the
 * process happens to work. */
void *fxr_os_open(const char *path, char *buffer, size_t size) {
  DWORD flags = LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32;
  HMODULE library = LoadLibraryExA(path, NULL, flags);
  if (!library)
    reason_of(GetLastError(), buffer, size);
  return (void *)library;
}

void *fxr_os_symbol(void *library, const char *name) {
  FARPROC found = GetProcAddress((HMODULE)library, name);
  void *symbol;
  memcpy(&symbol, &found, sizeof symbol);
  return symbol;
}

void fxr_os_close(void *library) {
  FreeLibrary((HMODULE)library);
}

/* Windows opens libraries by the name of a file only. */
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

bool fxr_os_file_stamp(const char *path, char *buffer, size_t size) {
  WIN32_FILE_ATTRIBUTE_DATA found;
  if (!GetFileAttributesExA(path, GetFileExInfoStandard, &found))
    return false;
  snprintf(buffer, size, "%lu:%lu %lu:%lu", (unsigned long)found.nFileSizeHigh,
           (unsigned long)found.nFileSizeLow, (unsigned long)found.ftLastWriteTime.dwHighDateTime,
           (unsigned long)found.ftLastWriteTime.dwLowDateTime);
  return true;
}

/* Programs do not get the rights of their file's owner here. */
bool fxr_os_is_set_user_id(void) {
  return false;
}

/* The function is not called: DllMain comes too late for it. What matters is that the library stays
 * from now on. */
bool fxr_os_at_exit(void (*function)(void)) {
  (void)function;
  return module_of(&here, GET_MODULE_HANDLE_EX_FLAG_PIN) != NULL;
}

/* There is no fork. */
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

const char *fxr_os_environment(const char *name, bool is_secure) {
  (void)is_secure;
  return getenv(name);
}
