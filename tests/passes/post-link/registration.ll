; The registration array of document 002 and everything around it: descriptor in its own section,
; constructor and destructor with the module's own handle, subhandler under a name that is no symbol
; of the host, here local.
; RUN: falx-post-link --target=native_cpu --emit=object --save-temps=%t -o %t.o %s
; RUN: cat %t.*.optimize.ll | FileCheck %s --check-prefix=CODE
; RUN: cat %t.*.wrap.ll | FileCheck %s
; RUN: llvm-readelf -SW %t.o | FileCheck %s --check-prefix=SECTIONS
; RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS

; CODE: define hidden void @_ZTS6Sample(ptr {{.*}}%args, ptr {{.*}}%state)

; CHECK: @falx.kernels = private unnamed_addr constant [2 x { ptr, ptr }]
; CHECK-SAME: [{ ptr, ptr } { ptr @[[NAME:.*]], ptr @_ZTS6Sample.falx_kernel }, { ptr, ptr } { ptr @[[END:.*]], ptr null }]
; CHECK: @falx.images = {{.*}} { i16 1, i8 4, i8 1, ptr @falx.string, {{.*}} ptr @falx.kernels, ptr getelementptr inbounds ({ ptr, ptr }, ptr @falx.kernels, i64 1),
; CHECK: @falx.desc = internal unnamed_addr constant { i16, i16, ptr, ptr } { i16 1, i16 1, ptr @falx.images, ptr @{{.*}} }, section "falx_image_desc", align 8
; CHECK: @falx.registration = internal global ptr @falx.register, section ".init_array.101", align 8
; CHECK: @falx.registration{{.*}} = internal global ptr @falx.unregister, section ".fini_array.101", align 8
; CHECK: define internal void @_ZTS6Sample.falx_kernel(
; CHECK: call void @falx_register_images(ptr @falx.desc, ptr @__dso_handle)
; CHECK: call void @falx_unregister_images(ptr @falx.desc, ptr @__dso_handle)

; SECTIONS-DAG: falx_image_desc PROGBITS
; SECTIONS-DAG: .init_array.101 INIT_ARRAY
; SECTIONS-DAG: .fini_array.101 FINI_ARRAY
; SYMBOLS: t _ZTS6Sample.falx_kernel
; SYMBOLS-NOT: {{_ZTS6Sample$}}
; SYMBOLS: U falx_register_images

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%functor = type { ptr, i32 }

define spir_kernel void @_ZTS6Sample(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds i64, ptr %out, i64 %id
  store i64 %id, ptr %p
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
