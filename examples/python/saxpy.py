"""SYCL kernels from Python.

    falx++ -fsycl -O2 -shared -fPIC ../c/kernels.cpp -o libkernels.so
    PYTHONPATH=$FALX/lib/falx/python python3 saxpy.py ./libkernels.so
"""

import sys

import numpy

import falx


def main() -> None:
    for device in falx.devices():
        print(f"device: {device.name}")
    library = falx.load(sys.argv[1])
    for kernel in library.kernels:
        print(f"kernel: {kernel.signature}")

    count = 1000
    x = falx.array(numpy.arange(count) - count // 2, "f4")  # in memory that the device shares
    y = falx.array(numpy.ones(count), "f4")
    falx.launch("saxpy", count, 2, x, y)
    falx.launch("count_negatives", count, y).wait()
    print(f"y[999] = {y[999]:g}, {library.variable('negatives').get()} of {count} values are below zero")

    table = numpy.arange(6.0).reshape(2, 3)  # in Python's memory: copied to the device and back
    turned = numpy.empty((3, 2))
    falx.launch("transpose", table.shape, table, turned)
    print(turned)


if __name__ == "__main__":
    main()
