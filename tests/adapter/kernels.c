/* Hand-written native_cpu kernels, as the compiler would generate them, and their launch. */
#include "tests/adapter/harness.h"

static void spin_for(uint64_t ns) {
  uint64_t start = ns ? test_now() : 0;
  while (ns && test_now() - start < ns)
    continue;
}

static void error_if(bool is_wrong, void *errors, bool is_wide) {
  if (is_wrong && is_wide)
    __atomic_add_fetch((uint64_t *)errors, 1, __ATOMIC_RELAXED);
  else if (is_wrong)
    __atomic_add_fetch((uint32_t *)errors, 1, __ATOMIC_RELAXED);
}

static void check_state(const struct count_functor *f, const struct falx_native_cpu_state *s,
                        const uint64_t extent[3]) {
  for (int d = 0; d < 3; d++) {
    error_if(s->begin[d] >= s->end[d] || s->end[d] > extent[d], f->errors, false);
    error_if(s->global_offset[d] != f->offset[d], f->errors, false);
    error_if(f->local[d] != 0 && s->local_range[d] != f->local[d], f->errors, false);
    error_if(s->local_range[d] * s->num_groups[d] != s->global_range[d], f->errors, false);
  }
  error_if(s->local_memory != NULL, f->errors, false);
}

static void count_one(const struct count_functor *f, const struct falx_native_cpu_state *s,
                      uint64_t x, uint64_t y, uint64_t z) {
  uint64_t place = (z * s->global_range[1] + y) * s->global_range[0] + x;
  __atomic_add_fetch(&f->counts[place], 1, __ATOMIC_RELAXED);
}

static void count_items(void **args, struct falx_native_cpu_state *s) {
  const struct count_functor *f = args[0];
  check_state(f, s, s->global_range);
  for (uint64_t z = s->begin[2]; z < s->end[2]; z++)
    for (uint64_t y = s->begin[1]; y < s->end[1]; y++)
      for (uint64_t x = s->begin[0]; x < s->end[0]; x++)
        count_one(f, s, x, y, z);
}

static void count_groups(void **args, struct falx_native_cpu_state *s) {
  const struct count_functor *f = args[0];
  const uint64_t *l = s->local_range;
  check_state(f, s, s->num_groups);
  for (uint64_t gz = s->begin[2]; gz < s->end[2]; gz++)
    for (uint64_t gy = s->begin[1]; gy < s->end[1]; gy++)
      for (uint64_t gx = s->begin[0]; gx < s->end[0]; gx++)
        for (uint64_t z = 0; z < l[2]; z++)
          for (uint64_t y = 0; y < l[1]; y++)
            for (uint64_t x = 0; x < l[0]; x++)
              count_one(f, s, gx * l[0] + x, gy * l[1] + y, gz * l[2] + z);
}

uint64_t step_value(const struct step_functor *f, uint64_t item) {
  uint64_t value = f->seed + item;
  for (uint64_t i = 0; i < f->input_count; i++)
    value = value * 31 + f->inputs[i][item];
  return value;
}

static void step(void **args, struct falx_native_cpu_state *s) {
  const struct step_functor *f = args[0];
  if (s->begin[0] == 0)
    spin_for(f->spin_ns);
  for (uint64_t x = s->begin[0]; x < s->end[0]; x++)
    f->output[x] = step_value(f, x);
}

static void order(void **args, struct falx_native_cpu_state *s) {
  const struct order_functor *f = args[0];
  uint64_t count = s->end[0] - s->begin[0];
  error_if(__atomic_load_n(f->position, __ATOMIC_RELAXED) != f->expected, f->errors, true);
  if (s->begin[0] == 0)
    spin_for(f->spin_ns);
  error_if(__atomic_load_n(f->position, __ATOMIC_RELAXED) != f->expected, f->errors, true);
  if (__atomic_add_fetch(f->done, count, __ATOMIC_RELAXED) == f->items) {
    __atomic_store_n(f->done, 0, __ATOMIC_RELAXED);
    __atomic_store_n(f->position, f->expected + 1, __ATOMIC_RELAXED);
  }
}

static void big(void **args, struct falx_native_cpu_state *s) {
  uint64_t *runs = *(uint64_t **)args[0], *errors = *(uint64_t **)args[1];
  uint64_t count = *(uint64_t *)args[2];
  for (uint32_t i = 0; i < count; i++)
    error_if(*(uint32_t *)args[3 + i] != i, errors, true);
  __atomic_add_fetch(runs, s->end[0] - s->begin[0], __ATOMIC_RELAXED);
}

static void locals(void **args, struct falx_native_cpu_state *s) {
  float *floats = *(float **)args[0];
  unsigned char *bytes = *(unsigned char **)args[1];
  const struct locals_functor *f =
      (void *)((unsigned char *)args[2] - offsetof(struct locals_functor, errors));
  size_t count = f->bytes[0] / sizeof *floats;
  error_if((uintptr_t)floats % 64 != 0 || (uintptr_t)bytes % 64 != 0, f->errors, true);
  error_if((uintptr_t)s->local_memory % 64 != 0 || !s->local_memory, f->errors, true);
  for (uint64_t g = s->begin[0]; g < s->end[0]; g++) {
    for (size_t i = 0; i < count; i++)
      floats[i] = (float)(g + i);
    memset(bytes, (int)(g & 0xff), f->bytes[1]);
    for (size_t i = 0; i < count; i++)
      error_if(floats[i] != (float)(g + i), f->errors, true);
    for (size_t i = 0; i < f->bytes[1]; i++)
      error_if(bytes[i] != (g & 0xff), f->errors, true);
  }
}

