; What the driver has itself, vprintf and __assertfail, is imported from no other image.
; RUN: falx-post-link --target=nvptx64-nvidia-cuda -o %t.o %s && falx-image %t.o | FileCheck-22 %s

; CHECK: image: nvptx64-nvidia-cuda, PTX
; CHECK-NOT: imported
; CHECK-NOT: vprintf
; CHECK-NOT: __assertfail

target triple = "nvptx64-nvidia-cuda"
%functor = type { ptr }
@format = private constant [4 x i8] c"%p\0A\00"

define ptx_kernel void @_ZTS1K(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %printed = call i32 (ptr, ...) @printf(ptr @format, ptr %out)
  store i32 %printed, ptr %out
  call void @__assert_fail(ptr @format, ptr @format, i32 7, ptr @format)
  ret void
}
declare i32 @printf(ptr, ...)
declare void @__assert_fail(ptr, ptr, i32, ptr)
