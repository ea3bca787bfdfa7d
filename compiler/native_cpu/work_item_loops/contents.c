/* Splitting at barriers: allocas whose content is live from one region to the next, which lie in
 * the frame. Work-items access them there, in place. */

#include "compiler/memory.h"
#include "compiler/native_cpu/work_item_loops/split.h"

struct fxc_kept *fxc_kept_content(const struct fxc_split *split, LLVMValueRef alloca) {
  uintptr_t number = (uintptr_t)fxc_map_get(&split->contents, alloca);
  return number ? &split->allocas.items[number - 1] : NULL;
}

/* For each alloca a bit: accessed before a block's start, used after it. */
struct contents {
  struct fxc_split *split;
  const struct fxc_cfg *cfg;
  unsigned count, words;
  uint64_t *touched, *needed;    /* per block: at its end, at its start */
  struct fxc_map number;         /* the allocas and pointers into them, to 1 + their number */
  bool *has_escaped, *is_merged; /* is_merged: a pointer may be into it or elsewhere */
};

static bool is_access(LLVMValueRef user, LLVMValueRef pointer) {
  if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user))
    return true;
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) != pointer;
  return fxc_loops_is_call_of(user, "llvm.mem") || fxc_loops_is_call_of(user, "llvm.masked") ||
         fxc_loops_is_call_of(user, "llvm.lifetime");
}

/* Marks the blocks that access the alloca, through pointers made from it. */
static void follow(struct contents *c, unsigned number, LLVMValueRef pointer, uint64_t *used) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    unsigned block = fxc_cfg_number(c->cfg, LLVMGetInstructionParent(user));
    if (block == FXC_NONE || fxc_loops_is_call_of(user, "llvm.lifetime"))
      continue;
    if (LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user) || LLVMIsAPHINode(user) ||
        LLVMIsASelectInst(user)) {
      c->is_merged[number] |= LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
      if ((uintptr_t)fxc_map_get(&c->number, user) == number + 1)
        continue;
      fxc_map_put(&c->number, user, (void *)(uintptr_t)(number + 1));
      follow(c, number, user, used);
      continue;
    }
    fxc_set_add(used + (size_t)block * c->words, number);
    c->has_escaped[number] |= !is_access(user, pointer);
  }
}

static void set_remove(uint64_t *set, unsigned bit) {
  set[bit / 64] &= ~(UINT64_C(1) << (bit % 64));
}

/* Blocks that begin an alloca's lifetime before they access it, and blocks that end it and do
 * not access it again: the content is not needed before the former, nor defined after the
 * latter. */
static void find_lifetimes(struct contents *c, uint64_t *starts, uint64_t *ends) {
  unsigned *seen = fxc_new(&c->split->arena, c->count, sizeof *seen);
  for (unsigned b = 0; b < c->cfg->count; b++) {
    uint64_t *start = starts + (size_t)b * c->words, *end = ends + (size_t)b * c->words;
    for (LLVMValueRef i = LLVMGetFirstInstruction(c->cfg->blocks[b]); i;
         i = LLVMGetNextInstruction(i)) {
      bool is_start = fxc_loops_is_call_of(i, "llvm.lifetime.start");
      bool is_end = fxc_loops_is_call_of(i, "llvm.lifetime.end");
      for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        uintptr_t known = (uintptr_t)fxc_map_get(&c->number, LLVMGetOperand(i, (unsigned)k));
        if (!known || c->is_merged[known - 1])
          continue;
        unsigned number = (unsigned)known - 1;
        if (is_end) {
          fxc_set_add(end, number);
          continue;
        }
        set_remove(end, number);
        if (is_start && seen[number] != b + 1)
          fxc_set_add(start, number);
        seen[number] = b + 1;
      }
    }
  }
}

static void solve(struct contents *c, const uint64_t *used, const uint64_t *starts,
                  const uint64_t *ends) {
  const struct fxc_cfg *cfg = c->cfg;
  unsigned words = c->words;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b = 0; b < cfg->count; b++) {
      uint64_t *out = c->touched + (size_t)b * words;
      for (unsigned w = 0; w < words; w++) {
        uint64_t in = 0;
        for (unsigned e = cfg->predecessor_start[b]; e < cfg->predecessor_start[b + 1]; e++)
          in |= c->touched[(size_t)cfg->predecessors[e] * words + w];
        uint64_t now = (in | used[(size_t)b * words + w]) & ~ends[(size_t)b * words + w];
        changed |= now != out[w];
        out[w] = now;
      }
    }
    for (unsigned b = cfg->count; b-- > 0;) {
      uint64_t *in = c->needed + (size_t)b * words;
      for (unsigned w = 0; w < words; w++) {
        uint64_t out = 0;
        for (unsigned e = cfg->successor_start[b]; e < cfg->successor_start[b + 1]; e++)
          out |= c->needed[(size_t)cfg->successors[e] * words + w];
        uint64_t now = (out | used[(size_t)b * words + w]) & ~starts[(size_t)b * words + w];
        changed |= now != in[w];
        in[w] = now;
      }
    }
  }
}

