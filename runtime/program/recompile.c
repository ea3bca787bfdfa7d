/* Recompilation in use: which launches are alike, a thread that has falx-specialize compile for
 * them, and the choice among the results. */
#include "runtime/program/recompile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/common/error.h"
#include "runtime/common/locks.h"
#include "runtime/lifetime/lifetime.h"
#include "runtime/os/os.h"
#include "runtime/platform/context.h"
#include "runtime/platform/platform.h"
#include "runtime/program/program.h"
#include "runtime/program/specialize.h"
#include "support/clock.h"
#include "support/signals.h"

enum {
  HOT_LAUNCHES = 8,       /* a kernel is hot after so many launches, */
  HOT_NS = 100 * 1000000, /* and so long after the first of them */
  MOST_BYTES = 64,        /* of an argument that may become a constant */
  MOST_VERSIONS = 4,      /* of a kernel */
  MOST_ATTEMPTS = 64,     /* at finding launches that are alike */
  MOST_MISSES = 256,      /* launches in a row that no version is for: look for another one */
};

enum phase { WATCHING, BUILDING, SETTLED };

struct place {
  uint32_t offset, size;
};

/* A version of the kernel, and when it is for a launch. */
struct version {
  struct fxr_kernel *kernel;
  uint64_t serial; /* of it */
  struct fxr_lease *lease;
  struct version *next; /* older */
  bool has_local;
  struct falx_nd_range range; /* has_local: of the launches */
  uint32_t count;
  struct place *places;   /* of the function object */
  unsigned char *functor; /* its bytes there */
};

struct fxr_profile {
  struct version *versions; /* atomic; the newest */
  uint32_t phase;           /* atomic; enum phase */
  uint32_t is_busy;         /* atomic; 1: a thread has what follows */
  uint32_t misses;          /* atomic */
  uint32_t version_count, attempts;
  uint64_t launches, first_ns;
  struct falx_nd_range range; /* of the first launch */
  bool has_same_local;
  unsigned char *functor; /* of the first launch */
  unsigned char *same;    /* for each argument: 1, its bytes were the same in all launches */
};

/* ---- Versions ---- */

static bool has_same_local(const struct falx_nd_range *one, const struct falx_nd_range *other) {
  return one->has_local && other->has_local && one->dimensions == other->dimensions &&
         memcmp(one->local, other->local, one->dimensions * sizeof one->local[0]) == 0;
}

static bool is_for(const struct version *version, const void *functor,
                   const struct falx_nd_range *range) {
  if (version->has_local && !has_same_local(&version->range, range))
    return false;
  for (uint32_t i = 0; i < version->count; i++) {
    uint32_t offset = version->places[i].offset;
    if (memcmp((const char *)functor + offset, version->functor + offset,
               version->places[i].size) != 0)
      return false;
  }
  return true;
}

static void free_version(struct version *version) {
  fxr_lease_release(version->lease);
  free(version->places);
  free(version->functor);
  free(version);
}

/* ---- What is the same in all launches ---- */

/* Pointers stay arguments; the first word of an accessor is its buffer. */
static bool may_be_known(const struct fxa_arg *arg) {
  if (!arg->is_used || arg->size == 0 || arg->size > MOST_BYTES)
    return false;
  switch (arg->kind) {
  case FALX_PARAM_STD_LAYOUT:
    return true;
  case FALX_PARAM_ACCESSOR:
  case FALX_PARAM_LOCAL_ACCESSOR:
    return arg->position != 0;
  default:
    return false;
  }
}

struct fxr_profile *fxr_profile_create(const struct fxr_image_kernel *source,
                                       const struct fxr_kernel *kernel) {
  const char *wish = fxr_setting("FALX_RECOMPILE");
  if (!wish || strcmp(wish, "1") != 0 || !fxr_image_has_code(source->symbol.image))
    return NULL;
  struct fxr_profile *profile = calloc(1, sizeof *profile);
  unsigned char *bytes = calloc((size_t)kernel->functor_size + kernel->arg_count + 1, 1);
  if (!profile || !bytes) {
    free(profile);
    free(bytes);
    return NULL;
  }
  profile->functor = bytes;
  profile->same = bytes + kernel->functor_size;
  return profile;
}

void fxr_profile_free(struct fxr_profile *profile) {
  if (!profile)
    return;
  for (struct version *version = profile->versions, *next; version; version = next) {
    next = version->next;
    free_version(version);
  }
  free(profile->functor);
  free(profile);
}

