/* The sizes and offsets that a compiled program and libfalx.so agree on, and an adapter and the
 * loader, and an image and its reader. A change here is a change of the ABI: raise its version.
 * x86-64 and AArch64 Linux. Compiled as C11 and as C++17; never run. */
#include "falx/adapter.h"
#include "falx/falx.h"
#include "falx/image.h"
#include "falx/native_cpu.h"

#ifdef __cplusplus
#define SIZE(type, bytes) static_assert(sizeof(type) == (bytes), #type)
#define AT(type, field, bytes) static_assert(offsetof(type, field) == (bytes), #type "." #field)
#define VALUE(name, number) static_assert((name) == (number), #name)
#else
#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type)
#define AT(type, field, bytes) _Static_assert(offsetof(type, field) == (bytes), #type "." #field)
#define VALUE(name, number) _Static_assert((name) == (number), #name)
#endif

VALUE(FALX_ABI_VERSION, 1);
VALUE(FALX_API_VERSION, 2);
VALUE(FXA_ABI_MAJOR, 1);
VALUE(FXA_ABI_MINOR, 10); /* with the size of struct fxa_table */
VALUE(FXA_ABI_OLDEST_MINOR, 2);
VALUE(FALX_IMAGE_VERSION, 1);
VALUE(FALX_IMAGE_DESC_VERSION, 1);
VALUE(FALX_KERNEL_RECORD_VERSION, 3);
VALUE(FALX_NATIVE_CPU_STATE_VERSION, 1);

/* ---- Statuses: appended to, never reordered ---- */
VALUE(FALX_SUCCESS, 0);
VALUE(FALX_ERROR_RUNTIME, 1);
VALUE(FALX_ERROR_INVALID, 8);
VALUE(FALX_ERROR_MEMORY_ALLOCATION, 9);
VALUE(FALX_ERROR_NOT_SUPPORTED, 12);
VALUE(FALX_ERROR_BACKEND_MISMATCH, 14);
VALUE(FALX_ERROR_NO_DEVICE, 15);
VALUE(FALX_ERROR_NO_KERNEL, 16);
VALUE(FALX_ERROR_ADAPTER, 17);

/* ---- What compiled programs hold: include/sycl is inlined into them ---- */
SIZE(struct falx_location, 24);
AT(struct falx_location, function, 8);
AT(struct falx_location, line, 16);
SIZE(struct falx_kernel_site, 40);
AT(struct falx_kernel_site, module, 8);
AT(struct falx_kernel_site, functor_size, 16);
AT(struct falx_kernel_site, functor_align, 20);
AT(struct falx_kernel_site, cache, 24);
SIZE(struct falx_nd_range, 80);
AT(struct falx_nd_range, has_local, 4);
AT(struct falx_nd_range, global, 8);
AT(struct falx_nd_range, local, 32);
AT(struct falx_nd_range, offset, 56);
SIZE(struct falx_requirement, 16);
AT(struct falx_requirement, mode, 8);
SIZE(struct falx_region, 96);
AT(struct falx_region, pointer, 8);
AT(struct falx_region, element_size, 16);
AT(struct falx_region, range, 24);
AT(struct falx_region, memory_range, 48);
AT(struct falx_region, offset, 72);
SIZE(struct falx_command, 248);
AT(struct falx_command, kind, 8);
AT(struct falx_command, location, 16);
AT(struct falx_command, dependencies, 24);
AT(struct falx_command, dependency_count, 32);
AT(struct falx_command, requirements, 40);
AT(struct falx_command, requirement_count, 48);
AT(struct falx_command, u, 56);
AT(struct falx_command, u.kernel.functor, 64);
AT(struct falx_command, u.kernel.range, 72);
AT(struct falx_command, u.kernel.has_launch_memory, 172);
AT(struct falx_command, u.kernel.launch_memory, 176);
AT(struct falx_command, u.copy.source, 152);
AT(struct falx_command, u.graph.executable, 56);
VALUE(FALX_COMMAND_EMPTY, 11);
VALUE(FALX_COMMAND_GRAPH, 12);
VALUE(FALX_NODE_HOST_TASK, 9);
SIZE(struct falx_buffer_options, 48);
AT(struct falx_buffer_options, bytes, 8);
AT(struct falx_buffer_options, alignment, 16);
AT(struct falx_buffer_options, host_data, 24);
AT(struct falx_buffer_options, flags, 32);
AT(struct falx_buffer_options, context, 40);
VALUE(FALX_COMMAND_KERNEL, 1);
VALUE(FALX_COMMAND_BARRIER, 10);
VALUE(FALX_ACCESS_DISCARD_WRITE, 6);

