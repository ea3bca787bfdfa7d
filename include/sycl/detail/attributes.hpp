/* Kernel attributes (SYCL 2020, 5.8) as annotations, which clang carries to the IR: falx++ puts
 * these macros in the place of [[sycl::NAME(...)]] where it compiles a source that has them.
 * docs/kernel-attributes.md.
 *
 * __fxa_NAME stands in a list of attributes, __fxt_NAME in one of a type, __fxg_NAME by itself. The
 * widths are those of what they replace, so that columns stay. */
#ifndef FALX_SYCL_DETAIL_ATTRIBUTES_HPP
#define FALX_SYCL_DETAIL_ATTRIBUTES_HPP

#if defined(__clang__)
#pragma GCC system_header

/* Arguments are evaluated inside template arguments: elsewhere a lambda would capture what they
 * name. */
namespace __falx_attribute {
template <long long Value> inline constexpr long long constant = Value;

template <class... T> constexpr long long count(T...) {
  return sizeof...(T);
}

/* 32 bits are enough for a size that no device has. */
template <class T> constexpr long long integer(T value) {
  static_assert(__is_enum(T) || (__is_convertible(T, long long) && !__is_floating_point(T)),
                "the arguments of a kernel attribute are integral constants");
  if constexpr (__is_unsigned(T))
    return value > 0xffffffffu ? 0xffffffffll : static_cast<long long>(value);
  else
    return static_cast<long long>(value);
}

/* 1 beyond the last. */
template <class... T> constexpr long long at(unsigned index, T... values) {
  const long long all[] = {__falx_attribute::integer(values)..., 1};
  return all[index < sizeof...(T) ? index : sizeof...(T)];
}

/* A bit for each; the seventh, which is no aspect's number, for what is none. */
template <class... T> constexpr long long mask(T... aspects) {
  const long long all[] = {__falx_attribute::integer(aspects)..., 0};
  unsigned long long bits = 0;
  for (unsigned i = 0; i < sizeof...(T); ++i)
    bits |= 1ull << (all[i] >= 0 && all[i] < 64 ? all[i] : 7);
  return static_cast<long long>(bits);
}
} // namespace __falx_attribute

#define __fx_sizes(...)                                                                            \
  __falx_attribute::constant<__falx_attribute::count(__VA_ARGS__)>,                                \
      __falx_attribute::constant<__falx_attribute::at(0, __VA_ARGS__)>,                            \
      __falx_attribute::constant<__falx_attribute::at(1, __VA_ARGS__)>,                            \
      __falx_attribute::constant<__falx_attribute::at(2, __VA_ARGS__)>
#define __fx_aspects(...) __falx_attribute::constant<__falx_attribute::mask(__VA_ARGS__)>
/* The text tells attributes of several declarations apart: of those with one text clang keeps one.
 */
#define __fx_text(line) #line
#define __fx_line(line) __fx_text(line)
#define __fx_place "@" __FILE__ ":" __fx_line(__LINE__), __builtin_LINE(), __builtin_COLUMN()

#define __fxa_reqd_work_group_size(...)                                                            \
  clang::annotate("falx.reqd_work_group_size" __fx_place, __fx_sizes(__VA_ARGS__))
#define __fxa_work_group_size_hint(...)                                                            \
  clang::annotate("falx.work_group_size_hint" __fx_place, __fx_sizes(__VA_ARGS__))
#define __fxa_reqd_sub_group_size(...)                                                             \
  clang::annotate("falx.reqd_sub_group_size" __fx_place, __fx_sizes(__VA_ARGS__))
#define __fxa_device_has(...)                                                                      \
  clang::annotate("falx.device_has" __fx_place, __fx_aspects(__VA_ARGS__))
#define __fxa_vec_type_hint(...)

#define __fxg_reqd_work_group_size(...)                                                            \
  __attribute__((annotate("falx.reqd_work_group_size" __fx_place, __fx_sizes(__VA_ARGS__))))
#define __fxg_work_group_size_hint(...)                                                            \
  __attribute__((annotate("falx.work_group_size_hint" __fx_place, __fx_sizes(__VA_ARGS__))))
#define __fxg_reqd_sub_group_size(...)                                                             \
  __attribute__((annotate("falx.reqd_sub_group_size" __fx_place, __fx_sizes(__VA_ARGS__))))
#define __fxg_device_has(...)                                                                      \
  __attribute__((annotate("falx.device_has" __fx_place, __fx_aspects(__VA_ARGS__))))
#define __fxg_vec_type_hint(...)
#define __fxg_assume_indirect_calls                                                                \
  __attribute__((annotate("falx.assume_indirect_calls" __fx_place, 1, 1)))

#define __fxt_reqd_work_group_size(...)                                                            \
  clang::annotate_type("falx.reqd_work_group_size", __fx_sizes(__VA_ARGS__))
#define __fxt_work_group_size_hint(...)                                                            \
  clang::annotate_type("falx.work_group_size_hint", __fx_sizes(__VA_ARGS__))
#define __fxt_reqd_sub_group_size(...)                                                             \
  clang::annotate_type("falx.reqd_sub_group_size", __fx_sizes(__VA_ARGS__))
#define __fxt_device_has(...) clang::annotate_type("falx.device_has", __fx_aspects(__VA_ARGS__))
#define __fxt_vec_type_hint(...)

#endif
#endif
