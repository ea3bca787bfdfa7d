; Kernels of post_link_test.c, as the front end leaves them.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%add = type { ptr, ptr, ptr }
%out = type { ptr }
%table = type { [4 x i64], ptr }

declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare double @sqrt(double)

; c[i] = a[i] + b[i], as document 002's sample
define spir_kernel void @_ZTS3Add(ptr byval(%add) align 8 %f) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %c = load ptr, ptr %f
  %fa = getelementptr inbounds %add, ptr %f, i64 0, i32 1
  %a = load ptr, ptr %fa
  %fb = getelementptr inbounds %add, ptr %f, i64 0, i32 2
  %b = load ptr, ptr %fb
  %pa = getelementptr inbounds i32, ptr %a, i64 %id
  %va = load i32, ptr %pa
  %pb = getelementptr inbounds i32, ptr %b, i64 %id
  %vb = load i32, ptr %pb
  %sum = add nsw i32 %va, %vb
  %pc = getelementptr inbounds i32, ptr %c, i64 %id
  store i32 %sum, ptr %pc
  ret void
}

; out[z][y][x] = 10000 z + 100 y + x
define spir_kernel void @_ZTS4Cube(ptr byval(%out) align 8 %f) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %z = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 2)
  %w = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %h = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 1)
  %zh = mul i64 %z, %h
  %zhy = add i64 %zh, %y
  %row = mul i64 %zhy, %w
  %i = add i64 %row, %x
  %z4 = mul i64 %z, 10000
  %y2 = mul i64 %y, 100
  %zy = add i64 %z4, %y2
  %v = add i64 %zy, %x
  %o = load ptr, ptr %f
  %p = getelementptr inbounds i64, ptr %o, i64 %i
  store i64 %v, ptr %p
  ret void
}

; out[global] = 1000 group + local, by way of a function that stays out of line
define spir_kernel void @_ZTS6Groups(ptr byval(%out) align 8 %f) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %v = call spir_func i64 @place(i64 1000)
  %o = load ptr, ptr %f
  %p = getelementptr inbounds i64, ptr %o, i64 %id
  store i64 %v, ptr %p
  ret void
}
define linkonce_odr spir_func i64 @place(i64 %factor) noinline {
  %g = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %gf = mul i64 %g, %factor
  %v = add i64 %gf, %l
  ret i64 %v
}

; Each work-item changes its own copy of the function object: out[i] = table[i % 4] + 1
define spir_kernel void @_ZTS4Copy(ptr byval(%table) align 8 %f) {
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %k = and i64 %id, 3
  %slot = getelementptr inbounds [4 x i64], ptr %f, i64 0, i64 %k
  %old = load i64, ptr %slot
  %new = add i64 %old, 1
  store i64 %new, ptr %slot
  %v = load i64, ptr %slot
  %fo = getelementptr inbounds %table, ptr %f, i64 0, i32 1
  %o = load ptr, ptr %fo
  %p = getelementptr inbounds i64, ptr %o, i64 %id
  store i64 %v, ptr %p
  ret void
}
