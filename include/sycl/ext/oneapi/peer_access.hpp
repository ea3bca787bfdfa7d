/* Access to the memory of another device: sycl_ext_oneapi_peer_access. Sub-devices of native_cpu
 * and the whole share their memory: enabling only says so. CUDA's devices have to be told. */
#ifndef FALX_SYCL_EXT_ONEAPI_PEER_ACCESS_HPP
#define FALX_SYCL_EXT_ONEAPI_PEER_ACCESS_HPP

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include <sycl/device.hpp>

#define SYCL_EXT_ONEAPI_PEER_ACCESS 1

namespace sycl {

namespace detail {
/* Who may access whose memory. Devices live until the end of the process. */
class peers {
public:
  /* Enables or disables; false if it was so. */
  static bool set(const device &self, const device &peer, bool is_enabled) {
    static peers all;
    const pair wanted(impl::raw(self), impl::raw(peer));
    std::lock_guard<std::mutex> lock(all.mutex_);
    const auto place = std::find(all.pairs_.begin(), all.pairs_.end(), wanted);
    const bool was_enabled = place != all.pairs_.end();
    if (is_enabled && !was_enabled)
      all.pairs_.push_back(wanted);
    else if (!is_enabled && was_enabled)
      all.pairs_.erase(place);
    return is_enabled != was_enabled;
  }

private:
  using pair = std::pair<falx_device_t, falx_device_t>;
  std::mutex mutex_;
  std::vector<pair> pairs_;
};
FALX_LAZY bool ask_peer(falx_device_t device, falx_device_t peer, falx_peer_request request) {
  bool can;
  check(falx_device_peer(device, peer, request, &can));
  return can;
}
} // namespace detail

inline bool device::ext_oneapi_can_access_peer(const device &peer,
                                               ext::oneapi::peer_access what) const {
  return detail::ask_peer(raw(), detail::impl::raw(peer),
                          what == ext::oneapi::peer_access::atomics_supported ? FALX_PEER_ATOMICS
                                                                              : FALX_PEER_ACCESS);
}
inline void device::ext_oneapi_enable_peer_access(const device &peer) const {
  if (!ext_oneapi_can_access_peer(peer))
    detail::throw_error(errc::feature_not_supported,
                        "the device cannot access the memory of the other one");
  if (!detail::peers::set(*this, peer, true))
    detail::throw_error(errc::invalid, "access to the memory of the other device is enabled");
  detail::ask_peer(raw(), detail::impl::raw(peer), FALX_PEER_ENABLE);
}
inline void device::ext_oneapi_disable_peer_access(const device &peer) const {
  if (!detail::peers::set(*this, peer, false))
    detail::throw_error(errc::invalid, "access to the memory of the other device is not enabled");
  detail::ask_peer(raw(), detail::impl::raw(peer), FALX_PEER_DISABLE);
}

} // namespace sycl

#endif
