/* Environment variables: each is a line of settings.def, read once, when the owner is created. */
#ifndef FALX_RUNTIME_SETTINGS_H
#define FALX_RUNTIME_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

enum fxr_setting_id {
#define FALX_SETTING(id, name, is_secure, default_text, help) FXR_SETTING_##id,
#include "runtime/common/settings.def"
#undef FALX_SETTING
  FXR_SETTING_COUNT
};

struct fxr_settings {
  char *values[FXR_SETTING_COUNT]; /* owned copies; NULL if unset or empty */
};

bool fxr_settings_read(struct fxr_settings *settings); /* false: out of memory */
/* Says on standard error which words of FALX_TRACE mean nothing. */
void fxr_settings_warn(const struct fxr_settings *settings);
void fxr_settings_free(struct fxr_settings *settings);

/* Sets what the functions below read; NULL: everything unset. Borrowed until replaced. */
void fxr_settings_publish(const struct fxr_settings *settings);

/* NULL if unset or unknown; lives as long as the owner. */
const char *fxr_setting(const char *name);

/* Parses a number of MiB; returns otherwise if unset or not a number (the latter is traced). */
uint64_t fxr_setting_bytes(const char *name, uint64_t otherwise_mib);

/* Writes a line to standard error if FALX_TRACE names the topic or "all". */
bool fxr_traces(const char *topic);
void fxr_trace(const char *topic, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
