/* What vectors store, to the loads behind them.
 *
 * In each block the elements of memory behind one pointer are followed, at constant distances from
 * it: which lane of which value was stored there last. A load of elements that are all known is a
 * shuffle of these values. A store that may reach them by another pointer makes them unknown. */
#include "compiler/native_cpu/work_item_loops/forward.h"

#include <llvm-c/Target.h>

#include "compiler/ir/map.h"
#include "compiler/memory.h"
#include "compiler/native_cpu/work_item_loops/work_item_loops.h"
#include "support/arena.h"

enum {
  MOST_LANES = 64,
  MOST_SOURCES = 4,        /* of one load */
  MOST_DISTANCE = 1 << 20, /* bytes */
};

struct element { /* stored last */
  LLVMValueRef value;
  int lane; /* of a vector */
};

struct memory {
  LLVMTargetDataRef layout;
  LLVMBuilderRef builder;
  LLVMValueRef base;       /* NULL: nothing is known */
  unsigned size;           /* bytes of each element */
  struct fxc_map elements; /* by distance from base */
  struct fxs_arena arena;  /* of the elements */
};

/* One access of elements side by side. */
struct access {
  LLVMValueRef base;
  int64_t offset;
  unsigned count, size;
  LLVMTypeRef element;
  LLVMValueRef mask; /* a constant vector; NULL: all */
};

static bool is_vector(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind;
}

/* Numbers and pointers whose elements lie side by side in memory. */
static bool describe(const struct memory *m, LLVMValueRef address, LLVMTypeRef type,
                     struct access *out) {
  *out = (struct access){.base = address, .count = 1, .element = type};
  if (is_vector(type)) {
    out->count = LLVMGetVectorSize(type);
    out->element = LLVMGetElementType(type);
  }
  LLVMTypeKind kind = LLVMGetTypeKind(out->element);
  bool is_number = kind == LLVMIntegerTypeKind || kind == LLVMHalfTypeKind ||
                   kind == LLVMBFloatTypeKind || kind == LLVMFloatTypeKind ||
                   kind == LLVMDoubleTypeKind || kind == LLVMPointerTypeKind;
  if (!is_number || out->count > MOST_LANES)
    return false;
  unsigned long long bits = LLVMSizeOfTypeInBits(m->layout, out->element);
  out->size = (unsigned)(bits / 8);
  if (bits % 8 || (out->size & (out->size - 1)) || out->size > 8)
    return false;
  while (LLVMIsAGetElementPtrInst(out->base) && LLVMGetNumOperands(out->base) == 2 &&
         LLVMIsAConstantInt(LLVMGetOperand(out->base, 1))) {
    int64_t index = LLVMConstIntGetSExtValue(LLVMGetOperand(out->base, 1));
    int64_t step = (int64_t)LLVMABISizeOfType(m->layout, LLVMGetGEPSourceElementType(out->base));
    if (index > MOST_DISTANCE || index < -MOST_DISTANCE || step > MOST_DISTANCE)
      return false;
    out->offset += index * step;
    out->base = LLVMGetOperand(out->base, 0);
  }
  return out->offset < MOST_DISTANCE && out->offset > -MOST_DISTANCE;
}

static void forget(struct memory *m) {
  fxc_map_free(&m->elements);
  m->base = NULL;
}

/* ---- elements ---- */

static const void *key_of(const struct memory *m, int64_t offset) {
  return (const void *)(uintptr_t)(offset / (int64_t)m->size + 2 * MOST_DISTANCE);
}

static bool is_active(const struct access *a, unsigned lane) {
  LLVMValueRef bit = a->mask ? LLVMGetAggregateElement(a->mask, lane) : NULL;
  return !a->mask || (bit && LLVMIsAConstantInt(bit) && LLVMConstIntGetZExtValue(bit));
}

static void store(struct memory *m, const struct access *a, LLVMValueRef value) {
  if (m->base != a->base || m->size != a->size)
    forget(m);
  if (a->offset % (int64_t)a->size) {
    forget(m);
    return;
  }
  m->base = a->base;
  m->size = a->size;
  bool has_lanes = is_vector(LLVMTypeOf(value));
  for (unsigned i = 0; i < a->count; i++)
    if (is_active(a, i)) {
      struct element *element = fxc_new(&m->arena, 1, sizeof *element);
      *element = (struct element){value, has_lanes ? (int)i : 0};
      fxc_map_put(&m->elements, key_of(m, a->offset + (int64_t)(i * a->size)), element);
    }
}

