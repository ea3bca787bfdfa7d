"""NumPy arrays in USM, and what arrays are to kernels. NumPy is imported by the first use."""

import re

from falx import _c
from falx._devices import Memory

_KINDS = {_c.BOOL: "b", _c.INT: "i", _c.UINT: "u", _c.FLOAT: "f"}  # falx_type: kind of a dtype
_NAMES = {
    "bool": "?",
    "char": "i1",
    "signed char": "i1",
    "unsigned char": "u1",
    "short": "i2",
    "unsigned short": "u2",
    "int": "i4",
    "unsigned int": "u4",
    "long": "i8",
    "unsigned long": "u8",
    "long long": "i8",
    "unsigned long long": "u8",
    "float": "f4",
    "double": "f8",
}


def numpy():
    try:
        import numpy as module
    except ImportError:
        raise ImportError("arrays need NumPy: install Debian's python3-numpy, or 'pip install numpy'") from None
    return module


class _Owner:
    """Gives an array its memory, and keeps that."""

    def __init__(self, memory, shape, dtype):
        self.memory = memory
        self.__array_interface__ = {
            "version": 3,
            "shape": shape,
            "typestr": dtype.str,
            "descr": dtype.descr,
            "data": (memory.pointer, False),
        }


def empty(shape, dtype=float, queue=None, kind="shared"):
    """An array in USM of the queue's device that host and kernels share: it is not copied for launches.
    Wait for the kernel before it is read. kind: "shared" or "host"."""
    np = numpy()
    if kind not in ("shared", "host"):
        raise ValueError(f"an array needs memory that the host can read, 'shared' or 'host', not {kind!r}")
    dtype = np.dtype(dtype)
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    return np.asarray(_Owner(Memory(size, kind, queue), shape, dtype))


def zeros(shape, dtype=float, queue=None, kind="shared"):
    made = empty(shape, dtype, queue, kind)
    made.fill(0)
    return made


def array(values, dtype=None, queue=None, kind="shared"):
    """A copy of the values, as falx.empty."""
    values = numpy().asarray(values, dtype)
    made = empty(values.shape, values.dtype, queue, kind)
    made[...] = values
    return made


def _describe(info):
    kind = {_c.BOOL: "bool", _c.INT: "int", _c.UINT: "uint", _c.FLOAT: "float"}.get(info.pointee_type)
    return kind if kind in (None, "bool") else f"{kind}{8 * info.pointee_size}"


def check(value, info):
    """The value as an array that a pointer parameter takes; TypeError says what that needs."""
    np = numpy()
    if not isinstance(value, np.ndarray):
        raise TypeError("is an array, a falx.Memory or None")
    wanted = _describe(info)
    is_same = value.dtype.itemsize == info.pointee_size and (
        wanted is None or value.dtype.kind == _KINDS[info.pointee_type]
    )
    if info.pointee_size and not is_same:
        raise TypeError(f"is an array of {wanted or f'elements of {info.pointee_size} bytes'}")
    if not value.flags.c_contiguous:
        raise TypeError("is a contiguous array (numpy.ascontiguousarray)")
    if not info.is_const and not value.flags.writeable:
        raise TypeError("is an array that can be written to")
    return value


def dtype_of_variable(export):
    """dtype and shape of a device_global, by the text of its type."""
    np = numpy()
    text = export.types[: export.types_length].decode()
    name, bounds = re.fullmatch(r"([^\[]*)((?:\[\d+\])*)", text).groups()
    shape = tuple(int(bound) for bound in re.findall(r"\d+", bounds))
    if name.strip() in _NAMES:
        return np.dtype(_NAMES[name.strip()]), shape
    return np.dtype(("V", export.info.size)), ()
