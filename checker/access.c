/* Accesses: bounds, races and local memory that nothing has written. */
#include "checker/checker.h"

static bool is_in(uintptr_t address, uint64_t begin, uint64_t end) {
  return address >= begin && address < end;
}

/* The work-item's own: arguments, what its frame keeps for it, the stack below the launch. */
static bool is_private(const struct falx_native_cpu_bounds *bounds, uintptr_t address) {
  return is_in(address, bounds->arguments_begin, bounds->arguments_end) ||
         is_in(address, bounds->local_end, bounds->frame_end) ||
         is_in(address, (uintptr_t)__builtin_frame_address(0), bounds->stack_end);
}

static bool is_within_local(const struct chk_group *group, uintptr_t root, uintptr_t address,
                            uint64_t bytes, bool *out_is_known) {
  *out_is_known = false;
  for (uint32_t i = 0; i < group->local_count; i++) {
    const struct chk_local *local = &group->locals[i];
    if (root < local->begin || root > local->end)
      continue;
    *out_is_known |= root != local->end; /* where other memory may begin */
    if (is_in(address, local->begin, local->end) && bytes <= local->end - address)
      return true;
  }
  return false;
}

static const char *verb(uint32_t flags) {
  bool reads = flags & FALX_ACCESS_OF_READ, writes = flags & FALX_ACCESS_OF_WRITE;
  if (flags & FALX_ACCESS_OF_ATOMIC)
    return reads && writes ? "updates atomically"
           : writes        ? "writes atomically"
                           : "reads atomically";
  return writes ? "writes" : "reads";
}

static struct chk_report report_of(const struct chk_group *group, struct falx_check_site *site,
                                   uint32_t flags, uintptr_t address,
                                   const struct falx_native_cpu_state *state) {
  return (struct chk_report){
      .group = group,
      .state = state,
      .parties = {{verb(flags), site, group->group, group->item, true}},
      .has_memory = true,
      .address = address,
  };
}

/* True if the access may be noted. */
static bool check_bounds(struct chk_group *group, uintptr_t root, const struct chk_access *access,
                         struct falx_check_site *site, const struct falx_native_cpu_state *state) {
  const struct falx_native_cpu_bounds *bounds = chk_bounds(state);
  struct chk_allocation nearest;
  bool is_known, is_local = root >= bounds->local_begin && root <= bounds->local_end &&
                            bounds->local_begin != bounds->local_end;
  bool is_within =
      is_local ? is_within_local(group, root, access->address, access->bytes, &is_known)
               : chk_is_within(group, root, access->address, access->bytes, &nearest, &is_known);
  if (is_within || !is_known)
    return true;
  struct chk_report report = report_of(group, site, access->flags, access->address, state);
  report.kind = "bounds";
  report.what = "a work-item accesses memory outside the allocation its pointer or accessor is of";
  report.next = "compare the index with the number of elements; ranges rounded up to whole "
                "work-groups need an if";
  report.root = root;
  chk_report(&report);
  return false;
}

static void report_race(const struct chk_group *group, const struct chk_access *access,
                        const struct chk_finding *finding, struct falx_check_site *site,
                        const struct falx_native_cpu_state *state) {
  bool is_same = finding->other.group == group->group;
  if (chk_is_ordered(access->launch, finding->other.group, group->group, finding->other.time))
    return;
  struct chk_report report = report_of(group, site, access->flags, finding->address, state);
  report.kind = "race";
  report.what = is_same ? "two work-items of a work-group access the same byte, and no barrier is "
                          "between"
                        : "work-items of different work-groups access the same byte";
  report.next = is_same
                    ? "put sycl::group_barrier between the two lines, give each work-item bytes "
                      "of its own, or make both accesses sycl::atomic_ref"
                    : "no barrier waits for another work-group: give each work-item bytes of "
                      "its own, make both accesses sycl::atomic_ref, or use two launches";
  report.parties[1] =
      (struct chk_party){finding->other_is_atomic ? "wrote it atomically"
                         : finding->other_writes  ? "wrote it"
                                                  : "read it",
                         chk_site(finding->other.place & ((1u << CHK_SITE_BITS) - 1)),
                         finding->other.group, chk_item_of(finding->other.place), true};
  chk_report(&report);
}

void falx_check_access(const void *address, uint64_t bytes, uint32_t flags, const void *root,
                       struct falx_check_site *site, const struct falx_native_cpu_state *state) {
  struct chk_group *group = chk_enter(state);
  uint32_t number = chk_site_number(site);
  if (!group || !group->kernel || !number || !bytes)
    return;
  const struct falx_native_cpu_bounds *bounds = chk_bounds(state);
  uint32_t kinds = group->kernel->kinds;
  struct chk_access access = {.address = (uintptr_t)address,
                              .bytes = bytes,
                              .flags = flags,
                              .is_local =
                                  is_in((uintptr_t)address, bounds->local_begin, bounds->local_end),
                              .launch = group->launch,
                              .own = {group->group, group->epochs[group->item], chk_clock(),
                                      group->item << CHK_SITE_BITS | number}};
  if (kinds & FALX_CHECK_BOUNDS && root &&
      !check_bounds(group, (uintptr_t)root, &access, site, state))
    return;
  if (!(kinds & (FALX_CHECK_RACES | FALX_CHECK_UNINIT)) || is_private(bounds, access.address))
    return;
  if (!(kinds & FALX_CHECK_RACES) && !access.is_local)
    return;
  struct chk_finding finding;
  bool is_written;
  if (chk_shadow_access(&access, &finding, &is_written) && kinds & FALX_CHECK_RACES)
    report_race(group, &access, &finding, site, state);
  if (!is_written && flags & FALX_ACCESS_OF_READ && kinds & FALX_CHECK_UNINIT) {
    struct chk_report report = report_of(group, site, flags, access.address, state);
    report.kind = "uninit";
    report.what = "a work-item reads local memory that its work-group has not written";
    report.next = "let a work-item write it, and put sycl::group_barrier between; local memory "
                  "begins with any content in each work-group";
    report.root = (uintptr_t)root;
    chk_report(&report);
  }
}
