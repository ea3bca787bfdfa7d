/* SYCL 2020, 3.8.3.1: what orders and scopes of atomics and fences forbid does not happen:
 * coherence, message passing, store buffering, independent reads of independent writes; in global
 * memory, and with one of two locations in local memory. litmus [ROUNDS]: more rounds, and the
 * number of times that weak orders showed what they allow. */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <vector>

#include "../check.hpp"

using namespace sycl;
using order = memory_order;
using scope = memory_scope;

enum { WIDTH = 128, GROUPS = 64, ITEMS = WIDTH * GROUPS, ROLES = 4 };

enum test : int {
  COHERENCE,  // what is read does not become older
  PASS_STORE, // who sees the flag sees what was written before it
  PASS_FENCE,
  PASS_UPDATE,
  PASS_EXCHANGE,
  PASS_PLAIN,   // the data is no atomic
  BUFFER_STORE, // one of two stores is seen by the load behind the other
  BUFFER_FENCE,
  BUFFER_UPDATE,
  READS_STORE, // two observers agree which of two stores was first
  READS_FENCE,
  STRICT, // the orders are too weak to forbid it in what follows
  PASS_RELAXED = STRICT,
  BUFFER_ACQUIRE,
  READS_ACQUIRE,
  TESTS
};
static const char *const names[TESTS] = {
    "coherence",          "message, release",    "message, fences",    "message, updates",
    "message, exchanges", "message, plain data", "buffering, seq_cst", "buffering, fences",
    "buffering, updates", "reads, seq_cst",      "reads, fences",      "message, relaxed",
    "buffering, acq_rel", "reads, acquire"};

static bool is_passing(int t) {
  return (t >= PASS_STORE && t <= PASS_PLAIN) || t == PASS_RELAXED;
}
static bool is_buffering(int t) {
  return (t >= BUFFER_STORE && t <= BUFFER_UPDATE) || t == BUFFER_ACQUIRE;
}
static bool is_seq_cst(int t) {
  return t >= BUFFER_STORE && t <= READS_FENCE;
}

/* What one work-item does in one instance of a test: bits of what it read. */
template <scope S, access::address_space Space> int act(int t, int role, int &data, int &flag) {
  atomic_ref<int, order::relaxed, S, access::address_space::global_space> x(data);
  atomic_ref<int, order::relaxed, S, Space> y(flag);
  int a = 0, b = 0, expected = 1;
  switch (t * ROLES + role) {
  case COHERENCE *ROLES:
    y.store(1);
    break;
  case COHERENCE *ROLES + 1:
    a = y.load();
    b = y.load();
    break;
  case PASS_STORE *ROLES:
    x.store(1);
    y.store(1, order::release);
    break;
  case PASS_STORE *ROLES + 1:
    a = y.load(order::acquire);
    b = x.load();
    break;
  case PASS_FENCE *ROLES:
    x.store(1);
    atomic_fence(order::release, S);
    y.store(1);
    break;
  case PASS_FENCE *ROLES + 1:
    a = y.load();
    atomic_fence(order::acquire, S);
    b = x.load();
    break;
  case PASS_UPDATE *ROLES:
    x.fetch_add(1);
    y.fetch_or(1, order::release);
    break;
  case PASS_UPDATE *ROLES + 1:
    a = y.fetch_or(2, order::acquire) & 1;
    b = x.fetch_max(0);
    break;
  case PASS_EXCHANGE *ROLES:
    x.exchange(1);
    y.exchange(1, order::acq_rel);
    break;
  case PASS_EXCHANGE *ROLES + 1:
    a = y.compare_exchange_strong(expected, 1, order::acq_rel);
    b = x.load();
    break;
  case PASS_PLAIN *ROLES:
    data = 1;
    y.store(1, order::release);
    break;
  case PASS_PLAIN *ROLES + 1:
    a = y.load(order::acquire);
    b = a ? data : 0;
    break;
  case BUFFER_STORE *ROLES:
    x.store(1, order::seq_cst);
    a = y.load(order::seq_cst);
    break;
  case BUFFER_STORE *ROLES + 1:
    y.store(1, order::seq_cst);
    a = x.load(order::seq_cst);
    break;
  case BUFFER_FENCE *ROLES:
    x.store(1);
    atomic_fence(order::seq_cst, S);
    a = y.load();
    break;
  case BUFFER_FENCE *ROLES + 1:
    y.store(1);
    atomic_fence(order::seq_cst, S);
    a = x.load();
    break;
  case BUFFER_UPDATE *ROLES:
    x.fetch_or(1, order::seq_cst);
    a = y.fetch_or(2, order::seq_cst) & 1;
    break;
  case BUFFER_UPDATE *ROLES + 1:
    y.fetch_or(1, order::seq_cst);
    a = x.fetch_or(2, order::seq_cst) & 1;
    break;
  case READS_STORE *ROLES:
    x.store(1, order::seq_cst);
    break;
  case READS_STORE *ROLES + 1:
    y.store(1, order::seq_cst);
    break;
  case READS_STORE *ROLES + 2:
    a = x.load(order::seq_cst);
    b = y.load(order::seq_cst);
    break;
  case READS_STORE *ROLES + 3:
    a = y.load(order::seq_cst);
    b = x.load(order::seq_cst);
    break;
  case READS_FENCE *ROLES:
  case READS_ACQUIRE *ROLES:
    x.store(1, order::release);
    break;
  case READS_FENCE *ROLES + 1:
  case READS_ACQUIRE *ROLES + 1:
    y.store(1, order::release);
    break;
  case READS_FENCE *ROLES + 2:
    a = x.load();
    atomic_fence(order::seq_cst, S);
    b = y.load();
    break;
  case READS_FENCE *ROLES + 3:
    a = y.load();
    atomic_fence(order::seq_cst, S);
    b = x.load();
    break;
  case PASS_RELAXED *ROLES:
    x.store(1);
    y.store(1);
    break;
  case PASS_RELAXED *ROLES + 1:
    a = y.load();
    b = x.load();
    break;
  case BUFFER_ACQUIRE *ROLES:
    x.store(1, order::release);
    a = y.load(order::acquire);
    break;
  case BUFFER_ACQUIRE *ROLES + 1:
    y.store(1, order::release);
    a = x.load(order::acquire);
    break;
  case READS_ACQUIRE *ROLES + 2:
    a = x.load(order::acquire);
    b = y.load(order::acquire);
    break;
  case READS_ACQUIRE *ROLES + 3:
    a = y.load(order::acquire);
    b = x.load(order::acquire);
    break;
  }
  return a | b << 1;
}

