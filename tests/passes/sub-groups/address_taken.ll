; A sub-group function is no function that can be pointed at; others of the module are left alone (NC-16).
; RUN: not falx-opt -passes=sub-groups %s 2>&1 | FileCheck-22 %s

; CHECK: error: {{.*}}the address of sub-group function 'IAdd' cannot be taken
define internal void @pass_on(ptr %to) {
  store ptr @_Z27__spirv_GroupNonUniformIAddIiET_iiS0_, ptr %to
  ret void
}

declare i32 @_Z27__spirv_GroupNonUniformIAddIiET_iiS0_(i32, i32, i32)