static void begin(struct fxr_profile *profile, const struct fxr_kernel *kernel, const void *functor,
                  const struct falx_nd_range *range) {
  memcpy(profile->functor, functor, kernel->functor_size);
  for (uint32_t i = 0; i < kernel->arg_count; i++)
    profile->same[i] = may_be_known(&kernel->args[i]);
  profile->range = *range;
  profile->has_same_local = range->has_local && !kernel->record->reqd_work_group_size[0];
  profile->first_ns = fxs_clock_ns();
  profile->launches = 1;
}

static void compare(struct fxr_profile *profile, const struct fxr_kernel *kernel,
                    const void *functor, const struct falx_nd_range *range) {
  profile->launches++;
  profile->has_same_local = profile->has_same_local && has_same_local(&profile->range, range);
  for (uint32_t i = 0; i < kernel->arg_count; i++) {
    const struct fxa_arg *arg = &kernel->args[i];
    profile->same[i] =
        profile->same[i] &&
        memcmp(profile->functor + arg->offset, (const char *)functor + arg->offset, arg->size) == 0;
  }
}

static bool knows_any(const struct fxr_profile *profile, const struct fxr_kernel *kernel) {
  bool knows = profile->has_same_local;
  for (uint32_t i = 0; i < kernel->arg_count; i++)
    knows |= profile->same[i] != 0;
  return knows;
}

/* ---- The thread ---- */

struct request {
  struct fxr_kernel *kernel;
  uint64_t serial; /* of it */
  struct falx_kernel_site site;
  falx_context_t context; /* retained */
  falx_device_t device;
  struct falx_spec_value *values;
  size_t value_count;
  struct version *version; /* without its kernel */
  struct request *next;
};

static struct {
  struct fxs_mutex lock;
  pthread_cond_t changed;
  pthread_t thread;
  bool is_running, is_stopping;
  uint32_t has_ended; /* atomic */
  struct request *first;
} compiler = {.lock = FXS_MUTEX_INIT_ROW(FXR_ROW_LEAF), .changed = PTHREAD_COND_INITIALIZER};

static void free_request(struct request *request) {
  for (size_t i = 0; i < request->value_count; i++) {
    free((char *)request->values[i].name);
    free((void *)request->values[i].bytes);
  }
  free(request->values);
  free((char *)request->site.name);
  if (request->version)
    free_version(request->version);
  if (request->context)
    fxr_context_release(request->context);
  free(request);
}

/* The kernel may be gone: its library was closed, its context destroyed. */
static void publish(struct request *request, struct fxr_kernel *made, struct fxr_lease *lease) {
  struct fxr_image_registry *registry = fxr_runtime_images();
  fxs_mutex_lock(&registry->lock);
  bool is_there = request->kernel->serial == request->serial;
  struct fxr_profile *profile = is_there ? request->kernel->profile : NULL;
  if (profile && made) {
    struct version *version = request->version;
    request->version = NULL;
    version->kernel = made;
    version->serial = made->serial;
    version->lease = lease;
    version->next = profile->versions;
    __atomic_store_n(&profile->versions, version, __ATOMIC_RELEASE);
    lease = NULL;
  }
  if (profile)
    __atomic_store_n(&profile->phase, SETTLED, __ATOMIC_RELEASE);
  fxr_lease_release(lease);
  fxs_mutex_unlock(&registry->lock);
}

static void build(struct request *request) {
  struct fxr_kernel *made = NULL;
  struct fxr_lease *lease = NULL;
  char pretty[512];
  falx_status status =
      fxr_kernel_find_specialized(&request->site, request->context, request->device,
                                  request->values, request->value_count, &made, &lease);
  if (status != FALX_SUCCESS)
    fxr_trace("program", "%s stays as it is: %s",
              fxr_kernel_pretty_name(request->site.name, pretty, sizeof pretty),
              falx_error_detail());
  publish(request, status == FALX_SUCCESS ? made : NULL, lease);
  free_request(request);
}

static void *work(void *nothing) {
  fxr_call_trust_thread();
  fxs_mutex_lock(&compiler.lock);
  while (!compiler.is_stopping) {
    struct request *request = compiler.first;
    if (!request) {
      pthread_cond_wait(&compiler.changed, &compiler.lock.native);
      continue;
    }
    compiler.first = request->next;
    fxs_mutex_unlock(&compiler.lock);
    build(request);
    fxs_mutex_lock(&compiler.lock);
  }
  fxs_mutex_unlock(&compiler.lock);
  __atomic_store_n(&compiler.has_ended, 1, __ATOMIC_RELEASE);
  return nothing;
}

