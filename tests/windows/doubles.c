/* Doubles of what lifetime.c calls, and the test's way into the library. None may be called while
 * the process ends: each tells its name, which no expectation has. */
#include "tests/windows/doubles.h"

#include <stdio.h>
#include <string.h>
#include <windows.h>

#include "runtime/error.h"
#include "runtime/event.h"
#include "runtime/lifetime.h"
#include "runtime/os.h"

static void tell(const char *name) {
  DWORD written;
  WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), name, (DWORD)strlen(name), &written, NULL);
}

#define DOUBLE(name, type)                                                                         \
  void name(type *argument) {                                                                      \
    (void)argument;                                                                                \
    tell(#name " ");                                                                               \
  }
DOUBLE(fxr_contexts_drop_defaults, struct fxr_runtime)
DOUBLE(fxr_contexts_destroy_all, struct fxr_runtime)
DOUBLE(fxr_discovery_forget, struct fxr_discovery)
DOUBLE(fxr_discovery_free, struct fxr_discovery)
DOUBLE(fxr_programs_free, struct fxr_runtime)
DOUBLE(fxr_image_registry_free, struct fxr_image_registry)
DOUBLE(fxr_host_event_retain, struct fxa_event)
DOUBLE(fxr_host_event_release, struct fxa_event)
static DOUBLE(hook, struct fxr_sched)

    void fxr_programs_init(struct fxr_programs *programs) {
  (void)programs;
}

/* ---- the runtime ---- */

bool test_use(void) {
  static const struct fxr_sched_hooks hooks = {hook, hook, hook, hook, hook};
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return false;
  fxr_runtime_arm_early_shutdown();
  runtime->sched_hooks = &hooks;
  atomic_store(&runtime->sched, (struct fxr_sched *)runtime); /* there is one */
  return true;
}

bool test_lives(void) {
  FXR_CALL(runtime);
  return runtime != NULL;
}

bool test_is_shut_down(void) {
  FXR_CALL_MAKING(runtime);
  return !runtime && fxr_runtime_status() == FALX_ERROR_RUNTIME &&
         strstr(falx_error_detail(), "shut down");
}

static atomic_bool is_held;

void test_hold(void) {
  FXR_CALL(runtime);
  fxs_mutex_lock(&runtime->sched_lock);
  atomic_store(&is_held, true);
  Sleep(INFINITE);
}

bool test_is_held(void) {
  return atomic_load(&is_held);
}

/* ---- the seam ---- */

static uint32_t word;

static DWORD WINAPI wake(void *unused) {
  (void)unused;
  __atomic_store_n(&word, 1, __ATOMIC_RELEASE);
  fxs_futex_wake(&word, 1);
  return 0;
}

bool test_futex(bool is_woken) {
  word = 0;
  HANDLE thread = is_woken ? CreateThread(NULL, 0, wake, NULL, 0, NULL) : NULL;
  bool is_in_time = true;
  while (is_in_time && !__atomic_load_n(&word, __ATOMIC_ACQUIRE))
    is_in_time = fxs_futex_wait(&word, 0, is_woken ? -1 : 20 * 1000000);
  if (thread)
    WaitForSingleObject(thread, INFINITE);
  return is_in_time;
}

bool test_seam(const char *path, char *stamp, size_t size) {
  char text[600] = "";
  snprintf(stamp, size, "own folder");
  if (!fxr_os_own_folder(text, sizeof text) || strstr(text, ".dll") || !fxr_os_file_exists(text))
    return false;
  snprintf(stamp, size, "absent library");
  text[0] = 0;
  if (fxr_os_open("Z:\\absent.dll", text, sizeof text) || !text[0])
    return false;
  snprintf(stamp, size, "symbols");
  void *library = NULL;
  if (fxr_os_module_path(&word, text, sizeof text))
    library = fxr_os_open(text, text, sizeof text);
  if (!library || !fxr_os_symbol(library, "test_seam") || fxr_os_symbol(library, "test_same"))
    return false;
  fxr_os_close(library);
  return fxr_os_file_stamp(path, stamp, size) && !fxr_os_file_stamp("Z:\\absent", stamp, 0);
}
