%"class.user::triple" = type { [1 x i64] }
%"class.user::pointer_and_numbers" = type { ptr, %"class.user::triple", %"class.user::triple", %"class.user::triple" }
%functor = type { %"class.user::pointer_and_numbers" }

define spir_kernel void @_ZTS1U(ptr byval(%functor) align 8 %f) {
  %data = load ptr, ptr %f
  store i32 1, ptr %data
  ret void
}
