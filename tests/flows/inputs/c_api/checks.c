/* What docs/c-api.md promises a C program: checks LIBRARY OTHER-LIBRARY-WITH-THE-SAME-NAMES. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "falx/arguments.h"

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "checks.c:%d: %s is false; %s\n", __LINE__, #condition,                      \
              falx_error_detail());                                                                \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)
#define OK(call) CHECK((call) == FALX_SUCCESS)
#define REFUSED(call, status, text)                                                                \
  CHECK((call) == (status) && strstr(falx_error_detail(), (text)) != NULL)

struct point {
  char tag;
  double x;
};

static falx_queue_t queue;
static falx_library_t library;

static falx_export_t kernel(falx_library_t from, const char *name) {
  falx_export_t found;
  OK(falx_export_find(from, FALX_EXPORT_KERNEL, name, &found));
  return found;
}

static falx_status launch(falx_export_t what, const struct falx_nd_range *range,
                          const struct falx_argument *arguments, size_t count) {
  const struct falx_launch l = {.struct_size = sizeof l,
                                .kernel = what,
                                .range = range,
                                .arguments = arguments,
                                .argument_count = count};
  falx_event_t event;
  falx_status status = falx_export_launch(queue, &l, &event);
  if (status == FALX_SUCCESS)
    status = falx_event_wait(&event, 1);
  falx_event_release(event);
  return status;
}

static void *shared(size_t bytes) {
  void *pointer;
  OK(falx_usm_alloc(FALX_USM_SHARED, falx_queue_context(queue), falx_queue_device(queue), bytes, 0,
                    &pointer));
  return pointer;
}

static void every_type(double *out) {
  bool b = true;
  const char c = 'c'; /* in an expression it is a char */
  signed char sc = -3;
  unsigned char uc = 200;
  short s = -300;
  unsigned short us = 40000;
  int i = -5;
  unsigned u = 4000000000u;
  long l = -6;
  unsigned long ul = 7;
  long long ll = -8;
  unsigned long long ull = 9;
  float f = 1.5f;
  double d = 2.25;
  struct point p = {1, 20};
  out[20] = 77;
  const double *from = out + 20;
  struct falx_argument arguments[] = {
      FALX_ARGUMENT(b),  FALX_ARGUMENT(c),  FALX_ARGUMENT(sc),      FALX_ARGUMENT(uc),
      FALX_ARGUMENT(s),  FALX_ARGUMENT(us), FALX_ARGUMENT(i),       FALX_ARGUMENT(u),
      FALX_ARGUMENT(l),  FALX_ARGUMENT(ul), FALX_ARGUMENT(ll),      FALX_ARGUMENT(ull),
      FALX_ARGUMENT(f),  FALX_ARGUMENT(d),  FALX_ARGUMENT_BYTES(p), FALX_ARGUMENT(from),
      FALX_ARGUMENT(out)};
  enum { COUNT = sizeof arguments / sizeof *arguments };
  const double wanted[] = {1,  'c', -3, 200, -300, 40000, -5, 4000000000.0,
                           -6, 7,   -8, 9,   1.5,  2.25,  21, 77};
  falx_export_t all = kernel(library, "of::all");
  CHECK(all->dimensions == 0 && all->parameter_count == COUNT);
  OK(launch(all, NULL, arguments, COUNT));
  for (size_t n = 0; n < sizeof wanted / sizeof *wanted; n++)
    CHECK(out[n] == wanted[n]);

  char signature[256];
  size_t size;
  OK(falx_export_signature(all, sizeof signature, signature, &size));
  CHECK(size == strlen(signature) + 1);
  CHECK(strcmp(signature,
               "of::all(bool, char, signed char, unsigned char, short, unsigned short, int, "
               "unsigned int, long, unsigned long, long long, unsigned long long, float, double, "
               "point, const void *, double *)") == 0);
  REFUSED(falx_export_signature(all, size - 1, signature, NULL), FALX_ERROR_INVALID, "needed");

  /* Nothing is converted: neither numbers nor what pointers point to. */
  arguments[6] = FALX_ARGUMENT(f);
  REFUSED(launch(all, NULL, arguments, COUNT), FALX_ERROR_KERNEL_ARGUMENT,
          "argument 6, counted from 0, has another type than the parameter: the kernel is "
          "of::all(bool, char,");
  arguments[6] = FALX_ARGUMENT(i);
  arguments[16] = FALX_ARGUMENT(from); /* to const */
  REFUSED(launch(all, NULL, arguments, COUNT), FALX_ERROR_KERNEL_ARGUMENT, "argument 16");
  arguments[16] = FALX_ARGUMENT(&f);
  REFUSED(launch(all, NULL, arguments, COUNT), FALX_ERROR_KERNEL_ARGUMENT, "float *)");
  REFUSED(launch(all, NULL, arguments, COUNT - 1), FALX_ERROR_KERNEL_ARGUMENT,
          "was given 16 arguments");
  void *any = out;
  arguments[16] = FALX_ARGUMENT(any);
  OK(launch(all, NULL, arguments, COUNT));
}

