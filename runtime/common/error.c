/* Detail text of the calling thread's last failed call, and the names of statuses. */
#include "runtime/common/error.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Not initial-exec: the buffer is too large for the static TLS block reserved for libraries
 * opened at run time. Only failures touch it, so its speed does not matter. */
static _Thread_local char detail[FXR_ERROR_DETAIL_SIZE];
static _Thread_local bool is_told; /* somebody has asked for it: it is not the next failure's */

falx_status fxr_error_v(falx_status status, const char *format, va_list args) {
  char text[FXR_ERROR_DETAIL_SIZE]; /* an argument may point into detail itself */
  int length = vsnprintf(text, sizeof text, format, args);
  if (length >= (int)sizeof text)
    memcpy(text + sizeof text - 4, "...", 4);
  memcpy(detail, length < 0 ? "" : text, length < 0 ? 1 : strlen(text) + 1);
  is_told = false;
  return status;
}

falx_status fxr_error(falx_status status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fxr_error_v(status, format, args);
  va_end(args);
  return status;
}

falx_status fxr_error_at(falx_status status, const struct falx_location *location) {
  if (location && location->file)
    fxr_error(status, "%s:%u: %s", location->file, location->line,
              detail[0] ? detail : falx_status_text(status));
  return status;
}

void fxr_error_clear(void) {
  detail[0] = 0;
}

falx_status fxr_error_from_adapter(falx_status status, const char *adapter, const char *what) {
  if (!detail[0] || is_told)
    fxr_error(status, "adapter %s, %s: %s", adapter, what, falx_status_text(status));
  return status;
}

const char *falx_error_detail(void) {
  is_told = true;
  return detail;
}

falx_status falx_error_set(falx_status status, const struct falx_location *at, const char *format,
                           ...) {
  va_list args;
  va_start(args, format);
  fxr_error_v(status, format, args);
  va_end(args);
  return fxr_error_at(status, at);
}

uint32_t falx_abi_version(void) {
  return FALX_ABI_VERSION;
}

uint32_t falx_api_version(void) {
  return FALX_API_VERSION;
}

const char *falx_status_text(falx_status status) {
  static const char *const texts[] = {
#define FALX_STATUS(name, errc, text) text,
#include "falx/status.def"
#undef FALX_STATUS
  };
  return (unsigned)status < sizeof texts / sizeof *texts ? texts[status] : "unknown status";
}