static void refuse(struct request *request) {
  char pretty[512];
  fxr_trace("program", "%s stays as it is: no thread to compile it",
            fxr_kernel_pretty_name(request->site.name, pretty, sizeof pretty));
  publish(request, NULL, NULL);
  free_request(request);
}

/* Returns when the thread does nothing any more. */
static void stop_thread(struct fxr_runtime *runtime) {
  fxs_mutex_lock(&compiler.lock);
  compiler.is_stopping = true;
  bool is_running = compiler.is_running;
  pthread_cond_signal(&compiler.changed);
  fxs_mutex_unlock(&compiler.lock);
  while (is_running && !__atomic_load_n(&compiler.has_ended, __ATOMIC_ACQUIRE)) {
    fxr_programs_cancel_recompilation(runtime); /* it may be about to begin */
    fxr_os_sleep_ms(1);
  }
}

/* A forked child has no such thread. */
static void stop_at_exit(void) {
  struct fxr_runtime *runtime = fxr_runtime_peek();
  if (runtime)
    stop_thread(runtime);
}

/* Consumes the request. Whoever closes libfalx.so holds the dynamic loader's lock, which the thread
 * needs to load what was compiled: the end of the process, which holds none, ends the thread. It
 * does so before the device's driver ends, which has registered what it runs at exit before: what
 * each request registers comes after all that drivers have until then. */
static void send(struct request *request) {
  sigset_t before;
  if (!fxr_os_stay_loaded() || !fxr_os_at_exit(stop_at_exit)) {
    refuse(request);
    return;
  }
  fxs_mutex_lock(&compiler.lock);
  if (!compiler.is_running && !compiler.is_stopping) {
    fxs_signals_hold(&before);
    compiler.is_running = pthread_create(&compiler.thread, NULL, work, NULL) == 0;
    fxs_signals_give_back(&before);
  }
  bool is_taken = compiler.is_running && !compiler.is_stopping;
  if (is_taken) {
    struct request **last = &compiler.first;
    while (*last)
      last = &(*last)->next;
    *last = request;
    pthread_cond_signal(&compiler.changed);
  }
  fxs_mutex_unlock(&compiler.lock);
  if (!is_taken)
    refuse(request);
}

/* ---- Requests ---- */

static bool add_value(struct request *request, const char *name, const void *bytes, size_t size) {
  struct falx_spec_value *value = &request->values[request->value_count];
  void *copy = malloc(size);
  *value = (struct falx_spec_value){.name = strdup(name), .bytes = copy, .size = size};
  request->value_count++;
  if (copy)
    memcpy(copy, bytes, size);
  return copy && value->name;
}

static bool add_local(struct request *request, const struct falx_nd_range *range) {
  uint32_t sizes[3];
  for (uint32_t d = 0; d < range->dimensions; d++) /* a group's size fits */
    sizes[range->dimensions - 1 - d] = (uint32_t)range->local[d];
  request->version->has_local = true;
  request->version->range = *range;
  return add_value(request, FXR_KNOWN_LOCAL, sizes, range->dimensions * sizeof sizes[0]);
}

static bool add_arguments(struct request *request, const struct fxr_profile *profile,
                          const struct fxr_kernel *kernel) {
  struct version *version = request->version;
  bool is_fine = true;
  for (uint32_t i = 0; is_fine && i < kernel->arg_count; i++) {
    const struct fxa_arg *arg = &kernel->args[i];
    char name[16];
    if (!profile->same[i])
      continue;
    snprintf(name, sizeof name, FXR_KNOWN_MARK "%u", i);
    version->places[version->count].offset = arg->offset;
    version->places[version->count++].size = arg->size;
    is_fine = add_value(request, name, profile->functor + arg->offset, arg->size);
  }
  return is_fine;
}

