; Functions of other names stay (NC-16).
; RUN: falx-opt -S -passes=sub-groups %s | FileCheck-22 %s

; CHECK: call i32 @_Z4IAddiii(i32 3, i32 0, i32 %x)
; CHECK: call i32 @_Z35__spirv_GroupNonUniformIAddSaturatediii(i32 3, i32 0, i32 %x)
define internal i32 @calls(i32 %x) {
  %a = call i32 @_Z4IAddiii(i32 3, i32 0, i32 %x)
  %b = call i32 @_Z35__spirv_GroupNonUniformIAddSaturatediii(i32 3, i32 0, i32 %x)
  %sum = add i32 %a, %b
  ret i32 %sum
}

declare i32 @_Z4IAddiii(i32, i32, i32)
declare i32 @_Z35__spirv_GroupNonUniformIAddSaturatediii(i32, i32, i32)