static void ranges(int *out) {
  const struct falx_nd_range
      two = {.dimensions = 2, .global = {7, 3, 1}},
      one = {.dimensions = 1, .global = {6, 1, 1}},
      groups = {.dimensions = 2, .has_local = 1, .global = {6, 2, 1}, .local = {3, 2, 1}},
      wrong = {.dimensions = 2, .has_local = 1, .global = {6, 2, 1}, .local = {4, 2, 1}};
  const struct falx_argument argument = FALX_ARGUMENT(out);
  falx_export_t local_ids = kernel(library, "local_ids");
  OK(launch(local_ids, &two, &argument, 1));
  OK(launch(local_ids, &groups, &argument, 1));
  CHECK(out[2] == 2 && out[3] == 0 && out[6 + 2] == 5);
  REFUSED(launch(local_ids, &one, &argument, 1), FALX_ERROR_ND_RANGE,
          "local_ids(int *) needs a range of 2 dimensions");
  REFUSED(launch(local_ids, NULL, &argument, 1), FALX_ERROR_ND_RANGE, "2 dimensions");
  REFUSED(launch(local_ids, &wrong, &argument, 1), FALX_ERROR_ND_RANGE, "does not divide");
  REFUSED(launch(kernel(library, "nothing"), &one, NULL, 0), FALX_ERROR_ND_RANGE,
          "nothing() is a single task");
  OK(launch(kernel(library, "nothing"), NULL, NULL, 0));
  REFUSED(launch(NULL, NULL, NULL, 0), FALX_ERROR_INVALID, "the kernel is NULL");
}

static falx_buffer_t buffer_of(float *data, size_t count) {
  falx_buffer_t buffer;
  const struct falx_buffer_options options = {.size = sizeof options,
                                              .bytes = count * sizeof *data,
                                              .alignment = sizeof *data,
                                              .host_data = data};
  OK(falx_buffer_create(&options, &buffer));
  return buffer;
}

static void accessors(void) {
  float from[16], to[2 * 8], factor = 2;
  for (int i = 0; i < 16; i++)
    from[i] = to[i] = (float)i;
  falx_buffer_t of_from = buffer_of(from, 16), of_to = buffer_of(to, 16);
  struct falx_region first = falx_region_of(of_from, sizeof *from, 16, 1, 1),
                     second = falx_region_of(of_to, sizeof *to, 8, 2, 1),
                     part = falx_region_of(NULL, sizeof(float), 4, 1, 1);
  first.offset[0] = first.range[0] = 8; /* the second half */
  struct falx_argument arguments[] = {FALX_ARGUMENT(factor), FALX_ARGUMENT_ACCESSOR(float, first),
                                      FALX_ARGUMENT_ACCESSOR(float, second),
                                      FALX_ARGUMENT_LOCAL(float, part)};
  const struct falx_nd_range range = {
      .dimensions = 1, .has_local = 1, .global = {8, 1, 1}, .local = {4, 1, 1}};
  falx_export_t of_buffers = kernel(library, "of_buffers");
  CHECK(of_buffers->parameters[1].info.type == FALX_TYPE_ACCESSOR &&
        of_buffers->parameters[1].info.is_const && !of_buffers->parameters[2].info.is_const &&
        of_buffers->parameters[3].info.type == FALX_TYPE_LOCAL);
  OK(launch(of_buffers, &range, arguments, 4));
  factor = 10; /* once more: the order of the two comes from the buffer */
  arguments[0] = FALX_ARGUMENT(factor);
  OK(launch(of_buffers, &range, arguments, 4));

  /* What does not fit. */
  second.memory_range[1] = second.range[1] = 3;
  REFUSED(launch(of_buffers, &range, arguments, 4), FALX_ERROR_KERNEL_ARGUMENT,
          "argument 2, counted from 0, of kernel of_buffers(float, ");
  CHECK(strstr(falx_error_detail(), "memory_range has more bytes than the buffer"));
  second.memory_range[1] = second.range[1] = 2;
  first.offset[0] = 9;
  REFUSED(launch(of_buffers, &range, arguments, 4), FALX_ERROR_KERNEL_ARGUMENT,
          "passes the end of its memory_range");
  first.offset[0] = 8;
  first.range[2] = 0;
  REFUSED(launch(of_buffers, &range, arguments, 4), FALX_ERROR_KERNEL_ARGUMENT, "more dimensions");
  first.range[2] = 1;
  part.element_size = sizeof(double);
  REFUSED(launch(of_buffers, &range, arguments, 4), FALX_ERROR_KERNEL_ARGUMENT, "element_size");
  part.element_size = sizeof(float);
  part.range[0] = (size_t)-1;
  REFUSED(launch(of_buffers, &range, arguments, 4), FALX_ERROR_KERNEL_ARGUMENT, "more bytes than");
  part.range[0] = 4;
  first.buffer = NULL;
  REFUSED(launch(of_buffers, &range, arguments, 4), FALX_ERROR_KERNEL_ARGUMENT, "has no buffer");
  first.buffer = of_from;
  arguments[1] = FALX_ARGUMENT_ACCESSOR(int, first);
  REFUSED(launch(of_buffers, &range, arguments, 4), FALX_ERROR_KERNEL_ARGUMENT,
          "accessor of int32_t, accessor of float, local memory of float)");
  const float *pointer = from;
  arguments[1] = FALX_ARGUMENT(pointer);
  REFUSED(launch(of_buffers, &range, arguments, 4), FALX_ERROR_KERNEL_ARGUMENT,
          "argument 1, counted from 0, has another type");
  falx_buffer_release(of_from);
  falx_buffer_release(of_to); /* waits, and writes back */
  for (int i = 0; i < 8; i++) {
    int other = i / 4 * 4 + 3 - i % 4;
    CHECK(to[i] == (float)i && to[8 + i] == 10 * from[8 + other]);
  }
  char class[256] = {0};
  struct falx_argument bytes = {.info = {FALX_TYPE_BYTES, 0, 0, 0, 0}, .value = {.data = class}};
  falx_export_t of_holder = kernel(library, "of_holder");
  bytes.info.size = of_holder->parameters[0].info.size;
  CHECK(bytes.info.size <= sizeof class);
  REFUSED(launch(of_holder, &range, &bytes, 1), FALX_ERROR_KERNEL_ARGUMENT,
          "within a class, which only SYCL programs can pass");
}

