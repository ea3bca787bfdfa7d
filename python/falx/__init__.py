"""Falx from Python: SYCL kernels by name, with NumPy arrays. docs/python.md.

    library = falx.load("./libkernels.so")
    x, y = falx.array(numpy.arange(1000), "f4"), falx.zeros(1000, "f4")
    falx.launch("saxpy", 1000, 2.0, x, y).wait()
"""

from falx._arrays import array, empty, zeros
from falx._c import Error
from falx._devices import Device, Event, Memory, Queue, default_queue, devices
from falx._kernels import Kernel, Library, Local, Variable, compile, kernel, launch, load, variable
from falx._places import bin_dir, cmake_dir, include_dir, library_dir, prefix

__all__ = [
    "Device",
    "Error",
    "Event",
    "Kernel",
    "Library",
    "Local",
    "Memory",
    "Queue",
    "Variable",
    "array",
    "bin_dir",
    "cmake_dir",
    "compile",
    "default_queue",
    "devices",
    "empty",
    "include_dir",
    "kernel",
    "launch",
    "library_dir",
    "load",
    "prefix",
    "variable",
    "zeros",
]
