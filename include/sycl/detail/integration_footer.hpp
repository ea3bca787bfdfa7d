/* For generated integration footers, which stand behind a source (docs/integration.md). */
#ifndef FALX_SYCL_DETAIL_INTEGRATION_FOOTER_HPP
#define FALX_SYCL_DETAIL_INTEGRATION_FOOTER_HPP

#include <sycl/ext/oneapi/device_global.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl::detail {

/* What device code calls the constant. */
template <auto &Id> inline constexpr const char *spec_symbol = nullptr;

template <auto &Id> const char *symbol_in_footer() {
  static_assert(spec_symbol<Id> != nullptr,
                "the integration footer does not know a specialization constant of this source: "
                "write header and footer again");
  return spec_symbol<Id>;
}

} // namespace sycl::detail

#endif
