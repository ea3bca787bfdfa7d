/* Properties of the processor: names, sizes, number of threads available. */
#include "adapters/native_cpu/native.h"
#include "falx_version.h"

#include <ctype.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

struct fxa_device ncpu_device;

/* ---- Small files under /proc and /sys ---- */

bool ncpu_read_line(const char *path, char *line, size_t size) {
  FILE *file = fopen(path, "re");
  if (!file)
    return false;
  bool is_read = fgets(line, (int)size, file) != NULL;
  fclose(file);
  if (is_read)
    line[strcspn(line, "\n")] = 0;
  return is_read;
}

static bool read_number(const char *path, uint64_t *out_number) {
  char line[64], *end;
  if (!ncpu_read_line(path, line, sizeof line) || !isdigit((unsigned char)line[0]))
    return false;
  *out_number = strtoull(line, &end, 10);
  return true;
}

/* This process's path in a control group hierarchy: controller "" is version 2. */
static bool group_path(const char *controller, char *path, size_t size) {
  FILE *file = fopen("/proc/self/cgroup", "re");
  char line[1024];
  bool is_found = false;
  while (file && !is_found && fgets(line, sizeof line, file)) {
    char *names = strchr(line, ':'), *where = names ? strchr(names + 1, ':') : NULL;
    if (!where)
      continue;
    *where++ = 0;
    where[strcspn(where, "\n")] = 0;
    for (char *rest = NULL, *name = *++names ? strtok_r(names, ",", &rest) : names;
         name && !is_found; name = *name ? strtok_r(NULL, ",", &rest) : NULL)
      is_found = strcmp(name, controller) == 0;
    if (is_found)
      snprintf(path, size, "%s", strcmp(where, "/") == 0 ? "" : where);
  }
  if (file)
    fclose(file);
  return is_found;
}

/* Calls look on the files of the process's group and of every enclosing group. */
static void each_group(const char *controller, const char *root,
                       void (*look)(const char *folder, void *user), void *user) {
  char path[1024], folder[1200];
  if (!group_path(controller, path, sizeof path))
    return;
  for (;;) {
    snprintf(folder, sizeof folder, "%s%s", root, path);
    look(folder, user);
    char *slash = strrchr(path, '/');
    if (!slash)
      return;
    *slash = 0;
  }
}

static void keep_least(uint64_t *least, uint64_t value) {
  if (value < *least)
    *least = value;
}

static void quota_v2(const char *folder, void *user) {
  char name[1300], line[64];
  unsigned long long quota, period;
  snprintf(name, sizeof name, "%s/cpu.max", folder);
  if (ncpu_read_line(name, line, sizeof line) && sscanf(line, "%llu %llu", &quota, &period) == 2 &&
      period != 0)
    keep_least(user, (quota + period - 1) / period);
}

static void quota_v1(const char *folder, void *user) {
  char name[1300];
  uint64_t quota, period;
  snprintf(name, sizeof name, "%s/cpu.cfs_quota_us", folder);
  if (!read_number(name, &quota))
    return;
  snprintf(name, sizeof name, "%s/cpu.cfs_period_us", folder);
  if (read_number(name, &period) && period != 0)
    keep_least(user, (quota + period - 1) / period);
}

static void keep_least_of(const char *folder, const char *file, void *user) {
  char name[1300];
  uint64_t number;
  snprintf(name, sizeof name, "%s/%s", folder, file);
  if (read_number(name, &number))
    keep_least(user, number);
}

static void memory_v2(const char *folder, void *user) {
  keep_least_of(folder, "memory.max", user);
}

static void memory_v1(const char *folder, void *user) {
  keep_least_of(folder, "memory.limit_in_bytes", user);
}

/* Numbers and ranges, as in "0-3,8"; 0: no such list. */
static uint64_t list_length(const char *text) {
  uint64_t length = 0;
  for (char *end; isdigit((unsigned char)*text); text = end + (*end == ',')) {
    unsigned long long first = strtoull(text, &end, 10), last = first;
    if (*end == '-')
      last = strtoull(end + 1, &end, 10);
    if (last < first)
      return 0;
    length += last - first + 1;
  }
  return length;
}

