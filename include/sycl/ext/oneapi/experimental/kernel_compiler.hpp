/* Kernels from source text, compiled while the program runs: sycl_ext_oneapi_kernel_compiler. */
#ifndef FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_KERNEL_COMPILER_HPP
#define FALX_SYCL_EXT_ONEAPI_EXPERIMENTAL_KERNEL_COMPILER_HPP

#include <memory>
#include <string>
#include <vector>

#include <sycl/ext/oneapi/properties.hpp>
#include <sycl/kernel_bundle.hpp>

#define SYCL_EXT_ONEAPI_KERNEL_COMPILER 1

namespace sycl {

namespace ext::oneapi::experimental {

/* ---- Properties ----
 * Of two texts in braces, a std::string would be made as if they were iterators: arrays come first.
 */
struct include_files {
  using key_t = include_files;
  include_files() = default;
  include_files(const std::string &name, const std::string &content) { add(name, content); }
  include_files(const std::vector<std::string> &all_names,
                const std::vector<std::string> &all_contents)
      : names(all_names), contents(all_contents) {
    if (names.size() != contents.size())
      sycl::detail::throw_error(errc::invalid,
                                "include_files: as many names are needed as there are contents");
  }
  void add(const std::string &name, const std::string &content) {
    for (const std::string &known : names)
      if (known == name)
        sycl::detail::throw_error(errc::invalid, "include_files has '" + name + "' already");
    names.push_back(name);
    contents.push_back(content);
  }
  std::vector<std::string> names, contents;
};
using include_files_key = include_files;

struct build_options {
  using key_t = build_options;
  build_options() = default;
  build_options(const std::string &option) : opts{option} {}
  build_options(const std::vector<std::string> &options) : opts(options) {}
  template <size_t N> build_options(const char *const (&options)[N]) : opts(options, options + N) {}
  void add(const std::string &option) { opts.push_back(option); }
  std::vector<std::string> opts;
};
using build_options_key = build_options;

struct save_log {
  using key_t = save_log;
  save_log(std::string *to) : log(to) {}
  std::string *log;
};
using save_log_key = save_log;

struct registered_names {
  using key_t = registered_names;
  registered_names() = default;
  registered_names(const std::string &name) : names{name} {}
  registered_names(const std::vector<std::string> &all) : names(all) {}
  template <size_t N> registered_names(const char *const (&all)[N]) : names(all, all + N) {}
  void add(const std::string &name) { names.push_back(name); }
  std::vector<std::string> names;
};
using registered_names_key = registered_names;
using registered_kernel_names = registered_names;
using registered_kernel_names_key = registered_names;

template <> struct is_property_key<include_files> : std::true_type {};
template <> struct is_property_value<include_files> : std::true_type {};
template <> struct is_property_key<build_options> : std::true_type {};
template <> struct is_property_value<build_options> : std::true_type {};
template <> struct is_property_key<save_log> : std::true_type {};
template <> struct is_property_value<save_log> : std::true_type {};
template <> struct is_property_key<registered_names> : std::true_type {};
template <> struct is_property_value<registered_names> : std::true_type {};

} // namespace ext::oneapi::experimental

/* A table of struct source_kernel. A program and what it compiles may be of different versions of
 * these headers: the number is that of the layout. */
#define FALX_SOURCE_KERNELS_SYMBOL __falx_source_kernels_1

/* ---- Bundles of source text ---- */
template <> class kernel_bundle<bundle_state::ext_oneapi_source> {
public:
  kernel_bundle() = delete;
  sycl::backend get_backend() const noexcept { return context_.get_backend(); }
  context get_context() const noexcept { return context_; }
  std::vector<device> get_devices() const noexcept { return context_.get_devices(); }

  friend bool operator==(const kernel_bundle &a, const kernel_bundle &b) {
    return a.content_ == b.content_;
  }
  friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return !(a == b); }

private:
  friend struct detail::source_access;
  friend struct std::hash<kernel_bundle>;
  struct content {
    std::string text;
    ext::oneapi::experimental::include_files files;
  };
  kernel_bundle(const context &c, std::shared_ptr<const content> text)
      : context_(c), content_(std::move(text)) {}
  context context_;
  std::shared_ptr<const content> content_;
};

namespace detail {

/* A library that was compiled; unloaded with the last bundle or kernel that uses it, when its
 * commands have ended. */
struct source_library {
  source_library() = default;
  source_library(const source_library &) = delete;
  ~source_library() { falx_library_unload(library); }
  const source_kernel *find(const std::string &name) const {
    for (size_t i = 0; i < count; ++i)
      if ((kernels[i].name && name == kernels[i].name) || name == raw_name(kernels[i]))
        return &kernels[i];
    return nullptr;
  }
  /* The function's symbol, of "_ZTS N4sycl6detail13free_functionI XadL SYMBOL E EEE"; its name
   * alone where it has no C++ symbol. */
  static std::string raw_name(const source_kernel &kernel) {
    static constexpr char before[] = "_ZTSN4sycl6detail13free_functionIXadL", behind[] = "EEEE";
    std::string symbol = kernel.symbol;
    if (symbol.rfind(before, 0) != 0 || symbol.size() < sizeof before + sizeof behind)
      return symbol;
    symbol = symbol.substr(sizeof before - 1, symbol.size() - sizeof before - sizeof behind + 2);
    size_t digits = 2, length = 0;
    while (digits < symbol.size() && symbol[digits] >= '0' && symbol[digits] <= '9')
      length = 10 * length + size_t(symbol[digits++] - '0');
    return length && digits + length == symbol.size() ? symbol.substr(digits) : symbol;
  }

