; Minimum and maximum of floating-point numbers are two of integers, by the operand's sign; what is not a
; number changes nothing, and in memory it gives way to a number.
; RUN: falx-opt -passes=ptx-atomics --target=nvptx64-nvidia-cuda --from=optimize -S %s | FileCheck-22 %s
; RUN: falx-opt -passes=ptx-atomics --target=nvptx64-nvidia-cuda --from=optimize -S %s | llc-22 -mcpu=sm_70 -o - | FileCheck-22 --check-prefix=PTX %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @lowest(
; CHECK: [[NAN:%.*]] = fcmp uno float %x, %x
; CHECK: [[BITS:%.*]] = bitcast float %x to i32
; CHECK: [[OPERAND:%.*]] = select i1 [[NAN]], i32 2147483647, i32 [[BITS]]
; CHECK: [[OLD:%.*]] = call i32 asm sideeffect "{{.*}}atom.release.gpu.global.min.s32{{.*}}atom.release.gpu.global.max.u32{{.*}}setp.gt.u32 %q, $0, 0xff800000;{{.*}}", "=&r,l,r,~{memory}"(ptr addrspace(1) %p, i32 [[OPERAND]])
; CHECK: bitcast i32 [[OLD]] to float
; PTX: setp.lt.s32 %p, [[X:%r[0-9]+]], 0;
; PTX: @!%p atom.release.gpu.global.min.s32 [[O:%r[0-9]+]], {{.*}}, [[X]];
; PTX: @%p atom.release.gpu.global.max.u32 [[O]], {{.*}}, [[X]];
; PTX: @!%q bra D0;
; PTX: atom.release.gpu.global.cas.b32 %o, {{.*}}, [[O]], [[X]];
define float @lowest(ptr addrspace(1) %p, float %x) {
  %old = atomicrmw fmin ptr addrspace(1) %p, float %x syncscope("device") release
  ret float %old
}

; CHECK-LABEL: @highest(
; CHECK: fence syncscope("device") seq_cst
; CHECK: select i1 {{%.*}}, i64 -1, i64
; CHECK: asm sideeffect "{{.*}}atom.acquire.gpu.shared.max.s64{{.*}}atom.acquire.gpu.shared.min.u64{{.*}}setp.gt.s64 %q, $0, 0x7ff0000000000000;
; PTX: @!%q bra D1;
define void @highest(ptr addrspace(3) %p, double %x) {
  atomicrmw fmax ptr addrspace(3) %p, double %x syncscope("device") seq_cst
  ret void
}
