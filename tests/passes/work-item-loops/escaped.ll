; Once the address of private memory is given away, a pointer that was loaded may be that address.
; RUN: falx-opt -S -passes=work-item-loops %s -o - | FileCheck %s

; CHECK-LABEL: @escapes.NativeCPUKernel
; CHECK: %a = load i32, ptr %p, align 4{{$}}
; CHECK-LABEL: @stays.NativeCPUKernel
; CHECK: %a = load i32, ptr %p, align 4, !llvm.access.group
define internal void @escapes.NativeCPUKernel(ptr %in, ptr %state) !falx.dispatch !0 {
  %x = alloca i32, align 4
  call void @keep(ptr %x)
  %p = load ptr, ptr %in, align 8
  %a = load i32, ptr %p, align 4
  store i32 %a, ptr %x, align 4
  ret void
}
define internal void @stays.NativeCPUKernel(ptr %in, ptr %state) !falx.dispatch !0 {
  %x = alloca i32, align 4
  %p = load ptr, ptr %in, align 8
  %a = load i32, ptr %p, align 4
  store i32 %a, ptr %x, align 4
  ret void
}
declare void @keep(ptr)
!0 = !{i32 1, i32 1}
