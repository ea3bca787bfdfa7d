// Device code: bundles, variables, libraries and specialization constants, with calls that fail.
#include "suite.hpp"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sycl/ext/falx/load_image.hpp>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

SYCL_EXTERNAL int fault_twice(int i); // library.cpp

namespace {
class bundled;
class calling;
sycl::ext::oneapi::experimental::device_global<int[2]> variable;
namespace oneapi = sycl::ext::oneapi::experimental;
using scoped_properties = decltype(oneapi::properties(oneapi::device_image_scope));
oneapi::device_global<int, scoped_properties> scoped;
constexpr sycl::specialization_id<int> factor(2);
} // namespace

void bundles(sycl::queue &q, int *errors) {
  using sycl::bundle_state;
  const sycl::context c = q.get_context();
  const std::vector<sycl::kernel_id> wanted{sycl::get_kernel_id<bundled>()};
  auto input = sycl::get_kernel_bundle<bundle_state::input>(c, wanted);
  auto object = sycl::compile(input);
  auto bundle = sycl::link(object);
  RIGHT(bundle.has_kernel<bundled>() && bundle.get_kernel<bundled>().get_context() == c);
  RIGHT(bundle == sycl::build(input) && sycl::join(std::vector{bundle, bundle}) == bundle);
  RIGHT(!sycl::get_kernel_ids().empty());
  memory result(q, sycl::usm::alloc::shared);
  int *at = result;
  *at = 0;
  q.submit([&](sycl::handler &h) {
    h.use_kernel_bundle(bundle);
    h.single_task<bundled>([=] { *at = 42; });
  });
  q.wait_and_throw();
  if (!*errors)
    RIGHT(*at == 42);
}

void globals(sycl::queue &q, int *errors) {
  static int found[2];
  static const int values[2] = {3, 4};
  sycl::event written = q.memcpy(variable, values);
  sycl::event ran = q.single_task(written, [] { variable[1] += variable[0]; });
  q.memcpy(found, variable, sizeof found, 0, ran).wait();
  q.wait_and_throw();
  q.memcpy(scoped, values).wait(); // of one image: it must not be counted twice
  q.single_task([] { scoped = scoped + 1; }).wait();
  static int scoped_found;
  q.memcpy(&scoped_found, scoped).wait();
  q.wait_and_throw();
  if (!*errors)
    RIGHT(scoped_found == 4);
  if (!*errors)
    RIGHT(found[0] == 3 && found[1] == 7);
}

/* A library of the program's own. */
void opened(sycl::queue &q, int *errors) {
  struct library {
    void *handle = dlopen(library_path.c_str(), RTLD_NOW | RTLD_LOCAL);
    ~library() { dlclose(handle); }
  } library;
  RIGHT(library.handle);
  auto run = (bool (*)(sycl::queue *, int *))dlsym(library.handle, "fault_library_run");
  static int found;
  found = 0;
  bool is_done = run(&q, &found);
  if (!*errors)
    RIGHT(is_done ? found == 43 : !is_strict);
}

/* A library for device code alone: this program's kernel imports a function. */
void loaded(sycl::queue &q, int *errors) {
  memory result(q, sycl::usm::alloc::shared);
  int *at = result;
  *at = 21;
  auto library = sycl::ext::falx::load_image(library_path);
  q.single_task<calling>([=] { *at = fault_twice(*at); }).wait();
  q.wait_and_throw();
  if (!*errors)
    RIGHT(*at == 42);
}

/* In a context of its own, which has no program yet. */
void specialized(sycl::queue &q, int *errors) {
  sycl::queue own{sycl::context{q.get_device()}, q.get_device(), async{errors}};
  sycl::buffer<int> result{sycl::range<1>{1}};
  own.submit([&](sycl::handler &h) {
    sycl::accessor out{result, h, sycl::write_only, sycl::no_init};
    h.set_specialization_constant<factor>(21);
    h.single_task([=](sycl::kernel_handler kernel) {
      out[0] = 2 * kernel.get_specialization_constant<factor>();
    });
  });
  own.wait_and_throw();
  sycl::host_accessor found{result, sycl::read_only};
  if (!*errors)
    RIGHT(found[0] == 42);
}

/* The entries of the cache, by C's means: these do not fail. */
template <class Change> static void change_cache(Change change) {
  DIR *folder = opendir(cache_folder.c_str());
  while (dirent *file = folder ? readdir(folder) : nullptr) {
    struct stat info;
    if (fstatat(dirfd(folder), file->d_name, &info, 0) == 0 && S_ISREG(info.st_mode) &&
        info.st_size > 4096) // not the lock's
      change(dirfd(folder), file->d_name);
  }
  if (folder)
    closedir(folder);
}

/* The entry was used long ago. */
void specialized_aged(sycl::queue &q, int *errors) {
  change_cache([](int folder, const char *name) {
    const timespec times[2] = {{1000000000, 0}, {1000000000, 0}};
    utimensat(folder, name, times, 0);
  });
  specialized(q, errors);
}

/* The entry has lost its end. */
void specialized_damaged(sycl::queue &q, int *errors) {
  change_cache([](int folder, const char *name) {
    int file = openat(folder, name, O_WRONLY | O_CLOEXEC);
    if (ftruncate(file, 4096))
      std::abort();
    close(file);
  });
  specialized(q, errors);
}
