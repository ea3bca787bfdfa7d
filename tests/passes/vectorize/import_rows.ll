; A call of another image's function: all lanes in one call, arguments, result and mask in arrays; no mask where all are active.
; RUN: falx-opt -S -passes=vectorize --lanes=8 %s -o - | FileCheck %s

declare i64 @__falx_ncpu_global_id(ptr, i32)
declare i1 @f.falx_import(float, ptr, ptr) "falx-import"="f"

; CHECK: define internal void @K.NativeCPUKernel.v8(ptr %p, ptr %state)
; CHECK: store <8 x float> {{.*}}, ptr [[X:%.*]], align
; CHECK: store <8 x ptr> {{.*}}, ptr [[P:%.*]], align
; CHECK: call void @f.falx_import_rows(ptr {{.*}}[[X]], ptr {{.*}}[[P]], ptr {{.*}}[[R:%.*]], ptr null, i64 8, ptr %state)
; CHECK: [[BYTES:%.*]] = load <8 x i8>, ptr [[R]]
; CHECK: trunc <8 x i8> [[BYTES]] to <8 x i1>
; CHECK: declare void @f.falx_import_rows(ptr, ptr, ptr, ptr, i64, ptr) [[IMPORT:#[0-9]+]]
; CHECK: define internal void @K.NativeCPUKernel.v8.masked(
; CHECK: [[ACTIVE:%.*]] = zext <8 x i1> {{.*}} to <8 x i8>
; CHECK: store <8 x i8> [[ACTIVE]], ptr [[M:%.*]], align
; CHECK: call void @f.falx_import_rows({{.*}}, ptr {{.*}}[[M]], i64 8, ptr %state)
; CHECK: attributes [[IMPORT]] = { nounwind "falx-import-rows"="f" }
define internal void @K.NativeCPUKernel(ptr %p, ptr %state) !falx.dispatch !0 {
  %id = call i64 @__falx_ncpu_global_id(ptr %state, i32 0)
  %slot = getelementptr float, ptr %p, i64 %id
  %x = load float, ptr %slot
  %is = call i1 @f.falx_import(float %x, ptr %slot, ptr %state)
  %y = select i1 %is, float 1.0, float 2.0
  store float %y, ptr %slot
  ret void
}
!0 = !{i32 0, i32 0}
