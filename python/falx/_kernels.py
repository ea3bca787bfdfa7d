"""Libraries with kernels, launches by name, device globals."""

import ctypes
import os
from ctypes import byref, c_char_p, c_size_t, c_void_p

from falx import _arrays, _c
from falx._devices import Event, Memory, Queue, default_queue, is_usm

_SCALARS = {
    (_c.BOOL, 1): ctypes.c_bool,
    (_c.INT, 1): ctypes.c_int8,
    (_c.INT, 2): ctypes.c_int16,
    (_c.INT, 4): ctypes.c_int32,
    (_c.INT, 8): ctypes.c_int64,
    (_c.UINT, 1): ctypes.c_uint8,
    (_c.UINT, 2): ctypes.c_uint16,
    (_c.UINT, 4): ctypes.c_uint32,
    (_c.UINT, 8): ctypes.c_uint64,
    (_c.FLOAT, 4): ctypes.c_float,
    (_c.FLOAT, 8): ctypes.c_double,
}


def _signature(export) -> str:
    size, lib = c_size_t(), _c.library()
    lib.falx_export_signature(export, 0, None, byref(size))
    text = ctypes.create_string_buffer(size.value)
    lib.falx_export_signature(export, size, text, None)
    return text.value.decode()


class _Named:
    def __init__(self, export, library):
        self._export, self._library = export, library  # the library stays loaded
        self.name = export.contents.name.decode()

    @property
    def signature(self) -> str:
        """As in C++, with the name: "saxpy(float, const float *, float *)"."""
        return _signature(self._export)

    def __repr__(self):
        return f"<falx.{type(self).__name__} {self.signature}>"


class Kernel(_Named):
    """A kernel that a library exports; called, it is launched: kernel(range, *arguments)."""

    @property
    def dimensions(self) -> int:
        """Of its range; 0: a single task, launched with the range None."""
        return self._export.contents.dimensions

    def __call__(self, range, *arguments, queue=None, local=None, after=(), local_memory=0) -> Event:
        return launch(self, range, *arguments, queue=queue, local=local, after=after, local_memory=local_memory)


class Variable(_Named):
    """A device_global. Its value belongs to a device: that of the queue, or of the default queue."""

    def _dtype(self):
        return _arrays.dtype_of_variable(self._export.contents)

    def _memory(self, queue):
        pointer = c_void_p()
        queue._lib.falx_export_memory(queue._handle, self._export, byref(pointer))
        return pointer

    def get(self, queue: Queue = None):
        """Its value behind all commands of the queue: a NumPy scalar or array."""
        queue = queue or default_queue()
        dtype, shape = self._dtype()
        value = _arrays.numpy().empty(shape, dtype)
        queue._copy(value.ctypes.data, self._memory(queue), value.nbytes)
        return value[()]

    def set(self, value, queue: Queue = None) -> None:
        queue = queue or default_queue()
        dtype, shape = self._dtype()
        value = _arrays.numpy().array(value, dtype, order="C")
        if value.shape != shape:
            raise ValueError(f"{self.signature}: the value has the shape {value.shape}, not {shape}")
        queue._copy(self._memory(queue), value.ctypes.data, value.nbytes)


class Library:
    """What was loaded. After close() it is unloaded with the last of its kernels and variables."""

    def __init__(self, handle):
        self._handle, self._lib, count = handle, _c.library(), c_size_t()
        self._lib.falx_export_list(handle, None, 0, byref(count))
        exports = (ctypes.POINTER(_c.Export) * count.value)()
        self._lib.falx_export_list(handle, exports, count, byref(count))
        self._exports = list(exports)
        self._addresses = {ctypes.addressof(export.contents) for export in exports}

    def kernel(self, name: str) -> Kernel:
        return Kernel(_find(self._handle, _c.KERNEL, name), self)

    def variable(self, name: str) -> Variable:
        return Variable(_find(self._handle, _c.VARIABLE, name), self)

    def close(self) -> None:
        """falx.launch and its relatives no longer find what it exports."""
        if self in _loaded:
            _loaded.remove(self)

    def _list(self, kind, make):
        return [make(export, self) for export in self._exports if export.contents.kind == kind]

    @property
    def kernels(self) -> list:
        return self._list(_c.KERNEL, Kernel)

    @property
    def variables(self) -> list:
        return self._list(_c.VARIABLE, Variable)

    def __del__(self):
        if getattr(self, "_lib", None):
            self._lib.falx_library_unload(self._handle)


_loaded = []  # by load() and compile(), and not closed


def _keep(handle) -> Library:
    library = Library(handle)
    _loaded.append(library)
    return library


def load(what) -> Library:
    """Loads a library of falx++ -fsycl -shared: a path, or its content as bytes."""
    handle, lib = c_void_p(), _c.library()
    if isinstance(what, (bytes, bytearray, memoryview)):
        content = bytes(what)
        lib.falx_library_load_bytes(content, len(content), byref(handle))
    else:
        lib.falx_library_load(os.fsencode(what), byref(handle))
    return _keep(handle)


