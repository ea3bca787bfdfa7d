/* SYCL 2020, 4.17.3: group_barrier where a kernel has one, in straight code: first, last, twice in
 * a row, in three dimensions, in groups of odd sizes; what is written before it is read behind it,
 * and what a work-item had before it, it still has (NC-6, NC-7, NC-8). */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <numeric>
#include <vector>

using sycl::group_barrier;

static void reverse(sycl::queue &q, size_t groups, size_t local) {
  size_t n = groups * local;
  std::vector<int> in(n), out(n);
  std::iota(in.begin(), in.end(), 1);
  {
    sycl::buffer a(in), b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(a, h, sycl::read_only);
      sycl::accessor to(b, h, sycl::write_only);
      sycl::local_accessor<int> tile(local, h);
      h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> i) {
        size_t l = i.get_local_id(0);
        tile[l] = from[i.get_global_id()];
        int own = tile[l] * 3;
        group_barrier(i.get_group());
        to[i.get_global_id()] = tile[local - 1 - l] + own;
      });
    });
  }
  for (size_t g = 0; g < groups; g++)
    for (size_t l = 0; l < local; l++)
      CHECK_EQUAL(out[g * local + l], in[g * local + local - 1 - l] + 3 * in[g * local + l]);
}

static void three_dimensions(sycl::queue &q) {
  const sycl::range<3> global(4, 6, 10), local(2, 3, 5);
  sycl::buffer<int, 3> out(global);
  q.submit([&](sycl::handler &h) {
    sycl::accessor to(out, h, sycl::write_only, sycl::no_init);
    sycl::local_accessor<int, 3> tile(local, h);
    h.parallel_for(sycl::nd_range<3>(global, local), [=](sycl::nd_item<3> i) {
      auto l = i.get_local_id();
      group_barrier(i.get_group());
      tile[l] = int(i.get_global_linear_id());
      i.barrier(sycl::access::fence_space::local_space);
      int a = tile[sycl::id<3>(1 - l[0], l[1], l[2])];
      int b = tile[sycl::id<3>(l[0], 2 - l[1], l[2])];
      group_barrier(i.get_group());
      group_barrier(i.get_group());
      tile[l] = a + b;
      group_barrier(i.get_group());
      to[i.get_global_id()] = tile[sycl::id<3>(l[0], l[1], 4 - l[2])];
      group_barrier(i.get_group());
    });
  });
  sycl::host_accessor is(out, sycl::read_only);
  auto linear = [&](size_t z, size_t y, size_t x) { return int((z * 6 + y) * 10 + x); };
  for (size_t z = 0; z < 4; z++)
    for (size_t y = 0; y < 6; y++)
      for (size_t x = 0; x < 10; x++) {
        size_t x2 = x / 5 * 5 + 4 - x % 5, z2 = z / 2 * 2 + 1 - z % 2, y2 = y / 3 * 3 + 2 - y % 3;
        CHECK_EQUAL(is[sycl::id<3>(z, y, x)], linear(z2, y, x2) + linear(z, y2, x2));
      }
}

/* Private arrays and values of every size live on behind a barrier. */
static void private_memory(sycl::queue &q) {
  constexpr size_t n = 96, local = 24;
  struct wide {
    char c;
    double d[3];
    short s;
  };
  std::vector<double> out(n);
  {
    sycl::buffer b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(b, h, sycl::write_only);
      sycl::local_accessor<int> shared(local, h);
      h.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> i) {
        size_t g = i.get_global_id(0), l = i.get_local_id(0);
        int array[7];
        wide w{char(g), {1.5 * double(g), 2, 3}, short(g * 3)};
        for (int k = 0; k < 7; k++)
          array[k] = int(g) * k;
        unsigned char byte = (unsigned char)(g * 7);
        bool is_odd = g % 2;
        float f = float(g) * 0.5f;
        shared[l] = int(l);
        group_barrier(i.get_group());
        int at = shared[(l + 5) % local] % 7;
        w.d[1] += array[at];
        group_barrier(i.get_group());
        array[at] += byte;
        to[g] = w.c + w.d[0] + w.d[1] + w.d[2] + w.s + array[at] + is_odd + double(f);
      });
    });
  }
  for (size_t g = 0; g < n; g++) {
    int at = int((g % local + 5) % local) % 7;
    double expected = char(g) + 1.5 * double(g) + 2 + double(g) * at + 3 + short(g * 3) +
                      double(g) * at + (unsigned char)(g * 7) + double(g % 2) + double(g) * 0.5;
    CHECK_EQUAL(out[g], expected);
  }
}

/* Between two barriers one private array is filled while the other is still read. */
static void private_memory_in_turn(sycl::queue &q) {
  constexpr int n = 70, count = 8;
  sycl::buffer<int> order{sycl::range<1>{count}}, out{sycl::range<1>{2 * n}};
  {
    sycl::host_accessor at(order, sycl::write_only);
    for (int i = 0; i < count; i++)
      at[i] = (3 * i + 1) % count;
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor at(order, h, sycl::read_only);
    sycl::accessor to(out, h, sycl::write_only, sycl::no_init);
    h.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> item) {
      int l = int(item.get_local_id(0)), first[count], second[count], a = 0, b = 0;
      for (int i = 0; i < count; i++)
        first[at[i]] = l + i;
      group_barrier(item.get_group());
      for (int i = 0; i < count; i++)
        second[at[i]] = l - i;
      for (int i = 0; i < count; i++)
        a = 3 * a + first[at[i]];
      group_barrier(item.get_group());
      for (int i = 0; i < count; i++)
        b = 3 * b + second[at[i]];
      to[l] = a;
      to[n + l] = b;
    });
  });
  sycl::host_accessor is(out, sycl::read_only);
  for (int l = 0; l < n; l++) {
    int a = 0, b = 0;
    for (int i = 0; i < count; i++)
      a = 3 * a + l + i, b = 3 * b + l - i;
    CHECK_EQUAL(is[l], a);
    CHECK_EQUAL(is[n + l], b);
  }
}

int main() {
  sycl::queue q;
  for (size_t local : {1, 2, 3, 7, 8, 13, 16, 31, 64, 100, 256, 1000})
    reverse(q, 5, local);
  three_dimensions(q);
  private_memory(q);
  private_memory_in_turn(q);
  return finish();
}
