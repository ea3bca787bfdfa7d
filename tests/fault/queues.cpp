// Memory, commands, tasks and their order, with calls that fail.
#include "suite.hpp"

#include <vector>

void usm(sycl::queue &q, int *errors) {
  memory a(q, sycl::usm::alloc::shared), b(q, sycl::usm::alloc::device),
      c(q, sycl::usm::alloc::host);
  int *shared = a, *device = b, *host = c;
  sycl::event filled = q.fill(device, 3, count);
  sycl::event copied = q.memcpy(host, device, count * sizeof(int), filled);
  sycl::event ran = q.parallel_for(sycl::range<1>{count}, copied,
                                   [=](sycl::id<1> i) { shared[i] = host[i] + int(i); });
  q.prefetch(shared, count * sizeof(int));
  q.mem_advise(shared, count * sizeof(int), 0);
  q.ext_oneapi_submit_barrier({ran});
  ran.wait();
  q.wait_and_throw();
  for (int i = 0; i < count && !*errors; i++)
    RIGHT(shared[i] == 3 + i);
  sycl::event cleared = q.memset(device, 0, count * sizeof(int));
  q.copy(device, host, count, cleared).wait();
  q.wait_and_throw();
  for (int i = 0; i < count && !*errors; i++)
    RIGHT(host[i] == 0);
  struct large { // asks the system for huge pages
    sycl::queue &q;
    char *at = sycl::malloc_device<char>(5 << 20, q);
    ~large() { sycl::free(at, q); }
  } large{q};
  RIGHT(large.at || !is_strict);
  sycl::usm_allocator<int, sycl::usm::alloc::shared> allocator(q);
  std::vector<int, decltype(allocator)> list(count, 1, allocator);
  RIGHT(list[count - 1] == 1 &&
        sycl::get_pointer_type(list.data(), q.get_context()) == sycl::usm::alloc::shared);
}

void buffers(sycl::queue &q, int *errors) {
  std::vector<int> data(count, 1);
  {
    sycl::buffer<int> first{data.data(), sycl::range<1>{count}}, second{sycl::range<1>{count}};
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{first, h, sycl::read_only};
      sycl::accessor out{second, h, sycl::write_only, sycl::no_init};
      h.parallel_for(sycl::range<1>{count}, [=](sycl::id<1> i) { out[i] = in[i] + int(i); });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{second, h, sycl::read_only};
      sycl::accessor out{first, h, sycl::write_only};
      h.copy(in, out);
    });
    sycl::buffer<int> part{first, sycl::id<1>{0}, sycl::range<1>{count / 2}};
    q.submit([&](sycl::handler &h) {
      sycl::accessor out{part, h, sycl::read_write};
      h.fill(out, 7);
    });
    {
      sycl::host_accessor found{first, sycl::read_only};
      q.throw_asynchronous(); // a command that failed does not stop those behind it
      for (int i = 0; i < count && !*errors; i++)
        RIGHT(found[i] == (i < count / 2 ? 7 : i + 1));
    }
    q.submit([&](sycl::handler &h) {
      sycl::accessor out{first, h, sycl::read_write_host_task};
      h.host_task([=] { out[0] = 9; });
    });
    q.wait_and_throw();
    q.throw_asynchronous();
    if (*errors)
      return;
  }
  RIGHT(!is_strict || (data[0] == 9 && data[1] == 7 && data[count - 1] == count));
}

/* Boxes of two dimensions, between two contexts as well, and content that goes elsewhere. */
void boxes(sycl::queue &q, int *errors) {
  static int final[64], found[64]; // commands may outlive the step's frame
  sycl::context second_context{q.get_device()};
  sycl::queue other{second_context, q.get_device(), async{errors}};
  const sycl::range<2> whole{8, 8}, box{4, 3};
  {
    sycl::buffer<int, 2> from{whole}, to{whole};
    to.set_final_data(final);
    q.submit([&](sycl::handler &h) {
      sycl::accessor out{from, h, sycl::write_only, sycl::no_init};
      h.parallel_for(whole, [=](sycl::item<2> i) { out[i] = int(i.get_linear_id()); });
    });
    other.submit([&](sycl::handler &h) {
      sycl::accessor out{to, h, sycl::write_only, sycl::no_init};
      h.fill(out, -1);
    });
    other.submit([&](sycl::handler &h) {
      sycl::accessor in{from, h, box, sycl::id<2>{1, 2}, sycl::read_only};
      sycl::accessor out{to, h, box, sycl::id<2>{2, 1}, sycl::write_only};
      h.copy(in, out);
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor out{to, h, sycl::range<2>{2, 2}, sycl::id<2>{6, 6}, sycl::write_only};
      h.fill(out, 5);
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{to, h, sycl::read_only};
      h.copy(in, found);
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor in{to, h, sycl::read_only};
      h.update_host(in);
    });
    other.wait_and_throw();
    q.wait_and_throw();
    for (int row = 0; row < 8 && !*errors; row++)
      for (int column = 0; column < 8; column++) {
        bool is_copied = row >= 2 && row < 6 && column >= 1 && column < 4;
        bool is_filled = row >= 6 && column >= 6;
        int wanted = is_copied ? (row - 1) * 8 + column + 1 : is_filled ? 5 : -1;
        RIGHT(found[row * 8 + column] == wanted);
      }
  }
  if (is_strict)
    RIGHT(std::equal(final, final + 64, found));
}