static const struct element *loaded(const struct memory *m, const struct access *a, unsigned lane) {
  return fxc_map_get(&m->elements, key_of(m, a->offset + (int64_t)(lane * a->size)));
}

/* ---- loads ---- */

/* The value with elements of the access's type; NULL if that takes more than another name. */
static LLVMValueRef as_elements(const struct memory *m, const struct access *a,
                                LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTypeRef wanted =
      is_vector(type) ? LLVMVectorType(a->element, LLVMGetVectorSize(type)) : a->element;
  if (type == wanted)
    return value;
  LLVMTypeRef element = is_vector(type) ? LLVMGetElementType(type) : type;
  if (LLVMGetTypeKind(element) == LLVMPointerTypeKind ||
      LLVMGetTypeKind(a->element) == LLVMPointerTypeKind)
    return NULL;
  return LLVMBuildBitCast(m->builder, value, wanted, "");
}

static LLVMValueRef shuffle(const struct memory *m, LLVMValueRef a, LLVMValueRef b,
                            const int *lanes, unsigned count) {
  LLVMValueRef mask[MOST_LANES];
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(a)));
  for (unsigned i = 0; i < count; i++)
    mask[i] = lanes[i] < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (unsigned)lanes[i], 0);
  return LLVMBuildShuffleVector(m->builder, a, b, LLVMConstVector(mask, count), "");
}

/* A vector as long as the load, with the source's elements where the load has them. */
static LLVMValueRef placed(const struct memory *m, LLVMValueRef source, const int *lanes,
                           unsigned count) {
  if (is_vector(LLVMTypeOf(source))) {
    bool is_whole = LLVMGetVectorSize(LLVMTypeOf(source)) == count;
    for (unsigned i = 0; i < count && is_whole; i++)
      is_whole = lanes[i] < 0 || lanes[i] == (int)i;
    return is_whole ? source : shuffle(m, source, LLVMGetPoison(LLVMTypeOf(source)), lanes, count);
  }
  LLVMValueRef vector = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(source), count));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(source)));
  for (unsigned i = 0; i < count; i++)
    if (lanes[i] >= 0)
      vector = LLVMBuildInsertElement(m->builder, vector, source, LLVMConstInt(i32, i, 0), "");
  return vector;
}

/* Lanes of two vectors as long as the load: from where the masks have them. */
static LLVMValueRef joined(const struct memory *m, LLVMValueRef so_far, LLVMValueRef source,
                           const int *lanes, const bool *has, unsigned count) {
  int both[MOST_LANES];
  for (unsigned i = 0; i < count; i++)
    both[i] = lanes[i] >= 0 ? (int)(count + i) : has[i] ? (int)i : -1;
  return shuffle(m, so_far, placed(m, source, lanes, count), both, count);
}

/* Sources of a load, and for each which of its lanes goes where; -1: none. */
struct sources {
  LLVMValueRef values[MOST_SOURCES];
  int lanes[MOST_SOURCES][MOST_LANES];
  unsigned count;
};

static bool add_lane(struct sources *s, LLVMValueRef value, unsigned at, int lane) {
  unsigned n = 0;
  while (n < s->count && s->values[n] != value)
    n++;
  if (n == MOST_SOURCES)
    return false;
  if (n == s->count) {
    s->values[s->count++] = value;
    for (unsigned i = 0; i < MOST_LANES; i++)
      s->lanes[n][i] = -1;
  }
  s->lanes[n][at] = lane;
  return true;
}

static bool find_sources(const struct memory *m, const struct access *a, LLVMValueRef otherwise,
                         struct sources *out) {
  out->count = 0;
  bool has_any = false;
  for (unsigned i = 0; i < a->count; i++) {
    if (is_active(a, i)) {
      const struct element *element = loaded(m, a, i);
      if (!element || !add_lane(out, element->value, i, element->lane))
        return false;
      has_any = true;
    } else if (!LLVMIsUndef(otherwise) && !add_lane(out, otherwise, i, (int)i)) {
      return false;
    }
  }
  return has_any;
}

