; Name, linkage, calling convention, attributes and other metadata of a kernel stay, references to it
; follow; functions that are no kernels and kernels that are lowered already stay as they are.
; RUN: falx-opt -S --target=nvptx64-nvidia-cuda -passes=lower-kernels,lower-kernels %s | FileCheck-22 %s

; CHECK: @table = constant ptr @K
; CHECK: define internal void @plain(ptr byval(%functor) %k)
; CHECK: define weak_odr ptx_kernel void @K(i32 %_arg_0) unnamed_addr [[A:#[0-9]+]] section "here" !note ![[N:[0-9]+]] !falx.functor
; CHECK-NOT: define {{.*}}ptx_kernel
; CHECK: attributes [[A]] = { nounwind "falx-module-id"="a.cpp" }
; CHECK: ![[N]] = !{!"kept"}

%functor = type { i32 }
@table = constant ptr @K

define internal void @plain(ptr byval(%functor) %k) {
  ret void
}

define weak_odr ptx_kernel void @K(ptr noundef byval(%functor) align 4 %k) unnamed_addr nounwind "falx-module-id"="a.cpp" section "here" !note !0 {
  ret void
}

!0 = !{!"kept"}
