/* The runtime with the scripted adapter (tests/scripted/), in a separate process. */
#ifndef FALX_TESTS_UNIT_ADAPTER_H
#define FALX_TESTS_UNIT_ADAPTER_H

#include <dlfcn.h>

#include "falx/falx.h"
#include "tests/scripted/scripted.h"
#include "tests/unit/child.h"

/* Loads the adapter and keeps it: its script, to be written before the runtime asks it anything. */
static inline struct scripted *adapter_script(void) {
  struct scripted *script = NULL;
  CHECK(setenv("FALX_ADAPTER_DIR", TEST_ADAPTERS, 1) == 0);
  void *library = dlopen(TEST_ADAPTERS "/libfalx_adapter_native_cpu.so", RTLD_NOW);
  CHECK(library && (script = dlsym(library, SCRIPTED_SYMBOL)));
  return script;
}

/* Starts the runtime on the two devices that are there where the script names none; a context of
 * both. */
static inline const falx_device_t *adapter_start(falx_context_t *out_context) {
  const falx_platform_t *platforms;
  const falx_device_t *devices;
  size_t count;
  CHECK(setenv("FALX_ADAPTER_DIR", TEST_ADAPTERS, 1) == 0);
  CHECK(falx_platforms(&platforms, &count) == FALX_SUCCESS);
  CHECK(falx_platform_devices(platforms[0], &devices, &count) == FALX_SUCCESS);
  CHECK(falx_context_create(devices, 2, out_context) == FALX_SUCCESS);
  return devices;
}

#endif
