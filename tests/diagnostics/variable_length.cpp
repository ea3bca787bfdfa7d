namespace variable_length {
int last(int n) {
  int values[n];
  values[n - 1] = n;
  return values[n - 1];
}
void run(sycl::queue &q, int *out) {
  q.single_task<class VariableLength>([=] {
#ifndef SILENT
    *out = last(*out);
#endif
  });
}
} // namespace variable_length

// clang-format off
// expect: 3:3: error: device code cannot have arrays of variable length, and 'variable_length::last(int)' has one, or calls alloca; make its size a constant, or take a local_accessor
// expect: 10:12: note: called from 'variable_length::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'variable_length::run(sycl::queue&, int*)::VariableLength'
