/* FALX_CHECK="halt=0:reports=20:status=66:places=1". */
#include "checker/checker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct chk_settings settings = {
    .halts = false, .most = 20, .status = 66, .names_places = true};
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_settings(void) {
  const char *at = getenv("FALX_CHECK");
  while (at && *at) {
    const char *value = strchr(at, '=');
    if (!value)
      break;
    long number = strtol(value + 1, NULL, 10);
    if (!strncmp(at, "halt=", 5))
      settings.halts = number != 0;
    else if (!strncmp(at, "reports=", 8))
      settings.most = number < 0 ? 0 : (uint32_t)number;
    else if (!strncmp(at, "status=", 7))
      settings.status = (int)(number & 255);
    else if (!strncmp(at, "places=", 7))
      settings.names_places = number != 0;
    at = strchr(value, ':');
    at = at ? at + 1 : NULL;
  }
}

const struct chk_settings *chk_settings(void) {
  pthread_once(&once, read_settings);
  return &settings;
}
