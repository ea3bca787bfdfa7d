/* SYCL 2020, 4.17.3: barriers in uniform control flow: loops, nested loops, loops left early,
 * conditionals, functions, several ways out of a kernel (NC-7). */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <algorithm>
#include <vector>

using sycl::group_barrier;

static unsigned mix(unsigned x) {
  x ^= x >> 15;
  x *= 0x2c1b3c6du;
  x ^= x >> 12;
  return x;
}

static void multiply(sycl::queue &q) {
  constexpr size_t n = 48, tile = 8;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (size_t i = 0; i < n * n; i++) {
    a[i] = float(mix(unsigned(i)) % 8);
    b[i] = float(mix(unsigned(i) + 77) % 8);
  }
  {
    sycl::buffer<float, 2> ab(a.data(), {n, n}), bb(b.data(), {n, n}), cb(c.data(), {n, n});
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(ab, h, sycl::read_only), y(bb, h, sycl::read_only);
      sycl::accessor z(cb, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<float, 2> xs({tile, tile}, h), ys({tile, tile}, h);
      h.parallel_for(sycl::nd_range<2>({n, n}, {tile, tile}), [=](sycl::nd_item<2> i) {
        size_t row = i.get_local_id(0), column = i.get_local_id(1);
        auto at = i.get_global_id();
        float sum = 0;
        for (size_t t = 0; t < n; t += tile) {
          xs[row][column] = x[at[0]][t + column];
          ys[row][column] = y[t + row][at[1]];
          group_barrier(i.get_group());
          for (size_t k = 0; k < tile; k++)
            sum += xs[row][k] * ys[k][column];
          group_barrier(i.get_group());
        }
        z[at] = sum;
      });
    });
  }
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++) {
      float sum = 0;
      for (size_t m = 0; m < n; m++)
        sum += a[i * n + m] * b[m * n + k];
      CHECK_EQUAL(c[i * n + k], sum);
    }
}

static void reduce(sycl::queue &q, size_t local) {
  const size_t groups = 4;
  std::vector<long> out(groups);
  {
    sycl::buffer b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(b, h, sycl::write_only);
      sycl::local_accessor<long> part(local, h);
      h.parallel_for(sycl::nd_range<1>(groups * local, local), [=](sycl::nd_item<1> i) {
        size_t l = i.get_local_id(0);
        part[l] = long(i.get_global_id(0)) + 1;
        for (size_t step = local / 2; step > 0; step /= 2) {
          group_barrier(i.get_group());
          if (l < step)
            part[l] += part[l + step];
        }
        if (l == 0)
          to[i.get_group(0)] = part[0];
      });
    });
  }
  for (size_t g = 0; g < groups; g++) {
    long n = long(local), first = long(g) * n + 1;
    CHECK_EQUAL(out[g], n * (2 * first + n - 1) / 2);
  }
}

static void sort(sycl::queue &q, size_t local) {
  const size_t groups = 3;
  std::vector<unsigned> data(groups * local), expected;
  for (size_t i = 0; i < data.size(); i++)
    data[i] = mix(unsigned(i) + 1) % 1000;
  expected = data;
  {
    sycl::buffer b(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor d(b, h);
      sycl::local_accessor<unsigned> s(local, h);
      h.parallel_for(sycl::nd_range<1>(data.size(), local), [=](sycl::nd_item<1> i) {
        size_t l = i.get_local_id(0);
        s[l] = d[i.get_global_id()];
        for (size_t size = 2; size <= local; size *= 2)
          for (size_t step = size / 2; step > 0; step /= 2) {
            group_barrier(i.get_group());
            size_t other = l ^ step;
            if (other > l && (s[l] > s[other]) == ((l & size) == 0)) {
              unsigned x = s[l];
              s[l] = s[other];
              s[other] = x;
            }
          }
        group_barrier(i.get_group());
        d[i.get_global_id()] = s[l];
      });
    });
  }
  for (size_t g = 0; g < groups; g++)
    std::sort(expected.begin() + long(g * local), expected.begin() + long((g + 1) * local));
  CHECK(data == expected);
}

/* A way out of the loop, a conditional around a barrier, and returns of all work-items. */
static int ways(sycl::queue &q, int stop, int flag) {
  constexpr size_t local = 12;
  std::vector<int> out(local);
  {
    sycl::buffer b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(b, h, sycl::write_only);
      sycl::local_accessor<int> s(local, h);
      h.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> i) {
        size_t l = i.get_local_id(0);
        int x = int(l);
        to[l] = -1;
        if (flag == 7)
          return;
        for (int k = 0;; k++) {
          s[l] = x;
          group_barrier(i.get_group());
          x += s[(l + 1) % local];
          if (k == stop)
            break;
          if (flag & 1) {
            group_barrier(i.get_group());
            s[l] = x + 1;
            if (flag & 2) {
              group_barrier(i.get_group());
              x = s[(l + 2) % local];
            } else {
              x += 1;
            }
          }
          group_barrier(i.get_group());
          if (k > 20) {
            to[l] = -2;
            return;
          }
        }
        to[l] = x;
      });
    });
  }
  std::vector<int> x(local), s(local), y;
  for (size_t l = 0; l < local; l++)
    x[l] = int(l);
  bool is_out = flag == 7;
  if (is_out)
    x.assign(local, -1);
  for (int k = 0; !is_out; k++) {
    s = x;
    for (size_t l = 0; l < local; l++)
      x[l] += s[(l + 1) % local];
    if (k == stop)
      break;
    if (flag & 1) {
      for (size_t l = 0; l < local; l++)
        s[l] = x[l] + 1;
      for (size_t l = 0; l < local; l++)
        x[l] = flag & 2 ? s[(l + 2) % local] : x[l] + 1;
    }
    if (k > 20) {
      x.assign(local, -2);
      break;
    }
  }
  CHECK(out == x);
  return 0;
}

/* Called by two kernels, not inlined by the user's wish. */
[[gnu::noinline]] static int share(sycl::nd_item<1> i, const sycl::local_accessor<int> &s, int x) {
  size_t l = i.get_local_id(0), n = i.get_local_range(0);
  s[l] = x;
  group_barrier(i.get_group());
  int y = s[n - 1 - l];
  group_barrier(i.get_group());
  return y;
}

static void functions(sycl::queue &q) {
  constexpr size_t local = 10;
  std::vector<int> out(local);
  for (int times = 1; times < 4; times++) {
    {
      sycl::buffer b(out);
      q.submit([&](sycl::handler &h) {
        sycl::accessor to(b, h, sycl::write_only);
        sycl::local_accessor<int> s(local, h);
        if (times & 1)
          h.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> i) {
            int x = int(i.get_local_id(0));
            for (int k = 0; k < times; k++)
              x = share(i, s, x) + share(i, s, x);
            to[i.get_local_id(0)] = x;
          });
        else
          h.parallel_for(sycl::nd_range<1>(local, local), [=](sycl::nd_item<1> i) {
            to[i.get_local_id(0)] = share(i, s, int(i.get_local_id(0)));
          });
      });
    }
    for (int l = 0; l < int(local); l++) {
      int other = int(local) - 1 - l;
      CHECK_EQUAL(out[size_t(l)], times == 2 ? other : times == 1 ? 2 * other : 8 * other);
    }
  }
}

int main() {
  sycl::queue q;
  multiply(q);
  for (size_t local : {1, 2, 8, 64, 256}) {
    reduce(q, local);
    sort(q, local);
  }
  for (int stop : {0, 1, 5, 30})
    for (int flag : {0, 1, 2, 3, 7})
      ways(q, stop, flag);
  functions(q);
  return finish();
}
