/* Kernel bundles. SYCL 2020, 4.11.
 *
 * Device code is compiled before the program runs, and once more where values of specialization
 * constants are set. So a bundle in input or object state is a list of kernels with these values,
 * and building it does what the first launch would do. Values stay with the kernels that they were
 * set for when bundles are joined. */
#ifndef FALX_SYCL_KERNEL_BUNDLE_HPP
#define FALX_SYCL_KERNEL_BUNDLE_HPP

#include <memory>

#include <sycl/detail/free_function.hpp>
#include <sycl/kernel.hpp>
#include <sycl/queue.hpp>

namespace sycl {

namespace detail {
/* Named by way of State, so that a program that has no bundles does not pay for the vector. */
template <class T, bundle_state> struct lazy_element {
  using type = T;
};
template <class T, bundle_state State>
using lazy_vector = std::vector<typename lazy_element<T, State>::type>;

/* Kernels of a bundle that have their values of specialization constants in common. */
template <bundle_state State> struct bundle_part {
  lazy_vector<kernel_id, State> ids;
  spec_values values;
};
} // namespace detail

/* ---- Identities: 4.11.6 ---- */

namespace detail {
template <class Name> struct reduce_name; // reduction.hpp

struct all_kernel_ids {
  template <class Id = kernel_id, class Raw = falx_kernel_id> std::vector<Id> operator()() const {
    size_t count = 0;
    check(falx_kernel_ids(nullptr, 0, &count));
    std::vector<Raw> raw(count);
    check(falx_kernel_ids(raw.data(), raw.size(), &count));
    std::vector<Id> ids;
    for (size_t i = 0; i < count && i < raw.size(); ++i)
      ids.push_back(impl::make<Id>(raw[i]));
    return ids;
  }
};
} // namespace detail

template <class Name, class Id = kernel_id> FALX_PER_MODULE Id get_kernel_id() {
  using reduction = detail::reduce_name<Name>;
  falx_kernel_id raw;
  if (falx_kernel_identify(detail::kernel_symbol<reduction>(), &__dso_handle, &raw))
    detail::check(falx_kernel_identify(detail::kernel_symbol<detail::class_name<Name>>(),
                                       &__dso_handle, &raw));
  return detail::impl::make<Id>(raw);
}
namespace detail {
struct source_library; // ext/oneapi/experimental/kernel_compiler.hpp
struct source_access;
struct free_function_access {
  static kernel_id id(const kernel_arguments *arguments) {
    falx_kernel_id raw;
    check(falx_kernel_identify(arguments->site->name, arguments->site->module, &raw));
    kernel_id id = impl::make<kernel_id>(raw);
    id.arguments_ = arguments;
    return id;
  }
  template <auto *Func> FALX_PER_MODULE static kernel_id id() { return id(arguments_of<Func>()); }
};
} // namespace detail
/* An object: a function that is no template would have every program compile vectors of ids, and of
 * a template programs cannot ask what type it has. */
inline constexpr detail::all_kernel_ids get_kernel_ids;
namespace detail {
/* Whether the device can run it; throws where that could not be found out. */
inline bool can_run(const falx_kernel_id &id, falx_device_t device) {
  falx_status status = falx_kernel_check(&id, device);
  if (status == FALX_ERROR_NO_KERNEL || status == FALX_ERROR_KERNEL_NOT_SUPPORTED)
    return false;
  check(status);
  return true;
}
} // namespace detail

/* Whether the device can run all of them: 4.11.8.4. */
template <class Id = kernel_id> bool is_compatible(const std::vector<Id> &ids, const device &d) {
  for (const Id &id : ids)
    if (!detail::can_run(detail::impl::raw(id), detail::impl::raw(d)))
      return false;
  return true;
}
template <class Name> FALX_PER_MODULE bool is_compatible(const device &d) {
  return is_compatible<kernel_id>({get_kernel_id<Name>()}, d);
}

/* ---- Bundles ---- */

/* The kernels of a bundle; which of them share an image makes no difference to a program. */
template <bundle_state State> class device_image : public detail::owner_order<device_image<State>> {
public:
  bool has_kernel(const kernel_id &id) const noexcept {
    for (const kernel_id &own : ids_)
      if (own == id)
        return true;
    return false;
  }
  bool has_kernel(const kernel_id &id, const device &d) const noexcept {
    const falx_kernel_id raw = detail::impl::raw(id);
    return has_kernel(id) && falx_kernel_check(&raw, detail::impl::raw(d)) == FALX_SUCCESS;
  }
  friend bool operator==(const device_image &a, const device_image &b) {
    size_t equal = 0;
    for (const kernel_id &id : a.ids_)
      equal += b.has_kernel(id);
    return equal == a.ids_.size() && equal == b.ids_.size();
  }
  friend bool operator!=(const device_image &a, const device_image &b) { return !(a == b); }

private:
  template <bundle_state> friend class kernel_bundle;
  friend struct std::hash<device_image>;
  friend struct detail::impl;
  device_image() {}
  detail::lazy_vector<kernel_id, State> ids_; // each once
  detail::object_identity identity_{detail::counted_word()};
};

namespace detail {
template <bundle_state To, bundle_state From>
kernel_bundle<To> next_bundle(const kernel_bundle<From> &, const lazy_vector<device, From> &);
template <bundle_state To, bundle_state From>
kernel_bundle<To> next_bundle(const kernel_bundle<From> &);
template <bundle_state State>
kernel_bundle<State> unite(const std::vector<kernel_bundle<State>> &bundles);
} // namespace detail

template <bundle_state State>
class kernel_bundle : public detail::owner_order<kernel_bundle<State>> {
public:
  using device_image_type = device_image<State>;
  using device_image_iterator = const device_image_type *;
  kernel_bundle() = delete;

