// Soak: threads submit commands with random dependencies to
// shared queues, over shared buffers and USM, and every result is held against a serial model.
//
//   soak [--submissions=N] [--threads=N] [--queues=N] [--buffers=N] [--seed=N] [--report]
//
// The long form: soak --submissions=10000000 --threads=32 --queues=64 --buffers=1000 --report
//
// A cell is a buffer, or USM with the event of its last command. Whoever uses cells locks them, in
// order, applies the command to their models and submits it; the runtime has to run the commands of
// a cell in that order. A lost or reordered dependency leaves another content than the model's:
// the functions do not commute.
#include <sycl/sycl.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace {

constexpr size_t words = 8;
using content = std::array<uint64_t, words>;

struct settings {
  uint64_t submissions = 200000, seed = 1;
  size_t threads = 8, queues = 16, buffers = 100;
  bool reports = false;
} options;

[[noreturn]] void fail(const char *what, size_t cell, uint64_t found, uint64_t expected) {
  std::fprintf(stderr, "soak: %s: cell %zu holds %llx, the model says %llx (seed %llu)\n", what,
               cell, (unsigned long long)found, (unsigned long long)expected,
               (unsigned long long)options.seed);
  std::_Exit(1);
}

struct random {
  uint64_t state;
  uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1du;
  }
  size_t below(size_t limit) { return size_t((next() >> 33) % limit); }
};

// What a command does to a word, on devices, in host tasks and in the model.
inline uint64_t mixed(uint64_t a, uint64_t b, uint64_t id) {
  return a * 31 + b * 17 + id;
}

struct cell {
  std::mutex lock; // guards all below
  size_t index;
  content model;
  std::optional<sycl::buffer<uint64_t>> buffer; // empty: USM
  uint64_t *memory = nullptr;
  std::optional<sycl::event> last; // of USM
};

void make_buffer(cell &c, random &any) {
  c.buffer.emplace(sycl::range<1>{words});
  c.model.fill(any.next());
  sycl::host_accessor out{*c.buffer, sycl::write_only, sycl::no_init};
  for (size_t i = 0; i < words; i++)
    out[i] = c.model[i];
}

struct world {
  std::vector<sycl::queue> queues;
  std::vector<std::unique_ptr<cell>> buffers, usm;
  std::atomic<uint64_t> submitted{0}, tasks{0}, checked{0};

  world() {
    random any{options.seed * 7919 + 1};
    for (size_t i = 0; i < options.queues; i++)
      if (i % 2)
        queues.emplace_back(sycl::property_list{sycl::property::queue::in_order{}});
      else
        queues.emplace_back();
    for (size_t i = 0; i < options.buffers; i++) {
      buffers.push_back(std::make_unique<cell>());
      buffers[i]->index = i;
      make_buffer(*buffers[i], any);
    }
    for (size_t i = 0; i < options.buffers / 4 + 2; i++) {
      usm.push_back(std::make_unique<cell>());
      usm[i]->index = i;
      usm[i]->memory = sycl::malloc_shared<uint64_t>(words, queues[0]);
      usm[i]->model.fill(i);
      std::fill_n(usm[i]->memory, words, i);
    }
  }
};

struct worker {
  world &all;
  random any;
  std::vector<sycl::event> recent; // of any cell: further edges, which change no content

  sycl::queue &queue() { return all.queues[any.below(all.queues.size())]; }

  void add_edges(sycl::handler &h) {
    for (size_t i = recent.empty() ? 0 : any.below(3); i-- > 0;)
      h.depends_on(recent[any.below(recent.size())]);
  }

  void remember(const sycl::event &e) {
    all.submitted.fetch_add(1, std::memory_order_relaxed);
    if (recent.size() < 16)
      recent.push_back(e);
    else
      recent[any.below(16)] = e;
  }

