/* The pipeline of falx-post-link: the steps for device code, in order, for each target.
 * passes.def summarises each step; the lines "After ..." of docs/ir.md state what holds after
 * it. */
#include "compiler/target.h"

#define STEP(stem) &fxc_##stem##_pass

fxc_steps fxc_native_cpu_steps[] = {
    /* Each single input. */
    STEP(kernel_attributes),
    STEP(hide_host_code),
    STEP(lower_kernels),
    STEP(link), /* ---- one module of all inputs ---- */
    STEP(check),
    STEP(spec_constants),
    STEP(device_globals),
    STEP(strip_debug_early),
    STEP(export_entries),
    STEP(internalize),
    STEP(describe_builtins),
    STEP(default_sub_groups),
    STEP(relax_convergence),
    STEP(optimize_early),
    STEP(check_accesses),
    STEP(local_rows),
    STEP(drop_arguments),
    STEP(lower_device_globals),
    STEP(uniform_versions),
    STEP(prepare_native_cpu),
    STEP(wide_vectors),
    STEP(group_atomics),
    STEP(deferrable_atomics),
    STEP(cost_bound),
    STEP(export_rows),
    STEP(variants), /* ---- for each instruction set ---- */
    STEP(lower_math),
    STEP(vectorize),
    STEP(sub_groups),
    STEP(row_entries),
    STEP(strip_debug),
    STEP(work_item_loops),
    STEP(plain_atomics),
    STEP(aggregate_atomics),
    STEP(sort_kernels),
    STEP(bind_imports),
    STEP(parts), /* ---- for each part of a large module ---- */
    STEP(optimize),
    STEP(dead_stores),
    STEP(lane_loops),
    STEP(address_checks),
    STEP(generate),
    NULL,
};

fxc_steps fxc_spir64_steps[] = {
    STEP(kernel_attributes),
    STEP(opencl_metadata),
    STEP(hide_host_code),
    STEP(lower_kernels),
    STEP(link), /* ---- one module of all inputs ---- */
    STEP(check),
    STEP(spec_constants),
    STEP(device_globals),
    STEP(strip_debug_early),
    STEP(decorate_device_globals),
    STEP(split), /* ---- for each image ---- */
    STEP(internalize),
    STEP(describe_builtins),
    STEP(optimize_early),
    STEP(spirv_narrow_ids),
    STEP(drop_arguments),
    STEP(group_memory),
    STEP(global_pointers),
    STEP(optimize),
    STEP(spirv_rows),
    STEP(spirv_switches),
    STEP(opencl_library),
    STEP(opencl_printf),
    STEP(spirv_minima),
    STEP(spirv_ids),
    STEP(spirv_roundings),
    STEP(spirv_parameters),
    STEP(spirv_aggregates),
    STEP(spirv_accesses),
    STEP(spirv_limits),
    STEP(device_global_slots),
    STEP(generate),
    NULL,
};

fxc_steps fxc_nvptx64_steps[] = {
    STEP(kernel_attributes),
    STEP(hide_host_code),
    STEP(lower_kernels),
    STEP(nvvm_attributes),
    STEP(link), /* ---- one module of all inputs ---- */
    STEP(check),
    STEP(spec_constants),
    STEP(device_globals),
    STEP(strip_debug_early),
    STEP(split), /* ---- for each image ---- */
    STEP(internalize),
    STEP(describe_builtins),
    STEP(optimize_early),
    STEP(atomic_scopes),
    STEP(local_rows),
    STEP(drop_arguments),
    STEP(nvptx_library),
    STEP(cuda_printf),
    STEP(group_memory),
    STEP(ptx_device_globals),
    STEP(ptx_parameters),
    STEP(architectures), /* ---- for each architecture ---- */
    STEP(ptx_sub_groups),
    STEP(ptx_ids),
    STEP(ptx_barriers),
    STEP(unroll_private),
    STEP(optimize),
    STEP(ptx_copies),
    STEP(ptx_operations),
    STEP(ptx_atomics),
    STEP(generate),
    NULL,
};