SIZE(struct falx_type_info, 20);
AT(struct falx_type_info, is_const, 16);
SIZE(struct falx_parameter, 24);
AT(struct falx_parameter, offset, 20);
SIZE(struct falx_export, 112);
AT(struct falx_export, name, 8);
AT(struct falx_export, module, 16);
AT(struct falx_export, types, 24);
AT(struct falx_export, site, 40);
AT(struct falx_export, dimensions, 48);
AT(struct falx_export, parameters, 56);
AT(struct falx_export, variable, 64);
AT(struct falx_export, info, 80);
AT(struct falx_export, next, 104);
SIZE(struct falx_argument, 32);
AT(struct falx_argument, value, 24);
SIZE(struct falx_launch, 72);
AT(struct falx_launch, dependencies, 40);
AT(struct falx_launch, location, 64);

/* ---- Images ---- */
SIZE(struct falx_property, 32);
AT(struct falx_property, value, 8);
AT(struct falx_property, type, 16);
AT(struct falx_property, size, 24);
SIZE(struct falx_property_set, 24);
SIZE(struct falx_image_entry, 32);
AT(struct falx_image_entry, name, 8);
AT(struct falx_image_entry, size, 16);
AT(struct falx_image_entry, flags, 24);
SIZE(struct falx_image, 80);
AT(struct falx_image, kind, 2);
AT(struct falx_image, format, 3);
AT(struct falx_image, target, 8);
AT(struct falx_image, compile_options, 16);
AT(struct falx_image, link_options, 24);
AT(struct falx_image, binary_begin, 32);
AT(struct falx_image, binary_end, 40);
AT(struct falx_image, entries_begin, 48);
AT(struct falx_image, entries_end, 56);
AT(struct falx_image, sets_begin, 64);
AT(struct falx_image, sets_end, 72);
SIZE(struct falx_image_desc, 24);
AT(struct falx_image_desc, image_count, 2);
AT(struct falx_image_desc, images, 8);
AT(struct falx_image_desc, producer, 16);
SIZE(struct falx_native_entry, 16);
AT(struct falx_native_entry, handler, 8);
SIZE(struct falx_kernel_param, 12);
AT(struct falx_kernel_param, dimensions, 2);
AT(struct falx_kernel_param, size, 4);
AT(struct falx_kernel_param, offset, 8);
AT(struct falx_kernel_record, flags, 4);
AT(struct falx_kernel_record, functor_size, 8);
AT(struct falx_kernel_record, functor_align, 12);
AT(struct falx_kernel_record, reqd_work_group_size, 16);
AT(struct falx_kernel_record, reqd_sub_group_size, 28);
AT(struct falx_kernel_record, sub_group_size, 32);
AT(struct falx_kernel_record, frame_bytes, 36);
AT(struct falx_kernel_record, frame_sub_group_bytes, 40);
AT(struct falx_kernel_record, frame_item_bytes, 44);
AT(struct falx_kernel_record, item_cost, 48);
AT(struct falx_kernel_record, param_count, 52);
AT(struct falx_kernel_record, arg_count, 56);
AT(struct falx_kernel_record, params, 60);

