"""What docs/python.md promises: checks.py LIBRARY TYPES-LIBRARY SELECTOR-OF-THE-DEVICE."""

import ctypes
import gc
import sys
import threading

import numpy

import falx


def refuses(kind, text, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except kind as error:
        assert text in str(error), f"{text!r} is not in {str(error)!r}"
        return error
    raise AssertionError(f"nothing is refused; {text!r} was to be")


class Point(ctypes.Structure):
    _fields_ = [("tag", ctypes.c_char), ("x", ctypes.c_double)]


def devices():
    found = falx.devices()
    backend, kind = sys.argv[3].split(":")
    assert found and found[0].backend == backend and kind in ("*", found[0].type)
    assert found[0].compute_units > 0 and found[0].name and falx.Queue(found[0]).device == found[0]


def arrays(library):
    x, y = falx.array(range(8), "f4"), falx.zeros(8, "f4")
    first = falx.launch("saxpy", 8, 2, x, y)
    falx.launch("saxpy", 8, numpy.float64(1.5), x, y).wait()
    assert first.done and list(y) == [3.5 * i for i in range(8)]
    ours, also = numpy.arange(8, dtype="f4"), numpy.ones(8, "f4")
    library.kernel("saxpy")(8, -1.0, ours, also)  # returns when the result is there
    assert list(also) == [1 - i for i in range(8)]
    table = numpy.arange(12, dtype="i4").reshape(3, 4)
    turned = numpy.zeros((4, 3), "i4")
    falx.launch("transpose<int>", (3, 4), table, turned, local=(3, 2))
    assert (turned == table.T).all()
    falx.launch("saxpy", 0, 1, numpy.empty(0, "f4"), numpy.empty(0, "f4"))
    view = falx.zeros((2, 8), "f4")[1]  # the allocation lives as long as the view
    gc.collect()
    falx.launch("saxpy", 8, 1, x, view).wait()
    assert list(view) == list(range(8))
    memory = falx.Memory(32, "device")
    falx.launch("saxpy", 8, 1, x, memory).wait()


def globals_of_devices(library):
    negatives = library.variable("negatives")
    assert negatives.signature == "unsigned int negatives"
    negatives.set(5)
    falx.launch("count_negatives", 4, numpy.array([1, -1, -2, 0], "f4")).wait()
    assert negatives.get() == 7 and falx.variable("negatives").get() == 7


def refusals(library):
    y, d = falx.zeros(4, "f4"), numpy.zeros(4)
    saxpy = "saxpy(float, const float *, float *)"
    refuses(TypeError, f"{saxpy} takes 3 arguments, and 2 were given", falx.launch, "saxpy", 4, 1.0, y)
    refuses(TypeError, f"{saxpy}: argument 0, counted from 0, is a number", falx.launch, "saxpy", 4, "a", y, y)
    refuses(TypeError, "argument 1, counted from 0, is an array of float32", falx.launch, "saxpy", 4, 1, d, y)
    refuses(TypeError, "contiguous", falx.launch, "saxpy", 2, 1, falx.zeros(4, "f4")[::2], y)
    constant = numpy.zeros(4, "f4")
    constant.flags.writeable = False
    refuses(TypeError, "argument 2, counted from 0, is an array that can be written to", falx.launch, "saxpy", 4, 1, constant, constant)
    error = refuses(falx.Error, "there are: saxpy, count_negatives", falx.launch, "sexpy", 4)
    assert error.status == 16  # ERROR_NO_KERNEL
    refuses(falx.Error, "needs a range of 1 dimension", falx.launch, "saxpy", (2, 2), 1, y, y)
    refuses(falx.Error, "does not divide", falx.launch, "saxpy", 4, 1, y, y, local=3)
    refuses(falx.Error, "cannot read", falx.load, "./missing.so")
    refuses(falx.Error, "is no shared library", falx.load, b"bytes")
    refuses(ValueError, "shared", falx.Memory, 4, "other")
    refuses(falx.Error, "no kernel named 'nothing'", library.kernel, "nothing")


def scalars(path):
    with open(path, "rb") as file:
        library = falx.load(file.read())
    out = falx.zeros(21)
    out[20] = 77
    values = [True, 99, -3, 200, -300, 40000, -5, 4000000000, -6, 7, -8, 9, 1.5, 2.25, Point(b"\1", 20)]
    launch = library.kernel("of::all")
    assert launch.dimensions == 0
    launch(None, *values, out[20:], out).wait()
    assert list(out[:16]) == [1, *values[1:14], 21, 77]
    too_large = [*values]
    too_large[2] = 128
    refuses(TypeError, "argument 2, counted from 0, fits into 8 bits, not 128", launch, None, *too_large, out, out)
    too_large = [*values[:14], b"short"]
    refuses(TypeError, "needs 16 bytes", launch, None, *too_large, out, out)
    numbers = library.variable("numbers")
    numbers.set([1, 2, 3])
    assert list(numbers.get()) == [1, 2, 3]
    refuses(ValueError, "shape", numbers.set, [1])
    total = numpy.zeros(1, "i4")
    library.kernel("sum")(None, total)
    assert total[0] == 6
    there, back = falx.array(range(8), "i4"), falx.zeros(8, "i4")
    library.kernel("reverse")(8, there, back, local=4, local_memory=16).wait()
    assert list(back) == [3, 2, 1, 0, 7, 6, 5, 4]
    buffers(library)
    library.close()
    falx.default_queue().wait()  # its commands keep their kernels
    del library, launch, numbers
    gc.collect()
    refuses(falx.Error, "no kernel named 'of::all'", falx.kernel, "of::all")


def buffers(library):
    of_buffers = library.kernel("of_buffers")
    ours, table = numpy.arange(8, dtype="f4"), numpy.zeros((2, 8), "f4")
    of_buffers(8, 10, ours, table, falx.Local(4), local=4)  # returns when the result is there
    assert list(table[1]) == [30, 20, 10, 0, 70, 60, 50, 40] and not table[0].any()
    refuses(TypeError, "argument 3, counted from 0, is a falx.Local", of_buffers, 8, 1, ours, table, 4, local=4)
    refuses(TypeError, "argument 1, counted from 0, is an array of float32", of_buffers, 8, 1, ours.astype("f8"), table, falx.Local(4), local=4)
    refuses(falx.Error, "more dimensions than the parameter", of_buffers, 8, 1, table, table.copy(), falx.Local(4), local=4)
    both = numpy.ones((2, 8), "f4")
    refuses(TypeError, "overlaps with no other", of_buffers, 8, 1, both[0], both, falx.Local(4), local=4)
    constant = ours.copy()
    constant.flags.writeable = False
    of_buffers(8, 2, constant, table, falx.Local(4), local=4)
    assert list(table[1]) == [6, 4, 2, 0, 14, 12, 10, 8]
    refuses(TypeError, "can be written to", of_buffers, 8, 1, ours, constant, falx.Local(4), local=4)
    refuses(ValueError, "one to three", falx.Local, (1, 1, 1, 1))
    there, totals = falx.array(range(8), "i4"), falx.zeros(2, "i4")
    library.kernel("sums")(8, there, totals, falx.Local(4), local=4).wait()
    assert list(totals) == [6, 22]


def threads():
    x, queue = falx.array(range(64), "f4"), falx.Queue()
    results = [falx.zeros(64, "f4") for _ in range(4)]

    def work(y):
        for _ in range(50):
            falx.launch("saxpy", 64, 1, x, y, queue=queue)

    workers = [threading.Thread(target=work, args=(y,)) for y in results]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    queue.wait()
    assert all(list(y) == [50 * i for i in range(64)] for y in results)


def compiled():
    library = falx.compile(
        """#include <sycl/sycl.hpp>
        SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::nd_range_kernel<1>))
        void square(int *values) {
          size_t i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
          values[i] *= values[i];
        }"""
    )
    values = numpy.arange(5, dtype="i4")
    library.kernel("square")(5, values)
    assert list(values) == [0, 1, 4, 9, 16]
    refuses(falx.Error, "unknown type name 'nonsense'", falx.compile, "nonsense x;")


def main():
    library = falx.load(sys.argv[1])
    devices()
    arrays(library)
    globals_of_devices(library)
    refusals(library)
    scalars(sys.argv[2])
    threads()
    compiled()


main()