  bool empty() const noexcept { return ids().empty(); }
  sycl::backend get_backend() const noexcept { return context_.get_backend(); }
  context get_context() const noexcept { return context_; }
  detail::lazy_vector<device, State> get_devices() const noexcept { return devices_; }
  bool has_kernel(const kernel_id &id) const noexcept { return image_.has_kernel(id); }
  bool has_kernel(const kernel_id &id, const device &d) const noexcept {
    return has_device(d) && image_.has_kernel(id, d);
  }
  template <class Name> FALX_PER_MODULE bool has_kernel() const noexcept {
    return has_kernel(get_kernel_id<Name>());
  }
  template <class Name> FALX_PER_MODULE bool has_kernel(const device &d) const noexcept {
    return has_kernel(get_kernel_id<Name>(), d);
  }
  /* Kernels that were compiled from source text have none: sycl_ext_oneapi_kernel_compiler. */
  detail::lazy_vector<kernel_id, State> get_kernel_ids() const {
    detail::lazy_vector<kernel_id, State> own;
    for (const kernel_id &id : ids())
      if (!is_of_source(id))
        own.push_back(id);
    return own;
  }
  bool contains_specialization_constants() const noexcept { return has_constant(nullptr); }
  /* Their values are compiled into the kernels. */
  bool native_specialization_constant() const noexcept {
    return contains_specialization_constants();
  }
  template <auto &Id> bool has_specialization_constant() const noexcept {
    return has_constant(detail::specialization::symbol<Id>());
  }
  template <auto &Id> void set_specialization_constant(detail::spec_type<Id> value) {
    static_assert(State == bundle_state::input,
                  "specialization constants are set before a kernel bundle is compiled");
    for (auto &part : *parts_)
      part.values.template set<Id>(value);
  }
  template <auto &Id> detail::spec_type<Id> get_specialization_constant() const {
    const char *name = detail::specialization::symbol<Id>();
    for (const auto &part : *parts_)
      if (part.values.has(name))
        return part.values.template get<Id>();
    return detail::spec_values().template get<Id>();
  }
  device_image_iterator begin() const { return &image_; }
  device_image_iterator end() const { return &image_ + !empty(); }

