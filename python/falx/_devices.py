"""Devices, queues, events and memory."""

import ctypes
import functools
import threading
from ctypes import byref, c_size_t, c_uint32, c_void_p

from falx import _c

_BACKENDS = {1: "native_cpu", 2: "opencl", 3: "cuda", 99: "null"}
_TYPES = {1: "cpu", 2: "gpu", 3: "accelerator", 4: "custom"}
_NAME, _VENDOR, _VERSION, _TYPE, _COMPUTE_UNITS = 0, 1, 2, 4, 6  # falx_device_info
_KINDS = {"host": 0, "device": 1, "shared": 2}  # falx_usm_kind


class Device:
    """A device that ONEAPI_DEVICE_SELECTOR allows. It lives as long as the process."""

    def __init__(self, handle):
        self._handle = handle

    def _text(self, info):
        size = c_size_t()
        _c.library().falx_device_get_info(self._handle, info, 0, None, byref(size))
        text = ctypes.create_string_buffer(size.value)
        _c.library().falx_device_get_info(self._handle, info, size, text, None)
        return text.value.decode(errors="replace")

    def _number(self, info):
        number = c_uint32()
        _c.library().falx_device_get_info(self._handle, info, ctypes.sizeof(number), byref(number), None)
        return number.value

    name = property(lambda self: self._text(_NAME))
    vendor = property(lambda self: self._text(_VENDOR))
    version = property(lambda self: self._text(_VERSION))
    compute_units = property(lambda self: self._number(_COMPUTE_UNITS))

    @property
    def type(self) -> str:
        return _TYPES.get(self._number(_TYPE), "unknown")

    @property
    def backend(self) -> str:
        lib = _c.library()
        return _BACKENDS.get(lib.falx_platform_backend(lib.falx_device_platform(self._handle)), "unknown")

    def __repr__(self):
        return f"<falx.Device {self.backend}:{self.type} {self.name!r}>"

    def __eq__(self, other):
        return isinstance(other, Device) and self._handle == other._handle

    def __hash__(self):
        return hash(self._handle)


def devices() -> list:
    """All devices, as falx-ls lists them."""
    lib, found = _c.library(), []
    platforms, count = ctypes.POINTER(c_void_p)(), c_size_t()
    lib.falx_platforms(byref(platforms), byref(count))
    for platform in platforms[: count.value]:
        handles, number = ctypes.POINTER(c_void_p)(), c_size_t()
        lib.falx_platform_devices(platform, byref(handles), byref(number))
        found += [Device(handle) for handle in handles[: number.value]]
    return found


class Event:
    """A command that was submitted."""

    def __init__(self, handle):
        self._handle, self._lib = handle, _c.library()

    def wait(self) -> None:
        """Returns when the command has ended; raises its error."""
        self._lib.falx_event_wait(byref(self._handle), 1)

    @property
    def done(self) -> bool:
        return self._lib.falx_event_get_status(self._handle) == 2

    def __del__(self):
        self._lib.falx_event_release(self._handle)


class Queue:
    """Runs commands on a device in the order of their submission. Threads may share one."""

    def __init__(self, device: Device = None):
        lib = self._lib = _c.library()
        if device is None:
            handle = c_void_p()
            lib.falx_device_default(byref(handle))
            device = Device(handle.value)
        self.device = device
        self._context, self._handle = c_void_p(), c_void_p()
        lib.falx_context_default(lib.falx_device_platform(device._handle), byref(self._context))
        lib.falx_queue_create(self._context, device._handle, _c.QUEUE_IN_ORDER, byref(self._handle))
        self._lock, self._pending = threading.Lock(), []

    def wait(self) -> None:
        """Returns when all commands have ended; raises the first error that none has raised yet."""
        self._lib.falx_queue_wait(self._handle)
        status, exception, first = ctypes.c_int(), c_void_p(), None
        while self._lib.falx_queue_take_error(self._handle, byref(status), byref(exception)):
            text = self._lib.falx_error_detail().decode(errors="replace")
            first = first or _c.Error(status.value, text)
        self._keep(None, None)
        if first:
            raise first

    def _keep(self, event, used):
        """What a command uses stays alive until it has ended."""
        with self._lock:
            self._pending = [entry for entry in self._pending if not entry[0].done]
            if event:
                self._pending.append((event, used))

    def _copy(self, destination, source, size):
        event = c_void_p()
        self._lib.falx_queue_memcpy(self._handle, destination, source, size, None, 0, byref(event))
        Event(event).wait()

    def __del__(self):
        if getattr(self, "_handle", None):
            self._lib.falx_queue_wait(self._handle)
            self._lib.falx_queue_release(self._handle)
            self._lib.falx_context_release(self._context)


@functools.lru_cache(maxsize=None)
def default_queue() -> Queue:
    """The queue of calls that name none; made by the first of them, for the device that most of the
    libraries loaded by then have code for."""
    return Queue()


class Memory:
    """An allocation of USM: kind is "host", "device" or "shared". Freed with its last user."""

    def __init__(self, size: int, kind: str = "shared", queue: Queue = None):
        if kind not in _KINDS:
            raise ValueError(f"kind is one of {', '.join(_KINDS)}, not {kind!r}")
        self.queue, self.size, self.kind = queue or default_queue(), size, kind
        pointer = c_void_p()
        queue = self.queue
        queue._lib.falx_usm_alloc(
            _KINDS[kind], queue._context, queue.device._handle, max(size, 1), 64, byref(pointer)
        )
        self._lib, self._context = queue._lib, c_void_p(queue._context.value)
        self._lib.falx_context_retain(self._context)  # the queue may be collected before
        self.pointer = pointer.value

    def __del__(self):
        if getattr(self, "pointer", None):
            self._lib.falx_usm_free(self._context, self.pointer)
            self._lib.falx_context_release(self._context)


def is_usm(queue: Queue, pointer: int) -> bool:
    kind, device = ctypes.c_int(), c_void_p()
    queue._lib.falx_usm_query(queue._context, pointer, byref(kind), byref(device))
    return kind.value in _KINDS.values()
