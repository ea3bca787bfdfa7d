"""libfalx.so by ctypes: the calls and structs of include/falx/falx.h that the package uses.

The library is opened by the first use: FALX_LIBRARY, or the one of the tree that this file is in, or
where the system's loader finds it.
"""

import ctypes
import functools
import os
import pathlib
from ctypes import POINTER, c_bool, c_char, c_char_p, c_size_t, c_uint32, c_uint64, c_void_p

API_VERSION = 2  # FALX_API_VERSION: what this file is written for
SUCCESS = 0
BYTES, BOOL, INT, UINT, FLOAT, POINTER_TO, ACCESSOR, LOCAL = range(8)  # falx_type
KERNEL, VARIABLE = 1, 2  # falx_export_kind
LOCAL_AUTO = ctypes.c_size_t(-1).value
QUEUE_IN_ORDER = 1
BUFFER_HOST_CONST = 2  # falx_buffer_flags


class TypeInfo(ctypes.Structure):
    _fields_ = [
        ("type", c_uint32),
        ("size", c_uint32),
        ("pointee_type", c_uint32),
        ("pointee_size", c_uint32),
        ("is_const", c_uint32),
    ]


class Parameter(ctypes.Structure):
    _fields_ = [("info", TypeInfo), ("offset", c_uint32)]


class Export(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("kind", c_uint32),
        ("name", c_char_p),
        ("module", c_void_p),
        ("types", POINTER(c_char)),
        ("types_length", c_size_t),
        ("site", c_void_p),
        ("dimensions", c_uint32),
        ("parameter_count", c_uint32),
        ("parameters", POINTER(Parameter)),
        ("variable", c_void_p),
        ("descriptor", c_void_p),
        ("info", TypeInfo),
        ("next", c_void_p),
    ]


class _Value(ctypes.Union):
    _fields_ = [("bytes", ctypes.c_ubyte * 8), ("data", c_void_p)]


class Argument(ctypes.Structure):
    _fields_ = [("info", TypeInfo), ("reserved", c_uint32), ("value", _Value)]


class Region(ctypes.Structure):
    _fields_ = [
        ("buffer", c_void_p),
        ("pointer", c_void_p),
        ("element_size", c_size_t),
        ("range", c_size_t * 3),
        ("memory_range", c_size_t * 3),
        ("offset", c_size_t * 3),
    ]


class BufferOptions(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("bytes", c_size_t),
        ("alignment", c_size_t),
        ("host_data", c_void_p),
        ("flags", c_uint32),
        ("context", c_void_p),
    ]


class Range(ctypes.Structure):
    _fields_ = [
        ("dimensions", c_uint32),
        ("has_local", c_uint32),
        ("global_", c_size_t * 3),
        ("local", c_size_t * 3),
        ("offset", c_size_t * 3),
    ]


class Launch(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("kernel", POINTER(Export)),
        ("range", POINTER(Range)),
        ("arguments", POINTER(Argument)),
        ("argument_count", c_size_t),
        ("dependencies", POINTER(c_void_p)),
        ("dependency_count", c_size_t),
        ("local_memory", c_size_t),
        ("location", c_void_p),
    ]


class Source(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint32),
        ("text", c_char_p),
        ("file_names", POINTER(c_char_p)),
        ("file_texts", POINTER(c_char_p)),
        ("file_count", c_size_t),
        ("options", POINTER(c_char_p)),
        ("option_count", c_size_t),
        ("names", POINTER(c_char_p)),
        ("name_count", c_size_t),
    ]