static void keep_least_listed(const char *folder, const char *file, void *user) {
  char name[1300], line[1024];
  snprintf(name, sizeof name, "%s/%s", folder, file);
  uint64_t length = ncpu_read_line(name, line, sizeof line) ? list_length(line) : 0;
  if (length != 0)
    keep_least(user, length);
}

static void set_v2(const char *folder, void *user) {
  keep_least_listed(folder, "cpuset.cpus.effective", user);
}

static void set_v1(const char *folder, void *user) {
  keep_least_listed(folder, "cpuset.cpus", user);
}

/* The affinity mask at program start; stored, as a submitting thread may have been bound to one
 * processor since then. False: out of memory. */
static bool find_mask(struct fxa_device *device) {
  for (int most = 1024; !device->mask && most <= 1 << 16; most *= 2) {
    cpu_set_t *set = CPU_ALLOC(most);
    size_t bytes = CPU_ALLOC_SIZE(most);
    if (!set)
      return false;
    if (sched_getaffinity(0, bytes, set) == 0) {
      device->mask = set;
      device->mask_bytes = bytes;
    } else {
      CPU_FREE(set);
    }
  }
  return true;
}

/* How many processes of an MPI program its launcher has started on this machine, this one included.
 */
static uint64_t local_ranks(void) {
  static const char *const names[] = {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char *text = ncpu_host->setting(names[i]);
    uint64_t ranks = text && isdigit((unsigned char)*text) ? strtoull(text, NULL, 10) : 0;
    if (ranks != 0)
      return ranks;
  }
  return 1;
}

/* The number of processors in the mask; without a mask, one. Ranks of an MPI program that are not
 * bound, or several to the same processors, have the same mask: none takes more than its share of
 * the machine. */
static uint32_t processors(const struct fxa_device *device) {
  uint64_t count = device->mask ? (uint64_t)CPU_COUNT_S(device->mask_bytes, device->mask) : 1;
  uint64_t ranks = local_ranks(), all = UINT64_MAX;
  each_group("", "/sys/fs/cgroup", quota_v2, &all);
  each_group("cpu", "/sys/fs/cgroup/cpu", quota_v1, &all);
  keep_least(&count, all);
  if (ranks > 1) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    keep_least(&all, online > 0 ? (uint64_t)online : 1);
    each_group("", "/sys/fs/cgroup", set_v2, &all);
    each_group("cpuset", "/sys/fs/cgroup/cpuset", set_v1, &all);
    keep_least(&count, all / ranks);
  }
  if (count == 0)
    count = 1;
  return count > NCPU_MAX_THREADS ? NCPU_MAX_THREADS : (uint32_t)count;
}

falx_status ncpu_device_init(void) {
  const char *text = ncpu_host->setting("FALX_NUM_THREADS");
  if (!find_mask(&ncpu_device))
    return ncpu_host->error(FALX_ERROR_MEMORY_ALLOCATION,
                            "native_cpu: no memory for the set of processors");
  ncpu_device.threads = processors(&ncpu_device);
  if (!text || !*text)
    return FALX_SUCCESS;
  char *end;
  errno = 0;
  unsigned long value = strtoul(text, &end, 10);
  if (!isdigit((unsigned char)*text) || *end != 0 || errno != 0 || value < 1 ||
      value > NCPU_MAX_THREADS)
    return ncpu_host->error(
        FALX_ERROR_INVALID,
        "native_cpu: FALX_NUM_THREADS is '%s'; set it to a number from 1 to %d, "
        "or unset it to use every processor",
        text, NCPU_MAX_THREADS);
  ncpu_device.threads = (uint32_t)value;
  return FALX_SUCCESS;
}

void ncpu_device_fini(void) {
  CPU_FREE(ncpu_device.mask);
  ncpu_device.mask = NULL;
}

/* ---- Properties ---- */

static uint64_t memory_bytes(void) {
  struct sysinfo info;
  uint64_t bytes = UINT64_MAX;
  if (sysinfo(&info) == 0)
    bytes = (uint64_t)info.totalram * info.mem_unit;
  each_group("", "/sys/fs/cgroup", memory_v2, &bytes);
  each_group("memory", "/sys/fs/cgroup/memory", memory_v1, &bytes);
  return bytes;
}

