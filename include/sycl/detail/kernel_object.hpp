/* Launches of kernel objects: SYCL 2020, 4.9.4.2.1 and 4.9.4.4; sycl_ext_oneapi_raw_kernel_arg. */
#ifndef FALX_SYCL_DETAIL_KERNEL_OBJECT_HPP
#define FALX_SYCL_DETAIL_KERNEL_OBJECT_HPP

#include <sycl/detail/free_function.hpp>
#include <sycl/kernel_bundle.hpp>

#define SYCL_EXT_ONEAPI_RAW_KERNEL_ARG 1

namespace sycl {

namespace ext::oneapi::experimental {
/* An argument of any type, by its bytes. set_arg copies them. */
class raw_kernel_arg {
public:
  raw_kernel_arg(const void *bytes, size_t size) : bytes_(bytes), size_(size) {}

private:
  friend class sycl::handler;
  friend struct sycl::detail::graph_access;
  const void *bytes_;
  size_t size_;
};
} // namespace ext::oneapi::experimental

namespace detail {
/* What handler::set_arg was given; its bytes lie behind. */
struct set_argument {
  set_argument *before;
  size_t size;
  int index;
};
} // namespace detail

inline void handler::set_arg(int index, const ext::oneapi::experimental::raw_kernel_arg &argument) {
  add_argument(index, argument.bytes_, argument.size_);
}

inline void handler::add_argument(int index, const void *bytes, size_t size) {
  auto *argument = static_cast<detail::set_argument *>(std::malloc(sizeof(*arguments_) + size));
  if (!argument)
    throw std::bad_alloc();
  *argument = {arguments_, size, index};
  __builtin_memcpy(argument + 1, bytes, size);
  arguments_ = argument;
}

inline void handler::drop_arguments() {
  while (detail::set_argument *last = arguments_) {
    arguments_ = last->before;
    std::free(last);
  }
}

/* Refused before the command is begun: a program may catch that in the command group. */
inline void handler::set_object(const kernel &k) {
  const auto refuse = [&](auto... message) {
    detail::throw_status(falx_error_set(FALX_ERROR_INVALID, command_.location, message...));
  };
  const detail::kernel_arguments *wanted = k.id_.arguments_;
  if (!wanted)
    refuse("%s", "a kernel object of a function object has no arguments to set: launch it by the "
                 "function object, after use_kernel_bundle if the bundle matters");
  if (detail::impl::raw(k.get_context()) != falx_queue_context(queue_))
    refuse("%s", "the kernel object is of another context than the queue");
  const uint32_t count = wanted->count;
  const auto find = [&](uint32_t index) { // the last one that was given
    const detail::set_argument *given = arguments_;
    while (given && given->index != static_cast<int>(index))
      given = given->before;
    return given;
  };
  for (uint32_t i = 0; i < count; ++i) {
    const detail::set_argument *given = find(i);
    if (!given)
      refuse("argument %u of the kernel, which has %u, was not set: call set_arg(%u, ...) before "
             "the launch",
             i, count, i);
    if (given->size != wanted->places[i].size)
      refuse(
          "argument %u of the kernel has %u bytes, and set_arg was given %zu: give it a value of "
          "the parameter's type",
          i, wanted->places[i].size, given->size);
  }
  for (const detail::set_argument *given = arguments_; given; given = given->before)
    if (given->index < 0 || given->index >= static_cast<int>(count))
      refuse("set_arg(%d, ...): the kernel has %u arguments, counted from 0", given->index, count);
  if (bundle_)
    (void)bundle_values_(bundle_, wanted->site); // refuses a kernel that it does not hold
  else
    k.use_values(*this);
  begin();
  object_ = wanted;
  command_.kind = FALX_COMMAND_KERNEL;
  command_.u.kernel.site = wanted->site;
  unsigned char *to = room(wanted->size);
  command_.u.kernel.functor = to;
  for (uint32_t i = 0; i < count; ++i)
    __builtin_memcpy(to + wanted->places[i].offset, find(i) + 1, wanted->places[i].size);
}

} // namespace sycl

#endif
