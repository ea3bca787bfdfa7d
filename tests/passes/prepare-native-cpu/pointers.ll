; Functions whose address is taken have the state, whether they read ids or not, and calls through pointers pass it (DL-16).
; RUN: falx-opt -S -O0 -passes=prepare-native-cpu %s -o - | FileCheck %s

; CHECK: @table = internal constant [2 x ptr] [ptr @reads_id, ptr @reads_none]
@table = internal constant [2 x ptr] [ptr @reads_id, ptr @reads_none]

declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

; CHECK: define internal i64 @reads_id(ptr noundef nonnull %state)
define internal spir_func i64 @reads_id() {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  ret i64 %id
}

; CHECK: define internal i64 @reads_none(ptr noundef nonnull %state)
define internal spir_func i64 @reads_none() {
  ret i64 1
}

; CHECK: define internal i64 @calls(ptr %f, ptr noundef nonnull %state)
; CHECK: call i64 %f(ptr %state)
define internal spir_func i64 @calls(ptr %f) {
  %r = call spir_func i64 %f()
  ret i64 %r
}

; Work-groups, not work-items: nobody knows what is asked for behind the pointer.
; CHECK: define internal void @k.NativeCPUKernel(i1 %which, ptr %p, ptr noundef nonnull %state){{.*}} !falx.dispatch [[FLAGS:![0-9]+]]
; CHECK: call i64 @reads_none(ptr %state)
; CHECK: call i64 @calls(ptr {{.*}}, ptr %state)
; CHECK: [[FLAGS]] = !{i32 0, i32 1}
define spir_kernel void @k(i1 %which, ptr %p) {
  %slot = getelementptr [2 x ptr], ptr @table, i1 %which
  %f = load ptr, ptr %slot
  %direct = call spir_func i64 @reads_none()
  %r = call spir_func i64 @calls(ptr %f)
  %sum = add i64 %direct, %r
  store i64 %sum, ptr %p
  ret void
}