  void check(cell &c, const uint64_t *found, const char *what) {
    for (size_t i = 0; i < words; i++)
      if (found[i] != c.model[i])
        fail(what, c.index, found[i], c.model[i]);
    all.checked.fetch_add(1, std::memory_order_relaxed);
  }

  // The two cells are locked and different. a is read and written, b read.
  void mix_buffers(cell &a, cell &b, bool on_host) {
    const uint64_t id = any.next();
    for (size_t i = 0; i < words; i++)
      a.model[i] = mixed(a.model[i], b.model[i], id);
    auto *tasks = &all.tasks;
    remember(queue().submit([&](sycl::handler &h) {
      add_edges(h);
      if (on_host) {
        sycl::accessor to{*a.buffer, h, sycl::read_write_host_task};
        sycl::accessor from{*b.buffer, h, sycl::read_only_host_task};
        h.host_task([=] {
          for (size_t i = 0; i < words; i++)
            to[i] = mixed(to[i], from[i], id);
          tasks->fetch_add(1, std::memory_order_relaxed);
        });
      } else {
        sycl::accessor to{*a.buffer, h, sycl::read_write};
        sycl::accessor from{*b.buffer, h, sycl::read_only};
        h.parallel_for(sycl::range<1>{words},
                       [=](sycl::id<1> i) { to[i] = mixed(to[i], from[i], id); });
      }
    }));
  }

  void copy_buffer(cell &a, cell &b) {
    a.model = b.model;
    remember(queue().submit([&](sycl::handler &h) {
      add_edges(h);
      sycl::accessor to{*a.buffer, h, sycl::write_only, sycl::no_init};
      sycl::accessor from{*b.buffer, h, sycl::read_only};
      h.copy(from, to);
    }));
  }

  void fill_buffer(cell &a) {
    const uint64_t value = any.next();
    a.model.fill(value);
    remember(queue().submit([&](sycl::handler &h) {
      add_edges(h);
      sycl::accessor to{*a.buffer, h, sycl::write_only, sycl::no_init};
      h.fill(to, value);
    }));
  }

  void read_buffer(cell &a) {
    sycl::host_accessor found{*a.buffer, sycl::read_only};
    check(a, &found[0], "host accessor");
  }

  // Commands still use it: its memory goes when they have ended.
  void replace_buffer(cell &a) {
    a.buffer.reset();
    make_buffer(a, any);
  }

  void mix_usm(cell &a, cell &b) {
    const uint64_t id = any.next();
    for (size_t i = 0; i < words; i++)
      a.model[i] = mixed(a.model[i], b.model[i], id);
    uint64_t *to = a.memory, *from = b.memory;
    sycl::event e = queue().submit([&](sycl::handler &h) {
      add_edges(h);
      if (a.last)
        h.depends_on(*a.last);
      if (b.last)
        h.depends_on(*b.last);
      if (id % 16 == 0)
        h.host_task([=] {
          for (size_t i = 0; i < words; i++)
            to[i] = mixed(to[i], from[i], id);
        });
      else
        h.parallel_for(sycl::range<1>{words},
                       [=](sycl::id<1> i) { to[i] = mixed(to[i], from[i], id); });
    });
    a.last = b.last = e; // a reader, too: a later writer follows it
    remember(e);
  }

  void read_usm(cell &a) {
    if (a.last)
      a.last->wait();
    check(a, a.memory, "USM");
  }

  void step() {
    const bool is_usm = any.below(4) == 0;
    auto &cells = is_usm ? all.usm : all.buffers;
    size_t first = any.below(cells.size()), second = any.below(cells.size() - 1);
    second += second >= first;
    cell &a = *cells[first], &b = *cells[second];
    std::scoped_lock guard{a.lock, b.lock};
    const size_t kind = any.below(100);
    if (is_usm)
      kind < 95 ? mix_usm(a, b) : read_usm(a);
    else if (kind < 70)
      mix_buffers(a, b, false);
    else if (kind < 80)
      mix_buffers(a, b, true);
    else if (kind < 88)
      copy_buffer(a, b);
    else if (kind < 95)
      fill_buffer(a);
    else if (kind < 98)
      read_buffer(a);
    else
      replace_buffer(a);
  }

