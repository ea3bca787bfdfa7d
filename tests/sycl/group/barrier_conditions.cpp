/* Falx: guarded blocks between barriers that decide or keep something for later code; butterflies
 * whose addresses are computed in a block that not all work-items reach. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

#include <utility>
#include <vector>

constexpr size_t groups = 4, items = 64;

/* What the block computes decides a branch behind it. */
static void decide(sycl::queue &q, size_t s) {
  std::vector<int> data(groups * items), decided(groups * items, 0);
  for (size_t i = 0; i < data.size(); i++)
    data[i] = int(i % 7);
  std::vector<int> wanted = data, wanted_decided = decided;
  for (size_t i = 0; i < data.size(); i++)
    if (i % items < s) {
      wanted[i] += i % items + s < items ? data[i + s] : 0;
      wanted_decided[i] = wanted[i] > 6 ? 3 : 0;
    }
  {
    sycl::buffer a(data), b(decided);
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{a, h};
      sycl::accessor out{b, h};
      sycl::local_accessor<int> t(2 * items, h);
      h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> item) {
        const size_t l = item.get_local_id(0), i = item.get_global_id(0);
        t[l] = in[i];
        t[l + items] = 0;
        sycl::group_barrier(item.get_group());
        if (l < s) {
          const int sum = t[l] + t[l + s];
          t[l] = sum;
          if (sum > 6)
            out[i] = 3;
        }
        sycl::group_barrier(item.get_group());
        in[i] = t[l];
      });
    });
  }
  CHECK(data == wanted);
  CHECK(decided == wanted_decided);
}

/* The block writes an element of an array of the work-item's own. */
static void keep(sycl::queue &q, size_t s, int element) {
  std::vector<float> data(groups * items), result(data.size());
  for (size_t i = 0; i < data.size(); i++)
    data[i] = float(i % 7 + 1);
  {
    sycl::buffer a(data), b(result);
    const int last = element + 1;
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{a, h, sycl::read_only};
      sycl::accessor out{b, h, sycl::write_only};
      sycl::local_accessor<float> t(items, h);
      h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> item) {
        const size_t l = item.get_local_id(0), i = item.get_global_id(0);
        float own[8];
        for (int k = 0; k < 8; k++)
          own[k] = in[i] * float(k);
        t[l] = in[i];
        sycl::group_barrier(item.get_group());
        if (l < s)
          own[element] += t[l];
        float sum = 0;
        for (int k = last; k >= element; k--)
          sum = sum * 2 + own[k];
        out[i] = sum;
      });
    });
  }
  for (size_t i = 0; i < data.size(); i++)
    CHECK(result[i] == data[i] * float(2 * (element + 1) + element + (i % items < s)));
}

/* p[l ^ by], read to decide whether it is written. */
static void flip(sycl::queue &q, int by) {
  std::vector<int> p(groups * items), d(groups * items), other(groups * items, 0), f{by};
  for (size_t i = 0; i < p.size(); i++) {
    p[i] = int(i % 11);
    d[i] = int((i * 7 + i / items) % 5) - 1;
  }
  std::vector<int> wanted = p, wanted_other = other;
  for (size_t i = 0; i < p.size(); i++) {
    int &at = wanted[i / items * items + ((i % items) ^ size_t(by))];
    if (d[i] > 0 && at > 5)
      at = d[i] * 100 + int(i % items);
    else
      wanted_other[i] = d[i] - 7;
  }
  {
    sycl::buffer a(p), b(d), c(other), e(f);
    q.submit([&](sycl::handler &h) {
      sycl::accessor all{a, h};
      sycl::accessor what{b, h, sycl::read_only};
      sycl::accessor out{c, h};
      sycl::accessor flips{e, h, sycl::read_only};
      h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> item) {
        const int l = int(item.get_local_id(0)), w = what[item.get_global_id(0)];
        int *t = &all[item.get_group(0) * items];
        if (w > 0 && t[l ^ flips[0]] > 5)
          t[l ^ flips[0]] = w * 100 + l;
        else
          out[item.get_global_id(0)] = w - 7;
      });
    });
  }
  CHECK(p == wanted && other == wanted_other);
}

/* Both sides of a butterfly are exchanged where they are in the wrong order; some items leave. */
static void exchange(sycl::queue &q, long distance) {
  std::vector<int> p(2 * groups * items), d(groups * items), left(groups * items, 0);
  std::vector<long> f{distance};
  for (size_t i = 0; i < p.size(); i++)
    p[i] = int(i * 37 % 101);
  for (size_t i = 0; i < d.size(); i++)
    d[i] = int((i * 7 + i / items) % 5) - 1;
  std::vector<int> wanted = p, wanted_left = left;
  for (size_t i = 0; i < d.size(); i++) {
    const size_t l = i % items, a = 2 * l - (l & size_t(distance - 1));
    int &low = wanted[i / items * 2 * items + a], &high = *(&low + distance);
    if (d[i] > 0 && low > high)
      std::swap(low, high);
    else
      wanted_left[i] = d[i] - 7;
  }
  {
    sycl::buffer pb(p), db(d), lb(left);
    sycl::buffer fb(f);
    q.submit([&](sycl::handler &h) {
      sycl::accessor all{pb, h};
      sycl::accessor what{db, h, sycl::read_only};
      sycl::accessor out{lb, h};
      sycl::accessor far{fb, h, sycl::read_only};
      h.parallel_for(sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> item) {
        const long l = long(item.get_local_id(0));
        const int w = what[item.get_global_id(0)];
        int *t = &all[item.get_group(0) * 2 * items];
        if (w > 0) {
          const long b = far[0], a = 2 * l - (l & (b - 1));
          if (t[a] > t[a + b]) {
            const int x = t[a], y = t[a + b];
            t[a] = y;
            t[a + b] = x;
            return;
          }
        }
        out[item.get_global_id(0)] = w - 7;
      });
    });
  }
  CHECK(p == wanted && left == wanted_left);
}

int main() {
  sycl::queue q;
  for (size_t s : {16, 13, 5, 3, 32}) {
    decide(q, s);
    keep(q, s, int(s % 6));
  }
  for (int by : {1, 5, 16, 21, 63})
    flip(q, by);
  for (long distance : {1, 2, 4, 16, 32})
    exchange(q, distance);
  return finish();
}
