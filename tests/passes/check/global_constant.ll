; Constants, virtual tables and our own variables may be used (KL-9).
; RUN: falx-opt -passes=check -o %t %s 2>&1 | FileCheck-22 --allow-empty %s

; CHECK-NOT: {{.}}

@answer = internal constant i32 42
@text = private unnamed_addr constant [3 x i8] c"hi\00"
@_ZTV5Shape = linkonce_odr unnamed_addr constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @_ZTI5Shape, ptr null] }
@_ZTVN10__cxxabiv117__class_type_infoE = external global [0 x ptr]
@_ZTI5Shape = linkonce_odr constant { ptr, ptr } { ptr @_ZTVN10__cxxabiv117__class_type_infoE, ptr null }
@__falx_special = external global i32

define spir_kernel void @K(ptr %k) {
  %a = load i32, ptr @answer
  %b = load i8, ptr @text
  store ptr getelementptr inbounds ({ [3 x ptr] }, ptr @_ZTV5Shape, i32 0, i32 0, i32 2), ptr %k
  store i32 %a, ptr @__falx_special
  ret void
}