/* Whether the roles of an instance read what the test is about. */
static bool is_outcome(int t, const int *read) {
  if (t == COHERENCE || is_passing(t))
    return read[1] == 1; // the second location is the older
  if (is_buffering(t))
    return read[0] == 0 && read[1] == 0;
  return read[2] == 1 && read[3] == 1;
}

struct memory {
  int *x, *y, *read;
};

/* Each work-item has every role once, each in another instance; those of one instance belong to
 * work-items that are in one work-group, or in different ones. */
template <scope S, bool is_local> static void launch(queue &queue, int t, memory m, int distance) {
  queue.submit([&](handler &h) {
    local_accessor<int> flags(WIDTH, h);
    h.parallel_for(nd_range<1>(ITEMS, WIDTH), [=](nd_item<1> item) {
      const int id = int(item.get_global_id(0)), local = int(item.get_local_id(0));
      flags[local] = 0;
      group_barrier(item.get_group());
      for (int n = 0; n < ROLES; ++n) {
        const int role = (n + id / 32) % ROLES, by = role * (WIDTH / ROLES + 1);
        const int at = S <= scope::work_group ? id - local + (local + by) % WIDTH
                                              : (id + role * distance) % ITEMS;
        int &x = m.x[at];
        if constexpr (is_local)
          m.read[at * ROLES + role] =
              act<S, access::address_space::local_space>(t, role, x, flags[at % WIDTH]);
        else
          m.read[at * ROLES + role] =
              act<S, access::address_space::global_space>(t, role, x, m.y[(at * 17 + 5) % ITEMS]);
      }
    });
  });
}

template <scope S, bool is_local>
static void run(queue &queue, memory m, int rounds, const char *where, bool is_told) {
  const auto orders = queue.get_device().get_info<info::device::atomic_memory_order_capabilities>();
  const auto scopes = queue.get_device().get_info<info::device::atomic_memory_scope_capabilities>();
  const auto has = [](const auto &list, auto one) {
    return std::find(list.begin(), list.end(), one) != list.end();
  };
  if (!has(scopes, S))
    return;
  static const int distances[4] = {ITEMS / 2 + 1, ITEMS / 4 + WIDTH + 1, WIDTH + 1, 5 * WIDTH + 3};
  std::vector<int> read(ITEMS * ROLES);
  for (int t = 0; t < TESTS; ++t) {
    long count = 0;
    if ((is_seq_cst(t) && !has(orders, order::seq_cst)) || !has(orders, order::acq_rel))
      continue;
    for (int round = 0; round < rounds; ++round) {
      queue.memset(m.x, 0, ITEMS * sizeof(int));
      queue.memset(m.y, 0, ITEMS * sizeof(int));
      launch<S, is_local>(queue, t, m, distances[round % 4]);
      queue.copy(m.read, read.data(), read.size()).wait();
      for (int i = 0; i < ITEMS; ++i)
        count += is_outcome(t, &read[i * ROLES]);
    }
    if (is_told || (t < STRICT && count))
      std::printf("%-20s %-22s %s%ld of %ld\n", names[t], where,
                  t < STRICT ? "" : "allowed: ", count, long(rounds) * ITEMS);
    CHECK(t >= STRICT || count == 0);
  }
}

int main(int argc, char **argv) {
  queue queue{property::queue::in_order()};
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 4;
  memory m = {malloc_device<int>(ITEMS, queue), malloc_device<int>(ITEMS, queue),
              malloc_device<int>(ITEMS * ROLES, queue)};
  CHECK(m.x && m.y && m.read);
  run<scope::work_group, false>(queue, m, rounds, "work_group", argc > 1);
  run<scope::work_group, true>(queue, m, rounds, "work_group, local", argc > 1);
  run<scope::device, false>(queue, m, rounds, "device", argc > 1);
  run<scope::system, false>(queue, m, rounds, "system", argc > 1);
  free(m.x, queue);
  free(m.y, queue);
  free(m.read, queue);
  return finish();
}
