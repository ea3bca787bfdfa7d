/* SPIR-V as OpenCL's drivers know it. PRINTF_EXTENSION goes. What LLVM 22 says of fused products
 * and sums by SPV_KHR_float_controls2, which few drivers have, is said by
 * SPV_INTEL_fp_fast_math_mode: the same decoration with the same bits, but for one, and of less
 * than LLVM decorates. The adapter takes it out for drivers that have neither. That nothing of a
 * kernel may be fused is ContractionOff, of SPIR-V itself. */
#include "compiler/spir64/mend_code.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/memory.h"

enum { HEADER = 5, BOUND = 3, OP_EXTENSION = 10, OP_CAPABILITY = 17, OP_DECORATE = 71 };
enum { OP_FADD = 129, OP_FSUB = 131, OP_FMUL = 133, OP_FDIV = 136, OP_FREM = 140, OP_FMOD = 141 };
enum { FLOAT_CONTROLS = 6029, FAST_MATH_MODE_INTEL = 5837 };
enum { OP_EXECUTION_MODE = 16, OP_CONSTANT_NULL = 46, OP_EXECUTION_MODE_ID = 331 };
enum { CONTRACTION_OFF = 31, FP_FAST_MATH_DEFAULT = 6028 };
enum { FP_FAST_MATH_MODE = 40, NO_SPECIAL_CASES = 0xf, FAST = 0x10, ANY_DRIVERS = 0x1f };
enum { ALLOW_TRANSFORM = 0x40000 };

struct module {
  uint32_t *words;
  size_t count;
  uint16_t *operations; /* of ids that stand for arithmetic; OP_CONSTANT_NULL; 0 for others */
  uint32_t unfused;     /* the last kernel of which nothing may be fused: once is enough */
};

static size_t length_of(const struct module *module, size_t i) {
  const size_t length = module->words[i] >> 16;
  return length && length <= module->count - i ? length : module->count - i;
}

static void find_operations(struct module *module) {
  module->operations = fxc_must(calloc((size_t)module->words[BOUND] + 1, 2));
  for (size_t i = HEADER; i < module->count; i += length_of(module, i)) {
    const uint16_t operation = (uint16_t)(module->words[i] & 0xffff);
    const size_t length = length_of(module, i);
    const bool is_arithmetic = operation >= OP_FADD && operation <= OP_FMOD && length == 5;
    const bool is_null = operation == OP_CONSTANT_NULL && length == 3;
    if ((is_arithmetic || is_null) && module->words[i + 2] < module->words[BOUND])
      module->operations[module->words[i + 2]] = operation;
  }
}

static uint16_t operation_of(const struct module *module, uint32_t id) {
  return id < module->words[BOUND] ? module->operations[id] : 0;
}

/* What the decoration of an id may say; 0: nothing. */
static uint32_t mended_mode(const struct module *module, uint32_t id, uint32_t mode) {
  if (mode & ALLOW_TRANSFORM) {
    mode &= ~(uint32_t)ALLOW_TRANSFORM;
    if ((mode & NO_SPECIAL_CASES) == NO_SPECIAL_CASES)
      mode |= FAST;
  }
  switch (operation_of(module, id)) {
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
    return mode;
  case OP_FDIV:
  case OP_FREM:
  case OP_FMOD:
    return mode & ANY_DRIVERS;
  default:
    return 0;
  }
}

/* Mends decorations; true if the extension is still needed. The mode of what is to go is 0. */
static bool mend_decorations(struct module *module) {
  bool is_needed = false;
  for (size_t i = HEADER; i < module->count; i += length_of(module, i)) {
    uint32_t *words = &module->words[i];
    if ((words[0] & 0xffff) != OP_DECORATE || length_of(module, i) != 4 ||
        words[2] != FP_FAST_MATH_MODE)
      continue;
    words[3] = mended_mode(module, words[1], words[3]);
    is_needed |= words[3] > ANY_DRIVERS;
  }
  return is_needed;
}

static bool is_extension(const uint32_t *words, size_t count, const char *name) {
  const size_t size = strlen(name) + 1;
  return (words[0] & 0xffff) == OP_EXTENSION && (count - 1) * sizeof *words >= size &&
         memcmp(&words[1], name, size) == 0;
}

static void put_extension(struct fxs_strbuf *out, const char *name) {
  const size_t size = strlen(name) + 1, words = 1 + (size + 3) / 4;
  const uint32_t first = (uint32_t)words << 16 | OP_EXTENSION;
  fxs_strbuf_append(out, &first, sizeof first);
  fxs_strbuf_append(out, name, size);
  fxs_strbuf_append(out, "\0\0\0", (words - 1) * 4 - size);
}

/* The default for what is not decorated: none, or one that a kernel has anyway. */
static void put_default(struct fxs_strbuf *out, struct module *module, const uint32_t *words) {
  const uint32_t kernel = words[1];
  const uint32_t off[] = {3u << 16 | OP_EXECUTION_MODE, kernel, CONTRACTION_OFF};
  if (operation_of(module, words[4]) == OP_CONSTANT_NULL && kernel != module->unfused) {
    fxs_strbuf_append(out, off, sizeof off);
    module->unfused = kernel;
  }
}

static void put(struct fxs_strbuf *out, struct module *module, size_t at, bool is_fusing) {
  uint32_t *words = &module->words[at];
  const size_t count = length_of(module, at);
  const uint32_t operation = words[0] & 0xffff;
  if (operation == OP_EXECUTION_MODE_ID && count == 5 && words[2] == FP_FAST_MATH_DEFAULT) {
    put_default(out, module, words);
    return;
  }
  const bool is_capability = operation == OP_CAPABILITY && count == 2 && words[1] == FLOAT_CONTROLS;
  const bool is_decoration =
      operation == OP_DECORATE && count == 4 && words[2] == FP_FAST_MATH_MODE;
  if (is_extension(words, count, PRINTF_EXTENSION) || (is_decoration && !words[3]) ||
      (is_capability && !is_fusing))
    return;
  if (is_extension(words, count, FLOAT_CONTROLS_EXTENSION)) {
    if (is_fusing)
      put_extension(out, "SPV_INTEL_fp_fast_math_mode");
    return;
  }
  if (is_capability)
    words[1] = FAST_MATH_MODE_INTEL;
  fxs_strbuf_append(out, words, count * sizeof *words);
}

void fxc_spirv_mend(struct fxs_strbuf *code) {
  struct fxs_strbuf out = {0};
  struct module module = {.words = (uint32_t *)(void *)code->data,
                          .count = code->length / sizeof(uint32_t)};
  if (module.count < HEADER)
    return;
  find_operations(&module);
  const bool is_fusing = mend_decorations(&module);
  fxs_strbuf_append(&out, module.words, HEADER * sizeof *module.words);
  for (size_t i = HEADER; i < module.count; i += length_of(&module, i))
    put(&out, &module, i, is_fusing);
  free(module.operations);
  fxs_strbuf_free(code);
  *code = out;
}
