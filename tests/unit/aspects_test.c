/* support/aspects.c, include/falx/aspects.def: the numbers are the ABI. */
#include "support/aspects.h"

#include <string.h>

#include "falx/image.h"
#include "tests/unit/cmocka_prelude.h"

static void numbers_and_names(void **state) {
  (void)state;
  static const struct {
    uint32_t number;
    const char *name;
  } known[] = {
      {0, "host"},
      {1, "cpu"},
      {2, "gpu"},
      {3, "accelerator"},
      {4, "custom"},
      {5, "fp16"},
      {6, "fp64"},
      {9, "image"},
      {10, "online_compiler"},
      {11, "online_linker"},
      {12, "queue_profiling"},
      {13, "usm_device_allocations"},
      {14, "usm_host_allocations"},
      {15, "usm_shared_allocations"},
      {17, "usm_system_allocations"},
      {18, "ext_intel_pci_address"},
      {19, "ext_intel_gpu_eu_count"},
      {20, "ext_intel_gpu_eu_simd_width"},
      {21, "ext_intel_gpu_slices"},
      {22, "ext_intel_gpu_subslices_per_slice"},
      {23, "ext_intel_gpu_eu_count_per_subslice"},
      {24, "ext_intel_max_mem_bandwidth"},
      {26, "usm_atomic_host_allocations"},
      {27, "usm_atomic_shared_allocations"},
      {28, "atomic64"},
      {29, "ext_intel_device_info_uuid"},
      {32, "host_debuggable"},
      {33, "ext_intel_gpu_hw_threads_per_eu"},
      {35, "ext_oneapi_bfloat16_math_functions"},
      {36, "ext_intel_free_memory"},
      {37, "ext_intel_device_id"},
      {38, "ext_intel_memory_clock_rate"},
      {39, "ext_intel_memory_bus_width"},
      {40, "emulated"},
      {41, "ext_intel_legacy_image"},
      {54, "ext_oneapi_ballot_group"},
      {55, "ext_oneapi_fixed_size_group"},
      {56, "ext_oneapi_opportunistic_group"},
      {57, "ext_oneapi_tangle_group"},
      {59, "ext_oneapi_is_composite"},
      {60, "ext_oneapi_is_component"},
      {61, "ext_oneapi_graph"},
      {63, "ext_oneapi_limited_graph"},
  };
  assert_int_equal(FXS_ASPECT_COUNT, sizeof known / sizeof *known);
  for (size_t i = 0; i < FXS_ASPECT_COUNT; i++) {
    assert_int_equal(fxs_aspects[i].number, known[i].number);
    assert_string_equal(fxs_aspects[i].name, known[i].name);
    assert_string_equal(fxs_aspect_name(known[i].number), known[i].name);
    if (i > 0)
      assert_true(fxs_aspects[i].number > fxs_aspects[i - 1].number);
  }
  assert_null(fxs_aspect_name(7));
  assert_null(fxs_aspect_name(51));
  assert_null(fxs_aspect_name(UINT32_MAX));
}

/* Each bit of what code uses is that of one aspect. */
static void kernel_flags(void **state) {
  (void)state;
  uint32_t seen = 0;
  for (size_t i = 0; i < FXS_ASPECT_COUNT; i++) {
    uint32_t flag = fxs_aspects[i].kernel_flag;
    assert_true((flag & (flag - 1)) == 0 && (flag & seen) == 0);
    seen |= flag;
  }
  assert_int_equal(seen, FALX_KERNEL_USES_FP16 | FALX_KERNEL_USES_FP64 | FALX_KERNEL_USES_ATOMIC64);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_and_names),
      cmocka_unit_test(kernel_flags),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
