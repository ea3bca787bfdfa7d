; A handler that was compiled after all is refused; the one that noexcept makes is not (KL-9).
; RUN: not falx-opt -passes=check %s 2>&1 | FileCheck-22 %s

; CHECK: error: in function 'catches()': device code cannot catch exceptions, and 'catches()' catches one
; CHECK-NEXT: note: in SYCL_EXTERNAL function 'catches()'
; CHECK-NOT: {{.}}

define void @_Z7catchesv() "sycl_external" personality ptr @__gxx_personality_v0 {
  %p = call ptr @__cxa_begin_catch(ptr null)
  call void @__cxa_end_catch()
  ret void
}

define void @_Z9no_exceptv() "sycl_external" personality ptr @__gxx_personality_v0 {
  invoke void @_Z7catchesv() to label %done unwind label %pad
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  %p = extractvalue { ptr, i32 } %e, 0
  call void @__clang_call_terminate(ptr %p)
  unreachable
done:
  ret void
}

define linkonce_odr hidden void @__clang_call_terminate(ptr %p) {
  %q = call ptr @__cxa_begin_catch(ptr %p)
  call void @_ZSt9terminatev()
  unreachable
}

declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare void @_ZSt9terminatev()