SIZE(struct falx_launch_dimension, 48);
AT(struct falx_launch_dimension, end, 8);
AT(struct falx_launch_dimension, range, 16);
AT(struct falx_launch_dimension, offset, 24);
AT(struct falx_launch_dimension, groups, 32);
AT(struct falx_launch_dimension, first_group, 40);
SIZE(struct falx_launch_range, 144);
VALUE(FALX_KERNEL_USES_LAUNCH_RANGE, 0x100);
VALUE(FALX_KERNEL_GUARDS_X, 0x200);
VALUE(FALX_KERNEL_WIDE_IDS, 0x1000);
VALUE(FALX_KERNEL_WALKS_COLUMNS, 0x2000);
VALUE(FALX_KERNEL_ARGUMENTS_IN_MEMORY, 0x4000);

/* ---- The state that native_cpu kernels read ---- */
SIZE(struct falx_native_cpu_bounds, 56);
AT(struct falx_native_cpu_bounds, local_begin, 0);
AT(struct falx_native_cpu_bounds, local_end, 8);
AT(struct falx_native_cpu_bounds, frame_end, 16);
AT(struct falx_native_cpu_bounds, arguments_begin, 24);
AT(struct falx_native_cpu_bounds, arguments_end, 32);
AT(struct falx_native_cpu_bounds, stack_end, 40);
AT(struct falx_native_cpu_bounds, launch, 48);
AT(struct falx_native_cpu_state, global_range, 0);
AT(struct falx_native_cpu_state, global_offset, 24);
AT(struct falx_native_cpu_state, local_range, 48);
AT(struct falx_native_cpu_state, num_groups, 72);
AT(struct falx_native_cpu_state, begin, 96);
AT(struct falx_native_cpu_state, end, 120);
AT(struct falx_native_cpu_state, local_memory, 144);
AT(struct falx_native_cpu_state, frame, 152);
AT(struct falx_native_cpu_state, memory_bounds, 176);
AT(struct falx_native_cpu_state, launch_memory, 184);
AT(struct falx_native_cpu_state, group_id, 192);
AT(struct falx_native_cpu_state, local_id, 216);
AT(struct falx_native_cpu_state, global_id, 240);
AT(struct falx_native_cpu_state, sub_group_id, 264);