/* Answers what the local accessor's argument points to. */
static void empty_local(void **args, struct falx_native_cpu_state *s) {
  (void)s;
  **(void ***)args[1] = *(void **)args[0];
}

static void frame(void **args, struct falx_native_cpu_state *s) {
  const struct frame_functor *f = args[0];
  unsigned char *bytes = s->frame;
  error_if((uintptr_t)bytes % FALX_NATIVE_FRAME_ALIGN != 0, f->errors, true);
  error_if(!bytes != !f->bytes, f->errors, true);
  for (uint64_t g = s->begin[0]; g < s->end[0]; g++) {
    if (f->bytes) /* else there is no frame */
      memset(bytes, (int)(g & 0xff), f->bytes);
    for (size_t i = 0; i < f->bytes; i += 61)
      error_if(bytes[i] != (g & 0xff), f->errors, true);
  }
}

static void await_flag(void **args, struct falx_native_cpu_state *s) {
  const struct await_functor *f = args[0];
  for (uint64_t x = s->begin[0]; x < s->end[0]; x++) {
    __atomic_add_fetch(f->started, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(f->flag, __ATOMIC_SEQ_CST) < f->least)
      continue;
  }
}

static const struct falx_native_entry entries[] = {{"step", step},
                                                   {"await_flag", await_flag},
                                                   {"order", order},
                                                   {"count_items", count_items},
                                                   {"count_groups", count_groups},
                                                   {"big", big},
                                                   {"locals", locals},
                                                   {"empty_local", empty_local},
                                                   {"frame", frame},
                                                   {FALX_NATIVE_END, NULL}};

const struct falx_image test_image = {
    .version = FALX_IMAGE_VERSION,
    .kind = FALX_IMAGE_KIND_SYCL,
    .format = FALX_IMAGE_FORMAT_NATIVE,
    .target = FALX_TARGET_NATIVE_CPU,
    .compile_options = "",
    .link_options = "",
    .binary_begin = (const unsigned char *)entries,
    .binary_end = (const unsigned char *)(entries + sizeof entries / sizeof entries[0] - 1),
};

/* ---- Launch ---- */

static struct test_kernel make(const char *name, uint32_t flags, uint32_t functor_size,
                               const struct fxa_arg *args, uint32_t arg_count, uint32_t item_cost) {
  if (!test_takes_host_code)
    exit(SKIPPED);
  struct test_kernel kernel = {.record = calloc(1, sizeof *kernel.record),
                               .args = malloc(sizeof *args * (arg_count + 1))};
  const struct falx_image *image = &test_image;
  memcpy(kernel.args, args, sizeof *args * arg_count);
  kernel.record->version = FALX_KERNEL_RECORD_VERSION;
  kernel.record->flags = flags;
  kernel.record->functor_size = functor_size;
  kernel.record->functor_align = 8;
  kernel.record->arg_count = arg_count;
  kernel.record->item_cost = item_cost;
  OK(test_table->program_create(test_context, test_device, &image, 1, &kernel.program));
  OK(test_table->kernel_create(kernel.program, name, kernel.record, kernel.args, arg_count,
                               &kernel.handle));
  return kernel;
}

struct test_kernel test_kernel_make(const char *name, uint32_t flags, uint32_t functor_size,
                                    const struct fxa_arg *args, uint32_t arg_count) {
  return make(name, flags, functor_size, args, arg_count, 0);
}

struct test_kernel test_kernel_bounded(const char *name, uint32_t flags, uint32_t functor_size,
                                       uint32_t item_cost) {
  const struct fxa_arg arg = {
      .offset = 0, .size = functor_size, .kind = FALX_PARAM_STD_LAYOUT, .is_used = 1};
  return make(name, flags, functor_size, &arg, 1, item_cost);
}

struct test_kernel test_kernel_simple(const char *name, uint32_t flags, uint32_t functor_size) {
  return test_kernel_bounded(name, flags, functor_size, 0);
}

void test_kernel_free(struct test_kernel *kernel) {
  test_table->kernel_destroy(kernel->handle);
  test_table->program_destroy(kernel->program);
  free(kernel->args);
  free(kernel->record);
}

struct falx_nd_range test_range(size_t x, size_t y, size_t z) {
  struct falx_nd_range range = {.dimensions = z != 1   ? 3
                                              : y != 1 ? 2
                                                       : 1,
                                .global = {x, y, z},
                                .local = {1, 1, 1}};
  return range;
}

struct fxa_event *test_launch(struct fxa_queue *queue, struct test_kernel *kernel,
                              const struct falx_nd_range *range, const void *functor,
                              struct fxa_event *const *waits, size_t wait_count) {
  enum { STACK = 512 };
  unsigned char small[STACK];
  size_t size = kernel->record->functor_size;
  unsigned char *copy = size <= STACK ? small : malloc(size);
  memcpy(copy, functor, size);
  struct fxa_launch launch = {.range = range, .functor = copy, .functor_size = (uint32_t)size};
  for (uint32_t i = 0; i < kernel->record->arg_count; i++)
    if (kernel->args[i].kind == FALX_PARAM_LOCAL_ACCESSOR && kernel->args[i].position == 0) {
      uint64_t bytes;
      memcpy(&bytes, copy + kernel->args[i].offset, sizeof bytes);
      launch.local_memory += bytes;
    }
  struct fxa_event *event = test_event();
  OK(test_table->enqueue_kernel(queue, kernel->handle, &launch, waits, wait_count, event));
  memset(copy, 0xee, size); /* it dies with the call */
  if (copy != small)
    free(copy);
  return event;
}
