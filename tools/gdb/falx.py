"""gdb for SYCL programs of Falx: how objects are printed, and where work-items are. docs/debugging.md.

gdb loads this with libfalx.so (libfalx.so.VERSION-gdb.py beside it); otherwise: source PATH/falx.py.
"""

import re

import gdb
import gdb.printing

HANDLER = ".falx_kernel"  # in the symbol of the function that runs a kernel's work-items


# ---- Where a thread is ----


def kernel_frames(frame):
    """The frames of the kernel's code, innermost first, and the kernel's name; none outside of kernels."""
    frames = []
    while frame is not None and frame.is_valid():
        name = frame.name() or ""
        if HANDLER in name:
            kernel = name.split(" [clone", 1)[0].split(HANDLER, 1)[0]
            return frames, kernel.replace("typeinfo name for ", "", 1)
        frames.append(frame)
        frame = frame.older()
    return [], None


def template_of(type_):
    """"id" for sycl::id<1>; None for what is no class of SYCL's."""
    name = type_.strip_typedefs().unqualified().name or ""
    found = re.match(r"sycl::(\w+)(?:<|$)", name)
    return found.group(1) if found else None


def plain(value):
    code = value.type.strip_typedefs().code
    return value.referenced_value() if code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF) else value


def find_item(frames):
    """The innermost variable that says which work-item runs: a parameter of the kernel, or a copy."""
    for frame in frames:
        try:
            block = frame.block()
        except RuntimeError:  # no debug information
            continue
        while block is not None:
            for symbol in block:
                if symbol.is_argument:
                    value = plain(symbol.value(frame))
                    if template_of(value.type) in ("nd_item", "item", "id"):
                        return value
            if block.function is not None:
                break
            block = block.superblock
    return None


def numbers(value):
    """Of an id or range: a list, the slowest dimension first."""
    array = value["v"]
    low, high = array.type.range()
    return [int(array[i]) for i in range(low, high + 1)]


def braces(items):
    return "{" + ", ".join(str(item) for item in items) + "}"


class Place:
    """Ids of a work-item, as far as its kernel's parameter has them: None if not."""

    def __init__(self, item):
        kind = template_of(item.type)
        self.local = self.local_range = self.group = self.groups = self.range = None
        if kind == "id":
            self.id = numbers(item)
        elif kind == "item":
            self.id, self.range = numbers(item["id_"]), numbers(item["range_"])
        else:
            group = item["group_"]
            self.id, self.range = numbers(item["global_"]), numbers(group["global_"])
            self.local, self.local_range = numbers(item["local_"]), numbers(group["local_"])
            self.group, self.groups = numbers(group["id_"]), numbers(group["groups_"])

    def __str__(self):
        text = braces(self.id)
        if self.range is not None:
            text += f" of {braces(self.range)}"
        if self.local is not None:
            text += f", local {braces(self.local)} of {braces(self.local_range)}"
            text += f", group {braces(self.group)} of {braces(self.groups)}"
        return text


# ---- Objects ----


class Printer:
    """Of one class: text, and elements with their names."""

    def __init__(self, value):
        self.value = value

    def children(self):
        return iter(())


class NumbersPrinter(Printer):
    def to_string(self):
        return braces(numbers(self.value))


class PlacePrinter(Printer):
    def to_string(self):
        return str(Place(self.value))


class GroupPrinter(Printer):
    def to_string(self):
        value = self.value
        return f"group {braces(numbers(value['id_']))} of {braces(numbers(value['groups_']))}"


class NdRangePrinter(Printer):
    def to_string(self):
        value = self.value
        text = f"{braces(numbers(value['global_']))} in groups of {braces(numbers(value['local_']))}"
        offset = numbers(value["offset_"])
        return text + (f" from {braces(offset)} on" if any(offset) else "")


class ArrayPrinter(Printer):
    """vec and marray."""

    def to_string(self):
        return self.value.type.strip_typedefs().unqualified().name

    def children(self):
        count = int(self.value.type.strip_typedefs().template_argument(1))
        return ((f"[{i}]", self.value["data_"][i]) for i in range(count))

    def display_hint(self):
        return "array"


class ElementsPrinter(Printer):
    """Accessors: their elements, where the memory is the debugger's to read."""

    def __init__(self, value):
        super().__init__(value)
        type_ = value.type.strip_typedefs()
        self.kind = template_of(type_)
        self.element = type_.template_argument(0)
        self.box = numbers(value["box_"])
        self.memory = numbers(value["memory_"]) if self.kind != "local_accessor" else self.box
        self.first = numbers(value["first_"]) if self.kind != "local_accessor" else [0] * len(self.box)
        self.data = self._data()

    def _data(self):
        if self.kind == "host_accessor":
            return self.value["base_"]
        try:
            in_kernel = kernel_frames(gdb.selected_frame())[1] is not None
        except gdb.error:
            in_kernel = False
        return self.value["data_"] if in_kernel else None  # on the host: a handle

    def to_string(self):
        text = f"{self.kind} of {braces(self.box)} {self.element}"
        if any(self.first) or self.memory != self.box:
            text += f" from {braces(self.first)} on, of {braces(self.memory)}"
        if self.data is None:
            return text
        return f"{text} at {int(self.data):#x}" if int(self.data) else f"{text}, without memory"

    def children(self):
        if not self.data or not int(self.data):
            return iter(())
        return self._elements(self.data.cast(self.element.pointer()))

    def _elements(self, pointer):
        def places(sizes):
            if not sizes:
                yield ()
                return
            for first in range(sizes[0]):
                for rest in places(sizes[1:]):
                    yield (first, *rest)

        for place in places(self.box):
            index = 0
            for at, first, size in zip(place, self.first, self.memory):
                index = index * size + at + first
            yield f"[{']['.join(map(str, place))}]", pointer[index]

    def display_hint(self):
        return "array" if len(self.box) == 1 else None


