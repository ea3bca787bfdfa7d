#!/bin/sh
# Archives that need each other are named twice on a link line, as CMake does with circular static libraries: the
# linker takes each member once, but its device code was taken each time, and the virtual table in it "defined twice".
. "$(dirname "$0")/../flows/lib.sh"
cat >one.cpp <<'END'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int two(int x);
SYCL_EXTERNAL int one(int x) { return two(x) + 1; }
END
cat >two.cpp <<'END'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int three(int x);
SYCL_EXTERNAL int two(int x) { return three(x) + 1; }
END
cat >three.cpp <<'END'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int three(int x) { return x + 1; }
struct base {
  virtual void run();
};
void base::run() {}
END
cat >app.cpp <<'END'
#include <sycl/sycl.hpp>
SYCL_EXTERNAL int one(int x);
int main() {
  sycl::queue queue;
  int *sum = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *sum = one(10); }).wait();
  return *sum != 13 || one(10) != 13; // the host, too, so that its linker takes the members
}
END
for name in one two three app; do ok "$falx" -fsycl -O1 -fsycl-targets="$target" -c $name.cpp; done
ar rcs libone.a one.o three.o
ar rcs libtwo.a two.o
ln -s . here
ok "$falx" -fsycl -fsycl-targets="$target" app.o libone.a libtwo.a here/libone.a -L. -ltwo -o app
ok ./app
finish
