/* What falx-integration, which reads the syntax tree, is told by instantiations: which kernels and
 * specialization constants there are, and what the compiler calls them. tools/integration/kernels.c
 * is the other side; no compilation includes this. */
#ifndef FALX_SYCL_DETAIL_TELL_HPP
#define FALX_SYCL_DETAIL_TELL_HPP

#include <cstddef>
#include <utility>

namespace sycl::detail {

/* A string as a type: an array for each character, as long as the character's code. */
template <class... Characters> struct spelled;
template <class Name, std::size_t... I>
spelled<char[static_cast<unsigned char>(__builtin_sycl_unique_stable_name(Name)[I])]...>
    spell(std::index_sequence<I...>);
template <class Name>
using spelled_name = decltype(spell<Name>(
    std::make_index_sequence<__builtin_strlen(__builtin_sycl_unique_stable_name(Name))>()));

template <class Name, class Kernel, class Symbol> void tell_kernel();
template <class Symbol, class Id> void tell_constant(Id &);

} // namespace sycl::detail

#define FALX_TELL_KERNEL(Name, Kernel) tell_kernel<Name, Kernel, spelled_name<Name>>();
#define FALX_TELL_CONSTANT(Id) tell_constant<spelled_name<spec_name<Id>>>(Id);

#endif