static void free_v2(const char *folder, void *user) {
  char name[1300];
  uint64_t most, used;
  snprintf(name, sizeof name, "%s/memory.max", folder);
  if (!read_number(name, &most))
    return;
  snprintf(name, sizeof name, "%s/memory.current", folder);
  if (read_number(name, &used))
    keep_least(user, most > used ? most - used : 0);
}

static void free_v1(const char *folder, void *user) {
  char name[1300];
  uint64_t most, used;
  snprintf(name, sizeof name, "%s/memory.limit_in_bytes", folder);
  if (!read_number(name, &most))
    return;
  snprintf(name, sizeof name, "%s/memory.usage_in_bytes", folder);
  if (read_number(name, &used))
    keep_least(user, most > used ? most - used : 0);
}

/* What can be allocated without taking it from others: of the system, and of each control group. */
static uint64_t free_bytes(void) {
  uint64_t bytes = memory_bytes();
  char line[128];
  unsigned long long kilobytes;
  FILE *file = fopen("/proc/meminfo", "re");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1)
      keep_least(&bytes, (uint64_t)kilobytes * 1024);
  if (file)
    fclose(file);
  each_group("", "/sys/fs/cgroup", free_v2, &bytes);
  each_group("memory", "/sys/fs/cgroup/memory", free_v1, &bytes);
  return bytes;
}

static uint64_t cache_bytes(int name, uint64_t otherwise) {
  long bytes = sysconf(name);
  return bytes > 0 ? (uint64_t)bytes : otherwise;
}

/* From /proc/cpuinfo: the text after "key : ". */
static bool cpuinfo(const char *key, char *text, size_t size) {
  FILE *file = fopen("/proc/cpuinfo", "re");
  char line[4096];
  bool is_found = false;
  while (file && !is_found && fgets(line, sizeof line, file)) {
    char *colon = strchr(line, ':');
    is_found = colon && strncmp(line, key, strlen(key)) == 0;
    if (is_found)
      snprintf(text, size, "%.*s", (int)strcspn(colon + 1 + (colon[1] == ' '), "\n"),
               colon + 1 + (colon[1] == ' '));
  }
  if (file)
    fclose(file);
  return is_found;
}

static void name_text(char *text, size_t size) {
#if defined(__x86_64__)
  unsigned int words[13] = {0};
  if (__get_cpuid_max(0x80000000u, NULL) >= 0x80000004u) {
    for (unsigned int i = 0; i < 3; i++)
      __get_cpuid(0x80000002u + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2],
                  &words[4 * i + 3]);
    const char *name = (const char *)words;
    snprintf(text, size, "%s", name + strspn(name, " "));
    for (size_t end = strlen(text); end > 0 && text[end - 1] == ' ';)
      text[--end] = 0;
    if (*text)
      return;
  }
#endif
  if (!cpuinfo("model name", text, size))
    snprintf(text, size, "CPU");
}

static uint32_t vendor_id(char *name, size_t size) {
  enum { INTEL = 0x8086, AMD = 0x1022, ARM = 0x13b5 };
#if defined(__x86_64__)
  unsigned int highest, words[4] = {0};
  if (__get_cpuid(0, &highest, &words[0], &words[2], &words[1])) {
    const char *text = (const char *)words;
    bool is_intel = strcmp(text, "GenuineIntel") == 0, is_amd = strcmp(text, "AuthenticAMD") == 0;
    snprintf(name, size, "%s", is_intel ? "Intel" : is_amd ? "AMD" : text);
    return is_intel ? INTEL : is_amd ? AMD : 0;
  }
#elif defined(__aarch64__)
  snprintf(name, size, "Arm");
  return ARM;
#endif
  snprintf(name, size, "unknown");
  return 0;
}

static uint32_t megahertz(void) {
  uint64_t kilohertz;
  char text[64];
  if (read_number("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", &kilohertz))
    return (uint32_t)(kilohertz / 1000);
  return cpuinfo("cpu MHz", text, sizeof text) ? (uint32_t)strtod(text, NULL) : 0;
}

