/* runtime/lifetime/lifetime.c, through the library as programs see it. */
#include <fcntl.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "falx/falx.h"
#include "falx/image.h"
#include "tests/unit/adapter.h"

static const falx_platform_t *platforms;
static const falx_device_t *devices;
static falx_context_t context;

static void start(void) {
  size_t count;
  setenv("FALX_ADAPTER_DIR", TEST_ADAPTERS, 1);
  CHECK(falx_platforms(&platforms, &count) == FALX_SUCCESS);
  CHECK(falx_platform_devices(platforms[0], &devices, &count) == FALX_SUCCESS);
  CHECK(falx_context_default(platforms[0], &context) == FALX_SUCCESS);
}

static bool is_adapter_loaded(void) {
  void *library = dlopen(TEST_ADAPTERS "/libfalx_adapter_native_cpu.so", RTLD_NOW | RTLD_NOLOAD);
  if (library)
    dlclose(library);
  return library != NULL;
}

/* Priority 101 to 109 may run after late shutdown, and does here if asked to. */
static bool has_late_check;
__attribute__((destructor(101))) static void after_everything(void) {
  size_t count;
  void *pointer;
  falx_context_t other;
  if (!has_late_check)
    return;
  /* Of a program, destructors run before those of the libraries it links: the runtime lives. */
  CHECK(falx_usm_alloc(FALX_USM_HOST, context, NULL, 64, 0, &pointer) == FALX_SUCCESS);
  CHECK(falx_platforms(&platforms, &count) == FALX_SUCCESS);
  CHECK(falx_context_default(platforms[0], &other) == FALX_SUCCESS);
  falx_context_release(other);
}

IN_CHILD(unused_loads_nothing, {
  static const struct falx_image_desc desc = {FALX_IMAGE_DESC_VERSION, 0, NULL, "test"};
  setenv("FALX_ADAPTER_DIR", TEST_ADAPTERS, 1);
  falx_register_images(&desc, &desc);
  falx_context_release(NULL);
  falx_unregister_images(&desc, &desc);
  CHECK(falx_usm_free(NULL, NULL) == FALX_SUCCESS);
  CHECK(!is_adapter_loaded());
})

/* fini of the adapter aborts the process if anything is left when it runs. */
IN_CHILD(leaked_handles_are_taken_back, {
  void *pointer;
  falx_context_t own;
  start();
  CHECK(is_adapter_loaded());
  CHECK(falx_context_create(&devices[1], 1, &own) == FALX_SUCCESS);
  CHECK(falx_usm_alloc(FALX_USM_SHARED, own, devices[1], 100, 0, &pointer) == FALX_SUCCESS);
  CHECK(falx_usm_alloc(FALX_USM_SHARED, context, devices[1], 100, 0, &pointer) == FALX_SUCCESS);
})

IN_CHILD(late_destructors_may_call, {
  struct scripted *script = adapter_script();
  script->setting = "FALX_NUM_THREADS";
  script->setting_value = "3";
  setenv("FALX_NUM_THREADS", "3", 1);
  start();
  setenv("FALX_NUM_THREADS", "4", 1); /* read once: fini still sees 3 */
  has_late_check = true;
})

IN_CHILD(forked_child_is_told, {
  start();
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    size_t count;
    CHECK(falx_platforms(&platforms, &count) == FALX_ERROR_RUNTIME && count == 0);
    CHECK(strstr(falx_error_detail(), "fork"));
    falx_context_release(context);
    CHECK(falx_usm_free(context, &child) == FALX_SUCCESS); /* a release does no harm */
    exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
})

IN_CHILD(quick_exit_is_quick, {
  start();
  quick_exit(0);
})

/* A second copy of the library, so that opening and closing it runs its whole life. */
static void copy_library(const char *to) {
  static char buffer[1 << 16];
  int in = open(TEST_LIBRARY, O_RDONLY);
  int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0700);
  ssize_t got;
  CHECK(in >= 0 && out >= 0);
  while ((got = read(in, buffer, sizeof buffer)) > 0)
    CHECK(write(out, buffer, (size_t)got) == got);
  close(in);
  close(out);
}

static void one_life(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    fprintf(stderr, "%s\n", dlerror());
  CHECK(library);
  falx_status (*find)(const falx_platform_t **, size_t *);
  falx_status (*get)(falx_platform_t, falx_context_t *);
  *(void **)&find = dlsym(library, "falx_platforms");
  *(void **)&get = dlsym(library, "falx_context_default");
  size_t count;
  CHECK(find(&platforms, &count) == FALX_SUCCESS);
  CHECK(get(platforms[0], &context) == FALX_SUCCESS); /* leaked on purpose */
  dlclose(library);
}

IN_CHILD(opening_and_closing_leaks_nothing, {
  char path[4096];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/falx-lifetime-XXXXXX", folder ? folder : "/tmp");
  int file = mkstemp(path);
  CHECK(file >= 0);
  close(file);
  setenv("FALX_ADAPTER_DIR", TEST_ADAPTERS, 1);
  copy_library(path);
  for (int i = 0; i < 200; i++)
    one_life(path);
  CHECK(!is_adapter_loaded());
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < ROUNDS; i++)
    one_life(path);
  /* A leak is at least one chunk a round; the dynamic loader's own tables vary a little. */
  CHECK(mallinfo2().uordblks < before + 4 * ROUNDS);
  unlink(path);
})

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unused_loads_nothing),
      cmocka_unit_test(leaked_handles_are_taken_back),
      cmocka_unit_test(late_destructors_may_call),
      cmocka_unit_test(forked_child_is_told),
      cmocka_unit_test(quick_exit_is_quick),
      cmocka_unit_test(opening_and_closing_leaks_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