void tasks(sycl::queue &q, int *errors) {
  int order = 0;
  sycl::event first, second;
  try {
    first = q.submit([&](sycl::handler &h) { h.host_task([&] { order = order * 10 + 1; }); });
    second = q.submit([&](sycl::handler &h) {
      h.depends_on(first);
      h.host_task([&] { order = order * 10 + 2; });
    });
    q.submit([&](sycl::handler &h) {
      h.depends_on(second);
      h.host_task([] { throw 1; });
    });
  } catch (...) {
    q.wait(); // the tasks use this frame
    throw;
  }
  const int before = *errors;
  q.wait_and_throw();
  if (is_strict)
    RIGHT(*errors == before + 1);
  *errors = before;
  if (is_strict)
    RIGHT(order == 12);
}

/* Between queues, kernels and tasks. */
void order(sycl::queue &q, int *errors) {
  sycl::queue other{q.get_context(), q.get_device(), async{errors},
                    sycl::property::queue::in_order{}};
  memory sum(q, sycl::usm::alloc::shared);
  int *at = sum;
  struct waits { // before the memory goes
    sycl::queue &other;
    ~waits() {
      try {
        other.wait();
      } catch (...) {
      }
    }
  } other_waits{other};
  *at = 1;
  sycl::event doubled = q.single_task([=] { *at *= 2; });
  sycl::event added = other.submit([&](sycl::handler &h) {
    h.depends_on(doubled);
    h.host_task([=] { *at += 3; });
  });
  other.single_task([=] { *at *= 10; });
  sycl::event last = q.submit([&](sycl::handler &h) {
    h.depends_on({added, other.ext_oneapi_submit_barrier()});
    h.single_task([=] { *at += 1; });
  });
  sycl::event::wait_and_throw({doubled, added, last});
  RIGHT(last.get_info<sycl::info::event::command_execution_status>() ==
        sycl::info::event_command_status::complete);
  for (int i = 0; i < 2; i++) { // the second time it is known to be long, and goes to a thread
    sycl::event spun = q.parallel_for<class spin>(sycl::range<1>{64}, [=](sycl::id<1> i) {
      int x = int(i);
      for (int k = 0; k < 20000; k++)
        x = x * 31 + k;
      at[i + 1] = x;
    });
    other.submit([&](sycl::handler &h) {
      h.depends_on(spun);
      h.host_task([] {});
    });
  }
  other.wait_and_throw();
  RIGHT(other.ext_oneapi_empty());
  if (is_strict && !*errors)
    RIGHT(*at == 51);
}

void groups(sycl::queue &q, int *errors) {
  sycl::buffer<int> sums{sycl::range<1>{4}}, total{sycl::range<1>{1}};
  q.submit([&](sycl::handler &h) {
    sycl::accessor out{sums, h, sycl::write_only, sycl::no_init};
    sycl::local_accessor<int> shared{sycl::range<1>{16}, h};
    h.parallel_for(sycl::nd_range<1>{64, 16}, [=](sycl::nd_item<1> item) {
      shared[item.get_local_id()] = int(item.get_global_id(0));
      sycl::group_barrier(item.get_group());
      if (item.get_local_id(0) == 0) {
        int sum = 0;
        for (int i = 0; i < 16; i++)
          sum += shared[i];
        out[item.get_group(0)] = sum;
      }
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor in{sums, h, sycl::read_only};
    auto reduction = sycl::reduction(total, h, sycl::plus<int>(),
                                     sycl::property::reduction::initialize_to_identity{});
    h.parallel_for(sycl::range<1>{4}, reduction, [=](sycl::id<1> i, auto &sum) { sum += in[i]; });
  });
  q.wait_and_throw();
  sycl::host_accessor found{total, sycl::read_only};
  if (!*errors)
    RIGHT(found[0] == 63 * 64 / 2);
}

void queries(sycl::queue &q, int *errors) {
  for (const auto &platform : sycl::platform::get_platforms())
    for (const auto &device : platform.get_devices()) {
      RIGHT(!device.get_info<sycl::info::device::name>().empty());
      RIGHT(device.is_cpu() && device.has(sycl::aspect::fp64));
      RIGHT(device.get_info<sycl::info::device::global_mem_size>() > 0);
      RIGHT(device.get_info<sycl::info::device::max_clock_frequency>() != 1);
    }
  sycl::context context{q.get_device()};
  sycl::queue other{context, q.get_device(), async{errors},
                    sycl::property::queue::enable_profiling{}};
  sycl::event e = other.single_task([] {});
  e.wait_and_throw();
  if (*errors)
    return;
  RIGHT(e.get_profiling_info<sycl::info::event_profiling::command_end>() >=
        e.get_profiling_info<sycl::info::event_profiling::command_start>());
}
