; Device globals are declared, then in the table; their nodes have five fields, and users.
; RUN: split-file %s %t
; RUN: falx-opt --verify-each --from=device-globals %t/accepted.ll -o /dev/null
; RUN: falx-opt --verify-each --from=lower-device-globals %t/accepted_slot.ll -o /dev/null
; RUN: not falx-opt --verify-each --from=device-globals %t/node.ll -o %t.out 2>&1 | FileCheck %t/node.ll
; RUN: not falx-opt --verify-each --from=device-globals %t/user.ll -o %t.out 2>&1 | FileCheck %t/user.ll
; RUN: not falx-opt --verify-each --from=device-globals %t/defined.ll -o %t.out 2>&1 | FileCheck %t/defined.ll
; RUN: not falx-opt --verify-each --target=spir64 --from=device-globals %t/inside.ll -o %t.out 2>&1 | FileCheck %t/inside.ll
; RUN: not falx-opt --verify-each --from=lower-device-globals %t/used.ll -o %t.out 2>&1 | FileCheck %t/used.ll
; RUN: not falx-opt --verify-each --from=lower-device-globals %t/slot.ll -o %t.out 2>&1 | FileCheck %t/slot.ll

//--- accepted.ll
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store ptr @g, ptr %p
  ret void
}
@g = external global i64
!falx.device_globals = !{!4, !5}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!4 = !{!"g", i32 8, i32 0, !"", !""}
!5 = !{!"h", i32 8, i32 1, !"", !"a.cpp:1", !6, !7}
!6 = !{!"k", !"a.cpp:3:1"}
!7 = !{!"l", !""}

//--- accepted_slot.ll
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  %n = load i64, ptr @g.falx_global
  store i64 %n, ptr %p
  ret void
}
@g.falx_global = weak_odr hidden externally_initialized global i64 0
!falx.device_globals = !{!4}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!4 = !{!"g", i32 8, i32 0, !"", !""}

//--- node.ll
; CHECK: a node of !falx.device_globals is {name, i32 size, i32 scope, bytes, place, {user, place}...}: number 0 is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
!falx.device_globals = !{!4}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!4 = !{!"g", i32 8, !""}

//--- user.ll
; CHECK: a node of !falx.device_globals is {{.*}}: number 0 is not
; CHECK: a node of !falx.device_globals is {{.*}}: number 1 is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
!falx.device_globals = !{!4, !5}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!4 = !{!"g", i32 8, i32 0, !"", !"", !6}
!5 = !{!"h", i32 8, i32 1, !"", !"", !7}
!6 = !{!"k", !""}
!7 = !{!"k"}

//--- defined.ll
; CHECK: after device-globals a device_global is a declaration: 'g' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
@g = internal global i64 0
!falx.device_globals = !{!4}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!4 = !{!"g", i32 8, i32 0, !"", !""}

//--- inside.ll
; CHECK: after device-globals a device_global is initialized from outside: 'g' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr addrspace(1) %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  ret void
}
@g = addrspace(1) global i64 0
!falx.device_globals = !{!4}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!4 = !{!"g", i32 8, i32 0, !"", !""}

//--- used.ll
; CHECK: after lower-device-globals a device_global is in the context's table: 'g' is used
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store ptr @g, ptr %p
  ret void
}
@g = external global i64
!falx.device_globals = !{!4}

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
!4 = !{!"g", i32 8, i32 0, !"", !""}

//--- slot.ll
; CHECK: the slot of a device_global is an i64 that is initialized from outside: 'g.falx_global' is not
; CHECK-NOT: error:
define spir_kernel void @k(ptr %p) "falx-module-id"="a" !falx.functor !0 !falx.params !1 {
  store i32 1, ptr %p
  ret void
}
@g.falx_global = internal global i64 0

!0 = !{i32 8, i32 8}
!1 = !{!2}
!2 = !{i32 3, i32 0, i32 8, i32 0}
