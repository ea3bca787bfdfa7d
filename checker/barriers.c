/* Barriers: how many each work-item has passed, and whether all go the same way at the branches
 * that decide which barrier comes next. Regions between barriers run work-item by work-item, in
 * order: a number that is not greater than the last begins another round. */
#include "checker/checker.h"

void falx_check_barrier(struct falx_check_site *site, const struct falx_native_cpu_state *state) {
  struct chk_group *group = chk_enter(state);
  (void)site;
  if (group)
    group->epochs[group->item]++;
}

static struct chk_branch *find(struct chk_group *group, const struct falx_check_site *site) {
  for (uint32_t i = 0; i < group->branch_count; i++)
    if (group->branches[i].site == site)
      return &group->branches[i];
  if (group->branch_count == CHK_BRANCHES)
    return NULL;
  struct chk_branch *branch = &group->branches[group->branch_count++];
  *branch = (struct chk_branch){.site = site, .last = UINT32_MAX};
  return branch;
}

void falx_check_branch(uint64_t way, struct falx_check_site *place, struct falx_check_site *barrier,
                       const struct falx_native_cpu_state *state) {
  struct chk_group *group = chk_enter(state);
  if (!group || !group->kernel || !(group->kernel->kinds & FALX_CHECK_BARRIERS))
    return;
  struct chk_branch *branch = find(group, place);
  if (!branch)
    return;
  if (branch->last == UINT32_MAX || group->item <= branch->last) {
    branch->first = branch->last = group->item;
    branch->way = way;
    return;
  }
  branch->last = group->item;
  if (branch->way == way)
    return;
  struct chk_report report = {
      .kind = "barrier",
      .what = "not all work-items of a work-group reach a barrier, or they reach different ones: "
              "two of them part here",
      .next = "take the barrier out of the branch or loop, or let the whole work-group take the "
              "same way; an early return is such a branch",
      .group = group,
      .state = state,
      .parties = {{"goes one way", place, group->group, group->item, true},
                  {"the other; the barrier is at", barrier, group->group, branch->first, true}}};
  chk_report(&report);
  chk_end("no work-item can go on from such a barrier: the program ends");
}