static LLVMValueRef vector_of(const struct memory *m, const struct access *a,
                              const struct sources *s) {
  bool has[MOST_LANES];
  LLVMTypeRef type = LLVMTypeOf(s->values[0]);
  if (s->count == 2 && is_vector(type) && type == LLVMTypeOf(s->values[1])) {
    int both[MOST_LANES], length = (int)LLVMGetVectorSize(type);
    for (unsigned i = 0; i < a->count; i++)
      both[i] = s->lanes[1][i] < 0 ? s->lanes[0][i] : length + s->lanes[1][i];
    return shuffle(m, s->values[0], s->values[1], both, a->count);
  }
  LLVMValueRef value = placed(m, s->values[0], s->lanes[0], a->count);
  for (unsigned i = 0; i < a->count; i++)
    has[i] = s->lanes[0][i] >= 0;
  for (unsigned n = 1; n < s->count; n++) {
    value = joined(m, value, s->values[n], s->lanes[n], has, a->count);
    for (unsigned i = 0; i < a->count; i++)
      has[i] |= s->lanes[n][i] >= 0;
  }
  return value;
}

static LLVMValueRef scalar_of(const struct memory *m, const struct sources *s) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(s->values[0])));
  return is_vector(LLVMTypeOf(s->values[0]))
             ? LLVMBuildExtractElement(m->builder, s->values[0],
                                       LLVMConstInt(i32, (unsigned)s->lanes[0][0], 0), "")
             : s->values[0];
}

/* Replaces the load by what was stored, where that is known. */
static void replace(struct memory *m, LLVMValueRef load, const struct access *a,
                    LLVMValueRef otherwise) {
  struct sources s;
  if (m->base != a->base || m->size != a->size || a->offset % (int64_t)a->size ||
      !find_sources(m, a, otherwise, &s))
    return;
  LLVMPositionBuilderBefore(m->builder, load);
  for (unsigned n = 0; n < s.count; n++)
    if (!(s.values[n] = as_elements(m, a, s.values[n])))
      return;
  LLVMReplaceAllUsesWith(load,
                         is_vector(LLVMTypeOf(load)) ? vector_of(m, a, &s) : scalar_of(m, &s));
  LLVMInstructionEraseFromParent(load);
}

/* ---- instructions ---- */

static void look_at_call(struct memory *m, LLVMValueRef call) {
  struct access a;
  if (fxc_loops_is_call_of(call, "llvm.masked.load.")) {
    LLVMValueRef mask = LLVMGetOperand(call, 1);
    if (!LLVMIsAConstant(mask) || !describe(m, LLVMGetOperand(call, 0), LLVMTypeOf(call), &a))
      return;
    a.mask = mask;
    replace(m, call, &a, LLVMGetOperand(call, 2));
  } else if (fxc_loops_is_call_of(call, "llvm.masked.store.")) {
    LLVMValueRef value = LLVMGetOperand(call, 0), mask = LLVMGetOperand(call, 2);
    if (!LLVMIsAConstant(mask) || !describe(m, LLVMGetOperand(call, 1), LLVMTypeOf(value), &a)) {
      forget(m);
      return;
    }
    a.mask = mask;
    store(m, &a, value);
  } else if (!fxc_loops_is_pure(call)) {
    forget(m);
  }
}

static void look_at(struct memory *m, LLVMValueRef i) {
  struct access a;
  if (fxc_loops_orders_memory(i)) {
    forget(m);
  } else if (LLVMIsALoadInst(i)) {
    if (describe(m, LLVMGetOperand(i, 0), LLVMTypeOf(i), &a))
      replace(m, i, &a, LLVMGetPoison(LLVMTypeOf(i)));
  } else if (LLVMIsAStoreInst(i)) {
    if (describe(m, LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 0)), &a))
      store(m, &a, LLVMGetOperand(i, 0));
    else
      forget(m);
  } else if (LLVMIsACallInst(i)) {
    look_at_call(m, i);
  }
}

void fxc_forward_vectors(LLVMValueRef function) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  struct memory m = {.layout = LLVMGetModuleDataLayout(module),
                     .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module))};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      look_at(&m, i);
    }
    forget(&m);
    fxs_arena_release(&m.arena);
  }
  LLVMDisposeBuilder(m.builder);
}