  falx_library_t library = nullptr;
  const source_kernel *kernels = nullptr;
  size_t count = 0;
};

struct source_access {
  using source = kernel_bundle<bundle_state::ext_oneapi_source>;
  using executable = kernel_bundle<bundle_state::executable>;
  static source create(const context &c, const std::string &text,
                       ext::oneapi::experimental::include_files files) {
    auto content = std::make_shared<source::content>();
    content->text = text;
    content->files = std::move(files);
    return source(c, std::move(content));
  }
  static std::vector<const char *> pointers(const std::vector<std::string> &texts) {
    std::vector<const char *> all;
    for (const std::string &text : texts)
      all.push_back(text.c_str());
    return all;
  }
  static executable build(const source &from, const std::vector<device> &devices,
                          const std::vector<std::string> &options,
                          const std::vector<std::string> &names, std::string *log) {
    check_devices(from.get_context(), devices);
    std::vector<std::string> all_options = options;
    all_options.push_back(std::string("-fsycl-targets=") + target_of(from.get_backend()));
    const auto file_names = pointers(from.content_->files.names),
               file_texts = pointers(from.content_->files.contents), words = pointers(all_options),
               registered = pointers(names);
    falx_source all = FALX_INIT(falx_source);
    all.text = from.content_->text.c_str();
    all.file_names = file_names.data();
    all.file_texts = file_texts.data();
    all.file_count = file_names.size();
    all.options = words.data();
    all.option_count = words.size();
    all.names = registered.data();
    all.name_count = registered.size();
    auto made = std::make_shared<source_library>();
    char *said = nullptr;
    const falx_status status = falx_source_build(&all, &made->library, &said);
    const std::string message = said ? said : "";
    falx_source_free_log(said);
    if (status != FALX_SUCCESS && !message.empty())
      throw_error(errc::build, "the source code does not compile:\n" + message);
    check(status);
    if (log)
      *log = message;
    using table = const source_kernel *(size_t *);
    auto *kernels =
        reinterpret_cast<table *>(falx_library_symbol(made->library, "__falx_source_kernels_1"));
    if (!kernels)
      throw_error(errc::build, "falx++ that compiled the source is of another version than the "
                               "headers of this program");
    made->kernels = kernels(&made->count);
    executable bundle(from.get_context(), devices);
    for (size_t i = 0; i < made->count; ++i)
      bundle.take(std::vector<kernel_id>{free_function_access::id(made->kernels[i].arguments)});
    bundle.sources_.push_back(std::move(made));
    return bundle;
  }
  static const char *target_of(sycl::backend b) {
    switch (b) {
    case backend::opencl:
      return "spir64";
    case backend::ext_oneapi_cuda:
      return "nvptx64-nvidia-cuda";
    default:
      return "native_cpu";
    }
  }
};
} // namespace detail

namespace ext::oneapi::experimental {

template <class Properties = empty_properties_t, sycl::detail::if_properties<Properties> = 0>
kernel_bundle<bundle_state::ext_oneapi_source>
create_kernel_bundle_from_source(const context &c, source_language language,
                                 const std::string &source, const Properties &properties = {}) {
  if (language != source_language::sycl || !falx_source_has_compiler())
    sycl::detail::throw_error(errc::invalid,
                              language != source_language::sycl
                                  ? "kernels are compiled from SYCL source, and no other language"
                                  : "no device compiles source code: falx++ is neither beside "
                                    "libfalx.so nor in PATH; install Falx's tools, or set "
                                    "FALX_COMPILER");
  include_files files;
  if constexpr (Properties::template has_property<include_files>())
    files = properties.template get_property<include_files>();
  else
    (void)properties;
  return sycl::detail::source_access::create(c, source, std::move(files));
}
template <class Properties = empty_properties_t, sycl::detail::if_properties<Properties> = 0>
kernel_bundle<bundle_state::ext_oneapi_source>
create_kernel_bundle_from_source(const context &c, source_language language,
                                 const std::vector<std::byte> &, const Properties & = {}) {
  sycl::detail::throw_error(errc::invalid,
                            language == source_language::sycl
                                ? "SYCL source is text: give it as a string"
                                : "kernels are compiled from SYCL source, and no other language");
  return sycl::detail::source_access::create(c, "", {});
}

template <class Properties = empty_properties_t, sycl::detail::if_properties<Properties> = 0>
kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::ext_oneapi_source> &source,
      const std::vector<device> &devices, const Properties &properties = {}) {
  std::vector<std::string> options, names;
  std::string *log = nullptr;
  if constexpr (Properties::template has_property<build_options>())
    options = properties.template get_property<build_options>().opts;
  if constexpr (Properties::template has_property<registered_names>())
    names = properties.template get_property<registered_names>().names;
  if constexpr (Properties::template has_property<save_log>())
    log = properties.template get_property<save_log>().log;
  (void)properties;
  return sycl::detail::source_access::build(source, devices, options, names, log);
}
template <class Properties = empty_properties_t, sycl::detail::if_properties<Properties> = 0>
kernel_bundle<bundle_state::executable>
build(const kernel_bundle<bundle_state::ext_oneapi_source> &source,
      const Properties &properties = {}) {
  return build(source, source.get_devices(), properties);
}

} // namespace ext::oneapi::experimental
} // namespace sycl

template <> struct std::hash<sycl::kernel_bundle<sycl::bundle_state::ext_oneapi_source>> {
  size_t operator()(
      const sycl::kernel_bundle<sycl::bundle_state::ext_oneapi_source> &bundle) const noexcept {
    return std::hash<const void *>()(bundle.content_.get());
  }
};

#endif