/* NULL: out of memory. */
static struct request *make_request(const struct fxr_profile *profile, struct fxr_kernel *kernel,
                                    const struct falx_kernel_site *site) {
  struct request *request = calloc(1, sizeof *request);
  if (!request)
    return NULL;
  request->kernel = kernel;
  request->serial = kernel->serial;
  request->site = *site;
  request->site.cache[0] = request->site.cache[1] = NULL;
  request->site.name = strdup(site->name);
  request->device = kernel->device;
  request->values = calloc(kernel->arg_count + 1, sizeof *request->values);
  request->version = calloc(1, sizeof *request->version);
  bool is_fine = request->site.name && request->values && request->version;
  if (is_fine) {
    request->version->functor = malloc(kernel->functor_size + 1);
    request->version->places = calloc(kernel->arg_count + 1, sizeof *request->version->places);
    is_fine = request->version->functor && request->version->places;
  }
  if (is_fine)
    memcpy(request->version->functor, profile->functor, kernel->functor_size);
  is_fine = is_fine && (!profile->has_same_local || add_local(request, &profile->range)) &&
            add_arguments(request, profile, kernel);
  if (!is_fine) {
    free_request(request);
    return NULL;
  }
  request->context = kernel->context;
  fxr_context_retain(request->context);
  return request;
}

/* Notes a launch, unless another thread is noting one. */
static void watch(struct fxr_profile *profile, struct fxr_kernel *kernel,
                  const struct falx_kernel_site *site, const void *functor,
                  const struct falx_nd_range *range) {
  struct request *request = NULL;
  if (__atomic_exchange_n(&profile->is_busy, 1, __ATOMIC_ACQUIRE))
    return;
  if (__atomic_load_n(&profile->phase, __ATOMIC_RELAXED) != WATCHING) { /* another thread's now */
    __atomic_store_n(&profile->is_busy, 0, __ATOMIC_RELEASE);
    return;
  }
  if (profile->launches == 0)
    begin(profile, kernel, functor, range);
  else
    compare(profile, kernel, functor, range);
  if (!knows_any(profile, kernel)) {
    profile->launches = 0; /* the next ones may be alike */
    if (++profile->attempts == MOST_ATTEMPTS)
      __atomic_store_n(&profile->phase, SETTLED, __ATOMIC_RELAXED);
  } else if (profile->launches >= HOT_LAUNCHES && fxs_clock_ns() - profile->first_ns >= HOT_NS) {
    profile->version_count++;
    __atomic_store_n(&profile->phase, BUILDING, __ATOMIC_RELAXED);
    request = make_request(profile, kernel, site);
    if (!request)
      __atomic_store_n(&profile->phase, SETTLED, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&profile->is_busy, 0, __ATOMIC_RELEASE);
  if (request)
    send(request);
}

/* No version is for the launches of late: begins anew. */
static void watch_again(struct fxr_profile *profile) {
  if (__atomic_exchange_n(&profile->is_busy, 1, __ATOMIC_ACQUIRE))
    return;
  if (profile->version_count < MOST_VERSIONS &&
      __atomic_load_n(&profile->phase, __ATOMIC_RELAXED) == SETTLED) {
    profile->launches = 0;
    __atomic_store_n(&profile->phase, WATCHING, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&profile->is_busy, 0, __ATOMIC_RELEASE);
}

struct fxr_kernel *fxr_profile_choose(struct fxr_kernel *kernel,
                                      const struct falx_kernel_site *site, const void *functor,
                                      const struct falx_nd_range *range) {
  struct fxr_profile *profile = kernel->profile;
  struct version *version = __atomic_load_n(&profile->versions, __ATOMIC_ACQUIRE);
  bool has_versions = version != NULL;
  for (; version; version = version->next)
    if (is_for(version, functor, range) &&
        __atomic_load_n(&version->kernel->serial, __ATOMIC_ACQUIRE) == version->serial) {
      __atomic_store_n(&profile->misses, 0, __ATOMIC_RELAXED);
      return version->kernel;
    }
  if (__atomic_load_n(&profile->phase, __ATOMIC_ACQUIRE) == WATCHING)
    watch(profile, kernel, site, functor, range);
  else if (has_versions &&
           __atomic_add_fetch(&profile->misses, 1, __ATOMIC_RELAXED) % MOST_MISSES == 0)
    watch_again(profile);
  return kernel;
}

/* ---- Shutdown ---- */

void fxr_recompile_end(struct fxr_runtime *runtime) {
  stop_thread(runtime);
  if (compiler.is_running)
    pthread_join(compiler.thread, NULL);
  for (struct request *request = compiler.first, *next; request; request = next) {
    next = request->next;
    free_request(request);
  }
  compiler.first = NULL;
}
