; What is undefined and no builtin or library function is an import: declared with the state, under a name of its own (DL-2).
; RUN: falx-opt -S -passes=prepare-native-cpu --allow-undefined %s -o - | FileCheck %s --implicit-check-not='@_Z5theiri('

declare spir_func i32 @_Z5theiri(i32)
declare float @sinf(float)

; What only the table of a class's virtual functions names is the host's.
; CHECK: @_ZTV5shape = {{.*}} { [3 x ptr] [ptr null, ptr @__cxa_pure_virtual, ptr @_ZdlPvm] }
@_ZTV5shape = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @__cxa_pure_virtual, ptr @_ZdlPvm] }
declare void @__cxa_pure_virtual()
declare void @_ZdlPvm(ptr, i64)

; CHECK: call i32 @_Z5theiri.falx_import(i32 %x, ptr %state)
; CHECK: call float @sinf(float
; CHECK: store ptr @_Z5theiri.falx_import, ptr %p
; CHECK: [[A:%.*]] = freeze ptr @_Z5theiri.falx_import
; CHECK: [[I:%.*]] = ptrtoint ptr [[A]] to i64
; CHECK: store i64 [[I]], ptr %p
define spir_kernel void @k(i32 %x, ptr %p) {
  %r = call spir_func i32 @_Z5theiri(i32 %x)
  %f = sitofp i32 %r to float
  %s = call float @sinf(float %f)
  store float %s, ptr %p
  store ptr @_Z5theiri, ptr %p
  store ptr @_ZTV5shape, ptr %p
  store i64 ptrtoint (ptr @_Z5theiri to i64), ptr %p
  ret void
}
; CHECK: declare i32 @_Z5theiri.falx_import(i32, ptr) [[IMPORT:#[0-9]+]]
; CHECK: attributes [[IMPORT]] = {{.*}}nounwind{{.*}}"falx-import"="_Z5theiri"
