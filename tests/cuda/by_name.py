"""docs/python.md on the driver without a GPU: by_name.py KERNELS LIBRARY TYPES-LIBRARY. KERNELS has what the
driver calls in the place of the kernels."""

import ctypes
import sys

import numpy

import falx


def main():
    ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
    library, types = falx.load(sys.argv[2]), falx.load(sys.argv[3])
    (device,) = falx.devices()
    assert device.backend == "cuda" and device.type == "gpu" and device.name == "NVIDIA H200"
    x, y = falx.array(range(8), "f4"), falx.zeros(8, "f4")
    event = falx.launch("saxpy", 8, 2, x, y)
    falx.launch("saxpy", 8, 1.5, x, y, after=[event]).wait()
    assert event.done and list(y) == [3.5 * i for i in range(8)]
    table = numpy.arange(12.0).reshape(3, 4)  # copied to the device and back
    turned = numpy.zeros((4, 3))
    falx.launch("transpose", table.shape, table, turned, local=(3, 2))
    assert (turned == table.T).all()
    negatives = library.variable("negatives")
    assert negatives.get() == 0
    negatives.set(5)
    assert negatives.get() == 5
    ours, rows = numpy.arange(8, dtype="f4"), numpy.zeros((2, 8), "f4")
    types.kernel("of_buffers")(8, 10, ours, rows, falx.Local(4), local=4)
    assert list(rows[1]) == [30, 20, 10, 0, 70, 60, 50, 40] and not rows[0].any()


main()
