/* Names of the standard library's classes in SYCL 1.2.1: sycl::string_class and its relatives. */
#ifndef FALX_SYCL_STL_CLASSES_HPP
#define FALX_SYCL_STL_CLASSES_HPP

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <sycl/detail/config.hpp>

namespace sycl {

using string_class FALX_DEPRECATED("use std::string") = std::string;
using mutex_class FALX_DEPRECATED("use std::mutex") = std::mutex;
using exception_ptr_class FALX_DEPRECATED("use std::exception_ptr") = std::exception_ptr;
using exception_ptr FALX_DEPRECATED("use std::exception_ptr") = std::exception_ptr;
template <class T, class Allocator = std::allocator<T>>
using vector_class FALX_DEPRECATED("use std::vector") = std::vector<T, Allocator>;
template <class F> using function_class FALX_DEPRECATED("use std::function") = std::function<F>;
template <class T, class Deleter = std::default_delete<T>>
using unique_ptr_class FALX_DEPRECATED("use std::unique_ptr") = std::unique_ptr<T, Deleter>;
template <class T>
using shared_ptr_class FALX_DEPRECATED("use std::shared_ptr") = std::shared_ptr<T>;
template <class T> using weak_ptr_class FALX_DEPRECATED("use std::weak_ptr") = std::weak_ptr<T>;
template <class T> using hash_class FALX_DEPRECATED("use std::hash") = std::hash<T>;

} // namespace sycl

#endif
