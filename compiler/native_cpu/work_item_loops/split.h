/* A form of a kernel, split at its barriers (docs/barriers.md). */
#ifndef FALX_COMPILER_NATIVE_CPU_WORK_ITEM_LOOPS_SPLIT_H
#define FALX_COMPILER_NATIVE_CPU_WORK_ITEM_LOOPS_SPLIT_H

#include <stdint.h>

#include "compiler/ir/cfg.h"
#include "compiler/ir/map.h"
#include "compiler/native_cpu/work_item_loops/work_item_loops.h"
#include "support/arena.h"

/* The code from one barrier to the next ones. */
struct fxc_region {
  LLVMBasicBlockRef start; /* NULL: not in this form */
  fxc_block_list blocks;   /* of the form's function; a block may be in several regions */
  uint64_t *exits;         /* bit per region that may follow; bit 0: the kernel's end */
};

enum fxc_keep {
  FXC_KEEP_NOWHERE, /* recomputed */
  FXC_KEEP_GROUP,   /* once for the work-group */
  FXC_KEEP_ITEM     /* for each work-item, in the frame */
};

/* A value that is live across barriers, or the content of an alloca that is. */
struct fxc_kept {
  LLVMValueRef value;
  enum fxc_keep keep;
  uint64_t *live;          /* bit per region: live at its start; or an alloca accessed in it */
  LLVMBasicBlockRef block; /* where it is defined; NULL for an alloca */
  fxc_block_list users;    /* other blocks that use it, of an alloca: that name it */
  fxc_value_list partners; /* spilled phis that use it, spilled values that a phi takes */
  bool has_slot, is_always_ahead; /* known ahead in each region that computes it */
  LLVMValueRef cell;              /* holds it while a work-item runs: an alloca in the wrapper;
                                   * for an alloca its address, for debuggers, or NULL */
  LLVMValueRef group_cell;        /* holds it between regions */
  unsigned slot;                  /* FXC_KEEP_ITEM: number in slots */
};

/* An array in the frame with one element per work-item; values that are never live at the same
 * time share one. */
struct fxc_slot {
  uint64_t bytes;       /* per work-item */
  uint64_t offset;      /* times the number of work-items: the first work-item's element */
  unsigned align;       /* in every call */
  uint64_t *live;       /* bit per region */
  LLVMValueRef base[2]; /* address of the first work-item's element: for the call, for this
                         * region */
};

struct fxc_split {
  struct fxc_form *form;
  LLVMBasicBlockRef first;
  unsigned region_count, words; /* regions 0 (from the entry) to the last barrier; words of a set */
  struct fxc_region *regions;
  struct fxc_map barriers; /* block that ends at a barrier to its call */
  struct fxc_map kept;     /* value to 1 + its number in values */
  struct fxc_map contents; /* alloca whose content is kept to 1 + its number in allocas */
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

/* Splits the form's function, whose parameters are already the wrapper's, finds its regions and
 * what has to be spilled across barriers, and gives each spilled value a cell in the wrapper's
 * entry. Other allocas move there. False after a report. */
bool fxc_split_form(struct fxc_item_loops *self, struct fxc_form *form, unsigned barrier_count,
                    struct fxc_split *out_split);
void fxc_split_free(struct fxc_split *split);
/* Finds the allocas whose content is live across barriers (contents.c). All of them move to the
 * wrapper's entry; their lifetime markers go. */
void fxc_split_keep_contents(struct fxc_item_loops *self, struct fxc_split *split,
                             const struct fxc_cfg *cfg, const fxc_value_list *allocas);
/* True if there is a path without barriers from one block to the other that avoids avoided,
 * which may be NULL. */
bool fxc_split_reaches(const struct fxc_split *split, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                       LLVMBasicBlockRef avoided);
/* Bytes of the frame per work-item, from offset on; returns where the next form's begin. */
uint64_t fxc_split_place(struct fxc_item_loops *self, struct fxc_split *split, uint64_t offset);
/* NULL for a value that is not live across barriers. */
struct fxc_kept *fxc_kept_of(const struct fxc_split *split, LLVMValueRef value);
/* NULL for an alloca whose content is not. */
struct fxc_kept *fxc_kept_content(const struct fxc_split *split, LLVMValueRef alloca);
/* Declares the kernel's variables anew before an instruction of the entry, for debuggers: clones of
 * blocks leave declarations out (debug.c). */
void fxc_loops_declare(struct fxc_item_loops *self, LLVMValueRef kernel,
                       struct fxc_split splits[FXC_FORM_COUNT], LLVMValueRef before);
/* True for an instruction that may be recomputed anywhere its operands are available. */
bool fxc_split_is_cheap(LLVMValueRef instruction);

/* ---- Values that the work-group shares after a region (group_values.c) ---- */

/* Fill in all but blocks. */
struct fxc_forecast {
  const struct fxc_item_loops *self;
  const struct fxc_split *split;
  unsigned region;
  const struct fxc_map *group_values; /* spilled value to its value when the region begins */
  const unsigned *nexts;              /* for each region: the one that runs in its place */
  LLVMBuilderRef at;                  /* where code is added */
  bool is_for_all;                    /* only from values that are known ahead whether or not the
                                       * form runs */
  struct fxc_map blocks;              /* the region's; the caller frees it */
};
/* Finds the values that are always known ahead. */
void fxc_find_told(const struct fxc_item_loops *self, struct fxc_split *split,
                   const unsigned *nexts);
/* False for regions that are not examined. */
bool fxc_forecast_begin(struct fxc_forecast *forecast);
/* The value when the region is left, or the number of the region that follows; NULL if it is not
 * known ahead. Calls of builtins in the added code have to be replaced. */
LLVMValueRef fxc_forecast_value(struct fxc_forecast *forecast, const struct fxc_kept *kept);
LLVMValueRef fxc_forecast_next(struct fxc_forecast *forecast);

/* ---- Which work-items do anything in a region (range.c) ---- */

enum { FXC_MAX_RANGES = 4 };

/* value, extended to 64 bits, plus add. */
struct fxc_bound {
  bool is_there, is_signed;
  LLVMValueRef value; /* of the form's function, available where the region begins; NULL: 0 */
  int64_t add;
};

/* Local ids in dimension 0, half-open. */
struct fxc_id_range {
  struct fxc_bound first, last;
};

/* Every work-item that does anything is in one of the ranges; without ranges nobody does
 * anything. */
struct fxc_region_range {
  unsigned count;
  bool has_first, has_last; /* of the ranges' hull */
  struct fxc_id_range ranges[FXC_MAX_RANGES];
};

/* For the scalar form, or for the vector form, where a vector counts as all of its lanes. False
 * if it may be any work-item. */
bool fxc_region_range(const struct fxc_item_loops *self, const struct fxc_split *split,
                      unsigned region, struct fxc_region_range *out_range);

#endif
