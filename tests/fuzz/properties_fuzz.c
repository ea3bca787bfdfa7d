/* Makes an image of arbitrary property sets and has the runtime read it (libFuzzer): kernel
 * records, masks, requirements, exports, device globals, specialization constants.
 *   properties_fuzz -max_total_time=600 CORPUS tests/fuzz/properties
 *
 * The input is a list of properties, each: a byte that chooses the set and bits for what follows, a
 * byte for the length of the name, the name, two bytes for the size of the value, the value. Every
 * value lies in memory of its very size, so that a read past it is seen. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "falx/image.h"
#include "runtime/program/device_global.h"
#include "runtime/program/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 24, SETS = 9 };
enum { IS_NUMBER = 16, IS_MISALIGNED = 32, HAS_NO_VALUE = 64, HAS_NO_NAME = 128 };
static const char *const set_names[SETS] = {
    FALX_SET_KERNEL_RECORDS, FALX_SET_KERNEL_PARAM_OPT, FALX_SET_DEVICE_REQUIREMENTS,
    FALX_SET_EXPORTED,       FALX_SET_IMPORTED,         FALX_SET_DEVICE_GLOBALS,
    FALX_SET_SPEC_CONSTANTS, FALX_SET_SPEC_DEFAULTS,    FALX_SET_NATIVE};

struct input {
  const uint8_t *at, *end;
};

static unsigned byte(struct input *input) {
  return input->at < input->end ? *input->at++ : 0;
}

static size_t most(const struct input *input, size_t wanted) {
  size_t left = (size_t)(input->end - input->at);
  return wanted < left ? wanted : left;
}

struct set {
  struct falx_property items[MOST];
  size_t count;
  void *owned[2 * MOST];
  size_t owned_count;
};

static void *own(struct set *set, const void *bytes, size_t size, size_t shift) {
  char *memory = malloc(size + shift ? size + shift : 1);
  if (!memory)
    abort();
  if (size)
    memcpy(memory + shift, bytes, size);
  set->owned[set->owned_count++] = memory;
  return memory + shift;
}

static void read_property(struct input *input, struct set *sets) {
  unsigned head = byte(input);
  struct set *set = &sets[(head & 15) % SETS];
  size_t length = most(input, byte(input) % 40);
  const uint8_t *name = input->at;
  input->at += length;
  size_t size = byte(input);
  size = most(input, size | byte(input) << 8);
  const uint8_t *value = input->at;
  input->at += size;
  if (set->count == MOST)
    return;
  struct falx_property *property = &set->items[set->count++];
  char *text = malloc(length + 1);
  if (!text)
    abort();
  if (length)
    memcpy(text, name, length);
  text[length] = 0;
  set->owned[set->owned_count++] = text;
  *property = (struct falx_property){.name = head & HAS_NO_NAME ? NULL : text,
                                     .type = head & IS_NUMBER ? FALX_PROPERTY_UINT32
                                                              : FALX_PROPERTY_BYTE_ARRAY,
                                     .size = size};
  if (!(head & (IS_NUMBER | HAS_NO_VALUE)))
    property->value = own(set, value, size, head & IS_MISALIGNED ? 1 : 0);
  else if (head & HAS_NO_VALUE && !(head & IS_NUMBER))
    property->size = 0;
}

/* Everything that was found lies inside its value: reading it all is the test. */
static unsigned long read_all(const struct fxr_image *image) {
  unsigned long total = 0;
  char pretty[64];
  for (size_t i = 0; i < image->kernel_count; i++) {
    const struct fxr_image_kernel *kernel = &image->kernels[i];
    uint32_t args = 0;
    for (uint32_t p = 0; p < kernel->record->param_count; p++)
      args += fxr_kernel_param_args(&kernel->record->params[p]);
    if (args != kernel->record->arg_count)
      abort();
    for (uint64_t bit = 0; kernel->omitted && bit < args; bit++)
      total += kernel->omitted[bit / 8] >> (bit % 8) & 1;
    for (size_t a = 0; a < kernel->aspect_count; a++)
      total += kernel->aspects[a];
    total += strlen(fxr_kernel_pretty_name(kernel->symbol.name, pretty, sizeof pretty));
  }
  for (size_t i = 0; i < image->export_count; i++)
    total += strlen(image->exports[i].symbol.name) + image->exports[i].is_local;
  for (size_t i = 0; i < fxr_property_count(image->globals); i++)
    total += ((const struct falx_device_global *)image->globals->begin[i].value)->size;
  const char *cpu = fxr_image_cpu(image);
  return total + (cpu ? strlen(cpu) : 0);
}

static void read_module(const struct falx_image *image) {
  const struct falx_image_desc desc = {FALX_IMAGE_DESC_VERSION, 1, image, "fuzzer"};
  struct fxr_module module = {.desc = &desc, .handle = &desc};
  struct fxr_globals globals = {0};
  volatile unsigned long total = 0;
  if (!fxr_module_parse(&module))
    abort(); /* there is memory */
  if (!module.images[0].problem) {
    total += read_all(&module.images[0]);
    if (fxr_globals_add(&globals, &module))
      fxr_globals_remove(&globals, &module);
    fxr_globals_free(&globals);
  }
  fxr_module_free_images(&module);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct set sets[SETS];
  struct input input = {data, data + size};
  memset(sets, 0, sizeof sets);
  while (input.at < input.end)
    read_property(&input, sets);
  struct falx_property_set list[SETS];
  for (int i = 0; i < SETS; i++)
    list[i] =
        (struct falx_property_set){set_names[i], sets[i].items, sets[i].items + sets[i].count};
  const struct falx_image image = {.version = FALX_IMAGE_VERSION,
                                   .kind = FALX_IMAGE_KIND_SYCL,
                                   .format = FALX_IMAGE_FORMAT_NATIVE,
                                   .target = FALX_TARGET_NATIVE_CPU,
                                   .compile_options = "",
                                   .link_options = "",
                                   .sets_begin = list,
                                   .sets_end = list + SETS};
  read_module(&image);
  for (int i = 0; i < SETS; i++)
    for (size_t k = 0; k < sets[i].owned_count; k++)
      free(sets[i].owned[k]);
  return 0;
}
