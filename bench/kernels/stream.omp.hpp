// The OpenMP side of the kernels that go once over three arrays: element, input() and work() are
// what the file that includes this one defines.
#pragma once
int main(int argc, char **argv) {
  const bench::options o(argc, argv, default_n);
  auto *a = bench::allocate<element>(o.n), *b = bench::allocate<element>(o.n),
       *c = bench::allocate<element>(o.n);
#pragma omp parallel for
  for (std::size_t i = 0; i < o.n; i++) {
    a[i] = input(i);
    b[i] = input(i + 7);
    c[i] = 0;
  }
  bench::run(
      o,
      [&] {
#pragma omp parallel for
        for (std::size_t i = 0; i < o.n; i++)
          work(i, a, b, c);
      },
      [&] { return c[o.n / 3]; });
  std::free(a);
  std::free(b);
  std::free(c);
}