  kernel get_kernel(const kernel_id &id) const {
    static_assert(State == bundle_state::executable,
                  "only an executable bundle has kernels to run");
    if (!has_kernel(id))
      detail::throw_error(errc::invalid,
                          std::string("the kernel bundle does not hold the kernel ") +
                              id.get_name());
    return kernel(context_, id, std::make_shared<const kernel_bundle>(*this));
  }
  template <class Name> FALX_PER_MODULE kernel get_kernel() const {
    return get_kernel(get_kernel_id<Name>());
  }
  /* Of free functions: sycl_ext_oneapi_free_function_kernels. */
  template <auto *Func, detail::if_free_function<Func> = 0>
  FALX_PER_MODULE bool ext_oneapi_has_kernel() const {
    return has_kernel(detail::free_function_access::id<Func>());
  }
  template <auto *Func, detail::if_free_function<Func> = 0>
  FALX_PER_MODULE bool ext_oneapi_has_kernel(const device &d) const {
    return has_kernel(detail::free_function_access::id<Func>(), d);
  }
  template <auto *Func, detail::if_free_function<Func> = 0>
  FALX_PER_MODULE kernel ext_oneapi_get_kernel() const {
    return get_kernel(detail::free_function_access::id<Func>());
  }
  /* Of source text: by the names that were registered, and the functions' symbols. */
  bool ext_oneapi_has_kernel(const std::string &name) const { return find(name); }
  bool ext_oneapi_has_kernel(const std::string &name, const device &d) const {
    const detail::source_kernel *found = find(name);
    return found && has_kernel(detail::free_function_access::id(found->arguments), d);
  }
  kernel ext_oneapi_get_kernel(const std::string &name) const {
    return get_kernel(detail::free_function_access::id(get(name).arguments));
  }
  template <class Library = detail::source_library>
  std::string ext_oneapi_get_raw_kernel_name(const std::string &name) const {
    return Library::raw_name(get(name));
  }

  friend bool operator==(const kernel_bundle &a, const kernel_bundle &b) {
    bool is_equal = a.context_ == b.context_ && a.has_devices_of(b) && a.image_ == b.image_;
    for (const kernel_id &id : a.ids())
      is_equal = is_equal && a.values_of(id) == b.values_of(id);
    return is_equal;
  }
  friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return !(a == b); }

private:
  friend class kernel;
  friend class handler;
  template <bundle_state S>
  friend kernel_bundle<S> get_kernel_bundle(const context &, const detail::lazy_vector<device, S> &,
                                            const detail::lazy_vector<kernel_id, S> &);
  template <bundle_state S>
  friend kernel_bundle<S> join(const std::vector<kernel_bundle<S>> &bundles);
  template <bundle_state S>
  friend kernel_bundle<S> detail::unite(const std::vector<kernel_bundle<S>> &bundles);
  friend struct std::hash<kernel_bundle>;
  friend struct detail::impl;
  friend struct detail::source_access;
  template <bundle_state> friend class kernel_bundle;
  template <bundle_state To, bundle_state From>
  friend kernel_bundle<To> detail::next_bundle(const kernel_bundle<From> &,
                                               const detail::lazy_vector<device, From> &);
  template <bundle_state To, bundle_state From>
  friend kernel_bundle<To> detail::next_bundle(const kernel_bundle<From> &);

