// The floor of unused.sycl.cpp: a C++ program that does nothing.
#include <exception>
int main() {
  return std::uncaught_exceptions();
}
