/* A form of a kernel, split at its barriers (docs/barriers.md). */
#ifndef FALX_COMPILER_PASSES_WORK_ITEM_LOOPS_SPLIT_H
#define FALX_COMPILER_PASSES_WORK_ITEM_LOOPS_SPLIT_H

#include <stdint.h>

#include "compiler/ir/map.h"
#include "compiler/passes/work_item_loops.h"
#include "support/arena.h"

/* What runs from one barrier to the next ones. */
struct fxc_region {
  LLVMBasicBlockRef start; /* NULL: not in this form */
  fxc_block_list blocks;   /* of the form's function; a block may be in several regions */
  uint64_t *exits;         /* bit per region that may follow; bit 0: the kernel's end */
};

enum fxc_keep {
  FXC_KEEP_NOWHERE, /* computed again */
  FXC_KEEP_GROUP,   /* once for the work-group */
  FXC_KEEP_ITEM     /* for each work-item, in the frame */
};

/* A value that is alive across barriers, or the content of an alloca that is. */
struct fxc_kept {
  LLVMValueRef value;
  enum fxc_keep keep;
  uint64_t *live;                /* bit per region: alive at its start */
  LLVMBasicBlockRef block;       /* where it is defined; NULL for an alloca */
  fxc_block_list users;          /* other blocks that use it */
  fxc_value_list partners;       /* kept phis that use it, kept values that a phi takes */
  bool has_slot, is_always_told; /* by each region that computes it */
  LLVMValueRef cell;             /* holds it while a work-item runs: an alloca in the wrapper; of an
                                    alloca its address, for debuggers, or NULL */
  LLVMValueRef group_cell;       /* holds it between regions */
  unsigned slot;                 /* FXC_KEEP_ITEM: number in slots */
};

/* A place in the frame for each work-item; values that are never alive together share one. */
struct fxc_slot {
  uint64_t bytes;       /* of each work-item */
  uint64_t offset;      /* times the number of work-items: where the first work-item's is */
  unsigned align;       /* of every call's */
  uint64_t *live;       /* bit per region */
  LLVMValueRef base[2]; /* address of the first work-item's: for the call, for this region */
};

struct fxc_split {
  struct fxc_form *form;
  LLVMBasicBlockRef first;
  unsigned region_count, words; /* regions 0 (from the entry) to the last barrier; words of a set */
  struct fxc_region *regions;
  struct fxc_map barriers; /* block that ends at a barrier to its call */
  struct fxc_map kept;     /* value to 1 + its number in values */
  struct fxc_map loads;    /* load of a cell to the value it stands for */
  FXS_VECTOR(struct fxc_kept) values, allocas;
  FXS_VECTOR(struct fxc_slot) slots;
  fxc_value_list locals; /* the other allocas */
  struct fxs_arena arena;
};

static inline bool fxc_set_has(const uint64_t *set, unsigned bit) {
  return set[bit / 64] >> (bit % 64) & 1;
}
static inline void fxc_set_add(uint64_t *set, unsigned bit) {
  set[bit / 64] |= UINT64_C(1) << (bit % 64);
}

/* Splits the form's function, whose parameters are the wrapper's already, finds its regions and
 * what to keep across barriers, and gives values that are kept a cell each in the wrapper's entry.
 * Allocas that need not be kept move there. False after a report. */
bool fxc_split_form(struct fxc_item_loops *self, struct fxc_form *form, unsigned barrier_count,
                    struct fxc_split *out_split);
void fxc_split_free(struct fxc_split *split);
/* True if the code between barriers gets from one block to the other, not by way of avoided, which
 * may be NULL. */
bool fxc_split_reaches(const struct fxc_split *split, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                       LLVMBasicBlockRef avoided);
/* Bytes of the frame for each work-item, from offset on; answers where the next form's begin. */
uint64_t fxc_split_place(struct fxc_item_loops *self, struct fxc_split *split, uint64_t offset);
/* NULL for a value that is not alive across barriers. */
struct fxc_kept *fxc_kept_of(const struct fxc_split *split, LLVMValueRef value);
/* Declares the kernel's variables anew before an instruction of the entry, for debuggers: clones of
 * blocks leave declarations out (work_item_loops_debug.c). */
void fxc_loops_declare(struct fxc_item_loops *self, LLVMValueRef kernel,
                       struct fxc_split splits[FXC_FORM_COUNT], LLVMValueRef before);
/* The barrier's number, or 0. */
unsigned fxc_barrier_id(LLVMValueRef instruction);
/* True for what may be computed again anywhere, from operands that are there. */
bool fxc_split_is_cheap(LLVMValueRef instruction);

/* ---- What the group shares behind a region (work_item_loops_told.c) ---- */

/* Fill in all but blocks. */
struct fxc_teller {
  const struct fxc_item_loops *self;
  const struct fxc_split *split;
  unsigned region;
  const struct fxc_map *group_values; /* kept value to what it is when the region begins */
  const unsigned *nexts;              /* of each region: what runs in its place */
  LLVMBuilderRef at;                  /* where code is added */
  bool is_for_all;                    /* from what is told whether the form runs or not */
  struct fxc_map blocks;              /* the region's; the caller frees it */
};
/* Finds the values that are always told. */
void fxc_find_told(const struct fxc_item_loops *self, struct fxc_split *split,
                   const unsigned *nexts);
/* False for regions that are not looked at. */
bool fxc_teller_start(struct fxc_teller *teller);
/* The value that the region leaves, or the number of the region that follows; NULL if that is not
 * known before it runs. Calls of builtins among what is added have to be replaced. */
LLVMValueRef fxc_tell_kept(struct fxc_teller *teller, const struct fxc_kept *kept);
LLVMValueRef fxc_tell_next(struct fxc_teller *teller);

/* ---- Which work-items do anything in a region (work_item_loops_range.c) ---- */

enum { FXC_MAX_RANGES = 4 };

/* value, extended to 64 bits, plus add. */
struct fxc_bound {
  bool is_there, is_signed;
  LLVMValueRef value; /* of the form's function, known where the region begins; NULL: 0 */
  int64_t add;
};

/* Local ids in dimension 0, half open. */
struct fxc_id_range {
  struct fxc_bound first, last;
};

/* All that do anything are in one of the ranges; none: nobody does. */
struct fxc_region_range {
  unsigned count;
  bool has_first, has_last; /* of the hull */
  struct fxc_id_range ranges[FXC_MAX_RANGES];
};

/* For the scalar form, or the vector form: there a vector counts as each of its lanes. False if it
 * may be any work-item. */
bool fxc_region_range(const struct fxc_item_loops *self, const struct fxc_split *split,
                      unsigned region, struct fxc_region_range *out_range);

#endif