  kernel_bundle(const context &c, const detail::lazy_vector<device, State> &devices)
      : context_(c), parts_(std::make_shared<parts_type>(1)) {
    for (const device &d : devices)
      if (!has_device(d))
        devices_.push_back(d);
  }
  using part_type = typename detail::lazy_element<detail::bundle_part<State>, State>::type;
  using parts_type = std::vector<part_type>; // never empty
  const detail::spec_values &values_of(const kernel_id &wanted) const {
    for (const part_type &p : *parts_)
      for (const kernel_id &id : p.ids)
        if (id == wanted)
          return p.values;
    return parts_->front().values;
  }
  const detail::lazy_vector<kernel_id, State> &ids() const { return image_.ids_; }
  template <class Library = detail::source_library>
  const detail::source_kernel *find(const std::string &name) const {
    for (const std::shared_ptr<const Library> &source : sources_)
      if (const detail::source_kernel *found = source->find(name))
        return found;
    return nullptr;
  }
  const detail::source_kernel &get(const std::string &name) const {
    const detail::source_kernel *found = find(name);
    if (!found)
      detail::throw_error(errc::invalid,
                          "the kernel bundle has no kernel '" + name +
                              "' of source text: functions that are not extern \"C\" "
                              "are found by a name that was registered for the build");
    return *found;
  }
  template <class Library = detail::source_library> bool is_of_source(const kernel_id &id) const {
    for (const std::shared_ptr<const Library> &source : sources_)
      for (size_t i = 0; i < source->count; ++i)
        if (source->kernels[i].arguments == id.arguments_)
          return true;
    return false;
  }
  bool has_device(const device &d) const {
    for (const device &own : devices_)
      if (own == d)
        return true;
    return false;
  }
  bool has_devices_of(const kernel_bundle &o) const {
    size_t equal = 0;
    for (const device &d : o.devices_)
      equal += has_device(d);
    return equal == devices_.size() && equal == o.devices_.size();
  }
  /* To the last part, unless it is there. */
  void add(const kernel_id &id) {
    if (image_.has_kernel(id))
      return;
    image_.ids_.push_back(id);
    parts_->back().ids.push_back(id);
  }
  /* What is added from here on has these values. */
  void begin_part(const detail::spec_values &values) {
    if (!parts_->back().ids.empty())
      parts_->emplace_back();
    parts_->back().values = values;
  }
  /* For the devices that can run them; in executable state, builds what a launch would build. */
  template <class Ids> void take(const Ids &wanted) {
    for (const kernel_id &id : wanted)
      for (const device &d : devices_) {
        const falx_kernel_id raw = detail::impl::raw(id);
        if (!detail::can_run(raw, detail::impl::raw(d)))
          continue;
        if constexpr (State == bundle_state::executable)
          detail::check(falx_kernel_build(&raw, detail::impl::raw(context_), detail::impl::raw(d),
                                          parts_->back().values.data(),
                                          parts_->back().values.size()));
        add(id);
        add_dependencies(raw, d);
      }
  }
  /* Kernels of its image, where the program was compiled with an option that splits them, and of
   * the libraries that it calls: they are in the program that is built. */
  void add_dependencies(const falx_kernel_id &raw, const device &d) {
    falx_kernel_id few[16], *all = few;
    std::vector<falx_kernel_id> many;
    size_t count = 0, capacity = 16;
    falx_status status =
        falx_kernel_dependencies(&raw, detail::impl::raw(d), few, capacity, &count);
    if (status == FALX_ERROR_BUILD)
      return; // in input state something may still come
    detail::check(status);
    if (count > capacity) {
      many.resize(capacity = count);
      all = many.data();
      detail::check(falx_kernel_dependencies(&raw, detail::impl::raw(d), all, capacity, &count));
    }
    for (size_t i = 0; i < count && i < capacity; ++i)
      if (detail::can_run(all[i], detail::impl::raw(d)))
        add(detail::impl::make<kernel_id>(all[i]));
  }
  bool has_constant(const char *name) const noexcept {
    for (const kernel_id &id : ids())
      for (const device &d : devices_) {
        const falx_kernel_id raw = detail::impl::raw(id);
        bool has_it = false;
        if (falx_kernel_has_spec_constant(&raw, detail::impl::raw(d), name, &has_it) ==
                FALX_SUCCESS &&
            has_it)
          return true;
      }
    return false;
  }
  /* For handler::use_kernel_bundle. */
  const detail::spec_values &values_for(const char *name, const void *module) const {
    falx_kernel_id raw;
    detail::check(falx_kernel_identify(name, module, &raw));
    const kernel_id id = detail::impl::make<kernel_id>(raw);
    if (!has_kernel(id))
      detail::throw_error(
          errc::kernel_not_supported,
          std::string("the command group's kernel bundle does not hold the kernel ") + name);
    return values_of(id);
  }

