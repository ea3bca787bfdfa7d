target triple = "aarch64-unknown-linux-gnu"
%functor = type { ptr }

define spir_kernel void @_ZTS5Other(ptr byval(%functor) align 8 %f) {
  ret void
}
