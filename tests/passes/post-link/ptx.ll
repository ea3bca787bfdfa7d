; PTX for the least architecture, and once more where a later one has better code; or for those that are asked for.
; What is passed by value is read where it is.
; RUN: rm -rf %t && mkdir %t
; RUN: falx-post-link --target=nvptx64-nvidia-cuda --emit=table -o %t/a.table %s
; RUN: FileCheck-22 %s --input-file=%t/a_0.ptx --check-prefixes=PTX,LEAST
; RUN: FileCheck-22 %s --input-file=%t/a_1.ptx --check-prefixes=PTX,NEWER
; RUN: not ls %t/a_2.ptx
; RUN: falx-post-link --target=nvptx64-nvidia-cuda --march=sm_75,sm_90a -o %t/b.o %s && falx-image %t/b.o | FileCheck-22 %s --check-prefix=ASKED
; RUN: not falx-post-link --target=nvptx64-nvidia-cuda --march=gfx90a -o %t/c.o %s 2>&1 | FileCheck-22 %s --check-prefix=UNKNOWN

; LEAST: .version 6.3
; LEAST: .target sm_70
; NEWER: .target sm_80
; PTX: .visible .entry _ZTS1K(
; PTX-NEXT: .param .u64 .ptr .global .align 1 _ZTS1K_param_0,
; PTX-NEXT: .param .align 8 .b8 _ZTS1K_param_1[64],
; PTX-NEXT: .param .align 8 .b8 _ZTS1K_param_2[8]
; PTX-NOT: .local
; PTX: mov.u32 %r{{[0-9]+}}, %ctaid.x;
; PTX: ld.param.b32 %{{.*}}, [%rd{{[0-9]+}}];
; LEAST: shfl.sync.down.b32
; NEWER: redux.sync.add.s32
; PTX: st.global

; ASKED: image: nvptx64-nvidia-cuda, PTX
; ASKED: [Falx/PTX]
; ASKED-NEXT: arch = 75
; ASKED: image: nvptx64-nvidia-cuda, PTX
; ASKED: [Falx/PTX]
; ASKED-NEXT: arch = 90
; ASKED-NEXT: exact = 1
; UNKNOWN: error: 'gfx90a' is no architecture of nvptx64-nvidia-cuda; they are named like sm_90

target triple = "nvptx64-nvidia-cuda"
%functor = type { ptr, [8 x i64] }

define ptx_kernel void @_ZTS1K(ptr byval(%functor) align 8 %f) {
  %out = load ptr, ptr %f
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = and i64 %id, 7
  %table = getelementptr inbounds %functor, ptr %f, i64 0, i32 1, i64 %n
  %x = load i64, ptr %table
  %y = trunc i64 %x to i32
  %sum = call i32 @_Z27__spirv_GroupNonUniformIAddIjET_iiS0_(i32 3, i32 0, i32 %y)
  %to = getelementptr inbounds i32, ptr %out, i64 %id
  store i32 %sum, ptr %to
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @_Z27__spirv_GroupNonUniformIAddIjET_iiS0_(i32, i32, i32)