  context context_;
  detail::lazy_vector<device, State> devices_; // each once
  device_image_type image_;
  std::shared_ptr<parts_type> parts_; // copies of a bundle share them: 4.5.2
  detail::lazy_vector<std::shared_ptr<const detail::source_library>, State> sources_;
  detail::object_identity identity_{detail::counted_word()};
};

namespace detail {
/* 4.11.8.1: devices are the context's, and there are some. */
template <class Devices> void check_devices(const context &c, const Devices &devices) {
  bool is_fine = !devices.empty();
  for (const auto &d : devices) {
    bool is_in = false;
    for (const auto &own : c.template get_devices<typename Devices::value_type>())
      is_in = is_in || own == d;
    is_fine = is_fine && is_in;
  }
  if (!is_fine)
    detail::throw_error(errc::invalid, devices.empty()
                                           ? "a kernel bundle needs a device"
                                           : "a device of the kernel bundle is not of its context");
}
/* 4.11.8.1: what a bundle that is not yet executable needs. */
template <bundle_state State> constexpr aspect needed_aspect() {
  return State == bundle_state::input ? aspect::online_compiler : aspect::online_linker;
}
template <bundle_state State, class Devices> void check_online(const Devices &devices) {
  if constexpr (State != bundle_state::executable)
    for (const auto &d : devices)
      if (!d.has(needed_aspect<State>()))
        detail::throw_error(errc::invalid,
                            State == bundle_state::input
                                ? "a kernel bundle in input state for a device without "
                                  "aspect::online_compiler"
                                : "a kernel bundle in object state for a device without "
                                  "aspect::online_linker");
}
/* The bundle in a later state, for devices of it. */
template <bundle_state To, bundle_state From>
kernel_bundle<To> next_bundle(const kernel_bundle<From> &from,
                              const lazy_vector<device, From> &devices) {
  for (const device &d : devices)
    if (!from.has_device(d))
      detail::throw_error(errc::invalid, "a device that the kernel bundle is not for");
  check_devices(from.context_, devices);
  kernel_bundle<To> to(from.context_, devices);
  for (const auto &part : *from.parts_) {
    to.begin_part(part.values);
    to.take(part.ids);
  }
  return to;
}
template <bundle_state To, bundle_state From>
kernel_bundle<To> next_bundle(const kernel_bundle<From> &from) {
  return next_bundle<To>(from, from.devices_);
}
} // namespace detail

/* ---- Getting bundles: 4.11.8 ---- */

template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c,
                                       const detail::lazy_vector<device, State> &devices,
                                       const detail::lazy_vector<kernel_id, State> &ids) {
  detail::check_devices(c, devices);
  detail::check_online<State>(devices);
  kernel_bundle<State> bundle(c, devices);
  bundle.take(ids);
  for (const kernel_id &id : ids)
    if (!bundle.has_kernel(id))
      detail::throw_error(errc::invalid,
                          std::string("no device of the kernel bundle can run the kernel ") +
                              id.get_name());
  return bundle;
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c,
                                       const detail::lazy_vector<device, State> &devices) {
  detail::lazy_vector<kernel_id, State> ids;
  for (const kernel_id &id : get_kernel_ids())
    for (size_t i = 0; i < devices.size(); ++i)
      if (is_compatible<kernel_id>({id}, devices[i])) {
        ids.push_back(id);
        break;
      }
  return get_kernel_bundle<State>(c, devices, ids);
}
/* Images of which select is true: a selector sees one image for each kernel. */
template <bundle_state State, class Selector,
          class = std::enable_if_t<std::is_invocable_v<Selector &, const device_image<State> &>>>
kernel_bundle<State> get_kernel_bundle(const context &c,
                                       const detail::lazy_vector<device, State> &devices,
                                       Selector select) {
  detail::check_devices(c, devices);
  detail::lazy_vector<kernel_id, State> ids;
  kernel_bundle<State> all = get_kernel_bundle<State>(c, devices);
  for (const kernel_id &id : all.get_kernel_ids())
    if (select(*get_kernel_bundle<State>(c, devices, {id}).begin()))
      ids.push_back(id);
  return get_kernel_bundle<State>(c, devices, ids);
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
  return get_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c,
                                       const detail::lazy_vector<kernel_id, State> &ids) {
  return get_kernel_bundle<State>(c, c.get_devices(), ids);
}
template <bundle_state State, class Selector,
          class = std::enable_if_t<std::is_invocable_v<Selector &, const device_image<State> &>>>
