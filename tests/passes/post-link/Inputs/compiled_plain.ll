target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr }

define linkonce_odr spir_func i32 @_Z6sharedi(i32 %x) nounwind noinline optnone {
  %twice = mul i32 %x, 2
  ret i32 %twice
}
define spir_kernel void @_ZTS5Plain(ptr byval(%functor) align 8 %f) nounwind noinline optnone {
  %local = alloca i32
  %out = load ptr, ptr %f
  %v = call spir_func i32 @_Z6sharedi(i32 1)
  store i32 %v, ptr %local
  %w = load i32, ptr %local
  store i32 %w, ptr %out
  ret void
}
!llvm.commandline = !{!0}
!0 = !{!"falx -O0"}