/* ---- Adapters ---- */
SIZE(struct fxa_adapter, 32);
AT(struct fxa_adapter, abi_major, 0);
AT(struct fxa_adapter, abi_minor, 4);
AT(struct fxa_adapter, name, 8);
AT(struct fxa_adapter, init, 16);
AT(struct fxa_adapter, fini, 24);
SIZE(struct fxa_event, 8);
AT(struct fxa_event, status, 4);
VALUE(FXA_EVENT_QUEUED, 0);
VALUE(FXA_EVENT_RUNNING, 1);
VALUE(FXA_EVENT_COMPLETE, 2);
SIZE(struct fxa_host, 48);
AT(struct fxa_host, event_retain, 8);
AT(struct fxa_host, event_release, 16);
AT(struct fxa_host, error, 24);
AT(struct fxa_host, setting, 32);
AT(struct fxa_host, work_done, 40);
SIZE(struct fxa_platform_info, 40);
AT(struct fxa_platform_info, vendor, 8);
AT(struct fxa_platform_info, version, 16);
AT(struct fxa_platform_info, backend, 24);
AT(struct fxa_platform_info, target, 32);
SIZE(struct fxa_arg, 12);
AT(struct fxa_arg, size, 4);
AT(struct fxa_arg, kind, 8);
AT(struct fxa_arg, is_used, 10);
AT(struct fxa_arg, position, 11);
SIZE(struct fxa_launch, 40);
AT(struct fxa_launch, functor, 8);
AT(struct fxa_launch, functor_size, 16);
AT(struct fxa_launch, has_root_sync, 20);
AT(struct fxa_launch, local_memory, 24);
AT(struct fxa_launch, launch_memory, 32);
SIZE(struct fxa_table, 392); /* all of it is below */
AT(struct fxa_table, size, 0);
AT(struct fxa_table, event_size, 8);
AT(struct fxa_table, platform_info, 16);
AT(struct fxa_table, devices, 24);
AT(struct fxa_table, device_info, 32);
AT(struct fxa_table, context_create, 40);
AT(struct fxa_table, context_destroy, 48);
AT(struct fxa_table, usm_alloc, 56);
AT(struct fxa_table, usm_free, 64);
AT(struct fxa_table, host_unified, 72);
AT(struct fxa_table, program_create, 80);
AT(struct fxa_table, program_destroy, 88);
AT(struct fxa_table, kernel_create, 96);
AT(struct fxa_table, kernel_destroy, 104);
AT(struct fxa_table, queue_create, 112);
AT(struct fxa_table, queue_destroy, 120);
AT(struct fxa_table, queue_finish, 128);
AT(struct fxa_table, enqueue_kernel, 136);
AT(struct fxa_table, enqueue_copy, 144);
AT(struct fxa_table, enqueue_fill, 152);
AT(struct fxa_table, enqueue_copy_box, 160);
AT(struct fxa_table, enqueue_prefetch, 168);
AT(struct fxa_table, enqueue_advise, 176);
AT(struct fxa_table, enqueue_marker, 184);
AT(struct fxa_table, event_poll, 192);
AT(struct fxa_table, event_wait, 200);
AT(struct fxa_table, event_notify, 208);
AT(struct fxa_table, event_profiling, 216);
AT(struct fxa_table, event_destroy, 224);
AT(struct fxa_table, image_rank, 232);
AT(struct fxa_table, variable_bind, 240);
AT(struct fxa_table, memory_write, 248);
AT(struct fxa_table, native_handle, 256); /* since 1.3, as what follows */
AT(struct fxa_table, device_partition, 264);
AT(struct fxa_table, device_platform, 272); /* since 1.4, as what follows */
AT(struct fxa_table, native_retain, 280);
AT(struct fxa_table, program_save, 288);
AT(struct fxa_table, program_load, 296);
AT(struct fxa_table, usm_free_after_use, 304); /* since 1.5 */
AT(struct fxa_table, device_peer, 312);        /* since 1.6, as what follows */
AT(struct fxa_table, kernel_limits, 320);
AT(struct fxa_table, list_create, 328); /* since 1.7, as what follows */
AT(struct fxa_table, list_update, 336);
AT(struct fxa_table, list_enqueue, 344);
AT(struct fxa_table, list_destroy, 352);
AT(struct fxa_table, usm_expect_result, 360);
AT(struct fxa_table, event_covers, 368);
AT(struct fxa_table, launch_prepare, 376);
AT(struct fxa_table, launch_prepared, 384);
SIZE(struct fxa_list_command, 88);
AT(struct fxa_list_command, wait_count, 4);
AT(struct fxa_list_command, waits, 8);
AT(struct fxa_list_command, u.kernel.launch, 24);
AT(struct fxa_list_command, u.copy.bytes, 32);
AT(struct fxa_list_command, u.fill.count, 40);
AT(struct fxa_list_command, u.box.destination_pitch, 32);
AT(struct fxa_list_command, u.box.region, 64);
VALUE(FXA_LIST_EMPTY, 0);
VALUE(FXA_LIST_KERNEL, 1);
VALUE(FXA_LIST_COPY, 2);
VALUE(FXA_LIST_FILL, 3);
VALUE(FXA_LIST_COPY_BOX, 4);
SIZE(struct falx_kernel_limits, 24);
AT(struct falx_kernel_limits, private_bytes, 8);
AT(struct falx_kernel_limits, registers, 16);
SIZE(struct falx_partition, 24);
AT(struct falx_partition, domain, 4);
AT(struct falx_partition, counts, 8);
AT(struct falx_partition, count, 16);
