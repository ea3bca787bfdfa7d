; Updates become PTX with order, scope, space and type; red where the result is not used and the order does
; not acquire; seq_cst is a fence and an acquire.
; RUN: falx-opt -passes=ptx-atomics --target=nvptx64-nvidia-cuda --from=optimize -S %s | FileCheck-22 %s

target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @orders(
; CHECK: asm sideeffect "atom.relaxed.gpu.global.add.u32 $0, [$1], $2;", "=&r,l,r,~{memory}"(ptr addrspace(1) %p, i32 1)
; CHECK: asm sideeffect "atom.acquire.gpu.global.and.b32
; CHECK: asm sideeffect "atom.release.cta.global.or.b32
; CHECK: asm sideeffect "atom.acq_rel.sys.global.xor.b32
; CHECK: fence syncscope("device") seq_cst
; CHECK-NEXT: asm sideeffect "atom.acquire.gpu.global.exch.b32
; CHECK: [[SUM:%.*]] = add i32
define internal i32 @orders(ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
  %b = atomicrmw and ptr addrspace(1) %p, i32 2 syncscope("device") acquire
  %c = atomicrmw or ptr addrspace(1) %p, i32 3 syncscope("block") release
  %d = atomicrmw xor ptr addrspace(1) %p, i32 4 acq_rel
  %e = atomicrmw xchg ptr addrspace(1) %p, i32 5 syncscope("device") seq_cst
  %ab = add i32 %a, %b
  %cd = add i32 %c, %d
  %abcd = add i32 %ab, %cd
  %all = add i32 %abcd, %e
  ret i32 %all
}

; CHECK-LABEL: @unused(
; CHECK: call void asm sideeffect "red.relaxed.gpu.add.u32 [$0], $1;", "l,r,~{memory}"(ptr %p, i32 1)
; CHECK: call void asm sideeffect "red.release.gpu.add.u32
; CHECK: call i32 asm sideeffect "atom.acquire.gpu.add.u32
; CHECK: call i32 asm sideeffect "atom.acq_rel.gpu.add.u32
; CHECK: fence syncscope("device") seq_cst
; CHECK: call i32 asm sideeffect "atom.acquire.gpu.add.u32
; CHECK: call i32 asm sideeffect "atom.relaxed.gpu.exch.b32
define internal void @unused(ptr %p) {
  atomicrmw add ptr %p, i32 1 syncscope("device") monotonic
  atomicrmw add ptr %p, i32 1 syncscope("device") release
  atomicrmw add ptr %p, i32 1 syncscope("device") acquire
  atomicrmw add ptr %p, i32 1 syncscope("device") acq_rel
  atomicrmw add ptr %p, i32 1 syncscope("device") seq_cst
  atomicrmw xchg ptr %p, i32 1 syncscope("device") monotonic
  ret void
}

; CHECK-LABEL: @types(
; CHECK: "red.relaxed.gpu.global.max.s32 [$0], $1;", "l,r,
; CHECK: "red.relaxed.gpu.global.min.u64 [$0], $1;", "l,l,
; CHECK: [[NEGATED:%.*]] = sub i64 0, %i
; CHECK: "red.relaxed.gpu.global.add.u64 [$0], $1;", "l,l,~{memory}"(ptr addrspace(1) %p, i64 [[NEGATED]])
; CHECK: "red.relaxed.gpu.global.add.f32 [$0], $1;", "l,f,~{memory}"(ptr addrspace(1) %p, float %f)
; CHECK: [[MINUS:%.*]] = fneg double %d
; CHECK: "red.relaxed.gpu.global.add.f64 [$0], $1;", "l,d,~{memory}"(ptr addrspace(1) %p, double [[MINUS]])
; CHECK: "red.relaxed.gpu.global.inc.u32
; CHECK: [[ADDRESS:%.*]] = ptrtoint ptr %q to i64
; CHECK: [[OLD:%.*]] = call i64 asm sideeffect "atom.relaxed.gpu.global.exch.b64 $0, [$1], $2;", "=&l,l,l,~{memory}"(ptr addrspace(1) %p, i64 [[ADDRESS]])
; CHECK: inttoptr i64 [[OLD]] to ptr
; CHECK: [[OLD:%.*]] = call i32 asm sideeffect "atom.relaxed.gpu.global.exch.b32
; CHECK: bitcast i32 [[OLD]] to float
define internal ptr @types(ptr addrspace(1) %p, i64 %i, float %f, double %d, ptr %q, ptr addrspace(1) %out) {
  atomicrmw max ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
  atomicrmw umin ptr addrspace(1) %p, i64 %i syncscope("device") monotonic
  atomicrmw sub ptr addrspace(1) %p, i64 %i syncscope("device") monotonic
  atomicrmw fadd ptr addrspace(1) %p, float %f syncscope("device") monotonic
  atomicrmw fsub ptr addrspace(1) %p, double %d syncscope("device") monotonic
  atomicrmw uinc_wrap ptr addrspace(1) %p, i32 9 syncscope("device") monotonic
  %old = atomicrmw xchg ptr addrspace(1) %p, ptr %q syncscope("device") monotonic
  %number = atomicrmw xchg ptr addrspace(1) %p, float %f syncscope("device") monotonic
  store float %number, ptr addrspace(1) %out
  ret ptr %old
}

; Only a block shares its memory; seq_cst orders with other memory.
; CHECK-LABEL: @shared(
; CHECK: "red.relaxed.cta.shared.add.u32
; CHECK: load atomic i32, ptr addrspace(3) %p syncscope("block") acquire
; CHECK: store atomic i32 1, ptr addrspace(3) %p seq_cst
; CHECK: fence syncscope("device") seq_cst
; CHECK: "atom.acquire.gpu.shared.add.u32
define internal i32 @shared(ptr addrspace(3) %p) {
  atomicrmw add ptr addrspace(3) %p, i32 1 monotonic
  %a = load atomic i32, ptr addrspace(3) %p syncscope("device") acquire, align 4
  store atomic i32 1, ptr addrspace(3) %p seq_cst, align 4
  atomicrmw add ptr addrspace(3) %p, i32 1 syncscope("device") seq_cst
  ret i32 %a
}

; Left to LLVM, which makes them exchanges; a fence of one thread is none.
; CHECK-LABEL: @others(
; CHECK-NEXT: atomicrmw nand ptr addrspace(1) %p, i32 1 syncscope("block") acq_rel
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %p, i16 1 syncscope("device") monotonic
; CHECK-NEXT: atomicrmw fadd ptr addrspace(1) %p, half
; CHECK-NEXT: fence syncscope("block") acquire
; CHECK-NEXT: ret void
define internal void @others(ptr addrspace(1) %p) {
  atomicrmw nand ptr addrspace(1) %p, i32 1 syncscope("block") acq_rel
  atomicrmw add ptr addrspace(1) %p, i16 1 syncscope("device") monotonic
  atomicrmw fadd ptr addrspace(1) %p, half 1.0 syncscope("device") monotonic
  fence syncscope("singlethread") seq_cst
  fence syncscope("block") acquire
  ret void
}
