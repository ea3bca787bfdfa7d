/* Programs: what the driver says, linking, what is kept, which image a device takes, variables. */
#include "tests/cuda/cases.h"

static falx_status build(const char *first, const char *second, struct fxa_program **out_program) {
  const struct cuda_image images[2] = {cuda_image(first), cuda_image(second ? second : "")};
  const struct falx_image *list[2] = {&images[0].image, &images[1].image};
  return test_table->program_create(test_context, test_device, list, second ? 2 : 1, out_program);
}

static const char importing[] = PTX_HEAD ".extern .func twice(.param .u64 a)\n;\n"
                                         ".visible .entry calls(.param .u64 p0)\n{ ret; }\n";
static const char exporting[] = PTX_HEAD ".visible .func twice(.param .u64 a)\n{ ret; }\n";

static falx_status kernel_of(struct fxa_program *program, const char *name,
                             struct fxa_kernel **out_kernel) {
  static const struct falx_kernel_record record = {.version = FALX_KERNEL_RECORD_VERSION,
                                                   .functor_size = 8};
  static const struct fxa_arg arg = {0, 8, FALX_PARAM_POINTER, 1, 0};
  return test_table->kernel_create(program, name, &record, &arg, 1, out_kernel);
}

static void errors(void) {
  struct fxa_program *program;
  struct fxa_kernel *kernel;
  test_open();
  CHECK_EQ(build("nothing", NULL, &program), FALX_ERROR_BUILD);
  CHECK(!program && strstr(test_error(), "Missing .version") &&
        strstr(test_error(), "CUDA_ERROR_INVALID_PTX"));
  CHECK_EQ(build(".version 9.9\n.target sm_70\n", NULL, &program), FALX_ERROR_BUILD);
  CHECK(strstr(test_error(), "a newer driver"));
  CHECK_EQ(build(importing, PTX_HEAD, &program), FALX_ERROR_BUILD);
  CHECK(strstr(test_error(), "Undefined reference to 'twice'"));
  struct cuda_image image = cuda_image(cuda_step_ptx);
  const struct falx_image *images = &image.image;
  image.image.binary_end--;
  CHECK_EQ(test_table->program_create(test_context, test_device, &images, 1, &program),
           FALX_ERROR_BUILD);
  CHECK(strstr(test_error(), "damaged"));
  image.image.format = FALX_IMAGE_FORMAT_SPIRV;
  CHECK_EQ(test_table->program_create(test_context, test_device, &images, 1, &program),
           FALX_ERROR_BUILD);
  CHECK(strstr(test_error(), "-fsycl-targets=nvptx64-nvidia-cuda"));

  OK(build(cuda_step_ptx, NULL, &program));
  CHECK_EQ(kernel_of(program, "nothing", &kernel), FALX_ERROR_NO_KERNEL);
  CHECK(!kernel && strstr(test_error(), "'nothing'"));
  CHECK_EQ(kernel_of(program, "step", &kernel), FALX_ERROR_BUILD); /* 64 bytes */
  CHECK(strstr(test_error(), "parameter 0") && strstr(test_error(), "64 bytes"));
  struct falx_kernel_record record = {.version = 99};
  CHECK_EQ(test_table->kernel_create(program, "step", &record, NULL, 0, &kernel), FALX_ERROR_BUILD);
  record =
      (struct falx_kernel_record){.version = FALX_KERNEL_RECORD_VERSION, .reqd_sub_group_size = 16};
  CHECK_EQ(test_table->kernel_create(program, "step", &record, NULL, 0, &kernel),
           FALX_ERROR_KERNEL_NOT_SUPPORTED);
  CHECK(strstr(test_error(), "sub-groups of 16"));
  test_table->program_destroy(program);
  test_close();
  CHECK_EQ(cuda_counts()->modules, 0);
  CHECK_EQ(cuda_counts()->links, 0);
}

static void linking(void) {
  struct fxa_program *program;
  struct fxa_kernel *kernel;
  test_open();
  OK(build(importing, exporting, &program));
  OK(kernel_of(program, "calls", &kernel));
  test_table->kernel_destroy(kernel);
  test_table->program_destroy(program);
  test_close();
}

static void kept(void) {
  struct fxa_program *program, *again, *none;
  struct fxa_kernel *kernel;
  size_t size, same;
  test_open();
  OK(build(importing, NULL, &program)); /* the driver compiles without linking: there is nothing */
  CHECK_EQ(test_table->program_save(program, 0, NULL, &size), FALX_ERROR_NOT_SUPPORTED);
  test_table->program_destroy(program);
  test_set("FALX_CACHE_PERSISTENT", "1");
  OK(build(cuda_step_ptx, NULL, &program));
  OK(test_table->program_save(program, 0, NULL, &size));
  CHECK(size > 0);
  void *bytes = malloc(size);
  OK(test_table->program_save(program, size, bytes, &same));
  CHECK_EQ(same, size);
  OK(test_table->program_load(test_context, test_device, NULL, 0, bytes, size, &again));
  CHECK_EQ(kernel_of(again, "step", &kernel), FALX_ERROR_BUILD); /* there, of other parameters */
  CHECK_EQ(test_table->program_load(test_context, test_device, NULL, 0, "text", 5, &none),
           FALX_ERROR_BUILD);
  test_table->program_destroy(again);
  test_table->program_destroy(program);
  free(bytes);
  test_close();
}