static void work_group_memory(int *memory) {
  const struct falx_nd_range range = {
      .dimensions = 1, .has_local = 1, .global = {8, 1, 1}, .local = {4, 1, 1}};
  for (int i = 0; i < 8; i++)
    memory[i] = i;
  const int *from = memory;
  int *to = memory + 8;
  struct falx_region part = falx_region_of(NULL, sizeof(int), 4, 1, 1);
  const struct falx_argument arguments[] = {FALX_ARGUMENT(from), FALX_ARGUMENT(to),
                                            FALX_ARGUMENT_LOCAL(int, part)};
  OK(launch(kernel(library, "sums"), &range, arguments, 3));
  CHECK(to[0] == 6 && to[1] == 22);
}

static void local_memory(int *memory) {
  const struct falx_nd_range range = {
      .dimensions = 1, .has_local = 1, .global = {8, 1, 1}, .local = {4, 1, 1}};
  for (int i = 0; i < 8; i++)
    memory[i] = i;
  const int *from = memory;
  int *to = memory + 8;
  const struct falx_argument arguments[] = {FALX_ARGUMENT(from), FALX_ARGUMENT(to)};
  struct falx_launch l = {.struct_size = sizeof l,
                          .kernel = kernel(library, "reverse"),
                          .range = &range,
                          .arguments = arguments,
                          .argument_count = 2,
                          .local_memory = 4 * sizeof(int)};
  OK(falx_export_launch(queue, &l, NULL));
  OK(falx_queue_wait(queue));
  CHECK(to[0] == 3 && to[3] == 0 && to[4] == 7 && to[7] == 4);
  l.struct_size = 8;
  REFUSED(falx_export_launch(queue, &l, NULL), FALX_ERROR_INVALID, "struct_size");
}

static void variables(int *out) {
  falx_export_t numbers;
  void *memory;
  falx_event_t filled, copied;
  char signature[64];
  const int one = 1, six[] = {6};
  OK(falx_export_find(library, FALX_EXPORT_VARIABLE, "numbers", &numbers));
  OK(falx_export_signature(numbers, sizeof signature, signature, NULL));
  CHECK(strcmp(signature, "int numbers[3]") == 0 && numbers->info.size == 12);
  OK(falx_export_memory(queue, numbers, &memory));
  OK(falx_queue_fill(queue, memory, &one, sizeof one, 3, NULL, 0, &filled));
  OK(falx_queue_memcpy(queue, (char *)memory + 4, six, sizeof six, &filled, 1, &copied));
  OK(falx_event_wait(&copied, 1));
  falx_event_release(filled);
  falx_event_release(copied);
  const struct falx_argument argument = FALX_ARGUMENT(out);
  OK(launch(kernel(library, "sum"), NULL, &argument, 1));
  CHECK(*out == 8);
  REFUSED(falx_export_memory(queue, kernel(library, "sum"), &memory), FALX_ERROR_INVALID, "kernel");
  REFUSED(launch(numbers, NULL, NULL, 0), FALX_ERROR_INVALID, "device_global");
}

