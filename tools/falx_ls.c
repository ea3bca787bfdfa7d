/* falx-ls: lists adapters, platforms and devices, those that the selector excludes and why, and
 * every environment variable. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "falx/falx.h"
#include "support/aspects.h"
#include "tools/falx_ls.h"

static const struct {
  const char *name, *default_text, *help;
} settings[] = {
#define FALX_SETTING(id, name, is_secure, default_text, help) {name, default_text, help},
#include "falx_version.h"
#include "runtime/common/settings.def"
#undef FALX_SETTING
};

static void print_settings(void) {
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    const char *value = getenv(settings[i].name);
    printf("%s\n    %s\n    unset: %s\n", settings[i].name, settings[i].help,
           settings[i].default_text);
    if (value)
      printf("    now: %s\n", value);
  }
}

/* With --why, of what is available only the parents of what is not. */
struct listing {
  bool is_why;
  char parents[2][512]; /* not printed yet, "" if they are */
  unsigned left_out;
};

static const char *const kinds[] = {"adapter", "platform", "device"};

static void report(void *user, int depth, const char *name, const char *reason) {
  struct listing *listing = user;
  listing->left_out += reason != NULL;
  if (listing->is_why && !reason) {
    if (depth < 2)
      snprintf(listing->parents[depth], sizeof listing->parents[depth], "%s", name);
    if (depth == 0)
      listing->parents[1][0] = '\0';
    return;
  }
  for (int d = 0; listing->is_why && d < depth; d++) {
    if (listing->parents[d][0])
      printf("%*s%s %s\n", 2 * d, "", kinds[d], listing->parents[d]);
    listing->parents[d][0] = '\0';
  }
  printf("%*s%s %s", 2 * depth, "", kinds[depth], name);
  if (reason)
    printf("\n%*s- %s", 2 * depth + 2, "", reason);
  putchar('\n');
}

static void print_number(falx_device_t device, const char *label, falx_device_info info,
                         size_t size) {
  union {
    uint32_t u32;
    uint64_t u64;
  } value = {0};
  if (falx_device_get_info(device, info, size, &value, NULL) == FALX_SUCCESS)
    printf("    %-22s %" PRIu64 "\n", label, size == 4 ? (uint64_t)value.u32 : value.u64);
}

static void print_text(falx_device_t device, const char *label, falx_device_info info) {
  char text[4096];
  if (falx_device_get_info(device, info, sizeof text, text, NULL) == FALX_SUCCESS)
    printf("    %-22s %s\n", label, text);
}

static void print_aspects(falx_device_t device) {
  uint32_t numbers[64];
  size_t size;
  if (falx_device_get_info(device, FALX_DEVICE_ASPECTS, sizeof numbers, numbers, &size) !=
      FALX_SUCCESS)
    return;
  printf("    %-22s", "aspects");
  for (size_t i = 0; i < size / sizeof *numbers; i++) {
    const char *name = fxs_aspect_name(numbers[i]);
    if (name)
      printf(" %s", name);
    else
      printf(" %" PRIu32, numbers[i]);
  }
  putchar('\n');
}

static int fail(void) {
  fflush(stdout);
  fprintf(stderr, "falx-ls: error: %s\n", falx_error_detail());
  return 1;
}

static int print_details(void) {
  const falx_platform_t *platforms;
  size_t platform_count;
  if (falx_platforms(&platforms, &platform_count) != FALX_SUCCESS)
    return fail();
  for (size_t p = 0; p < platform_count; p++) {
    const falx_device_t *devices;
    size_t count;
    if (falx_platform_devices(platforms[p], &devices, &count) != FALX_SUCCESS)
      return fail();
    for (size_t d = 0; d < count; d++) {
      print_text(devices[d], "name", FALX_DEVICE_NAME);
      print_text(devices[d], "vendor", FALX_DEVICE_VENDOR);
      print_text(devices[d], "version", FALX_DEVICE_VERSION);
      print_text(devices[d], "driver", FALX_DEVICE_DRIVER_VERSION);
      print_number(devices[d], "compute units", FALX_DEVICE_COMPUTE_UNITS, 4);
      print_number(devices[d], "largest work-group", FALX_DEVICE_MAX_WORK_GROUP_SIZE, 8);
      print_number(devices[d], "clock (MHz)", FALX_DEVICE_CLOCK_FREQUENCY, 4);
      print_number(devices[d], "global memory (bytes)", FALX_DEVICE_GLOBAL_MEM_SIZE, 8);
      print_number(devices[d], "local memory (bytes)", FALX_DEVICE_LOCAL_MEM_SIZE, 8);
      print_aspects(devices[d]);
      putchar('\n');
    }
  }
  return 0;
}

int main(int argc, char **argv) {
  struct listing listing = {0};
  bool is_verbose = false;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--settings") == 0) {
      print_settings();
      return 0;
    }
    if (strcmp(argv[i], "--json") == 0)
      return fxl_print_json();
    if (strcmp(argv[i], "--version") == 0) {
      printf("falx-ls %s\n", FALX_VERSION);
      return 0;
    }
    if (strcmp(argv[i], "--help") == 0) {
      puts("Usage: falx-ls [options]\n"
           "\n"
           "Lists adapters, platforms and devices, and says why one is left out.\n"
           "\n"
           "  --why       only what is left out, and why\n"
           "  --verbose   facts about each device that programs get\n"
           "  --settings  every environment variable Falx reads\n"
           "  --json      all of it for programs\n"
           "  --help, --version");
      return 0;
    }
    if (strcmp(argv[i], "--verbose") == 0 || strcmp(argv[i], "-v") == 0) {
      is_verbose = true;
    } else if (strcmp(argv[i], "--why") == 0) {
      listing.is_why = true;
    } else {
      fprintf(stderr, "falx-ls: error: unknown option '%s'; --help lists them\n", argv[i]);
      return 1;
    }
  }
  falx_status status = falx_explain_devices(report, &listing);
  if (status != FALX_SUCCESS)
    return fail();
  if (listing.is_why && !listing.left_out)
    puts("nothing is left out");
  if (!is_verbose)
    return 0;
  putchar('\n');
  return print_details();
}