def compile(text: str, names=(), options=()) -> Library:
    """Compiles SYCL source with free-function kernels. names: expressions, for instances of templates.
    Needs falx++ at run time; Error has what it said."""

    def texts(items):
        return (c_char_p * max(len(items), 1))(*(item.encode() for item in items))

    source = _c.Source(ctypes.sizeof(_c.Source), text.encode())
    source.names, source.name_count = texts(names), len(names)
    source.options, source.option_count = texts(options), len(options)
    handle, log, lib = c_void_p(), c_void_p(), _c.library()
    try:
        lib.falx_source_build(byref(source), byref(handle), byref(log))
    except _c.Error as error:
        said = ctypes.string_at(log.value).decode(errors="replace") if log.value else ""
        raise _c.Error(error.status, f"{error}\n{said}".rstrip()) from None
    finally:
        lib.falx_source_free_log(log)
    return _keep(handle)


def _find(handle, kind, name):
    export = ctypes.POINTER(_c.Export)()
    _c.library().falx_export_find(handle, kind, name.encode(), byref(export))
    return export


def _find_anywhere(kind, name, make):
    export = _find(None, kind, name)
    address = ctypes.addressof(export.contents)
    return make(export, next((library for library in _loaded if address in library._addresses), None))


def kernel(name: str) -> Kernel:
    """The kernel of that name in whatever is loaded; an error if several libraries have one."""
    return _find_anywhere(_c.KERNEL, name, Kernel)


def variable(name: str) -> Variable:
    return _find_anywhere(_c.VARIABLE, name, Variable)


# ---- Launches ----


def _range(range, local):
    """The last dimension of a tuple is the fastest, as in C++ and in NumPy."""
    if range is None:
        return None
    sizes = (range,) if not hasattr(range, "__len__") else tuple(range)
    if not 1 <= len(sizes) <= 3 or any(size < 0 for size in sizes):
        raise ValueError(f"a range is a number or one to three of them, not {range!r}")
    out = _c.Range(len(sizes), local is not None)
    groups = () if local is None else (local,) if not hasattr(local, "__len__") else tuple(local)
    if groups and len(groups) != len(sizes):
        raise ValueError(f"the local range {local!r} has other dimensions than the range {range!r}")
    for field, numbers in ((out.global_, sizes), (out.local, groups)):
        padded = (*reversed([int(n) for n in numbers]), 1, 1, 1)[:3]
        field[:] = padded
    return out


class Local:
    """Memory of each work-group, for a local_accessor or work_group_memory: so many elements of the
    parameter's type; a shape, as of an array, where the accessor has dimensions."""

    def __init__(self, shape):
        self.shape = (shape,) if not hasattr(shape, "__len__") else tuple(shape)
        if not 1 <= len(self.shape) <= 3 or any(size < 0 for size in self.shape):
            raise ValueError(f"a shape is a number or one to three of them, not {shape!r}")

    def __repr__(self):
        return f"falx.Local({self.shape!r})"


def _region(info, shape, buffer=None):
    sizes = (*reversed(shape), 1, 1, 1)[:3]
    region = _c.Region(buffer, None, info.pointee_size)
    region.range[:] = region.memory_range[:] = sizes
    return region


class _Buffer:
    """Of an array, for the time of one launch: its release waits, and writes the content back."""

    def __init__(self, lib, array):
        self._lib, self.array, self.handle = lib, array, c_void_p()
        options = _c.BufferOptions(ctypes.sizeof(_c.BufferOptions), array.nbytes, array.itemsize)
        options.host_data = array.ctypes.data
        options.flags = 0 if array.flags.writeable else _c.BUFFER_HOST_CONST
        lib.falx_buffer_create(byref(options), byref(self.handle))

    def release(self):
        handle, self.handle = self.handle, c_void_p()
        self._lib.falx_buffer_release(handle)