static uint32_t rank(const char *version, const char *target, int arch, int exact) {
  char ptx[64];
  struct falx_property properties[2] = {
      {FALX_PTX_ARCH, NULL, FALX_PROPERTY_UINT32, (uint64_t)arch},
      {FALX_PTX_EXACT, NULL, FALX_PROPERTY_UINT32, (uint64_t)exact}};
  const struct falx_property_set set = {FALX_SET_PTX, properties, properties + 1 + exact};
  snprintf(ptx, sizeof ptx, "//\n.version %s\n.target %s\n", version, target);
  struct cuda_image image = cuda_image(ptx);
  if (arch) {
    image.image.sets_begin = &set;
    image.image.sets_end = &set + 1;
  }
  return test_table->image_rank(test_device, &image.image);
}

static void ranks(void) {
  cuda_open("FALX_CUDA_VERSION", "12040");
  CHECK(rank("6.3", "sm_70", 0, 0) > 0);
  CHECK(rank("6.3", "sm_80", 0, 0) > rank("6.3", "sm_70", 0, 0));
  CHECK(rank("6.3", "sm_90", 0, 0) > rank("6.3", "sm_80", 80, 0));
  CHECK(rank("8.0", "sm_90a", 0, 0) > rank("8.0", "sm_90", 0, 0));
  CHECK_EQ(rank("6.3", "sm_80", 80, 0), rank("6.3", "sm_80", 0, 0));
  CHECK_EQ(rank("6.3", "sm_100", 0, 0), 0);
  CHECK(strstr(test_error(), "is for compute capability 10.0") &&
        strstr(test_error(), "--offload-arch=sm_90"));
  CHECK_EQ(rank("6.3", "sm_80", 80, 1), 0);
  CHECK(strstr(test_error(), "exactly 8.0"));
  CHECK(rank("8.4", "sm_70", 0, 0) > 0);
  CHECK_EQ(rank("8.5", "sm_70", 0, 0), 0);
  CHECK(strstr(test_error(), "CUDA 12.5") && strstr(test_error(), "CUDA 12.4"));
  test_close();
}

static void variables(void) {
  static const char ptx[] = PTX_HEAD ".visible .global .u64 a_variable$of$1;\n"
                                     ".visible .entry step(.param .u64 p0)\n{ ret; }\n";
  struct fxa_program *program;
  void *memory;
  test_open();
  OK(build(ptx, NULL, &program));
  OK(test_table->usm_alloc(test_context, test_device, FALX_USM_DEVICE, 64, 0, &memory));
  OK(test_table->variable_bind(program, NULL, "a_variable.of.1", 0, memory));
  CHECK(test_table->variable_bind(program, NULL, "another", 0, memory) != FALX_SUCCESS);
  CHECK(strstr(test_error(), "another"));
  const uint64_t value = 42;
  OK(test_table->memory_write(test_context, test_device, memory, &value, sizeof value));
  CHECK(memcmp(memory, &value, sizeof value) == 0); /* the fake's memory is the host's */
  test_table->usm_free(test_context, memory);
  test_table->program_destroy(program);
  test_close();
}

static void limits(void) {
  static const char ptx[] =
      PTX_HEAD ".visible .entry few(.param .u64 p0)\n.maxntid 96, 1, 1\n{ ret; }\n";
  struct fxa_program *program;
  struct fxa_kernel *kernel;
  struct falx_kernel_limits found;
  test_open();
  OK(build(ptx, NULL, &program));
  OK(kernel_of(program, "few", &kernel));
  test_table->kernel_limits(kernel, &found);
  CHECK_EQ(found.work_group_size, 96);
  CHECK_EQ(found.registers, 32);
  test_table->kernel_destroy(kernel);
  test_table->program_destroy(program);
  test_close();
}

/* Freed memory is given out again, but not before the commands that were under way then. */
static void pool(void) {
  cuda_open("FALX_CUDA_DELAY_US", "20000");
  struct fxa_queue *queue = test_queue(FALX_QUEUE_IN_ORDER);
  for (int kind = FALX_USM_HOST; kind <= FALX_USM_DEVICE; kind++) {
    void *first, *second, *third;
    OK(test_table->usm_alloc(test_context, test_device, (falx_usm_kind)kind, 1000, 0, &first));
    test_table->usm_free(test_context, first);
    OK(test_table->usm_alloc(test_context, test_device, (falx_usm_kind)kind, 1020, 0, &second));
    CHECK(first == second);
    struct fxa_event *event = test_event();
    OK(test_table->enqueue_fill(queue, second, "a", 1, 1000, NULL, 0, event));
    test_table->usm_free(test_context, second);
    OK(test_table->usm_alloc(test_context, test_device, (falx_usm_kind)kind, 1000, 0, &third));
    CHECK(first != third);
    CHECK(test_state(event) != FXA_EVENT_COMPLETE);
    test_wait_release(event);
    OK(test_table->usm_alloc(test_context, test_device, (falx_usm_kind)kind, 1000, 0, &second));
    CHECK(first == second);
    test_table->usm_free(test_context, second);
    test_table->usm_free(test_context, third);
  }
  test_table->queue_destroy(queue);
  test_close();
  CHECK_EQ(cuda_counts()->allocations, 0);
}

const struct test memory_tests[] = {
    {"pool", pool}, {"kernel_limits", limits}, {"build_errors", errors}, {"linking", linking},
    {"kept", kept}, {"ranks", ranks},          {"variables", variables}, {NULL, NULL}};