static falx_status put(const void *from, size_t bytes, size_t size, void *value, size_t *out_size) {
  if (out_size)
    *out_size = bytes;
  if (!value)
    return FALX_SUCCESS;
  if (size < bytes)
    return ncpu_host->error(FALX_ERROR_INVALID,
                            "native_cpu: the answer takes %zu bytes, there is room for %zu", bytes,
                            size);
  memcpy(value, from, bytes);
  return FALX_SUCCESS;
}

falx_status ncpu_device_info(struct fxa_device *device, falx_device_info info, size_t size,
                             void *value, size_t *out_size) {
  static const uint32_t aspects[] = {
      FALX_ASPECT_CPU,
      FALX_ASPECT_FP16,
      FALX_ASPECT_FP64,
      FALX_ASPECT_IMAGE,
      FALX_ASPECT_ONLINE_COMPILER,
      FALX_ASPECT_ONLINE_LINKER,
      FALX_ASPECT_QUEUE_PROFILING,
      FALX_ASPECT_USM_DEVICE_ALLOCATIONS,
      FALX_ASPECT_USM_HOST_ALLOCATIONS,
      FALX_ASPECT_USM_SHARED_ALLOCATIONS,
      FALX_ASPECT_USM_SYSTEM_ALLOCATIONS,
      FALX_ASPECT_USM_ATOMIC_HOST_ALLOCATIONS,
      FALX_ASPECT_USM_ATOMIC_SHARED_ALLOCATIONS,
      FALX_ASPECT_ATOMIC64,
      FALX_ASPECT_HOST_DEBUGGABLE,
      FALX_ASPECT_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS,
      FALX_ASPECT_EXT_INTEL_FREE_MEMORY,
      FALX_ASPECT_EXT_ONEAPI_GRAPH,
      FALX_ASPECT_EXT_ONEAPI_LIMITED_GRAPH,
      FALX_ASPECT_EXT_INTEL_LEGACY_IMAGE,
      FALX_ASPECT_EXT_ONEAPI_BALLOT_GROUP,
      FALX_ASPECT_EXT_ONEAPI_FIXED_SIZE_GROUP,
      FALX_ASPECT_EXT_ONEAPI_OPPORTUNISTIC_GROUP,
      FALX_ASPECT_EXT_ONEAPI_TANGLE_GROUP,
  };
  /* The largest is what kernels get that require none. */
  static const uint64_t sub_groups[] = {1, 2, 4, 8, 16, NCPU_MAX_SUB_GROUP};
  char text[256];
  uint32_t number = 0;
  uint64_t wide = 0;
  if (out_size)
    *out_size = 0;
  switch (info) {
  case FALX_DEVICE_NAME:
    name_text(text, sizeof text);
    return put(text, strlen(text) + 1, size, value, out_size);
  case FALX_DEVICE_VENDOR:
    vendor_id(text, sizeof text);
    return put(text, strlen(text) + 1, size, value, out_size);
  case FALX_DEVICE_VERSION: { // major.minor
    const int length = (int)(strrchr(FALX_VERSION, '.') - FALX_VERSION);
    snprintf(text, sizeof text, "%.*s", length, FALX_VERSION);
    return put(text, strlen(text) + 1, size, value, out_size);
  }
  case FALX_DEVICE_DRIVER_VERSION:
    return put(FALX_VERSION, sizeof FALX_VERSION, size, value, out_size);
  case FALX_DEVICE_EXTENSIONS:
    return put(FALX_LINKS_NATIVE, sizeof FALX_LINKS_NATIVE, size, value, out_size);
  case FALX_DEVICE_TYPE:
    number = FALX_DEVICE_CPU;
    break;
  case FALX_DEVICE_VENDOR_ID:
    number = vendor_id(text, sizeof text);
    break;
  case FALX_DEVICE_COMPUTE_UNITS:
    number = device->threads;
    break;
  case FALX_DEVICE_MAX_NUM_SUB_GROUPS:
    number = NCPU_MAX_WORK_GROUP; /* with sub-groups of one work-item */
    break;
  case FALX_DEVICE_CLOCK_FREQUENCY:
    number = megahertz();
    break;
  case FALX_DEVICE_CONSTANT_ARGS: /* as many as fit into the function object */
    number = NCPU_MAX_FUNCTOR / sizeof(void *);
    break;
  case FALX_DEVICE_PRINTF_SIZE: /* the C library's own printf */
    wide = UINT64_MAX;
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_PARTITION_PROPERTIES:
    if (device->threads > 1)
      number = 1u << FALX_PARTITION_EQUALLY | 1u << FALX_PARTITION_BY_COUNTS;
    if (ncpu_affinity_domains(device))
      number |= 1u << FALX_PARTITION_BY_AFFINITY_DOMAIN;
    break;
  case FALX_DEVICE_AFFINITY_DOMAINS:
    number = ncpu_affinity_domains(device);
    break;
  case FALX_DEVICE_ADDRESS_BITS:
    number = 8 * sizeof(void *);
    break;
  case FALX_DEVICE_GLOBAL_CACHE_LINE:
    number = (uint32_t)cache_bytes(_SC_LEVEL1_DCACHE_LINESIZE, 64);
    break;
  case FALX_DEVICE_MEM_BASE_ALIGN:
    number = 1024; /* bits: the largest SYCL vector has 128 bytes */
    break;
  case FALX_DEVICE_ATOMIC_ORDERS:
  case FALX_DEVICE_ATOMIC_SCOPES:
    number = 31; /* all five */
    break;
  case FALX_DEVICE_MAX_WORK_GROUP_SIZE:
    wide = NCPU_MAX_WORK_GROUP;
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_MAX_WORK_ITEM_SIZES: {
    const uint64_t sizes[3] = {NCPU_MAX_WORK_GROUP, NCPU_MAX_WORK_GROUP, NCPU_MAX_WORK_GROUP};
    return put(sizes, sizeof sizes, size, value, out_size);
  }
  case FALX_DEVICE_SUB_GROUP_SIZES:
    return put(sub_groups, sizeof sub_groups, size, value, out_size);
  case FALX_DEVICE_MAX_ALLOC_SIZE:
  case FALX_DEVICE_GLOBAL_MEM_SIZE:
  case FALX_DEVICE_CONSTANT_MEM_SIZE: /* ordinary memory */
    wide = memory_bytes();
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_MAX_PARAMETER_SIZE:
    wide = NCPU_MAX_FUNCTOR;
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_FP_CONFIGS: {
    const uint32_t configs[3] = {127, 127, 127}; /* all but soft_float */
    return put(configs, sizeof configs, size, value, out_size);
  }
  case FALX_DEVICE_LOCAL_MEM_TYPE:
  case FALX_DEVICE_GLOBAL_CACHE_TYPE:
    number = 2;
    break;
  case FALX_DEVICE_ERROR_CORRECTION: /* unknown */
    break;
  case FALX_DEVICE_FREE_MEM:
    wide = free_bytes();
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_LOCAL_MEM_SIZE: /* ordinary memory: the size of a core's own cache */
    wide = cache_bytes(_SC_LEVEL2_CACHE_SIZE, 256 << 10);
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_GLOBAL_CACHE_SIZE:
    wide = cache_bytes(_SC_LEVEL3_CACHE_SIZE, cache_bytes(_SC_LEVEL2_CACHE_SIZE, 0));
    return put(&wide, sizeof wide, size, value, out_size);
  case FALX_DEVICE_VECTOR_WIDTHS: {
    uint32_t bytes = ncpu_isa_vector_bytes();
    const uint32_t widths[7] = {bytes,     bytes / 2, bytes / 4, bytes / 8,
                                bytes / 4, bytes / 8, bytes / 4 /* computed in float */};
    return put(widths, sizeof widths, size, value, out_size);
  }
  case FALX_DEVICE_TIMER_RESOLUTION: {
    struct timespec step = {0, 1};
    clock_getres(CLOCK_MONOTONIC, &step);
    wide = (uint64_t)step.tv_sec * 1000000000u + (uint64_t)step.tv_nsec;
    return put(&wide, sizeof wide, size, value, out_size);
  }
  case FALX_DEVICE_ASPECTS:
    return put(aspects, sizeof aspects, size, value, out_size);
  default:
    return ncpu_host->error(FALX_ERROR_INVALID, "native_cpu: unknown device query %d", (int)info);
  }
  return put(&number, sizeof number, size, value, out_size);
}