  void run() {
    for (unsigned round = 1; all.submitted.load(std::memory_order_relaxed) < options.submissions;
         round++) {
      step();
      if (round % 256 == 0)
        queue().wait_and_throw();
    }
  }
};

size_t resident_kib() {
  char line[256];
  size_t kib = 0;
  std::FILE *status = std::fopen("/proc/self/status", "r");
  while (status && std::fgets(line, sizeof line, status))
    if (std::strncmp(line, "VmRSS:", 6) == 0)
      kib = std::strtoull(line + 6, nullptr, 10);
  if (status)
    std::fclose(status);
  return kib;
}

// Resident memory at twenty marks of the run; flat is: the last quarter holds hardly more than the
// second.
bool watch(world &all) {
  constexpr size_t marks = 20;
  const auto start = std::chrono::steady_clock::now();
  size_t seen[marks] = {0};
  for (size_t i = 0; i < marks; i++) {
    while (all.submitted < options.submissions * (i + 1) / marks)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    seen[i] = resident_kib();
    if (options.reports)
      std::fprintf(stderr, "%llu submissions, %zu KiB, %.0f s\n",
                   (unsigned long long)all.submitted.load(), seen[i],
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  size_t early = 0, late = 0;
  for (size_t i = 0; i < 5; i++) {
    early = seen[5 + i] > early ? seen[5 + i] : early;
    late = seen[15 + i] > late ? seen[15 + i] : late;
  }
  if (late <= early + early / 5 + 4096)
    return true;
  std::fprintf(stderr, "soak: memory grows: %zu KiB, later %zu KiB\n", early, late);
  return false;
}

bool set(const char *word) {
  const char *equals = std::strchr(word, '=');
  const uint64_t value = equals ? std::strtoull(equals + 1, nullptr, 10) : 0;
  const size_t length = equals ? size_t(equals - word) : std::strlen(word);
  auto is = [&](const char *name) {
    return std::strlen(name) == length && std::strncmp(word, name, length) == 0;
  };
  if (is("--report"))
    return options.reports = true;
  if (!value)
    return false;
  if (is("--submissions"))
    options.submissions = value;
  else if (is("--threads"))
    options.threads = value;
  else if (is("--queues"))
    options.queues = value;
  else if (is("--buffers"))
    options.buffers = value < 2 ? 2 : value;
  else if (is("--seed"))
    options.seed = value;
  else
    return false;
  return true;
}

} // namespace

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!set(argv[i])) {
      std::fprintf(stderr, "soak: unknown option '%s'; see the head of soak.cpp\n", argv[i]);
      return 2;
    }
  bool is_flat;
  {
    world all;
    std::vector<std::thread> threads;
    for (size_t i = 0; i < options.threads; i++)
      threads.emplace_back(
          [&all, i] { worker{all, {options.seed * 1000003 + i * 7919 + 12345}, {}}.run(); });
    is_flat = watch(all);
    for (auto &thread : threads)
      thread.join();
    worker last{all, {options.seed}, {}};
    for (auto &c : all.buffers)
      last.read_buffer(*c);
    for (auto &c : all.usm)
      last.read_usm(*c);
    for (auto &queue : all.queues)
      queue.wait_and_throw();
    for (auto &c : all.usm)
      sycl::free(c->memory, all.queues[0]);
    if (options.reports)
      std::fprintf(stderr,
                   "%llu submissions, %llu host tasks, %llu checks: all as the model says\n",
                   (unsigned long long)all.submitted.load(), (unsigned long long)all.tasks.load(),
                   (unsigned long long)all.checked.load());
  }
  return is_flat ? 0 : 1;
}
