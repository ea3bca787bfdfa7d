// Each form that allocates; placement new does not.
namespace news {
struct node {
  int value;
  explicit node(int n);
};
inline node::node(int n) : value(n) {}
node *one() {
  return new node(1);
}
int *many(int n) {
  return new (std::nothrow) int[size_t(n)];
}
void drop(node *n, int *array) {
  delete n;
  delete[] array;
}
void *bytes(size_t n) {
  return std::malloc(n);
}
void run(sycl::queue &q, int *out) {
  q.single_task<class News>([=] {
    alignas(node) char place[sizeof(node)];
    *out = (new (place) node(3))->value;
#ifndef SILENT
    drop(one(), many(*out));
    *out += bytes(4) != nullptr;
#endif
  });
}
} // namespace news

// clang-format off
// expect: 9:10: error: device code cannot allocate memory, and 'news::one()' uses new; allocate it on the host, or build the object in memory that is there: new (place) T
// expect: 26:10: note: called from 'news::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'news::run(sycl::queue&, int*)::News'
// expect: 12:10: error: device code cannot allocate memory, and 'news::many(int)' uses new; allocate it on the host, or build the object in memory that is there: new (place) T
// expect: 26:17: note: called from 'news::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'news::run(sycl::queue&, int*)::News'
// expect: 15:3: error: device code cannot free memory, and 'news::drop(news::node*, int*)' uses delete; the host frees what it has allocated
// expect: 26:5: note: called from 'news::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'news::run(sycl::queue&, int*)::News'
// expect: 16:3: error: device code cannot free memory, and 'news::drop(news::node*, int*)' uses delete; the host frees what it has allocated
// expect: 26:5: note: called from 'news::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'news::run(sycl::queue&, int*)::News'
// expect: 19:10: error: device code cannot allocate or free memory, and 'news::bytes(unsigned long)' calls malloc or the like; the host can
// expect: 27:13: note: called from 'news::run(sycl::queue&, int*)::{lambda()#1}::operator()() const'
// expect: kernel.hpp: note: called from kernel 'news::run(sycl::queue&, int*)::News'
