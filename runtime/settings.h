/* Environment variables: every one is a line of settings.def, read once, when the owner is made. */
#ifndef FALX_RUNTIME_SETTINGS_H
#define FALX_RUNTIME_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

enum fxr_setting_id {
#define FALX_SETTING(id, name, is_secure, default_text, help) FXR_SETTING_##id,
#include "runtime/settings.def"
#undef FALX_SETTING
  FXR_SETTING_COUNT
};

struct fxr_settings {
  char *values[FXR_SETTING_COUNT]; /* own copies; NULL where unset or empty */
};

bool fxr_settings_read(struct fxr_settings *settings); /* false: out of memory */
void fxr_settings_free(struct fxr_settings *settings);

/* NULL where unset or unknown; lives as long as the owner. */
const char *fxr_setting(const char *name);

/* Of a number of MiB; otherwise where unset or no number, which is traced. */
uint64_t fxr_setting_bytes(const char *name, uint64_t otherwise_mib);

/* A line on standard error where FALX_TRACE names the topic or "all". */
bool fxr_traces(const char *topic);
void fxr_trace(const char *topic, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
