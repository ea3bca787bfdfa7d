// SYCL 2020, 4.16: what each type prints and each manipulator does; the work-items' statements
// whole, in their order; several streams; what exceeds a stream is left out.
#include "../check.hpp"

#include <sycl/sycl.hpp>
#include <unistd.h>

namespace {

/* Runs a command group and returns what it printed. */
template <class Group> std::string printed_by(sycl::queue &q, const Group &group) {
  std::fflush(stdout);
  const int before = dup(1);
  std::FILE *file = std::tmpfile();
  dup2(fileno(file), 1);
  q.submit(group).wait();
  std::fflush(stdout);
  dup2(before, 1);
  close(before);
  std::rewind(file);
  std::string text;
  for (int c; (c = std::fgetc(file)) != EOF;)
    text += static_cast<char>(c);
  std::fclose(file);
  return text;
}
size_t count(const std::string &text, const std::string &part) {
  size_t n = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
    ++n;
  return n;
}
/* A stream by value: its text stays in order with that of the original. */
void by_value(sycl::stream s) {
  s << "b";
  s << "c";
}

void check_properties(sycl::queue &q) {
  namespace property = sycl::property::buffer;
  const sycl::context mine = q.get_context();
  printed_by(q, [&](sycl::handler &h) {
    const sycl::stream s(64, 16, h, {property::context_bound(mine)});
    CHECK(s.has_property<property::context_bound>() && !s.has_property<property::use_host_ptr>());
    CHECK(s.get_property<property::context_bound>().get_context() == mine);
  });
}

void check_types(sycl::queue &q) {
  const std::string text = printed_by(q, [](sycl::handler &h) {
    sycl::stream s(4096, 256, h);
    h.single_task([=] {
      s << "text " << 'c' << ' ' << true << ' ' << short(-2) << ' ' << 3u << ' ' << -4LL << '\n';
      s << 5.5f << ' ' << 0.1 << ' ' << sycl::half(0.5f) << ' ' << 1e10f << '\n';
      s << sycl::hex << sycl::showbase << 255 << ' ' << -1 << sycl::oct << ' ' << 8 << sycl::dec
        << ' ' << sycl::showpos << 7 << sycl::noshowpos << sycl::noshowbase << '\n';
      s << sycl::fixed << sycl::setprecision(2) << 1.005f << ' ' << sycl::scientific << 1234.5f
        << ' ' << sycl::hexfloat << 5.0f << sycl::defaultfloat << '|' << sycl::setw(6) << 3.14159f
        << '|' << 1 << sycl::endl;
      s << sycl::vec<int, 3>(1, 2, 3) << ' ' << sycl::vec<float, 2>(0.5f, 1.5f).swizzle<1, 0>()
        << '\n';
      s << sycl::id<2>(1, 2) << sycl::range<3>(1, 2, 3) << '\n';
      s << sycl::nd_range<1>(4, 2) << sycl::flush;
      s << sycl::ext::oneapi::experimental::complex<double>(1.5, -2) << sycl::flush;
      s << '\n' << static_cast<int *>(nullptr) << 'a';
      by_value(s);
      s << "d\n";
    });
  });
  CHECK(text == "text c true -2 3 -4\n5.5 0.1 0.5 1e+10\n0xff 0xffffffff 010 +7\n"
                "1.00 1.23e+03 0x1.4p+2|   3.1|1\n1, 2, 3 1.5, 0.5\n{1, 2}{1, 2, 3}\n"
                "nd_range(global_range: {4}, local_range: {2}, offset: {0})(1.5,-2)\n0x0abcd\n");
}

void check_items(sycl::queue &q) {
  const std::string text = printed_by(q, [](sycl::handler &h) {
    sycl::stream s(100000, 64, h), other(1000, 64, h);
    h.parallel_for(sycl::nd_range<1>(1000, 10), [=](sycl::nd_item<1> i) {
      s << "<" << i.get_global_linear_id() << sycl::setprecision(3);
      sycl::group_barrier(i.get_group());
      s << ">" << sycl::endl << "last " << 2.0f / 3 << '\n'; // not flushed
      if (i.get_global_id(0) == 7)
        other << i << i.get_group();
    });
  });
  for (int i = 0; i < 1000; ++i)
    CHECK(count(text, "<" + std::to_string(i) + ">\n") == 1);
  CHECK(count(text, "last 0.667\n") == 1000);
  const size_t other = text.find("nd_item(global_id: {7}, local_id: {7})group(id: {0}, "
                                 "local_range: {10}, group_range: {100})");
  CHECK(other > text.rfind("last") && other != std::string::npos);
}

void check_limits(sycl::queue &q) {
  const std::string text = printed_by(q, [](sycl::handler &h) {
    sycl::stream s(10, 10, h);
    h.parallel_for(100, [=](sycl::id<1>) { s << "abcd"; });
  });
  CHECK(text == "abcdabcd");
  CHECK(printed_by(q, [](sycl::handler &h) {
          sycl::stream s(0, 0, h);
          h.single_task([=] { s << "none" << sycl::endl; });
        }).empty());
  CHECK_THROWS(q.submit([](sycl::handler &h) { sycl::stream s(~size_t(0), 1, h); }),
               sycl::errc::invalid, "are the most");
  CHECK_THROWS(q.submit([](sycl::handler &h) {
    sycl::stream s(10, 1, h);
    s << "on the host";
  }),
               sycl::errc::invalid, "sycl::stream");
}

} // namespace

int main() {
  sycl::queue q, in_order{sycl::property::queue::in_order{}};
  check_properties(q);
  check_types(q);
  check_items(q);
  check_items(in_order);
  check_limits(q);
  (void)printed_by(q, [](sycl::handler &h) {
    sycl::stream a(100, 20, h), b(100, 20, h), c = a;
    CHECK(a == c && a != b && std::hash<sycl::stream>()(a) == std::hash<sycl::stream>()(c));
    CHECK(a.size() == 100 && a.get_work_item_buffer_size() == 20);
  });
  return finish();
}