class Error(RuntimeError):
    """A call of the runtime failed: the text is its message, status the number of falx_status."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status = status


_handles = POINTER(c_void_p)
_calls = {  # name: arguments of a call that returns a falx_status
    "falx_platforms": (POINTER(_handles), POINTER(c_size_t)),
    "falx_platform_devices": (c_void_p, POINTER(_handles), POINTER(c_size_t)),
    "falx_device_default": (_handles,),
    "falx_device_get_info": (c_void_p, ctypes.c_int, c_size_t, c_void_p, POINTER(c_size_t)),
    "falx_context_default": (c_void_p, _handles),
    "falx_queue_create": (c_void_p, c_void_p, c_uint32, _handles),
    "falx_queue_wait": (c_void_p,),
    "falx_queue_memcpy": (c_void_p, c_void_p, c_void_p, c_size_t, _handles, c_size_t, _handles),
    "falx_queue_fill": (c_void_p, c_void_p, c_void_p, c_size_t, c_size_t, _handles, c_size_t, _handles),
    "falx_usm_alloc": (ctypes.c_int, c_void_p, c_void_p, c_size_t, c_size_t, _handles),
    "falx_usm_free": (c_void_p, c_void_p),
    "falx_usm_query": (c_void_p, c_void_p, POINTER(ctypes.c_int), _handles),
    "falx_event_wait": (_handles, c_size_t),
    "falx_library_load": (c_char_p, _handles),
    "falx_library_load_bytes": (c_char_p, c_size_t, _handles),
    "falx_source_build": (POINTER(Source), _handles, _handles),
    "falx_export_find": (c_void_p, ctypes.c_int, c_char_p, POINTER(POINTER(Export))),
    "falx_export_list": (c_void_p, POINTER(POINTER(Export)), c_size_t, POINTER(c_size_t)),
    "falx_export_signature": (POINTER(Export), c_size_t, c_char_p, POINTER(c_size_t)),
    "falx_export_launch": (c_void_p, POINTER(Launch), _handles),
    "falx_export_memory": (c_void_p, POINTER(Export), _handles),
}
_others = {  # name: result, arguments
    "falx_api_version": (c_uint32,),
    "falx_error_detail": (c_char_p,),
    "falx_device_platform": (c_void_p, c_void_p),
    "falx_platform_backend": (ctypes.c_int, c_void_p),
    "falx_buffer_release": (None, c_void_p),
    "falx_queue_release": (None, c_void_p),
    "falx_queue_take_error": (c_bool, c_void_p, POINTER(ctypes.c_int), _handles),
    "falx_context_release": (None, c_void_p),
    "falx_context_retain": (None, c_void_p),
    "falx_event_release": (None, c_void_p),
    "falx_event_get_status": (ctypes.c_int, c_void_p),
    "falx_library_unload": (None, c_void_p),
    "falx_source_free_log": (None, c_void_p),
}


def _places():
    if "FALX_LIBRARY" in os.environ:
        return [os.environ["FALX_LIBRARY"]]
    here = pathlib.Path(__file__).resolve().parent
    folders = [here / "_prefix" / "lib", *(parent / "lib" for parent in here.parents[:5])]
    return [str(path) for folder in folders for path in [folder / "libfalx.so.1"] if path.exists()] + ["libfalx.so.1"]


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """The library with the types of its calls; those of falx_status raise Error."""
    reasons = []
    for place in _places():
        try:
            lib = ctypes.CDLL(place)
            break
        except OSError as error:
            reasons.append(str(error))
    else:
        raise ImportError(
            f"libfalx.so cannot be loaded ({'; '.join(reasons)}); say where it is in FALX_LIBRARY"
        )
    try:
        version = lib.falx_api_version()
    except AttributeError:
        version = 1
    if version < API_VERSION:
        raise ImportError(f"libfalx.so has version {version} of the API, this package needs {API_VERSION}")

    def check(status, function, arguments):
        if status != SUCCESS:
            raise Error(status, lib.falx_error_detail().decode(errors="replace"))
        return arguments

    for name, (result, *arguments) in _others.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    for name, arguments in _calls.items():
        function = getattr(lib, name)
        function.restype, function.argtypes, function.errcheck = ctypes.c_int, arguments, check
    return lib
