/* Reads the environment once; variables not listed in settings.def are never read. */
#include "runtime/common/settings.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/common/timeline.h"
#include "runtime/os/os.h"
#include "support/log.h"

static const struct {
  const char *name;
  bool is_secure;
} table[FXR_SETTING_COUNT] = {
#define FALX_SETTING(id, name, is_secure, default_text, help) {name, is_secure},
#include "runtime/common/settings.def"
#undef FALX_SETTING
};

static const struct fxr_settings *published; /* atomic */

void fxr_settings_publish(const struct fxr_settings *settings) {
  __atomic_store_n(&published, settings, __ATOMIC_RELEASE);
}

bool fxr_settings_read(struct fxr_settings *settings) {
  for (int i = 0; i < FXR_SETTING_COUNT; i++) {
    const char *value = fxr_os_environment(table[i].name, table[i].is_secure);
    settings->values[i] = NULL;
    if (value && value[0] && !(settings->values[i] = strdup(value))) {
      while (i-- > 0)
        free(settings->values[i]);
      return false;
    }
  }
  return true;
}

void fxr_settings_free(struct fxr_settings *settings) {
  for (int i = 0; i < FXR_SETTING_COUNT; i++)
    free(settings->values[i]);
}

const char *fxr_setting(const char *name) {
  const struct fxr_settings *settings = __atomic_load_n(&published, __ATOMIC_ACQUIRE);
  for (int i = 0; settings && i < FXR_SETTING_COUNT; i++)
    if (strcmp(table[i].name, name) == 0)
      return settings->values[i];
  return NULL;
}

static bool has_word(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; at;) {
    if (strncmp(at, word, length) == 0 && (at[length] == ',' || !at[length]))
      return true;
    at = strchr(at, ',');
    at = at ? at + 1 : NULL;
  }
  return false;
}

static bool is_word_of_trace(const char *word, size_t length) {
  static const char *const words[] = {"load", "program", "cache", "wait", "all", "0", "off"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0)
      return true;
  return length > 5 && strncmp(word + length - 5, ".json", 5) == 0;
}

void fxr_settings_warn(const struct fxr_settings *settings) {
  for (const char *word = settings->values[FXR_SETTING_TRACE]; word;) {
    size_t length = strcspn(word, ",");
    if (length && !is_word_of_trace(word, length))
      fxs_log("falx", FXS_LOG_WARNING,
              "FALX_TRACE: '%.*s' is not known; there are load, program, cache, wait, all, and "
              "files for a timeline, whose names end in .json",
              (int)length, word);
    word = word[length] ? word + length + 1 : NULL;
  }
}

uint64_t fxr_setting_bytes(const char *name, uint64_t otherwise_mib) {
  const char *text = fxr_setting(name);
  uint64_t number = 0;
  if (!text)
    return otherwise_mib << 20;
  for (const char *at = text; *at; at++) {
    if (*at < '0' || *at > '9' || number > UINT32_MAX) {
      fxr_trace("cache", "%s is '%s', no number of MiB; taking %llu", name, text,
                (unsigned long long)otherwise_mib);
      return otherwise_mib << 20;
    }
    number = number * 10 + (uint64_t)(*at - '0');
  }
  return number << 20;
}

/* On standard error. */
static bool shows(const char *topic) {
  const struct fxr_settings *settings = __atomic_load_n(&published, __ATOMIC_ACQUIRE);
  const char *list = settings ? settings->values[FXR_SETTING_TRACE] : NULL;
  const char *caches = settings ? settings->values[FXR_SETTING_CACHE_TRACE] : NULL;
  if (caches && strcmp(caches, "0") != 0 && strcmp(topic, "cache") == 0)
    return true;
  return list && (has_word(list, topic) || has_word(list, "all"));
}

bool fxr_traces(const char *topic) {
  return fxr_timeline_is_on() || shows(topic);
}

void fxr_trace(const char *topic, const char *format, ...) {
  va_list args;
  if (shows(topic)) {
    va_start(args, format);
    fxs_vlog("falx", FXS_LOG_NOTE, format, args);
    va_end(args);
  }
  if (fxr_timeline_is_on()) {
    va_start(args, format);
    fxr_timeline_note(topic, format, args);
    va_end(args);
  }
}
