; Convergent stay barriers and what calls them, which is inlined always unless it is a kernel; other functions and
; their calls are not.
; RUN: falx-opt -S -passes=relax-convergence %s | FileCheck-22 %s

; CHECK: define internal void @waits() #[[WAITS:[0-9]+]]
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj({{.*}}) #[[CONVERGENT:[0-9]+]]
; CHECK: define internal void @computes(){{( local_unnamed_addr)?}} {
; CHECK: define spir_kernel void @K() #[[CONVERGENT]]
; CHECK: call void @waits() #[[CONVERGENT]]
; CHECK: call void @computes(){{$}}
; CHECK: declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) #[[BARRIER:[0-9]+]]
; CHECK-DAG: attributes #[[WAITS]] = { alwaysinline convergent }
; CHECK-DAG: attributes #[[CONVERGENT]] = { convergent }
; CHECK-DAG: attributes #[[BARRIER]] = { convergent noduplicate nounwind willreturn }

define internal void @waits() #1 {
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 912) #0
  ret void
}
define internal void @computes() #0 {
  ret void
}
define spir_kernel void @K() #0 {
  call void @waits() #0
  call void @computes() #0
  ret void
}
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32)
attributes #0 = { convergent }
attributes #1 = { convergent noinline }