kernel_bundle<State> get_kernel_bundle(const context &c, Selector select) {
  return get_kernel_bundle<State>(c, c.get_devices(), select);
}
template <class Name, bundle_state State>
FALX_PER_MODULE kernel_bundle<State> get_kernel_bundle(const context &c) {
  return get_kernel_bundle<State>(c, detail::lazy_vector<kernel_id, State>{get_kernel_id<Name>()});
}
template <class Name, bundle_state State>
FALX_PER_MODULE kernel_bundle<State>
get_kernel_bundle(const context &c, const detail::lazy_vector<device, State> &devices) {
  return get_kernel_bundle<State>(c, devices,
                                  detail::lazy_vector<kernel_id, State>{get_kernel_id<Name>()});
}

/* ---- Asking for them: 4.11.8.5 ---- */

namespace detail {
template <bundle_state State> bool has_bundle_of(const kernel_id &id, const device &d) {
  if constexpr (State != bundle_state::executable)
    if (!d.has(needed_aspect<State>()))
      return false;
  return is_compatible<kernel_id>({id}, d);
}
} // namespace detail

template <bundle_state State>
bool has_kernel_bundle(const context &c, const detail::lazy_vector<device, State> &devices) {
  detail::check_devices(c, devices);
  for (const kernel_id &id : get_kernel_ids())
    for (const device &d : devices)
      if (detail::has_bundle_of<State>(id, d))
        return true;
  return false;
}
template <bundle_state State>
bool has_kernel_bundle(const context &c, const detail::lazy_vector<device, State> &devices,
                       const detail::lazy_vector<kernel_id, State> &ids) {
  detail::check_devices(c, devices);
  bool has_all = true;
  for (const kernel_id &id : ids) {
    bool has_it = false;
    for (const device &d : devices)
      has_it = has_it || detail::has_bundle_of<State>(id, d);
    has_all = has_all && has_it;
  }
  return has_all;
}
template <bundle_state State> bool has_kernel_bundle(const context &c) {
  return has_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State>
bool has_kernel_bundle(const context &c, const detail::lazy_vector<kernel_id, State> &ids) {
  return has_kernel_bundle<State>(c, c.get_devices(), ids);
}
template <class Name, bundle_state State> FALX_PER_MODULE bool has_kernel_bundle(const context &c) {
  return has_kernel_bundle<State>(c, detail::lazy_vector<kernel_id, State>{get_kernel_id<Name>()});
}
template <class Name, bundle_state State>
FALX_PER_MODULE bool has_kernel_bundle(const context &c,
                                       const detail::lazy_vector<device, State> &devices) {
  return has_kernel_bundle<State>(c, devices,
                                  detail::lazy_vector<kernel_id, State>{get_kernel_id<Name>()});
}

/* ---- From one state to the next: 4.11.11 ---- */

namespace detail {
/* Of the devices that all of them have. */
template <bundle_state State>
kernel_bundle<State> unite(const std::vector<kernel_bundle<State>> &bundles) {
  lazy_vector<device, State> common;
  if (bundles.empty())
    return kernel_bundle<State>(typename lazy_element<context, State>::type(), common);
  for (const device &d : bundles[0].devices_) {
    bool is_common = true;
    for (const kernel_bundle<State> &bundle : bundles)
      is_common = is_common && bundle.has_device(d);
    if (is_common)
      common.push_back(d);
  }
  kernel_bundle<State> all(bundles[0].context_, common);
  for (const kernel_bundle<State> &bundle : bundles) {
    if (bundle.context_ != all.context_)
      detail::throw_error(errc::invalid, "join of kernel bundles of different contexts");
    for (const auto &part : *bundle.parts_) {
      all.begin_part(part.values);
      for (const kernel_id &id : part.ids)
        all.add(id);
    }
    all.sources_.insert(all.sources_.end(), bundle.sources_.begin(), bundle.sources_.end());
  }
  return all;
}
} // namespace detail
template <bundle_state State>
kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &bundles) {
  kernel_bundle<State> all = detail::unite(bundles);
  for (const kernel_bundle<State> &bundle : bundles)
    if (!bundle.has_devices_of(all))
      detail::throw_error(errc::invalid, "join of kernel bundles of different sets of devices");
  return all;
}
namespace detail {
template <bundle_state State, bundle_state Wanted>
using if_state = std::enable_if_t<State == Wanted, int>;
}
template <bundle_state State = bundle_state::input,
          detail::if_state<State, bundle_state::input> = 0>
