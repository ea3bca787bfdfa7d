/* Liveness: backward data flow over bit sets, blocks in post-order until nothing changes. */
#include "compiler/ir/liveness.h"
#include "compiler/memory.h"

static unsigned number_of(const struct fxc_liveness *l, LLVMValueRef value) {
  uintptr_t number = (uintptr_t)fxc_map_get(&l->number, value);
  return number ? (unsigned)number - 1 : FXC_NONE;
}

static bool has_result(LLVMValueRef instruction) {
  return LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVoidTypeKind;
}

static void add_value(struct fxc_liveness *l, LLVMValueRef value) {
  l->values[l->value_count++] = value;
  fxc_map_put(&l->number, value, (void *)(uintptr_t)l->value_count);
}

static void number_values(struct fxc_liveness *l) {
  const struct fxc_cfg *cfg = l->cfg;
  unsigned parameters = LLVMCountParams(cfg->function), bound = parameters;
  for (unsigned b = 0; b < cfg->count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(cfg->blocks[b]); i; i = LLVMGetNextInstruction(i))
      bound += has_result(i);
  l->values = fxc_new(&l->arena, bound, sizeof *l->values);
  for (unsigned p = 0; p < parameters; p++)
    add_value(l, LLVMGetParam(cfg->function, p));
  for (unsigned b = 0; b < cfg->count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(cfg->blocks[b]); i; i = LLVMGetNextInstruction(i))
      if (has_result(i))
        add_value(l, i);
  l->words = l->value_count / 64 + 1;
}

static void set_bit(uint64_t *set, unsigned bit) {
  set[bit / 64] |= UINT64_C(1) << (bit % 64);
}
static void clear_bit(uint64_t *set, unsigned bit) {
  set[bit / 64] &= ~(UINT64_C(1) << (bit % 64));
}
static bool test_bit(const uint64_t *set, unsigned bit) {
  return set[bit / 64] >> (bit % 64) & 1;
}

/* live out = the successors' live in without their phis, plus what their phis take from this
 * block */
static void gather_out(const struct fxc_liveness *l, unsigned block, uint64_t *out) {
  const struct fxc_cfg *cfg = l->cfg;
  for (unsigned e = cfg->successor_start[block]; e < cfg->successor_start[block + 1]; e++) {
    unsigned to = cfg->successors[e];
    for (unsigned w = 0; w < l->words; w++)
      out[w] |= l->live_in[(size_t)to * l->words + w];
    LLVMValueRef phi = LLVMGetFirstInstruction(cfg->blocks[to]);
    for (; phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
      for (unsigned k = 0, count = LLVMCountIncoming(phi); k < count; k++) {
        unsigned number = number_of(l, LLVMGetIncomingValue(phi, k));
        if (LLVMGetIncomingBlock(phi, k) == cfg->blocks[block] && number != FXC_NONE)
          set_bit(out, number);
      }
  }
}

static void walk_block(const struct fxc_liveness *l, unsigned block, uint64_t *live) {
  LLVMValueRef i = LLVMGetLastInstruction(l->cfg->blocks[block]);
  for (; i; i = LLVMGetPreviousInstruction(i)) {
    if (has_result(i))
      clear_bit(live, number_of(l, i));
    if (LLVMIsAPHINode(i))
      continue;
    for (int k = 0, count = LLVMGetNumOperands(i); k < count; k++) {
      unsigned number = number_of(l, LLVMGetOperand(i, (unsigned)k));
      if (number != FXC_NONE)
        set_bit(live, number);
    }
  }
}

void fxc_liveness_build(struct fxc_liveness *l, const struct fxc_cfg *cfg) {
  *l = (struct fxc_liveness){.cfg = cfg};
  number_values(l);
  size_t total = (size_t)cfg->count * l->words;
  l->live_in = fxc_new(&l->arena, total, sizeof(uint64_t));
  l->live_out = fxc_new(&l->arena, total, sizeof(uint64_t));
  uint64_t *live = fxc_new(&l->arena, l->words, sizeof(uint64_t));
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b = cfg->count; b-- > 0;) {
      uint64_t *in = &l->live_in[(size_t)b * l->words], *out = &l->live_out[(size_t)b * l->words];
      gather_out(l, b, out);
      for (unsigned w = 0; w < l->words; w++)
        live[w] = out[w];
      walk_block(l, b, live);
      for (unsigned w = 0; w < l->words; w++) {
        changed |= in[w] != live[w];
        in[w] = live[w];
      }
    }
  }
}

void fxc_liveness_free(struct fxc_liveness *l) {
  fxc_map_free(&l->number);
  fxs_arena_release(&l->arena);
}

bool fxc_is_live_in(const struct fxc_liveness *l, unsigned block, LLVMValueRef value) {
  unsigned number = number_of(l, value);
  return number != FXC_NONE && test_bit(&l->live_in[(size_t)block * l->words], number);
}

bool fxc_is_live_out(const struct fxc_liveness *l, unsigned block, LLVMValueRef value) {
  unsigned number = number_of(l, value);
  return number != FXC_NONE && test_bit(&l->live_out[(size_t)block * l->words], number);
}