def ask(call, handle):
    """The answer of a call of the C API in the program, if 'set print sycl-state on' allows it."""
    if not gdb.parameter("print sycl-state"):
        return None
    try:
        return int(gdb.parse_and_eval(f"((int (*)(void *)){call})((void *){int(handle):#x})")) & 0xFF
    except gdb.error:
        return None


class BufferPrinter(Printer):
    def to_string(self):
        element = self.value.type.strip_typedefs().template_argument(0)
        return f"buffer of {braces(numbers(self.value['range_']))} {element}, {int(self.value['raw_']['raw_']):#x}"


class EventPrinter(Printer):
    def to_string(self):
        handle = int(self.value["raw_"]["raw_"])
        if handle == 0 or handle & 1:
            return "event of no command, complete"
        state = ask("falx_event_get_status", handle)
        text = "" if state is None else ", " + ("submitted", "running", "complete")[state % 3]
        return f"event {handle:#x}{text}"


class QueuePrinter(Printer):
    def to_string(self):
        handle = int(self.value["raw_"]["raw_"])
        empty = ask("falx_queue_is_empty", handle)
        return f"queue {handle:#x}" + ("" if empty is None else ", all complete" if empty else ", with commands")


PRINTERS = {
    "id": NumbersPrinter,
    "range": NumbersPrinter,
    "item": PlacePrinter,
    "nd_item": PlacePrinter,
    "nd_range": NdRangePrinter,
    "group": GroupPrinter,
    "vec": ArrayPrinter,
    "marray": ArrayPrinter,
    "accessor": ElementsPrinter,
    "local_accessor": ElementsPrinter,
    "host_accessor": ElementsPrinter,
    "buffer": BufferPrinter,
    "event": EventPrinter,
    "queue": QueuePrinter,
}


class Printers(gdb.printing.PrettyPrinter):
    def __init__(self):
        super().__init__("falx", [gdb.printing.SubPrettyPrinter(name) for name in PRINTERS])

    def __call__(self, value):
        kind = template_of(value.type)
        if kind not in PRINTERS or not next(s for s in self.subprinters if s.name == kind).enabled:
            return None
        try:
            return PRINTERS[kind](value)
        except (gdb.error, RuntimeError):  # optimized out, or of other headers
            return None


class PrintState(gdb.Parameter):
    """Whether printing events and queues asks the runtime for their state, by calls in the program."""

    set_doc = "Set whether events and queues are printed with their state."
    show_doc = "Show whether events and queues are printed with their state."

    def __init__(self):
        super().__init__("print sycl-state", gdb.COMMAND_DATA, gdb.PARAM_BOOLEAN)
        self.value = False

    def get_set_string(self):
        return ""

    def get_show_string(self, value):
        return f"Events and queues are printed with their state: {value}"


# ---- Commands ----


class WorkItems(gdb.Command):
    """Lists the threads that are in kernels: kernel, work-item, place in the source."""

    def __init__(self):
        super().__init__("info work-items", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        selected, count = gdb.selected_thread(), 0
        if selected is None:
            raise gdb.GdbError("The program is not being run.")
        frame = gdb.selected_frame()
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda t: t.num):
            thread.switch()
            frames, kernel = kernel_frames(gdb.newest_frame())
            if kernel is None:
                continue
            count += 1
            item = find_item(frames)
            where = str(Place(item)) if item is not None else "unknown (compile with -O0 -g)"
            line = frames[0].find_sal() if frames else None
            source = f", {line.symtab.filename}:{line.line}" if line and line.symtab else ""
            print(f"{'*' if thread == selected else ' '} thread {thread.num}: {where} in {kernel}{source}")
        selected.switch()
        frame.select()
        if not count:
            print("No thread is in a kernel.")


class PlaceFunction(gdb.Function):
    """$_global_id(d), $_local_id(d), $_group_id(d): of the work-item that the thread runs; -1 where it is
    in none. For conditions: break file.cpp:12 if $_global_id(0) == 5"""

    def __init__(self, name, member):
        super().__init__(name)
        self.member = member

    def invoke(self, dimension=0):
        item = find_item(kernel_frames(gdb.selected_frame())[0])
        values = getattr(Place(item), self.member) if item is not None else None
        return values[int(dimension)] if values is not None and int(dimension) < len(values) else -1


def main():
    gdb.printing.register_pretty_printer(gdb.current_objfile(), Printers(), replace=True)
    PrintState()
    WorkItems()
    for name, member in (("_global_id", "id"), ("_local_id", "local"), ("_group_id", "group")):
        PlaceFunction(name, member)


main()
