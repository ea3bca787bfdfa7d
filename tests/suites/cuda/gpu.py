"""The session of cuda.sh: what Falx and nvcc build for, and the machine's GPUs."""
import os
import shutil
from pathlib import Path

from session import Session

CUDA = "nvptx64-nvidia-cuda"


class GpuSession(Session):
    def __init__(self, options):
        super().__init__("cuda.sh", options, ONEAPI_DEVICE_SELECTOR=options.device)
        self.target = options.target or (CUDA if options.device.startswith("cuda") else "native_cpu")
        self.has_gpu = self.target == CUDA
        self.nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
        if self.nvcc:
            self.environment["PATH"] += os.pathsep + str(Path(self.nvcc).parent)

    def machine(self):
        query = self.run("machine", ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], 20)
        said = self.run("falx-ls", [self.falx.parent / "falx-ls", "--why"], 30)
        gpus = query.text.strip().replace("\n", "; ") if query.status == 0 else "no nvidia-smi"
        return f"{gpus}; {len(os.sched_getaffinity(0))} processors\n{said.text.strip()}"

    def falx_words(self, level="-O3"):
        words = [self.falx, "-fsycl", "-std=c++17", level, f"-fsycl-targets={self.target}"]
        return words + (self.arch_words() if self.has_gpu else [])

    def arch_words(self):
        return [f"-Xsycl-target-backend={CUDA}", f"--offload-arch={self.options.arch}"]

    def build_falx(self, name, *sources, words=(), level="-O3"):
        self.build(name, [*self.falx_words(level), *sources, *words, "-o", self.programs / name])

    def build_nvcc(self, name, *sources, words=()):
        self.build(name, [self.nvcc, "-std=c++17", "-O3", f"-arch={self.options.arch}", *sources, *words, "-o",
                          self.programs / name])