static void erase_lifetimes(const struct contents *c) {
  for (unsigned b = 0; b < c->cfg->count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(c->cfg->blocks[b]), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (fxc_loops_is_call_of(i, "llvm.lifetime"))
        LLVMInstructionEraseFromParent(i);
    }
}

/* Without optimization, debuggers show variables wherever they are declared, used or not. */
static void keep_declared(struct contents *c) {
  for (unsigned b = 0; b < c->cfg->count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(c->cfg->blocks[b]); i;
         i = LLVMGetNextInstruction(i))
      for (LLVMDbgRecordRef r = LLVMGetFirstDbgRecord(i); r; r = LLVMGetNextDbgRecord(r)) {
        if (LLVMDbgRecordGetKind(r) != LLVMDbgRecordDeclare)
          continue;
        LLVMValueRef value = LLVMDbgVariableRecordGetValue(r, 0);
        uintptr_t known = value ? (uintptr_t)fxc_map_get(&c->number, value) : 0;
        if (known)
          c->has_escaped[known - 1] = true;
      }
}

/* The allocas accessed in each region, where they occupy their slots even if no content is live
 * at its start. */
static uint64_t *find_accessed(const struct contents *c, const uint64_t *used) {
  struct fxc_split *split = c->split;
  uint64_t *accessed =
      fxc_new(&split->arena, (size_t)split->region_count * c->words, sizeof *accessed);
  for (unsigned r = 0; r < split->region_count; r++)
    for (size_t i = 0; i < split->regions[r].blocks.count; i++) {
      size_t block = fxc_cfg_number(c->cfg, split->regions[r].blocks.items[i]);
      for (unsigned w = 0; w < c->words; w++)
        accessed[(size_t)r * c->words + w] |= used[block * c->words + w];
    }
  return accessed;
}

/* True if the alloca's content is live at the start of a region, the first one apart. */
static bool is_content_live(const struct contents *c, unsigned number, unsigned region) {
  LLVMBasicBlockRef first = c->split->regions[region].start;
  if (!region || !first)
    return false;
  size_t start = fxc_cfg_number(c->cfg, first);
  size_t before = c->cfg->predecessors[c->cfg->predecessor_start[start]];
  return c->has_escaped[number] || (fxc_set_has(c->needed + start * c->words, number) &&
                                    fxc_set_has(c->touched + before * c->words, number));
}

/* In the frame from now on. */
static void add_content(struct fxc_split *split, struct fxc_kept *kept) {
  for (LLVMUseRef use = LLVMGetFirstUse(kept->value); use; use = LLVMGetNextUse(use)) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(LLVMGetUser(use));
    if (!kept->users.count || kept->users.items[kept->users.count - 1] != block)
      fxc_push(&kept->users, block);
  }
  fxc_push(&split->allocas, *kept);
  fxc_map_put(&split->contents, kept->value, (void *)(uintptr_t)split->allocas.count);
}

void fxc_split_keep_contents(struct fxc_item_loops *self, struct fxc_split *split,
                             const struct fxc_cfg *cfg, const fxc_value_list *allocas) {
  struct contents c = {.split = split,
                       .cfg = cfg,
                       .count = (unsigned)allocas->count,
                       .words = (unsigned)allocas->count / 64 + 1};
  size_t size = (size_t)cfg->count * c.words;
  c.touched = fxc_new(&split->arena, size, sizeof(uint64_t));
  c.needed = fxc_new(&split->arena, size, sizeof(uint64_t));
  c.has_escaped = fxc_new(&split->arena, c.count, sizeof(bool));
  c.is_merged = fxc_new(&split->arena, c.count, sizeof(bool));
  uint64_t *used = fxc_new(&split->arena, size, sizeof(uint64_t));
  uint64_t *starts = fxc_new(&split->arena, size, sizeof(uint64_t));
  uint64_t *ends = fxc_new(&split->arena, size, sizeof(uint64_t));
  for (unsigned n = 0; n < c.count; n++) {
    fxc_map_put(&c.number, allocas->items[n], (void *)(uintptr_t)(n + 1));
    follow(&c, n, allocas->items[n], used);
  }
  if (!self->is_optimized)
    keep_declared(&c);
  find_lifetimes(&c, starts, ends);
  solve(&c, used, starts, ends);
  erase_lifetimes(&c);
  const uint64_t *accessed = find_accessed(&c, used);
  for (unsigned n = 0; n < c.count; n++) {
    struct fxc_kept kept = {.value = allocas->items[n],
                            .keep = FXC_KEEP_ITEM,
                            .live = fxc_new(&split->arena, split->words, sizeof(uint64_t))};
    bool is_alive = false;
    for (unsigned r = 0; r < split->region_count; r++) {
      bool is_live = is_content_live(&c, n, r);
      if (is_live || fxc_set_has(accessed + (size_t)r * c.words, n))
        fxc_set_add(kept.live, r);
      is_alive |= is_live;
    }
    fxc_move_instruction(allocas->items[n], self->entry);
    if (is_alive)
      add_content(split, &kept);
    else
      fxc_push(&split->locals, kept.value);
  }
  fxc_map_free(&c.number);
}
