// Requirements GO-1 to GO-8 (docs/lifetime.md): what programs do with SYCL around the end of main.
#include "cases.hpp"

#include <atomic>
#include <chrono>
#include <optional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" void lifetime_after_teardown(void (*function)()); // of after_teardown.c

namespace {

void nap(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

// At most a minute.
template <class Condition> void await(Condition condition) {
  for (int i = 0; i < 60000 && !condition(); i++)
    nap(1);
  CHECK(condition());
}

std::atomic<bool> is_exiting;

// For tasks that are to run while the process exits: holds them until it does.
void await_exit() {
  await([] { return bool(is_exiting); });
}
void exit_opens_tasks() {
  CHECK(std::atexit([] { is_exiting = true; }) == 0);
}

bool is_adapter_loaded() {
  char line[4096];
  bool is_found = false;
  std::FILE *maps = std::fopen("/proc/self/maps", "r");
  CHECK(maps);
  while (std::fgets(line, sizeof line, maps))
    is_found |= std::strstr(line, "libfalx_adapter_") != nullptr;
  std::fclose(maps);
  return is_found;
}

// ---- Objects of static storage. In order of construction; destroyed in reverse ----

int copied[64]; // what the static buffer writes back to
std::atomic<int> tasks_run;

// Constructed first, destroyed last of these: looks at what the others left.
struct last_check {
  ~last_check() {
    if (is_case("static_buffer")) {
      for (int i = 0; i < 64; i++)
        CHECK(copied[i] == 2 * i);
      ok();
    } else if (is_case("never_used")) {
      CHECK(!is_adapter_loaded());
      ok();
    }
  }
} last;

std::optional<sycl::queue> global_queue;
std::optional<sycl::buffer<int>> static_buffer;
std::optional<sycl::host_accessor<int>> static_accessor;

struct submits_last {
  ~submits_last() {
    if (!is_case("last_submit_in_destructor"))
      return;
    work(*global_queue); // destroyed after this object
    sycl::queue fresh;
    work(fresh);
    ok();
  }
} submitter;

struct first_use {
  first_use() {
    if (is_case("exception_before_main")) {
      setenv("ONEAPI_DEVICE_SELECTOR", "opencl:7", 1);
      THROWS("no device", sycl::queue queue);
      THROWS("no device", sycl::device device);
    } else if (is_case("used_before_main")) {
      global_queue.emplace();
      work(*global_queue);
    }
  }
} first;

struct throws_once {
  throws_once() {
    static int count;
    if (count++ == 0)
      throw sycl::exception(sycl::make_error_code(sycl::errc::runtime), "the first time");
    work(queue);
  }
  sycl::queue queue;
};

throws_once &local_static() {
  static throws_once object;
  return object;
}

thread_local std::optional<sycl::queue> thread_queue;
struct thread_end {
  bool is_used = false;
  ~thread_end() {
    if (is_used)
      work(*thread_queue); // made later: destroyed earlier, unless it is made by touching it first
  }
};
thread_local thread_end ending;

__attribute__((destructor)) void without_priority() {
  if (!is_case("destructor_without_priority"))
    return;
  sycl::queue queue;
  work(queue);
  ok();
}

// The program's destructors run before those of the libraries that it is linked with, whatever
// their priority.
__attribute__((destructor(101))) void of_priority_101() {
  if (!is_case("destructor_101"))
    return;
  sycl::queue queue;
  work(queue);
  ok();
}

// ---- Cases ----

void global_queue_assigned_in_main() {
  global_queue.emplace();
  *global_queue = sycl::queue{sycl::default_selector_v};
  work(*global_queue);
  lifetime_after_teardown(ok);
}

void last_submit_in_destructor() {
  global_queue.emplace();
}

void pending_copy_back() {
  static_buffer.emplace(copied, sycl::range<1>{64});
  sycl::queue queue;
  queue.submit([](sycl::handler &h) {
    sycl::accessor out{*static_buffer, h, sycl::write_only, sycl::no_init};
    h.parallel_for(sycl::range<1>{64}, [=](sycl::id<1> i) { out[i] = 2 * int(i); });
  });
}

void host_task_not_waited_for() {
  sycl::queue queue;
  exit_opens_tasks();
  for (int i = 0; i < 4; i++)
    queue.submit([](sycl::handler &h) {
      h.host_task([] {
        await_exit();
        tasks_run++;
      });
    });
  lifetime_after_teardown([] {
    CHECK(tasks_run == 4);
    ok();
  });
}

// A task that submits another: both run, in whatever state the exit is.
void host_task_submits_at_exit() {
  static sycl::queue &queue = *new sycl::queue;
  exit_opens_tasks();
  queue.submit([](sycl::handler &h) {
    h.host_task([] {
      await_exit();
      queue.submit([](sycl::handler &inner) { inner.host_task([] { tasks_run++; }); });
      work(queue);
      tasks_run++;
    });
  });
  lifetime_after_teardown([] {
    CHECK(tasks_run == 2);
    ok();
  });
}

void kernels_not_waited_for() {
  sycl::queue queue;
  int *memory = sycl::malloc_shared<int>(1 << 16, queue); // leaked, in use at exit
  for (int round = 0; round < 20; round++)
    queue.parallel_for(sycl::range<1>{1 << 16}, [=](sycl::id<1> i) { memory[i] += int(i); });
  lifetime_after_teardown(ok);
}

// Commands wait for an accessor that nobody gives up before the end.
void host_accessor_at_exit() {
  static_buffer.emplace(sycl::range<1>{64});
  static_accessor.emplace(*static_buffer);
  sycl::queue queue;
  queue.submit([](sycl::handler &h) {
    sycl::accessor out{*static_buffer, h, sycl::write_only};
    h.parallel_for(sycl::range<1>{64}, [=](sycl::id<1> i) { out[i] = 1; });
  });
  lifetime_after_teardown(ok);
}

// What a task threw is for the handler when the queue goes, also where that is at the very end, and
// goes with the list (leak checks see it).
void exception_nobody_takes() {
  static int told;
  const auto handler = [](sycl::exception_list list) { told += int(list.size()); };
  const auto fail = [](sycl::handler &h) { h.host_task([] { throw std::string(1000, 'x'); }); };
  sycl::queue queue(handler), at_exit(handler);
  queue.submit(fail);
  queue.wait();
  queue = sycl::queue();
  CHECK(told == 1);
  exit_opens_tasks();
  at_exit.submit([=](sycl::handler &h) {
    h.host_task([] {
      await_exit();
      throw std::string(1000, 'y');
    });
  });
  lifetime_after_teardown([] {
    CHECK(told == 2);
    ok();
  });
}

// Nobody can give these up.
void leaked_host_accessor() {
  sycl::queue queue;
  static auto *buffer = new sycl::buffer<int>{sycl::range<1>{64}};
  static auto *accessor = new sycl::host_accessor<int>{*buffer};
  CHECK(accessor);
  queue.submit([](sycl::handler &h) {
    sycl::accessor out{*buffer, h, sycl::write_only};
    h.parallel_for(sycl::range<1>{64}, [=](sycl::id<1> i) { out[i] = 1; });
  });
  queue.submit([](sycl::handler &h) {
    sycl::accessor in{*buffer, h, sycl::read_only_host_task};
    h.host_task([=] {
      (void)in;
      tasks_run++;
    });
  });
  lifetime_after_teardown([] {
    CHECK(tasks_run == 1);
    ok();
  });
}

// Released while commands use them: that does not wait, and is done by the end (GO-5).
void buffers_released_later() {
  sycl::queue queue;
  for (int i = 0; i < 100; i++) {
    sycl::buffer<int> buffer{sycl::range<1>{1 << 12}};
    queue.submit([&](sycl::handler &h) {
      sycl::accessor out{buffer, h, sycl::write_only};
      h.parallel_for(sycl::range<1>{1 << 12}, [=](sycl::id<1> j) { out[j] = int(j); });
    });
    queue.submit([&](sycl::handler &h) {
      sycl::accessor in{buffer, h, sycl::read_only_host_task};
      h.host_task([in] {
        CHECK(in[4095] == 4095);
        tasks_run++;
      });
    });
  }
  lifetime_after_teardown([] {
    CHECK(tasks_run == 100);
    ok();
  });
}

void thread_local_queues() {
  auto use = [] {
    ending.is_used = true; // constructs it: destroyed after the queue would be, were it made now
    thread_queue.emplace();
    work(*thread_queue);
    thread_queue.emplace(sycl::property_list{sycl::property::queue::in_order{}});
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back(use);
  for (auto &thread : threads)
    thread.join();
  use(); // the main thread's goes before objects of static storage
  lifetime_after_teardown(ok);
}

void atexit_handlers() {
  std::atexit([] { // runs after early shutdown
    sycl::queue queue;
    work(queue);
    lifetime_after_teardown(ok);
  });
  global_queue.emplace();
  std::atexit([] { work(*global_queue); });
}

// Threads that never stop, until the process does.
void keep_submitting(int threads) {
  for (int i = 0; i < threads; i++)
    std::thread([] {
      try {
        for (;;) {
          sycl::queue queue{sycl::property_list{sycl::property::queue::in_order{}}};
          sycl::buffer<int> buffer{sycl::range<1>{256}};
          int *memory = sycl::malloc_shared<int>(256, queue);
          for (int round = 0; round < 50; round++) {
            queue.parallel_for(sycl::range<1>{256}, [=](sycl::id<1> j) { memory[j] = int(j); });
            queue.submit([&](sycl::handler &h) {
              sycl::accessor out{buffer, h, sycl::write_only};
              h.parallel_for(sycl::range<1>{256}, [=](sycl::id<1> j) { out[j] = int(j); });
            });
            queue.submit([](sycl::handler &h) { h.host_task([] { tasks_run++; }); });
          }
          queue.wait();
          sycl::free(memory, queue);
        }
      } catch (const sycl::exception &e) { // the answer after the end, in whatever call
        if (!std::strstr(e.what(), "shut down"))
          std::fprintf(stderr, "says '%s'\n", e.what());
        CHECK(std::strstr(e.what(), "shut down"));
        for (;;)
          nap(1000);
      }
    }).detach();
}

// They are at it: more than one round of each can have brought.
void await_submitters() {
  await([] { return tasks_run > 3 * 50; });
}

void exit_while_others_submit() {
  keep_submitting(3);
  std::thread([] {
    sycl::queue queue;
    work(queue);
    await_submitters();
    lifetime_after_teardown(ok);
    std::exit(0);
  }).detach();
  for (;;)
    nap(1000);
}

void main_ends_while_others_submit() {
  keep_submitting(3);
  await_submitters();
  lifetime_after_teardown(ok);
}

// They use SYCL for the first time while the process exits, or about then.
void main_ends_while_others_begin() {
  keep_submitting(3);
  nap(int(std::chrono::steady_clock::now().time_since_epoch().count() / 64 % 8));
  lifetime_after_teardown(ok);
}

void quick_exit_while_others_submit() {
  keep_submitting(3);
  std::thread([] {
    await_submitters();
    ok();
    std::quick_exit(0);
  }).join();
}

void underscore_exit_while_others_submit() {
  keep_submitting(3);
  std::thread([] {
    await_submitters();
    ok();
    _exit(0);
  }).join();
}

void exit_in_host_task() {
  static sycl::queue queue;
  lifetime_after_teardown(ok);
  static_buffer.emplace(sycl::range<1>{64});
  static auto *leaked = new sycl::buffer<int>{sycl::range<1>{64}};
  queue.submit([](sycl::handler &h) {
    sycl::accessor in{*static_buffer, h, sycl::read_only_host_task};
    sycl::accessor out{*leaked, h, sycl::write_only_host_task};
    h.host_task([in, out] {
      work(queue);
      std::exit(0);
    });
  });
  for (;;)
    nap(1000);
}

// Is the thread asleep, as far as the kernel knows?
bool is_asleep(pid_t thread) {
  char path[64], state = 0;
  std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", int(thread));
  std::FILE *stat = std::fopen(path, "r");
  CHECK(stat && std::fscanf(stat, "%*d (%*[^)]) %c", &state) == 1);
  std::fclose(stat);
  return state == 'S';
}

// A thread is inside wait when the end comes.
void exit_while_another_waits() {
  static sycl::queue &queue = *new sycl::queue; // the other thread may use it to the end
  static std::atomic<pid_t> waiting;
  exit_opens_tasks();
  queue.submit([](sycl::handler &h) { h.host_task(await_exit); });
  std::thread([] {
    waiting = gettid();
    try {
      queue.wait();
      tasks_run++;
    } catch (const sycl::exception &e) { // the end came first
      CHECK(std::strstr(e.what(), "shut down"));
    }
    for (;;)
      nap(1000);
  }).detach();
  await([] { return waiting && is_asleep(waiting); });
  lifetime_after_teardown(ok);
}

int child_status(pid_t child) {
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  return status;
}

void fork_after_use() {
  global_queue.emplace();
  work(*global_queue);
  static_buffer.emplace(copied, sycl::range<1>{64});
  pid_t child = fork();
  if (child == 0) {
    THROWS("forked", sycl::queue queue);
    THROWS("forked", global_queue->single_task([] {}));
    THROWS("forked", sycl::malloc_device<int>(1, *global_queue));
    THROWS("forked", sycl::host_accessor<int> accessor(*static_buffer));
    THROWS("forked", global_queue->wait());
    std::exit(0); // with destructors of all that the parent made
  }
  CHECK(child_status(child) == 0);
  work(*global_queue);
  lifetime_after_teardown(ok);
}

void fork_before_use() {
  pid_t child = fork();
  global_queue.emplace();
  work(*global_queue);
  if (child == 0)
    std::exit(0);
  CHECK(child_status(child) == 0);
  lifetime_after_teardown(ok);
}

void fork_while_others_submit() {
  global_queue.emplace();
  keep_submitting(2);
  await_submitters();
  for (int i = 0; i < 5; i++) {
    pid_t child = fork();
    if (child == 0) {
      THROWS("forked", sycl::queue queue);
      _exit(0); // what hangs from the stacks of the other threads is lost
    }
    CHECK(child_status(child) == 0);
  }
  lifetime_after_teardown(ok);
}

void exception_in_static_initialization() {
  THROWS("the first time", local_static());
  work(local_static().queue);
  lifetime_after_teardown(ok);
}

// Everything was released: every call gets an answer, none crashes (GO-8).
void calls_after_teardown() {
  static sycl::queue *queue = new sycl::queue; // never released
  static auto *buffer = new sycl::buffer<int>{sycl::range<1>{64}};
  static auto *event = new sycl::event(queue->single_task([] {}));
  static auto *context = new sycl::context(queue->get_context());
  static auto *device = new sycl::device(queue->get_device());
  static int *memory = sycl::malloc_shared<int>(1, *queue);
  lifetime_after_teardown([] {
    const char *said = "shut down";
    THROWS(said, sycl::queue other);
    THROWS(said, queue->single_task([] {}));
    THROWS(said, queue->wait());
    THROWS(said, queue->submit([](sycl::handler &h) { h.host_task([] {}); }));
    THROWS(said, sycl::malloc_shared<int>(1, *queue));
    THROWS(said, sycl::host_accessor<int> accessor(*buffer));
    THROWS(said, sycl::buffer<int> other{sycl::range<1>{4}});
    THROWS(said, event->wait());
    THROWS(said, sycl::context other(*device));
    THROWS(said, sycl::platform::get_platforms());
    THROWS(said, device->get_info<sycl::info::device::name>());
    sycl::free(memory, *queue);
    (void)queue->is_in_order();
    sycl::event other(*event);
    delete event;
    delete buffer;
    delete queue;
    delete context;
    delete device;
    ok();
  });
}

const struct {
  const char *name;
  void (*run)();
} cases[] = {
    {"never_used", [] {}},
    {"used_before_main", [] { lifetime_after_teardown(ok); }},
    {"exception_before_main", [] { lifetime_after_teardown(ok); }},
    {"exception_in_static_initialization", exception_in_static_initialization},
    {"global_queue_assigned_in_main", global_queue_assigned_in_main},
    {"last_submit_in_destructor", last_submit_in_destructor},
    {"destructor_without_priority", [] { sycl::queue().wait(); }},
    {"destructor_101", [] { sycl::queue().wait(); }},
    {"calls_after_teardown", calls_after_teardown},
    {"static_buffer", pending_copy_back},
    {"host_task_not_waited_for", host_task_not_waited_for},
    {"host_task_submits_at_exit", host_task_submits_at_exit},
    {"kernels_not_waited_for", kernels_not_waited_for},
    {"host_accessor_at_exit", host_accessor_at_exit},
    {"exception_nobody_takes", exception_nobody_takes},
    {"leaked_host_accessor", leaked_host_accessor},
    {"buffers_released_later", buffers_released_later},
    {"thread_local_queues", thread_local_queues},
    {"atexit_handlers", atexit_handlers},
    {"exit_while_others_submit", exit_while_others_submit},
    {"main_ends_while_others_submit", main_ends_while_others_submit},
    {"main_ends_while_others_begin", main_ends_while_others_begin},
    {"quick_exit_while_others_submit", quick_exit_while_others_submit},
    {"underscore_exit_while_others_submit", underscore_exit_while_others_submit},
    {"exit_in_host_task", exit_in_host_task},
    {"exit_while_another_waits", exit_while_another_waits},
    {"fork_after_use", fork_after_use},
    {"fork_before_use", fork_before_use},
    {"fork_while_others_submit", fork_while_others_submit},
};

} // namespace

int main() {
  for (auto &one : cases)
    if (is_case(one.name)) {
      one.run();
      return 0;
    }
  for (auto &one : cases)
    std::printf("%s\n", one.name);
  return 0;
}
