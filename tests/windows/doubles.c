/* Mocks of the functions that lifetime.c calls, and the test's access to the library. None may
 * be called at process end: each prints its name, which no test expects. */
#include "tests/windows/doubles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "runtime/common/error.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/os/os.h"

static void tell(const char *name) {
  DWORD written;
  WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), name, (DWORD)strlen(name), &written, NULL);
}

#define DOUBLE(name, type)                                                                         \
  void name(type *argument) {                                                                      \
    (void)argument;                                                                                \
    tell(#name " ");                                                                               \
  }
DOUBLE(fxr_owner_forget, struct fxr_runtime)
DOUBLE(fxr_owner_end, struct fxr_runtime)
static DOUBLE(hook, struct fxr_sched)

    void fxr_owner_end_images(void) {
  tell("fxr_owner_end_images ");
}

struct fxr_runtime *fxr_owner_make(void) {
  return calloc(1, sizeof(struct fxr_runtime));
}

/* ---- the runtime ---- */

bool test_use(void) {
  static const struct fxr_sched_hooks hooks = {hook, hook, hook, hook, hook};
  FXR_CALL_MAKING(runtime);
  if (!runtime)
    return false;
  fxr_runtime_arm_early_shutdown();
  runtime->sched_hooks = &hooks;
  __atomic_store_n(&runtime->sched, (struct fxr_sched *)runtime,
                   __ATOMIC_SEQ_CST); /* there is one */
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

static bool is_held; /* atomic */

void test_hold(void) {
  FXR_CALL(runtime);
  fxs_mutex_lock(&runtime->sched_lock);
  __atomic_store_n(&is_held, true, __ATOMIC_SEQ_CST);
  Sleep(INFINITE);
}

bool test_is_held(void) {
  return __atomic_load_n(&is_held, __ATOMIC_SEQ_CST);
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