static void *read_file(const char *path, size_t *out_size) {
  FILE *file = fopen(path, "rb");
  CHECK(file && fseek(file, 0, SEEK_END) == 0);
  *out_size = (size_t)ftell(file);
  void *bytes = malloc(*out_size);
  rewind(file);
  CHECK(bytes && fread(bytes, 1, *out_size, file) == *out_size);
  fclose(file);
  return bytes;
}

/* The same names in two libraries, one of them loaded from memory, and after one is gone. */
static void libraries(const char *other_path, int *out) {
  falx_library_t other;
  falx_export_t found, all[32];
  size_t size, count, own;
  OK(falx_export_list(library, all, 32, &own));
  CHECK(own == 9 && strcmp(all[0]->name, "of::all") == 0);
  CHECK(falx_export_find(NULL, FALX_EXPORT_KERNEL, "sum", &found) == FALX_SUCCESS);
  void *bytes = read_file(other_path, &size);
  OK(falx_library_load_bytes(bytes, size, &other));
  free(bytes);
  OK(falx_export_list(NULL, NULL, 0, &count));
  CHECK(count == 2 * own);
  REFUSED(falx_export_find(NULL, FALX_EXPORT_KERNEL, "sum", &found), FALX_ERROR_INVALID,
          "is exported by");
  CHECK(found == NULL && kernel(other, "sum") != kernel(library, "sum"));
  const struct falx_argument argument = FALX_ARGUMENT(out);
  OK(launch(kernel(other, "sum"), NULL, &argument, 1));
  CHECK(*out == 0); /* its own variable */
  falx_library_unload(other);
  OK(falx_export_list(NULL, NULL, 0, &count));
  CHECK(count == own);
  REFUSED(falx_export_find(library, FALX_EXPORT_KERNEL, "sim", &found), FALX_ERROR_NO_KERNEL,
          "no kernel named 'sim' is exported by the library; there are: of::all, local_ids, ");
  REFUSED(falx_export_find(library, FALX_EXPORT_VARIABLE, "sum", &found), FALX_ERROR_INVALID,
          "there are: numbers");
}

static void source_text(float *memory) {
  static const char text[] =
      "#include <sycl/sycl.hpp>\n"
      "namespace ex = sycl::ext::oneapi::experimental;\n"
      "namespace n {\n"
      "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void iota(float first, float "
      "*out) {\n"
      "  size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);\n"
      "  out[i] = first + i;\n"
      "}\n"
      "template <class T>\n"
      "SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::single_task_kernel)) void set(T *out) { *out = "
      "T(9); }\n"
      "}\n";
  static const char *const names[] = {"n::set<float>"};
  const struct falx_source source = {
      .struct_size = sizeof source, .text = text, .names = names, .name_count = 1};
  const struct falx_nd_range range = {.dimensions = 1, .global = {10, 1, 1}};
  const float first = 2;
  const struct falx_argument arguments[] = {FALX_ARGUMENT(first), FALX_ARGUMENT(memory)};
  falx_library_t built;
  char *log;
  falx_status status = falx_source_build(&source, &built, &log);
  if (status != FALX_SUCCESS)
    fprintf(stderr, "%s\n", log);
  OK(status);
  falx_source_free_log(log);
  OK(launch(kernel(built, "n::iota"), &range, arguments, 2));
  CHECK(memory[9] == 11);
  OK(launch(kernel(built, "n::set<float>"), NULL, arguments + 1, 1));
  CHECK(memory[0] == 9);
  falx_library_unload(built);
}

int main(int argc, char **argv) {
  falx_device_t device;
  falx_context_t context;
  CHECK(argc == 3);
  CHECK(falx_api_version() >= FALX_API_VERSION && falx_abi_version() == FALX_ABI_VERSION);
  OK(falx_library_load(argv[1], &library));
  OK(falx_device_default(&device));
  OK(falx_context_default(falx_device_platform(device), &context));
  OK(falx_queue_create(context, device, 0, &queue));
  void *memory = shared(1024);
  every_type(memory);
  ranges(memory);
  accessors();
  work_group_memory(memory);
  local_memory(memory);
  variables(memory);
  libraries(argv[2], memory);
  source_text(memory);
  OK(falx_usm_free(context, memory));
  falx_queue_release(queue);
  falx_context_release(context);
  falx_library_unload(library);
  return 0;
}
