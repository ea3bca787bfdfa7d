/* Hierarchical parallel for: parallel_for_work_group, parallel_for_work_item, h_item and
 * private_memory. SYCL 2020, 4.9.1.6, 4.9.4.2.3 and 4.10.4.3.
 *
 * A work-group is one work-item of the device: code at work-group scope is run once, and
 * parallel_for_work_item is a loop over the work-items, so that the barrier behind it is where the
 * loop ends. */
#ifndef FALX_SYCL_H_ITEM_HPP
#define FALX_SYCL_H_ITEM_HPP

#include <sycl/detail/work_group.hpp>
#include <sycl/exception.hpp>
#include <sycl/group.hpp>
#include <sycl/item.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl {

template <int D> class h_item {
public:
  static constexpr int dimensions = D;

  h_item() = delete;
  item<D, false> get_global() const { return global_; }
  item<D, false> get_local() const { return get_logical_local(); }
  item<D, false> get_logical_local() const { return logical_; }
  item<D, false> get_physical_local() const { return physical_; }
  range<D> get_global_range() const { return global_.get_range(); }
  size_t get_global_range(int d) const { return global_.get_range(d); }
  id<D> get_global_id() const { return global_.get_id(); }
  size_t get_global_id(int d) const { return global_.get_id(d); }
  range<D> get_local_range() const { return get_logical_local_range(); }
  size_t get_local_range(int d) const { return get_logical_local_range(d); }
  id<D> get_local_id() const { return get_logical_local_id(); }
  size_t get_local_id(int d) const { return get_logical_local_id(d); }
  range<D> get_logical_local_range() const { return logical_.get_range(); }
  size_t get_logical_local_range(int d) const { return logical_.get_range(d); }
  id<D> get_logical_local_id() const { return logical_.get_id(); }
  size_t get_logical_local_id(int d) const { return logical_.get_id(d); }
  range<D> get_physical_local_range() const { return physical_.get_range(); }
  size_t get_physical_local_range(int d) const { return physical_.get_range(d); }
  id<D> get_physical_local_id() const { return physical_.get_id(); }
  size_t get_physical_local_id(int d) const { return physical_.get_id(d); }

  friend bool operator==(const h_item &a, const h_item &b) {
    return a.global_ == b.global_ && a.logical_ == b.logical_ && a.physical_ == b.physical_;
  }
  friend bool operator!=(const h_item &a, const h_item &b) { return !(a == b); }

private:
  friend struct detail::access_group;
  h_item(const item<D, false> &global, const item<D, false> &logical,
         const item<D, false> &physical)
      : global_(global), logical_(logical), physical_(physical) {}
  item<D, false> global_, logical_, physical_;
};

namespace detail {

template <int D, class Function>
void for_each_item(const group<D> &g, const range<D> &logical, const Function &function) {
  const range<D> physical = g.get_local_range(), global = g.get_global_range();
  const id<D> group_id = g.get_group_id();
  id<D> at;
  for (size_t n = 0, count = logical.size(); n < count; ++n) {
    id<D> in_group, in_all; // a work-item runs the logical ones that are its number apart
    for (int d = 0; d < D; ++d) {
      in_group[d] = physical[d] ? at[d] % physical[d] : 0;
      in_all[d] = group_id[d] * physical[d] + in_group[d];
    }
    function(access_group::h_item_of<D>(access_item::make<D, false>(in_all, global),
                                        access_item::make<D, false>(at, logical),
                                        access_item::make<D, false>(in_group, physical)));
    for (int d = D - 1; d >= 0 && ++at[d] == logical[d]; --d)
      at[d] = 0;
  }
}

/* Of a work-group of a hierarchical kernel, which is one of the device: on native_cpu as many as it
 * takes elsewhere, on other devices as many as local memory has room for the variables of. */
inline constexpr size_t most_on_native_cpu = 8192, most_elsewhere = 1024;
#if defined(__SYCL_DEVICE_ONLY__) && (defined(__SPIR__) || defined(__SPIRV__) || defined(__NVPTX__))
inline constexpr size_t most_work_items = most_elsewhere;
#else
inline constexpr size_t most_work_items = most_on_native_cpu;
#endif
inline void check_work_items(falx_device_t device, size_t count,
                             const struct falx_kernel_site &site) {
  const bool is_cpu =
      falx_platform_backend(falx_device_platform(device)) == FALX_BACKEND_NATIVE_CPU;
  if (count <= (is_cpu ? most_on_native_cpu : most_elsewhere))
    return;
  /* A kernel that the device cannot run at all, for its reqd_work_group_size say, comes first. */
  falx_kernel_id id;
  check(falx_kernel_identify(site.name, site.module, &id));
  check(falx_kernel_check(&id, device));
  throw_error(errc::nd_range,
              is_cpu ? "parallel_for_work_group: a work-group has up to 8192 work-items on this "
                       "device"
                     : "parallel_for_work_group: a work-group has up to 1024 work-items on this "
                       "device; take more and smaller work-groups");
}

/* What is launched: one work-item for each work-group. */
template <int D, class Kernel> struct work_group_kernel {
  Kernel kernel;
  size_t items[D];
  void operator()(nd_item<D> it) const {
    group<D> g = it.get_group();
    access_group::set_items(g, items);
    if constexpr (std::is_invocable_v<const Kernel &, group<D>>)
      kernel(g);
    else
      kernel(g, make_handler::here());
  }
};

} // namespace detail

template <int D, class Kernel>
struct is_device_copyable<detail::work_group_kernel<D, Kernel>>
    : std::bool_constant<detail::is_kernel_copyable<Kernel>()> {};

template <int D>
template <class Function>
void group<D>::parallel_for_work_item(const Function &function) const {
  detail::for_each_item(*this, get_local_range(), function);
}
template <int D>
template <class Function>
void group<D>::parallel_for_work_item(range<D> flexible, const Function &function) const {
  detail::for_each_item(*this, flexible, function);
}

/* A variable of each work-item that lives as long as the work-group. Its memory is local, for
 * most_work_items of them. */
template <class T, int D = 1> class private_memory {
public:
  FALX_INLINE private_memory(const group<D> &)
      : memory_(static_cast<T *>(
            __falx_group_memory(detail::most_work_items * sizeof(T), alignof(T)))) {}
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;
  T &operator()(const h_item<D> &it) const {
    return memory_[detail::linear(it.get_physical_local_id(), it.get_physical_local_range())];
  }

private:
  T *memory_;
};

} // namespace sycl

#endif