kernel_bundle<bundle_state::object> compile(const kernel_bundle<State> &input,
                                            const detail::lazy_vector<device, State> &devices,
                                            const property_list & = {}) {
  return detail::next_bundle<bundle_state::object>(input, devices);
}
template <bundle_state State = bundle_state::input,
          detail::if_state<State, bundle_state::input> = 0>
kernel_bundle<bundle_state::object> compile(const kernel_bundle<State> &input,
                                            const property_list & = {}) {
  return detail::next_bundle<bundle_state::object>(input);
}
template <bundle_state State = bundle_state::object,
          detail::if_state<State, bundle_state::object> = 0>
kernel_bundle<bundle_state::executable> link(const std::vector<kernel_bundle<State>> &objects,
                                             const detail::lazy_vector<device, State> &devices,
                                             const property_list & = {}) {
  const kernel_bundle<State> all = detail::unite(objects);
  return detail::next_bundle<bundle_state::executable>(all, devices);
}
template <bundle_state State = bundle_state::object,
          detail::if_state<State, bundle_state::object> = 0>
kernel_bundle<bundle_state::executable> link(const std::vector<kernel_bundle<State>> &objects,
                                             const property_list & = {}) {
  const kernel_bundle<State> all = detail::unite(objects);
  return detail::next_bundle<bundle_state::executable>(all);
}
template <bundle_state State = bundle_state::object,
          detail::if_state<State, bundle_state::object> = 0>
kernel_bundle<bundle_state::executable> link(const kernel_bundle<State> &object,
                                             const detail::lazy_vector<device, State> &devices,
                                             const property_list & = {}) {
  return detail::next_bundle<bundle_state::executable>(object, devices);
}
template <bundle_state State = bundle_state::object,
          detail::if_state<State, bundle_state::object> = 0>
kernel_bundle<bundle_state::executable> link(const kernel_bundle<State> &object,
                                             const property_list & = {}) {
  return detail::next_bundle<bundle_state::executable>(object);
}
template <bundle_state State = bundle_state::input,
          detail::if_state<State, bundle_state::input> = 0>
kernel_bundle<bundle_state::executable> build(const kernel_bundle<State> &input,
                                              const detail::lazy_vector<device, State> &devices,
                                              const property_list & = {}) {
  return detail::next_bundle<bundle_state::executable>(input, devices);
}
template <bundle_state State = bundle_state::input,
          detail::if_state<State, bundle_state::input> = 0>
kernel_bundle<bundle_state::executable> build(const kernel_bundle<State> &input,
                                              const property_list & = {}) {
  return detail::next_bundle<bundle_state::executable>(input);
}

} // namespace sycl

/* Equal ones may list their kernels in different orders. */
template <sycl::bundle_state State> struct std::hash<sycl::device_image<State>> {
  size_t operator()(const sycl::device_image<State> &image) const noexcept {
    size_t sum = 0;
    for (const sycl::kernel_id &id : image.ids_)
      sum += std::hash<sycl::kernel_id>()(id);
    return sum;
  }
};
template <sycl::bundle_state State> struct std::hash<sycl::kernel_bundle<State>> {
  size_t operator()(const sycl::kernel_bundle<State> &bundle) const noexcept {
    return std::hash<sycl::context>()(bundle.context_) ^
           std::hash<sycl::device_image<State>>()(bundle.image_);
  }
};

#endif
