/* Kernel attributes (SYCL 2020, 5.8) as annotations, which clang carries to the IR: falx++ puts
 * these macros in the place of [[sycl::NAME(...)]] where it compiles a source that has them.
 * docs/kernel-attributes.md.
 *
 * __fxa_NAME stands in a list of attributes, __fxg_NAME by itself; __fxa0NAME and __fxg0NAME:
 * without arguments. The widths are those of what they replace, so that columns stay. */
#ifndef FALX_SYCL_DETAIL_ATTRIBUTES_HPP
#define FALX_SYCL_DETAIL_ATTRIBUTES_HPP

#pragma GCC system_header

#define __fxa_reqd_work_group_size(...)                                                            \
  clang::annotate("falx.reqd_work_group_size", __builtin_LINE(), __builtin_COLUMN(), __VA_ARGS__)
#define __fxa_work_group_size_hint(...)                                                            \
  clang::annotate("falx.work_group_size_hint", __builtin_LINE(), __builtin_COLUMN(), __VA_ARGS__)
#define __fxa_reqd_sub_group_size(...)                                                             \
  clang::annotate("falx.reqd_sub_group_size", __builtin_LINE(), __builtin_COLUMN(), __VA_ARGS__)
#define __fxa_device_has(...) clang::annotate("falx.device_has", __builtin_LINE(), __builtin_COLUMN(), __VA_ARGS__)
#define __fxa0device_has(...) clang::annotate("falx.device_has", __builtin_LINE(), __builtin_COLUMN())
#define __fxa_vec_type_hint(...)

#define __fxg_reqd_work_group_size(...)                                                            \
  __attribute__((annotate("falx.reqd_work_group_size", __builtin_LINE(), __builtin_COLUMN(), __VA_ARGS__)))
#define __fxg_work_group_size_hint(...)                                                            \
  __attribute__((annotate("falx.work_group_size_hint", __builtin_LINE(), __builtin_COLUMN(), __VA_ARGS__)))
#define __fxg_reqd_sub_group_size(...)                                                             \
  __attribute__((annotate("falx.reqd_sub_group_size", __builtin_LINE(), __builtin_COLUMN(), __VA_ARGS__)))
#define __fxg_device_has(...)                                                                      \
  __attribute__((annotate("falx.device_has", __builtin_LINE(), __builtin_COLUMN(), __VA_ARGS__)))
#define __fxg0device_has(...) __attribute__((annotate("falx.device_has", __builtin_LINE(), __builtin_COLUMN())))
#define __fxg_vec_type_hint(...)

#endif
