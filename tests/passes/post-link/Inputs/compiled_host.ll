target triple = "x86_64-pc-linux-gnu"

; Of a header: whoever uses it has it, too.
define linkonce_odr spir_func i32 @_Z6sharedi(i32 %x) nounwind {
  %twice = mul i32 %x, 2
  ret i32 %twice
}
!llvm.commandline = !{!0}
!0 = !{!"falx -O3"}
