// Keeps the compiler busy for a long time.
constexpr long long sum(long long n) {
  long long s = 0;
  for (long long i = 0; i < n; ++i)
    s += i * i % 7;
  return s;
}
constexpr long long value = sum(100000000);
