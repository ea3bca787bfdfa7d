/* launch_adapter ADAPTER.so: the cost of a launch through the adapter's table, compared to OpenMP.
 * Medians.
 *
 *     cmake --build build --target launch_adapter
 *     OMP_PROC_BIND=true OMP_PLACES=threads build/bin/launch_adapter \
 *       build/lib/falx/libfalx_adapter_native_cpu.so */
#include <dlfcn.h>
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "falx/adapter.h"
#include "falx/native_cpu.h"

enum { TRIAD = 1 << 25, BATCH = 10000, MOST_RUNS = 20000 };

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* ---- Host ---- */

static uint32_t references;
static void event_retain(struct fxa_event *event) {
  (void)event;
  __atomic_add_fetch(&references, 1, __ATOMIC_RELAXED);
}
static void event_release(struct fxa_event *event) {
  (void)event;
  __atomic_sub_fetch(&references, 1, __ATOMIC_RELAXED);
}
__attribute__((format(printf, 2, 3))) static falx_status error(falx_status status,
                                                               const char *format, ...) {
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  return status;
}
static const char *setting(const char *name) {
  return getenv(name);
}

static const struct fxa_table *table;
static struct fxa_queue *queue;

static void ok(falx_status status) {
  if (status != FALX_SUCCESS)
    exit(1);
}

/* ---- Kernels ---- */

struct functor {
  double *a, *b, *c;
};

static void empty(void **args, struct falx_native_cpu_state *state) {
  (void)args, (void)state;
}

static void triad(void **args, struct falx_native_cpu_state *state) {
  const struct functor *f = args[0];
  double *restrict a = f->a;
  const double *restrict b = f->b, *restrict c = f->c;
  for (uint64_t i = state->begin[0]; i < state->end[0]; i++)
    a[i] = b[i] + 0.4 * c[i];
}

static const struct falx_native_entry entries[] = {
    {"empty", empty}, {"triad", triad}, {FALX_NATIVE_END, NULL}};
static const struct falx_image image = {.version = FALX_IMAGE_VERSION,
                                        .kind = FALX_IMAGE_KIND_SYCL,
                                        .format = FALX_IMAGE_FORMAT_NATIVE,
                                        .target = FALX_TARGET_NATIVE_CPU,
                                        .compile_options = "",
                                        .link_options = "",
                                        .binary_begin = (const unsigned char *)entries,
                                        .binary_end = (const unsigned char *)(entries + 2)};
static const struct fxa_arg arg = {
    .size = sizeof(struct functor), .kind = FALX_PARAM_STD_LAYOUT, .is_used = 1};
static const struct falx_kernel_record record = {.version = FALX_KERNEL_RECORD_VERSION,
                                                 .flags = FALX_KERNEL_DISPATCH_ITEMS,
                                                 .functor_size = sizeof(struct functor),
                                                 .arg_count = 1};
static struct fxa_program *program;
static struct functor functor;
static struct fxa_event *event;

static struct fxa_kernel *kernel_new(const char *name) {
  struct fxa_kernel *kernel;
  ok(table->kernel_create(program, name, &record, &arg, 1, &kernel));
  return kernel;
}

static void launch(struct fxa_kernel *kernel, size_t items) {
  const struct falx_nd_range range = {.dimensions = 1, .global = {items, 1, 1}};
  const struct fxa_launch how = {
      .range = &range, .functor = &functor, .functor_size = sizeof functor};
  ok(table->enqueue_kernel(queue, kernel, &how, NULL, 0, event));
}

static void launch_wait(struct fxa_kernel *kernel, size_t items) {
  launch(kernel, items);
  ok(table->event_wait(event));
}

static void openmp_triad(size_t items) {
  double *restrict a = functor.a;
  const double *restrict b = functor.b, *restrict c = functor.c;
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < items; i++)
    a[i] = b[i] + 0.4 * c[i];
}

/* ---- Measuring ---- */

static uint64_t times[2][MOST_RUNS];

