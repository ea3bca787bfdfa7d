// sycl_ext_oneapi_kernel_compiler: free-function kernels from source text, with include files,
// options and names that are registered; what fails, and what outlives the bundle.
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace experimental = sycl::ext::oneapi::experimental;
using sycl::bundle_state;
static_assert(SYCL_EXT_ONEAPI_KERNEL_COMPILER == 1);
static_assert(experimental::is_property_key<experimental::include_files_key>::value &&
              experimental::is_property_key<experimental::registered_kernel_names_key>::value);

constexpr int N = 64;

static const char source[] = R"""(
#include "parts/offset.h"
#include <sycl/sycl.hpp>
namespace experimental = sycl::ext::oneapi::experimental;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void iota(int start, int *out) {
  const size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();
  out[i] = start + int(i) + OFFSET + OPTION;
}
namespace tasks {
template <class T>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel))
void store(T *out) { *out = T(7); }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel))
void store(int *out, sycl::accessor<int, 1> in) { *out = in[2]; }
}
namespace {
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::single_task_kernel))
void hidden(int *out) { *out = 9; }
}
#warning "seen"
)""";
static const char other[] = R"""(
#include <sycl/sycl.hpp>
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::single_task_kernel))
void three(int *out) { *out = 3; }
)""";

static sycl::kernel_bundle<bundle_state::executable> build(const sycl::context &c) {
  const auto text = experimental::create_kernel_bundle_from_source(
      c, experimental::source_language::sycl, source,
      experimental::properties{
          experimental::include_files{"parts/offset.h", "#define OFFSET 1000\n"}});
  CHECK(text.get_context() == c && text.get_devices() == c.get_devices());
  CHECK(text.get_backend() == c.get_backend());
  std::string log;
  const auto bundle = experimental::build(
      text, c.get_devices(),
      experimental::properties{
          experimental::build_options{{"-DOPTION=500", "-DUNUSED"}},
          experimental::registered_names{
              {"tasks::store<int>", "(void(*)(int *, sycl::accessor<int, 1>))tasks::store"}},
          experimental::save_log{&log}});
  check_contains(log, "source.cpp:22:2: warning: \"seen\"", __FILE__, __LINE__);
  return bundle;
}

static void run(sycl::queue &q) {
  int *out = sycl::malloc_shared<int>(N, q);
  const int values[] = {0, 0, 77};
  sycl::buffer<int> in(values, sycl::range<1>(3));
  {
    const auto bundle = build(q.get_context());
    CHECK(bundle.ext_oneapi_has_kernel("iota") && !bundle.ext_oneapi_has_kernel("store"));
    CHECK(bundle.ext_oneapi_has_kernel("tasks::store<int>"));
    CHECK_EQUAL(bundle.ext_oneapi_get_raw_kernel_name("iota"), std::string("iota"));
    const std::string raw = bundle.ext_oneapi_get_raw_kernel_name("tasks::store<int>");
    CHECK_EQUAL(raw, std::string("_ZN5tasks5storeIiEEvPT_"));
    CHECK(bundle.ext_oneapi_has_kernel(raw) && bundle.get_kernel_ids().empty());
    CHECK_THROWS(bundle.ext_oneapi_get_kernel("store"), sycl::errc::invalid, "no kernel 'store'");
    const sycl::kernel iota = bundle.ext_oneapi_get_kernel("iota");
    CHECK_EQUAL(iota.get_info<sycl::info::kernel::num_args>(), 2u);
    q.submit([&](sycl::handler &h) {
       h.set_args(5, out);
       h.parallel_for(sycl::nd_range<1>(N, 8), iota);
     }).wait();
    CHECK_EQUAL(out[N - 1], 1505 + N - 1);
    experimental::single_task(q, bundle.ext_oneapi_get_kernel(raw), out);
    q.wait();
    CHECK_EQUAL(out[0], 7);
    q.submit([&](sycl::handler &h) {
      h.set_args(out, sycl::accessor(in, h));
      h.single_task(
          bundle.ext_oneapi_get_kernel("(void(*)(int *, sycl::accessor<int, 1>))tasks::store"));
    });
    q.wait();
    CHECK_EQUAL(out[0], 77);
    const auto second = experimental::build(experimental::create_kernel_bundle_from_source(
        q.get_context(), experimental::source_language::sycl, other));
    const auto joined = sycl::join<bundle_state::executable>({bundle, second});
    CHECK(joined.ext_oneapi_has_kernel("iota") && joined.ext_oneapi_has_kernel("three"));
    experimental::single_task(q, joined.ext_oneapi_get_kernel("three"), out + 1);
    experimental::single_task(q, joined.ext_oneapi_get_kernel("_ZN12_GLOBAL__N_16hiddenEPi"), out);
  } // the library stays until its commands have ended
  q.wait();
  CHECK(out[0] == 9 && out[1] == 3);
  sycl::free(out, q);
}

static void fail(const sycl::context &c) {
  const auto make = [&](const char *text) {
    return experimental::create_kernel_bundle_from_source(c, experimental::source_language::sycl,
                                                          text);
  };
  CHECK_THROWS(experimental::build(make("#include <sycl/sycl.hpp>\nint x = y;\n")),
               sycl::errc::build, "source.cpp:2:9: error: use of undeclared identifier 'y'");
  CHECK_THROWS(experimental::build(
                   make(""), experimental::properties{experimental::build_options("-shared")}),
               sycl::errc::invalid, "'-shared' cannot be given here");
  CHECK_THROWS(
      experimental::build(make(""), experimental::properties{experimental::build_options("x.o")}),
      sycl::errc::invalid, "'x.o' is no option");
  CHECK_THROWS(experimental::build(experimental::create_kernel_bundle_from_source(
                   c, experimental::source_language::sycl, "",
                   experimental::properties{experimental::include_files{"../up.h", ""}})),
               sycl::errc::invalid, "'../up.h'");
  CHECK_THROWS(experimental::create_kernel_bundle_from_source(
                   c, experimental::source_language::sycl, std::vector<std::byte>(4)),
               sycl::errc::invalid, "SYCL source is text");
  CHECK_THROWS(experimental::include_files(std::vector<std::string>{"a.h"}, {}),
               sycl::errc::invalid, "names");
}

int main() {
  sycl::queue q;
  if (!q.get_device().ext_oneapi_can_compile(experimental::source_language::sycl))
    return 77;
  run(q);
  fail(q.get_context());
  return finish();
}
