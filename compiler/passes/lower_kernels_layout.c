/* How a function object becomes kernel parameters (requirements KL-1, KL-2).
 *
 * The traversal descends into a struct or an array only if it contains a special type;
 * everything else is passed as a whole. Offsets and sizes come from the data layout, so padding
 * needs no special care: clang's explicit padding arrays look like char arrays and are passed
 * like them. */
#include "compiler/passes/lower_kernels_layout.h"
#include "compiler/ir/kernel_params.h"
#include "compiler/memory.h"

#include <string.h>

static const struct fxc_special specials[] = {
    {"__falx_accessor_", FALX_PARAM_ACCESSOR, 3},
    {"__falx_local_accessor_", FALX_PARAM_LOCAL_ACCESSOR, 3},
    {"__falx_work_group_memory", FALX_PARAM_WORK_GROUP_MEMORY, 0},
};

const struct fxc_special *fxc_special_find(const char *name, unsigned *out_dimensions) {
  for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
    const struct fxc_special *special = &specials[i];
    size_t length = strlen(special->stem);
    if (strncmp(name, special->stem, length) != 0)
      continue;
    const char *rest = name + length;
    *out_dimensions = special->max_dimensions ? (unsigned)(rest[0] - '0') : 0;
    if (special->max_dimensions
            ? *out_dimensions >= 1 && *out_dimensions <= special->max_dimensions && rest[1] == '\0'
            : rest[0] == '\0')
      return special;
  }
  return NULL;
}

bool fxc_special_is_init(const char *name) {
  enum { TAIL = sizeof "_init" - 1, ROOM = 64 };
  char stem[ROOM];
  unsigned dimensions;
  size_t length = strlen(name);
  if (length < TAIL || length - TAIL >= ROOM || strcmp(name + length - TAIL, "_init") != 0)
    return false;
  memcpy(stem, name, length - TAIL);
  stem[length - TAIL] = '\0';
  return fxc_special_find(stem, &dimensions) != NULL;
}

/* "struct.sycl::__falx_accessor_1.12" yields __falx_accessor_1. */
static const struct fxc_special *special_of(LLVMTypeRef type, unsigned *out_dimensions) {
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind || LLVMIsLiteralStruct(type))
    return NULL;
  const char *name = LLVMGetStructName(type);
  const char *start = name ? strstr(name, "__falx_") : NULL;
  if (!start || (start != name && start[-1] != ':' && start[-1] != '.'))
    return NULL;
  char plain[64];
  size_t length = strcspn(start, ".");
  if (length >= sizeof plain)
    return NULL;
  memcpy(plain, start, length);
  plain[length] = '\0';
  return fxc_special_find(plain, out_dimensions);
}

static bool holds_special(LLVMTypeRef type) {
  unsigned dimensions;
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    return LLVMGetArrayLength2(type) && holds_special(LLVMGetElementType(type));
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
    return false;
  if (special_of(type, &dimensions))
    return true;
  for (unsigned i = 0, count = LLVMCountStructElementTypes(type); i < count; i++)
    if (holds_special(LLVMStructGetTypeAtIndex(type, i)))
      return true;
  return false;
}

static bool is_aggregate(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind;
}

struct walk {
  struct fxc_layout *layout;
  LLVMTargetDataRef data;
};

static struct fxc_parameter *add_parameter(struct walk *walk, LLVMTypeRef type, uint64_t offset,
                                           unsigned special) {
  unsigned natural = LLVMABIAlignmentOfType(walk->data, type);
  unsigned granted = fxc_align_at(offset, walk->layout->align);
  struct fxc_parameter parameter = {.type = type,
                                    .is_block = is_aggregate(type),
                                    .offset = offset,
                                    .align = natural < granted ? natural : granted,
                                    .special = special};
  fxc_push(&walk->layout->parameters, parameter);
  return &walk->layout->parameters.items[walk->layout->parameters.count - 1];
}