static int compare(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static double median(uint64_t *list, size_t count) {
  qsort(list, count, sizeof *list, compare);
  return (double)list[count / 2];
}

/* The OpenMP library's threads spin for 200 ms after a region: they would compete for
 * processors with what runs next, so both run alternately in blocks with a pause between. */
static void pause_between(void) {
  usleep(300000);
}

static void triads(struct fxa_kernel *kernel, size_t items, size_t runs) {
  enum { BLOCKS = 4, WARM = 3 };
  size_t taken[2] = {0, 0};
  for (int block = 0; block < 2 * BLOCKS; block++) {
    int is_openmp = block % 2;
    pause_between();
    for (size_t i = 0; i < runs / BLOCKS + WARM; i++) {
      uint64_t start = now();
      if (is_openmp)
        openmp_triad(items);
      else
        launch_wait(kernel, items);
      if (i >= WARM)
        times[is_openmp][taken[is_openmp]++] = now() - start;
    }
  }
  double falx = median(times[0], taken[0]), openmp = median(times[1], taken[1]);
  printf("triad %9zu items: Falx %10.2f us, OpenMP %10.2f us, OpenMP/Falx %.3f (%.1f GB/s)\n",
         items, falx / 1000, openmp / 1000, openmp / falx, 24.0 * (double)items / falx);
}

/* Launch and wait after the pool has idled for some time; one enqueue is a copy too large to run
 * at once and too small to matter. */
static void handoff(uint64_t idle_us) {
  enum { RUNS = 300 };
  static unsigned char from[160 << 10], to[160 << 10];
  for (size_t i = 0; i < RUNS; i++) {
    if (idle_us)
      usleep((useconds_t)idle_us);
    uint64_t start = now();
    ok(table->enqueue_copy(queue, to, from, sizeof to, NULL, 0, event));
    times[0][i] = now() - start;
    ok(table->event_wait(event));
    times[1][i] = now() - start;
  }
  printf(
      "handed-over copy of 160 KiB, pool idle for %4llu us: enqueue %.2f us, with wait %.2f us\n",
      (unsigned long long)idle_us, median(times[0], RUNS) / 1000, median(times[1], RUNS) / 1000);
}

static void copies(size_t bytes) {
  enum { RUNS = 15 };
  for (size_t i = 0; i < RUNS; i++) {
    uint64_t start = now();
    ok(table->enqueue_copy(queue, functor.a, functor.b, bytes, NULL, 0, event));
    ok(table->event_wait(event));
    uint64_t middle = now();
    memcpy(functor.a, functor.b, bytes);
    times[0][i] = middle - start;
    times[1][i] = now() - middle;
  }
  double falx = median(times[0], RUNS), libc = median(times[1], RUNS);
  printf("copy of %9zu bytes: Falx %.2f us, memcpy %.2f us, memcpy/Falx %.3f\n", bytes, falx / 1000,
         libc / 1000, libc / falx);
}

int main(int argc, char **argv) {
  static const struct fxa_host host = {sizeof host, event_retain, event_release, error, setting};
  if (argc != 2) {
    fprintf(stderr, "usage: %s ADAPTER.so\n", argv[0]);
    return 2;
  }
  void *library = dlopen(argv[1], RTLD_NOW);
  const struct fxa_adapter *adapter = library ? dlsym(library, FXA_SYMBOL) : NULL;
  if (!adapter) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  struct fxa_device *const *devices;
  struct fxa_context *context;
  size_t count;
  const struct falx_image *images = &image;
  ok(adapter->init(&host, &table));
  ok(table->devices(&devices, &count));
  ok(table->context_create(devices, 1, &context));
  ok(table->queue_create(context, devices[0], FALX_QUEUE_IN_ORDER, &queue));
  ok(table->program_create(context, devices[0], &images, 1, &program));
  size_t event_bytes = (table->event_size + 63) / 64 * 64;
  unsigned char *events = aligned_alloc(64, event_bytes * BATCH);
  if (!events)
    return 1;
  memset(events, 0, event_bytes * BATCH);
  event = (struct fxa_event *)(void *)events;
  double **arrays[3] = {&functor.a, &functor.b, &functor.c};
  for (int i = 0; i < 3; i++) {
    ok(table->usm_alloc(context, devices[0], FALX_USM_SHARED, sizeof(double) * TRIAD, 0,
                        (void **)arrays[i]));
    for (size_t k = 0; k < TRIAD; k++)
      (*arrays[i])[k] = (double)i;
  }

  struct fxa_kernel *nothing = kernel_new("empty");
  for (int i = 0; i < MOST_RUNS; i++)
    launch_wait(nothing, 1);
  uint64_t start = now();
  for (int i = 0; i < BATCH; i++) { /* none may be reused before it is complete */
    event = (struct fxa_event *)(void *)(events + event_bytes * (size_t)i);
    launch(nothing, 1);
  }
  ok(table->queue_finish(queue));
  printf("batch of %d empty launches and one wait: %.1f ns each\n", BATCH,
         (double)(now() - start) / BATCH);
  for (size_t i = 0; i < MOST_RUNS; i++) {
    uint64_t begin = now();
    launch_wait(nothing, 1);
    times[0][i] = now() - begin;
    begin = now();
#pragma omp parallel
    __asm__ volatile("" ::: "memory");
    times[1][i] = now() - begin;
  }
  pause_between();
  printf("empty launch and wait: Falx %.0f ns, OpenMP parallel region %.0f ns (clock included)\n",
         median(times[0], MOST_RUNS), median(times[1], MOST_RUNS));

  handoff(0);
  handoff(30);
  handoff(2000);
  static const size_t sizes[] = {1024, 4096, 16384, 65536, 262144, 1048576, 4194304};
  struct fxa_kernel *stream = kernel_new("triad");
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    triads(stream, sizes[i], sizes[i] < 100000 ? 2001 : 101);
  triads(stream, TRIAD, 16);
  pause_between();
  copies(1 << 20);
  copies(32 << 20);
  copies(sizeof(double) * TRIAD);

  for (int i = 0; i < 3; i++)
    table->usm_free(context, *arrays[i]);
  table->kernel_destroy(stream);
  table->kernel_destroy(nothing);
  table->program_destroy(program);
  table->queue_destroy(queue);
  table->context_destroy(context);
  adapter->fini();
  free(events);
  return 0;
}
