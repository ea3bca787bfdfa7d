/* Feeds arbitrary text to the parser of ONEAPI_DEVICE_SELECTOR (libFuzzer), and holds what it makes
 * of devices against itself.
 *   selector_fuzz -max_total_time=600 CORPUS tests/fuzz/selector */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "falx/falx.h"
#include "runtime/platform/selector.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge(const struct fxr_selector *selector, const char *backend) {
  static const uint32_t types[] = {FALX_DEVICE_CPU, FALX_DEVICE_GPU, FALX_DEVICE_ACCELERATOR,
                                   FALX_DEVICE_CUSTOM};
  bool is_excluded = fxr_selector_excludes(selector, backend);
  for (size_t t = 0; t < sizeof types / sizeof *types; t++)
    for (uint32_t index = 0; index < 3; index++) {
      bool is_ok;
      char *reason = fxr_selector_judge(selector, backend, types[t], index, &is_ok);
      if (!is_ok || (is_excluded && !reason)) /* an adapter not opened has no device to offer */
        abort();
      free(reason);
    }
  fxr_selector_names(selector, backend);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const backends[] = {"native_cpu", "opencl", "cuda",
                                         "level_zero", "hip",    "null"};
  char *text = malloc(size + 1); /* of its very size: a read past it is seen */
  if (!text)
    return 0;
  if (size)
    memcpy(text, data, size);
  text[size] = 0;
  struct fxr_selector selector;
  if (fxr_selector_parse(text, &selector) == FALX_SUCCESS) {
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++)
      judge(&selector, backends[i]);
    fxr_selector_free(&selector);
  } else if (selector.text || selector.filters.count || !falx_error_detail()[0]) {
    abort(); /* a failure says what is wrong and leaves nothing */
  }
  free(text);
  return 0;
}