static void add_descriptor(struct walk *walk, enum falx_param_kind kind, unsigned dimensions,
                           uint64_t size, uint64_t offset) {
  struct falx_kernel_param descriptor = {(uint16_t)kind, (uint16_t)dimensions, (uint32_t)size,
                                         (uint32_t)offset};
  fxc_push(&walk->layout->descriptors, descriptor);
}

static void add_special(struct walk *walk, LLVMTypeRef type, const struct fxc_special *special,
                        unsigned dimensions, uint64_t offset) {
  struct fxc_layout *layout = walk->layout;
  unsigned count = LLVMCountStructElementTypes(type), index = (unsigned)layout->specials.count;
  struct fxc_special_use use = {special, dimensions, offset, (unsigned)layout->parameters.count,
                                count,   NULL};
  fxc_push(&layout->specials, use);
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef element = LLVMStructGetTypeAtIndex(type, i);
    struct fxc_parameter *parameter =
        add_parameter(walk, element, offset + LLVMOffsetOfElement(walk->data, type, i), index);
    parameter->is_data = LLVMGetTypeKind(element) == LLVMPointerTypeKind;
    parameter->is_local = parameter->is_data && special->kind != FALX_PARAM_ACCESSOR;
  }
  add_descriptor(walk, special->kind, dimensions, LLVMABISizeOfType(walk->data, type), offset);
}

static void add_member(struct walk *walk, LLVMTypeRef type, uint64_t offset);

static void add_struct(struct walk *walk, LLVMTypeRef type, uint64_t offset) {
  const char *name = LLVMIsLiteralStruct(type) ? NULL : LLVMGetStructName(type);
  if (name && strncmp(name, "union.", 6) == 0 && !walk->layout->refusal)
    walk->layout->refusal = fxc_must(fxs_arena_printf(
        &walk->layout->arena,
        "an accessor is inside the union '%s'; make it a member of a struct instead", name + 6));
  for (unsigned i = 0, count = LLVMCountStructElementTypes(type); i < count; i++)
    add_member(walk, LLVMStructGetTypeAtIndex(type, i),
               offset + LLVMOffsetOfElement(walk->data, type, i));
}

static void add_member(struct walk *walk, LLVMTypeRef type, uint64_t offset) {
  unsigned dimensions;
  const struct fxc_special *special = special_of(type, &dimensions);
  if (LLVMABISizeOfType(walk->data, type) == 0)
    return;
  if (special) {
    add_special(walk, type, special, dimensions, offset);
  } else if (!is_aggregate(type) || !holds_special(type)) {
    bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    uint64_t size = is_aggregate(type) ? LLVMABISizeOfType(walk->data, type)
                                       : LLVMStoreSizeOfType(walk->data, type);
    add_parameter(walk, type, offset, FXC_NOT_SPECIAL);
    add_descriptor(walk, is_pointer ? FALX_PARAM_POINTER : FALX_PARAM_STD_LAYOUT, 0, size, offset);
  } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t stride = LLVMABISizeOfType(walk->data, element);
    for (uint64_t i = 0, count = LLVMGetArrayLength2(type); i < count; i++)
      add_member(walk, element, offset + i * stride);
  } else {
    add_struct(walk, type, offset);
  }
}

void fxc_layout_of_members(struct fxc_layout *layout, LLVMTargetDataRef data, LLVMTypeRef functor,
                           unsigned align) {
  unsigned natural = LLVMABIAlignmentOfType(data, functor);
  unsigned dimensions;
  struct walk walk = {layout, data};
  *layout = (struct fxc_layout){
      .type = functor, .size = LLVMABISizeOfType(data, functor), .align = align ? align : natural};
  if (LLVMGetTypeKind(functor) != LLVMStructTypeKind || special_of(functor, &dimensions))
    add_member(&walk, functor, 0);
  else
    add_struct(&walk, functor, 0);
}

void fxc_layout_free(struct fxc_layout *layout) {
  fxs_vector_free(&layout->parameters);
  fxs_vector_free(&layout->descriptors);
  fxs_vector_free(&layout->specials);
  fxs_arena_release(&layout->arena);
}