class _Arguments:
    """Of one launch, made to fit the parameters."""

    def __init__(self, export, values, queue):
        self.export, self.queue = export.contents, queue
        self.used, self.after = [], []  # what has to live; (array, memory) to copy back
        self.buffers = []
        self.text = lambda: _signature(export)
        count = self.export.parameter_count
        if len(values) != count:
            raise TypeError(f"{self.text()} takes {count} arguments, and {len(values)} were given")
        self.items = (_c.Argument * max(count, 1))()
        try:
            for index, value in enumerate(values):
                self._set(index, value)
        except BaseException:
            self.release_buffers()
            raise

    def _refuse(self, index, value, why):
        raise TypeError(f"{self.text()}: argument {index}, counted from 0, {why}, not {value!r}")

    def _set(self, index, value):
        info, item = self.export.parameters[index].info, self.items[index]
        item.info = info
        if info.type == _c.POINTER_TO:
            pointer = c_void_p(self._pointer(index, info, value))
            ctypes.memmove(item.value.bytes, byref(pointer), 8)
        elif info.type in (_c.ACCESSOR, _c.LOCAL):
            region = self._accessor(index, info, value) if info.type == _c.ACCESSOR else self._local(index, info, value)
            self.used.append(region)
            item.info.size = ctypes.sizeof(region)
            item.value.data = ctypes.addressof(region)
        elif info.type == _c.BYTES:
            content = bytes(value) if not isinstance(value, int) else b""
            if len(content) != info.size:
                self._refuse(index, value, f"needs {info.size} bytes (of a ctypes.Structure or NumPy record)")
            kept = ctypes.create_string_buffer(content, max(len(content), 1))
            self.used.append(kept)
            item.value.data = ctypes.addressof(kept)
        else:
            ctypes.memmove(item.value.bytes, self._scalar(index, info, value), info.size)

    def _local(self, index, info, value):
        if not isinstance(value, Local):
            self._refuse(index, value, "is a falx.Local")
        return _region(info, value.shape)

    def _accessor(self, index, info, value):
        try:
            array = _arrays.check(value, info)
        except TypeError as error:
            self._refuse(index, value, str(error).replace("an array, a falx.Memory or None", "an array"))
        if array.size == 0 or not 1 <= array.ndim <= 3:
            self._refuse(index, value, "is an array with elements, of one to three dimensions")
        return _region(info, array.shape, self._buffer(index, array).handle)

    def _buffer(self, index, array):
        """One for each array: two accessors of the same one see what the other writes."""
        for buffer in self.buffers:
            there = buffer.array
            if (there.ctypes.data, there.nbytes) == (array.ctypes.data, array.nbytes):
                return buffer
            if _arrays.numpy().may_share_memory(there, array):
                self._refuse(index, array, "is an array that overlaps with no other one of the launch")
        self.buffers.append(_Buffer(self.queue._lib, array))
        return self.buffers[-1]

    def _scalar(self, index, info, value):
        if (info.type, info.size) == (_c.FLOAT, 2):
            return _arrays.numpy().float16(value).tobytes()
        kind = _SCALARS.get((info.type, info.size))
        if kind is None:
            self._refuse(index, value, f"is of a type that Python has not ({info.size} bytes)")
        try:
            number = float(value) if info.type == _c.FLOAT else value.__index__()
        except (AttributeError, TypeError, ValueError):
            self._refuse(index, value, "is a number" if info.type == _c.FLOAT else "is an integer")
        converted = kind(bool(number) if info.type == _c.BOOL else number)
        if info.type in (_c.INT, _c.UINT) and converted.value != number:
            self._refuse(index, value, f"fits into {8 * info.size} bits")
        return bytes(converted)

    def _pointer(self, index, info, value):
        if value is None:
            return 0
        if isinstance(value, Memory):
            self.used.append(value)
            return value.pointer
        try:
            array = _arrays.check(value, info)
        except TypeError as error:
            self._refuse(index, value, str(error))
        self.used.append(array)
        pointer = array.ctypes.data
        if array.size == 0 or is_usm(self.queue, pointer):
            return pointer
        memory = Memory(array.nbytes, "device", self.queue)
        self.used.append(memory)
        self.queue._copy(memory.pointer, pointer, array.nbytes)
        if not info.is_const:
            self.after.append((array, memory))
        return memory.pointer

    def release_buffers(self):
        for buffer in self.buffers:
            buffer.release()
        self.buffers = []

    def copy_back(self):
        for array, memory in self.after:
            self.queue._copy(array.ctypes.data, memory.pointer, array.nbytes)


def launch(kernel_or_name, range, *arguments, queue=None, local=None, after=(), local_memory=0) -> Event:
    """Launches a kernel. range: a number, a tuple as an array's shape, or None for a single task.

    Arguments are numbers, which are converted if they fit, and arrays: those of falx.empty and its
    relatives are used where they are; others are copied to the device and, if the kernel may write to
    them, back: the call then returns when the kernel has ended. Accessors are arrays of any memory, and
    the call returns when the kernel has ended; local accessors are falx.Local. after: events of other
    queues."""
    found = kernel_or_name if isinstance(kernel_or_name, Kernel) else kernel(kernel_or_name)
    queue = queue or default_queue()
    made = _Arguments(found._export, arguments, queue)
    try:
        event = _submit(found, made, _range(range, local), queue, after, local_memory)
        if made.after or made.buffers:
            event.wait()
            made.copy_back()
    finally:
        made.release_buffers()
    return event


def _submit(found, made, whole, queue, after, local_memory):
    description = _c.Launch(ctypes.sizeof(_c.Launch), found._export)
    if whole is not None:
        description.range = ctypes.pointer(whole)
    description.arguments, description.argument_count = made.items, made.export.parameter_count
    events = (c_void_p * max(len(after), 1))(*(event._handle.value for event in after))
    description.dependencies, description.dependency_count = events, len(after)
    description.local_memory = local_memory
    handle = c_void_p()
    queue._lib.falx_export_launch(queue._handle, byref(description), byref(handle))
    event = Event(handle)
    queue._keep(event, (made.used, found))
    return event
