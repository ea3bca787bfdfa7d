	.file	"b.cpp"
	.text
	.globl	main                            # -- Begin function main
	.p2align	4
	.type	main,@function
main:                                   # @main
.Lfunc_begin0:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception0
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	andq	$-64, %rsp
	subq	$1088, %rsp                     # imm = 0x440
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 144(%rsp)
	movaps	%xmm0, 128(%rsp)
	movq	$0, 160(%rsp)
	movaps	%xmm0, 16(%rsp)
.Ltmp0:                                 # EH_LABEL
	leaq	32(%rsp), %rdi
	callq	falx_device_default@PLT
.Ltmp1:                                 # EH_LABEL
# %bb.1:                                # %.noexc.i
	testl	%eax, %eax
	jne	.LBB0_2
# %bb.6:                                # %_ZN4sycl6deviceC2Ev.exit.i
.Ltmp4:                                 # EH_LABEL
	leaq	16(%rsp), %rdi
	leaq	32(%rsp), %rsi
	leaq	128(%rsp), %rcx
	xorl	%edx, %edx
	callq	_ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE
.Ltmp5:                                 # EH_LABEL
# %bb.7:
	movq	144(%rsp), %rdi
	testq	%rdi, %rdi
	je	.LBB0_9
# %bb.8:
.Ltmp7:                                 # EH_LABEL
	callq	falx_context_release@PLT
.Ltmp8:                                 # EH_LABEL
.LBB0_9:                                # %_ZN4sycl13property_listD2Ev.exit
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 96(%rsp)
	movaps	%xmm0, 80(%rsp)
	movq	$0, 112(%rsp)
	movaps	%xmm0, 48(%rsp)
	movaps	%xmm0, 32(%rsp)
	movq	$0, 64(%rsp)
	movaps	%xmm0, 144(%rsp)
	movaps	%xmm0, 128(%rsp)
	movq	$0, 160(%rsp)
.Ltmp10:                                # EH_LABEL
	leaq	16(%rsp), %rdx
	leaq	128(%rsp), %r8
	movl	$64, %esi
	xorl	%edi, %edi
	movl	$2, %ecx
	callq	_ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
.Ltmp11:                                # EH_LABEL
# %bb.10:
	movq	%rax, %r14
	movq	144(%rsp), %rdi
	testq	%rdi, %rdi
	je	.LBB0_12
# %bb.11:
.Ltmp13:                                # EH_LABEL
	callq	falx_context_release@PLT
.Ltmp14:                                # EH_LABEL
.LBB0_12:                               # %_ZN4sycl13property_listD2Ev.exit17
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 96(%rsp)
	movaps	%xmm0, 80(%rsp)
	movq	$0, 112(%rsp)
	movaps	%xmm0, 48(%rsp)
	movaps	%xmm0, 32(%rsp)
	movq	$0, 64(%rsp)
	movaps	%xmm0, 144(%rsp)
	movaps	%xmm0, 128(%rsp)
	movq	$0, 160(%rsp)
.Ltmp16:                                # EH_LABEL
	leaq	16(%rsp), %rdx
	leaq	128(%rsp), %r8
	movl	$64, %esi
	xorl	%edi, %edi
	movl	$2, %ecx
	callq	_ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
.Ltmp17:                                # EH_LABEL
# %bb.13:
	movq	%rax, %r15
	movq	144(%rsp), %rdi
	testq	%rdi, %rdi
	je	.LBB0_15
# %bb.14:
.Ltmp19:                                # EH_LABEL
	callq	falx_context_release@PLT
.Ltmp20:                                # EH_LABEL
.LBB0_15:                               # %_ZN4sycl13property_listD2Ev.exit23
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 96(%rsp)
	movaps	%xmm0, 80(%rsp)
	movq	$0, 112(%rsp)
	movaps	%xmm0, 48(%rsp)
	movaps	%xmm0, 32(%rsp)
	movq	$0, 64(%rsp)
	movaps	%xmm0, 144(%rsp)
	movaps	%xmm0, 128(%rsp)
	movq	$0, 160(%rsp)
.Ltmp22:                                # EH_LABEL
	leaq	16(%rsp), %rdx
	leaq	128(%rsp), %r8
	movl	$64, %esi
	xorl	%edi, %edi
	movl	$2, %ecx
	callq	_ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
.Ltmp23:                                # EH_LABEL
# %bb.16:
	movq	%rax, %r12
	movq	144(%rsp), %rdi
	testq	%rdi, %rdi
	je	.LBB0_18
# %bb.17:
.Ltmp25:                                # EH_LABEL
	callq	falx_context_release@PLT
.Ltmp26:                                # EH_LABEL
.LBB0_18:                               # %_ZN4sycl13property_listD2Ev.exit29
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 96(%rsp)
	movaps	%xmm0, 80(%rsp)
	movq	$0, 112(%rsp)
	movaps	%xmm0, 48(%rsp)
	movaps	%xmm0, 32(%rsp)
	movq	$0, 64(%rsp)
	movaps	%xmm0, 144(%rsp)
	movaps	%xmm0, 128(%rsp)
	movq	$0, 160(%rsp)
.Ltmp28:                                # EH_LABEL
	leaq	16(%rsp), %rdx
	leaq	128(%rsp), %r8
	movl	$64, %esi
	xorl	%edi, %edi
	movl	$2, %ecx
	callq	_ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
.Ltmp29:                                # EH_LABEL
# %bb.19:
	movq	%rax, %r13
	movq	144(%rsp), %rdi
	testq	%rdi, %rdi
	je	.LBB0_21
# %bb.20:
.Ltmp31:                                # EH_LABEL
	callq	falx_context_release@PLT
.Ltmp32:                                # EH_LABEL
.LBB0_21:                               # %_ZN4sycl13property_listD2Ev.exit35
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 96(%rsp)
	movaps	%xmm0, 80(%rsp)
	movq	$0, 112(%rsp)
	movaps	%xmm0, 48(%rsp)
	movaps	%xmm0, 32(%rsp)
	movq	$0, 64(%rsp)
	movaps	%xmm0, 144(%rsp)
	movaps	%xmm0, 128(%rsp)
	movq	$0, 160(%rsp)
.Ltmp34:                                # EH_LABEL
	leaq	16(%rsp), %rdx
	leaq	128(%rsp), %r8
	movl	$64, %esi
	xorl	%edi, %edi
	movl	$2, %ecx
	callq	_ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
.Ltmp35:                                # EH_LABEL
# %bb.22:
	movq	%rax, %rbx
	movq	144(%rsp), %rdi
	testq	%rdi, %rdi
	je	.LBB0_24
# %bb.23:
.Ltmp37:                                # EH_LABEL
	callq	falx_context_release@PLT
.Ltmp38:                                # EH_LABEL
.LBB0_24:                               # %_ZN4sycl13property_listD2Ev.exit41
	movq	16(%rsp), %rax
	leaq	.L.str(%rip), %rcx
	movq	%rcx, 32(%rsp)
	leaq	.L.str.1(%rip), %rcx
	movq	%rcx, 40(%rsp)
	movq	$11, 48(%rsp)
	movq	$248, 128(%rsp)
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 144(%rsp)
	movaps	%xmm0, 160(%rsp)
	movaps	%xmm0, 176(%rsp)
	movaps	%xmm0, 192(%rsp)
	movaps	%xmm0, 208(%rsp)
	movaps	%xmm0, 224(%rsp)
	movaps	%xmm0, 240(%rsp)
	movaps	%xmm0, 256(%rsp)
	movaps	%xmm0, 272(%rsp)
	movaps	%xmm0, 288(%rsp)
	movaps	%xmm0, 304(%rsp)
	movaps	%xmm0, 320(%rsp)
	movaps	%xmm0, 336(%rsp)
	movaps	%xmm0, 352(%rsp)
	movq	$0, 368(%rsp)
	movq	%rax, 376(%rsp)
	leaq	768(%rsp), %rax
	movaps	%xmm0, 384(%rsp)
	movaps	%xmm0, 400(%rsp)
	movaps	%xmm0, 416(%rsp)
	movaps	%xmm0, 432(%rsp)
	movaps	%xmm0, 448(%rsp)
	movaps	%xmm0, 464(%rsp)
	movq	%rax, 480(%rsp)
	movb	$0, 488(%rsp)
	leaq	520(%rsp), %rcx
	movq	%rcx, 496(%rsp)
	movq	$0, 504(%rsp)
	movq	$8, 512(%rsp)
	leaq	608(%rsp), %rcx
	movq	%rcx, 584(%rsp)
	movq	$0, 592(%rsp)
	movq	$8, 600(%rsp)
	movb	$0, 736(%rsp)
	movq	$0, 744(%rsp)
	leaq	32(%rsp), %rcx
	movq	%rcx, 144(%rsp)
	movl	$1, 136(%rsp)
	leaq	_ZN4sycl6detail4siteIZZ4mainENKUlRNS_7handlerEE_clES3_EUlvE_S5_EE(%rip), %rcx
	movq	%rcx, 184(%rsp)
	movl	$1, 200(%rsp)
	movups	.Lconstinit.32(%rip), %xmm1
	movaps	%xmm1, 208(%rsp)
	movq	$1, 224(%rsp)
	movups	%xmm1, 232(%rsp)
	movq	$1, 248(%rsp)
	movaps	%xmm0, 256(%rsp)
	movq	$0, 272(%rsp)
	movq	%r14, 768(%rsp)
	movq	%r15, 776(%rsp)
	movq	%r12, 784(%rsp)
	movq	%r13, 792(%rsp)
	movq	%rbx, 800(%rsp)
	movq	%rax, 192(%rsp)
.Ltmp40:                                # EH_LABEL
	leaq	128(%rsp), %rdi
	movl	$1, %esi
	callq	_ZN4sycl7handler6submitEb
.Ltmp41:                                # EH_LABEL
# %bb.25:
	movq	%rax, %rbx
	testq	%rax, %rax
	jne	.LBB0_42
# %bb.26:
	movzbl	_ZN4sycl6detail13counts_copiesE(%rip), %eax
	cmpb	$1, %al
	jne	.LBB0_40
# %bb.27:
.Ltmp44:                                # EH_LABEL
	movl	$24, %edi
	callq	_Znwm@PLT
.Ltmp45:                                # EH_LABEL
# %bb.28:                               # %.noexc8.i
	movq	%rax, %rbx
	leaq	_ZTVN4sycl6detail7countedE+16(%rip), %rax
	movq	%rax, (%rbx)
	movq	$1, 8(%rbx)
	movq	$1, 16(%rbx)
	orq	$3, %rbx
	jmp	.LBB0_42
.LBB0_40:
.Ltmp42:                                # EH_LABEL
	callq	falx_identity@PLT
.Ltmp43:                                # EH_LABEL
# %bb.41:                               # %.noexc9.i
	leaq	1(,%rax,4), %rbx
.LBB0_42:
	movq	%rbx, 120(%rsp)
	cmpb	$1, 736(%rsp)
	jne	.LBB0_51
# %bb.43:
	xorl	%eax, %eax
	testb	$1, %bl
	cmoveq	%rbx, %rax
	movq	%rax, 80(%rsp)
.Ltmp47:                                # EH_LABEL
	leaq	80(%rsp), %rdi
	movl	$1, %esi
	callq	falx_event_wait@PLT
.Ltmp48:                                # EH_LABEL
# %bb.44:                               # %.noexc12.i
	testl	%eax, %eax
	jne	.LBB0_45
.LBB0_51:
	leaq	128(%rsp), %rdi
	callq	_ZN4sycl7handlerD2Ev
	testb	$1, %bl
	jne	.LBB0_53
# %bb.52:
.Ltmp54:                                # EH_LABEL
	movq	%rbx, %rdi
	callq	falx_event_release@PLT
.Ltmp55:                                # EH_LABEL
	jmp	.LBB0_58
.LBB0_53:
	movl	%ebx, %eax
	notl	%eax
	testb	$3, %al
	setne	%al
	andq	$-4, %rbx
	sete	%cl
	orb	%al, %cl
	jne	.LBB0_58
# %bb.54:
	lock		decq	8(%rbx)
	jne	.LBB0_58
# %bb.55:
	movq	(%rbx), %rax
.Ltmp52:                                # EH_LABEL
	movq	%rbx, %rdi
	callq	*16(%rax)
.Ltmp53:                                # EH_LABEL
# %bb.56:                               # %.noexc1.i.i
	lock		decq	16(%rbx)
	jne	.LBB0_58
# %bb.57:
	movq	(%rbx), %rax
	movq	%rbx, %rdi
	callq	*8(%rax)
.LBB0_58:                               # %_ZN4sycl5eventD2Ev.exit
	movq	16(%rsp), %rdi
	testq	%rdi, %rdi
	je	.LBB0_60
# %bb.59:
.Ltmp57:                                # EH_LABEL
	callq	falx_queue_release@PLT
.Ltmp58:                                # EH_LABEL
.LBB0_60:                               # %_ZN4sycl5queueD2Ev.exit
	xorl	%eax, %eax
	leaq	-40(%rbp), %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	retq
.LBB0_2:
	.cfi_def_cfa %rbp, 16
.Ltmp2:                                 # EH_LABEL
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.Ltmp3:                                 # EH_LABEL
# %bb.3:                                # %.noexc3.i
.LBB0_45:
.Ltmp49:                                # EH_LABEL
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.Ltmp50:                                # EH_LABEL
# %bb.46:                               # %.noexc13.i
.LBB0_63:
.Ltmp59:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB0_62:
.Ltmp56:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB0_38:
.Ltmp39:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB0_36:
.Ltmp33:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB0_34:
.Ltmp27:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB0_32:
.Ltmp21:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB0_29:
.Ltmp15:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB0_61:
.Ltmp9:                                 # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB0_39:                               # %.body.i36
.Ltmp36:                                # EH_LABEL
	jmp	.LBB0_31
.LBB0_37:                               # %.body.i30
.Ltmp30:                                # EH_LABEL
	jmp	.LBB0_31
.LBB0_35:                               # %.body.i24
.Ltmp24:                                # EH_LABEL
	jmp	.LBB0_31
.LBB0_33:                               # %.body.i18
.Ltmp18:                                # EH_LABEL
	jmp	.LBB0_31
.LBB0_30:                               # %.body.i
.Ltmp12:                                # EH_LABEL
.LBB0_31:
	movq	%rax, %rbx
	leaq	128(%rsp), %rdi
	callq	_ZN4sycl13property_listD2Ev
	leaq	32(%rsp), %rdi
	callq	_ZN4sycl13property_listD2Ev
	leaq	80(%rsp), %rdi
	callq	_ZN4sycl13property_listD2Ev
	jmp	.LBB0_50
.LBB0_47:
.Ltmp46:                                # EH_LABEL
	movq	%rax, %rbx
	jmp	.LBB0_49
.LBB0_48:
.Ltmp51:                                # EH_LABEL
	movq	%rax, %rbx
	leaq	120(%rsp), %rdi
	callq	_ZN4sycl5eventD2Ev
.LBB0_49:                               # %.body43
	leaq	128(%rsp), %rdi
	callq	_ZN4sycl7handlerD2Ev
.LBB0_50:
	leaq	16(%rsp), %rdi
	callq	_ZN4sycl5queueD2Ev
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.LBB0_4:                                # %.body
.Ltmp6:                                 # EH_LABEL
	movq	%rax, %rbx
	leaq	16(%rsp), %rdi
	callq	_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev
	leaq	128(%rsp), %rdi
	callq	_ZN4sycl13property_listD2Ev
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end0:
	.size	main, .Lfunc_end0-main
	.cfi_endproc
	.section	.gcc_except_table,"a",@progbits
	.p2align	2, 0x0
GCC_except_table0:
.Lexception0:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase0-.Lttbaseref0
.Lttbaseref0:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end0-.Lcst_begin0
.Lcst_begin0:
	.uleb128 .Ltmp0-.Lfunc_begin0           # >> Call Site 1 <<
	.uleb128 .Ltmp5-.Ltmp0                  #   Call between .Ltmp0 and .Ltmp5
	.uleb128 .Ltmp6-.Lfunc_begin0           #     jumps to .Ltmp6
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp7-.Lfunc_begin0           # >> Call Site 2 <<
	.uleb128 .Ltmp8-.Ltmp7                  #   Call between .Ltmp7 and .Ltmp8
	.uleb128 .Ltmp9-.Lfunc_begin0           #     jumps to .Ltmp9
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp10-.Lfunc_begin0          # >> Call Site 3 <<
	.uleb128 .Ltmp11-.Ltmp10                #   Call between .Ltmp10 and .Ltmp11
	.uleb128 .Ltmp12-.Lfunc_begin0          #     jumps to .Ltmp12
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp13-.Lfunc_begin0          # >> Call Site 4 <<
	.uleb128 .Ltmp14-.Ltmp13                #   Call between .Ltmp13 and .Ltmp14
	.uleb128 .Ltmp15-.Lfunc_begin0          #     jumps to .Ltmp15
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp16-.Lfunc_begin0          # >> Call Site 5 <<
	.uleb128 .Ltmp17-.Ltmp16                #   Call between .Ltmp16 and .Ltmp17
	.uleb128 .Ltmp18-.Lfunc_begin0          #     jumps to .Ltmp18
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp19-.Lfunc_begin0          # >> Call Site 6 <<
	.uleb128 .Ltmp20-.Ltmp19                #   Call between .Ltmp19 and .Ltmp20
	.uleb128 .Ltmp21-.Lfunc_begin0          #     jumps to .Ltmp21
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp22-.Lfunc_begin0          # >> Call Site 7 <<
	.uleb128 .Ltmp23-.Ltmp22                #   Call between .Ltmp22 and .Ltmp23
	.uleb128 .Ltmp24-.Lfunc_begin0          #     jumps to .Ltmp24
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp25-.Lfunc_begin0          # >> Call Site 8 <<
	.uleb128 .Ltmp26-.Ltmp25                #   Call between .Ltmp25 and .Ltmp26
	.uleb128 .Ltmp27-.Lfunc_begin0          #     jumps to .Ltmp27
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp28-.Lfunc_begin0          # >> Call Site 9 <<
	.uleb128 .Ltmp29-.Ltmp28                #   Call between .Ltmp28 and .Ltmp29
	.uleb128 .Ltmp30-.Lfunc_begin0          #     jumps to .Ltmp30
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp31-.Lfunc_begin0          # >> Call Site 10 <<
	.uleb128 .Ltmp32-.Ltmp31                #   Call between .Ltmp31 and .Ltmp32
	.uleb128 .Ltmp33-.Lfunc_begin0          #     jumps to .Ltmp33
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp34-.Lfunc_begin0          # >> Call Site 11 <<
	.uleb128 .Ltmp35-.Ltmp34                #   Call between .Ltmp34 and .Ltmp35
	.uleb128 .Ltmp36-.Lfunc_begin0          #     jumps to .Ltmp36
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp37-.Lfunc_begin0          # >> Call Site 12 <<
	.uleb128 .Ltmp38-.Ltmp37                #   Call between .Ltmp37 and .Ltmp38
	.uleb128 .Ltmp39-.Lfunc_begin0          #     jumps to .Ltmp39
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp40-.Lfunc_begin0          # >> Call Site 13 <<
	.uleb128 .Ltmp43-.Ltmp40                #   Call between .Ltmp40 and .Ltmp43
	.uleb128 .Ltmp46-.Lfunc_begin0          #     jumps to .Ltmp46
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp47-.Lfunc_begin0          # >> Call Site 14 <<
	.uleb128 .Ltmp48-.Ltmp47                #   Call between .Ltmp47 and .Ltmp48
	.uleb128 .Ltmp51-.Lfunc_begin0          #     jumps to .Ltmp51
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp54-.Lfunc_begin0          # >> Call Site 15 <<
	.uleb128 .Ltmp53-.Ltmp54                #   Call between .Ltmp54 and .Ltmp53
	.uleb128 .Ltmp56-.Lfunc_begin0          #     jumps to .Ltmp56
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp53-.Lfunc_begin0          # >> Call Site 16 <<
	.uleb128 .Ltmp57-.Ltmp53                #   Call between .Ltmp53 and .Ltmp57
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp57-.Lfunc_begin0          # >> Call Site 17 <<
	.uleb128 .Ltmp58-.Ltmp57                #   Call between .Ltmp57 and .Ltmp58
	.uleb128 .Ltmp59-.Lfunc_begin0          #     jumps to .Ltmp59
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp2-.Lfunc_begin0           # >> Call Site 18 <<
	.uleb128 .Ltmp3-.Ltmp2                  #   Call between .Ltmp2 and .Ltmp3
	.uleb128 .Ltmp6-.Lfunc_begin0           #     jumps to .Ltmp6
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp49-.Lfunc_begin0          # >> Call Site 19 <<
	.uleb128 .Ltmp50-.Ltmp49                #   Call between .Ltmp49 and .Ltmp50
	.uleb128 .Ltmp51-.Lfunc_begin0          #     jumps to .Ltmp51
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp50-.Lfunc_begin0          # >> Call Site 20 <<
	.uleb128 .Lfunc_end0-.Ltmp50            #   Call between .Ltmp50 and .Lfunc_end0
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end0:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase0:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl13property_listD2Ev,"axG",@progbits,_ZN4sycl13property_listD2Ev,comdat
	.weak	_ZN4sycl13property_listD2Ev     # -- Begin function _ZN4sycl13property_listD2Ev
	.p2align	4
	.type	_ZN4sycl13property_listD2Ev,@function
_ZN4sycl13property_listD2Ev:            # @_ZN4sycl13property_listD2Ev
.Lfunc_begin1:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception1
# %bb.0:
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	16(%rdi), %rdi
	testq	%rdi, %rdi
	je	.LBB1_2
# %bb.1:
.Ltmp60:                                # EH_LABEL
	callq	falx_context_release@PLT
.Ltmp61:                                # EH_LABEL
.LBB1_2:                                # %_ZN4sycl8property6buffer13context_boundD2Ev.exit
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.LBB1_3:
	.cfi_def_cfa_offset 16
.Ltmp62:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.Lfunc_end1:
	.size	_ZN4sycl13property_listD2Ev, .Lfunc_end1-_ZN4sycl13property_listD2Ev
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl13property_listD2Ev,"aG",@progbits,_ZN4sycl13property_listD2Ev,comdat
	.p2align	2, 0x0
GCC_except_table1:
.Lexception1:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase1-.Lttbaseref1
.Lttbaseref1:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end1-.Lcst_begin1
.Lcst_begin1:
	.uleb128 .Ltmp60-.Lfunc_begin1          # >> Call Site 1 <<
	.uleb128 .Ltmp61-.Ltmp60                #   Call between .Ltmp60 and .Ltmp61
	.uleb128 .Ltmp62-.Lfunc_begin1          #     jumps to .Ltmp62
	.byte	1                               #   On action: 1
.Lcst_end1:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase1:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl5eventD2Ev,"axG",@progbits,_ZN4sycl5eventD2Ev,comdat
	.weak	_ZN4sycl5eventD2Ev              # -- Begin function _ZN4sycl5eventD2Ev
	.p2align	4
	.type	_ZN4sycl5eventD2Ev,@function
_ZN4sycl5eventD2Ev:                     # @_ZN4sycl5eventD2Ev
.Lfunc_begin2:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception2
# %bb.0:
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	(%rdi), %rdi
	testq	%rdi, %rdi
	je	.LBB2_3
# %bb.1:
	testb	$1, %dil
	jne	.LBB2_4
# %bb.2:
.Ltmp65:                                # EH_LABEL
	callq	falx_event_release@PLT
.Ltmp66:                                # EH_LABEL
	jmp	.LBB2_3
.LBB2_4:
	movl	%edi, %eax
	notl	%eax
	testb	$3, %al
	setne	%al
	andq	$-4, %rdi
	sete	%cl
	orb	%al, %cl
	jne	.LBB2_3
# %bb.5:
	lock		decq	8(%rdi)
	jne	.LBB2_3
# %bb.6:
	movq	(%rdi), %rax
.Ltmp63:                                # EH_LABEL
	movq	%rdi, %rbx
	callq	*16(%rax)
.Ltmp64:                                # EH_LABEL
# %bb.7:                                # %.noexc1.i
	lock		decq	16(%rbx)
	jne	.LBB2_3
# %bb.8:
	movq	(%rbx), %rax
	movq	%rbx, %rdi
	popq	%rbx
	.cfi_def_cfa_offset 8
	jmpq	*8(%rax)                        # TAILCALL
.LBB2_3:                                # %_ZN4sycl6detail6handleIP10falx_eventXadL_ZNS0_12retain_eventES3_EEXadL_ZNS0_13release_eventES3_EEED2Ev.exit
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB2_9:
	.cfi_def_cfa_offset 16
.Ltmp67:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.Lfunc_end2:
	.size	_ZN4sycl5eventD2Ev, .Lfunc_end2-_ZN4sycl5eventD2Ev
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl5eventD2Ev,"aG",@progbits,_ZN4sycl5eventD2Ev,comdat
	.p2align	2, 0x0
GCC_except_table2:
.Lexception2:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase2-.Lttbaseref2
.Lttbaseref2:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end2-.Lcst_begin2
.Lcst_begin2:
	.uleb128 .Ltmp65-.Lfunc_begin2          # >> Call Site 1 <<
	.uleb128 .Ltmp64-.Ltmp65                #   Call between .Ltmp65 and .Ltmp64
	.uleb128 .Ltmp67-.Lfunc_begin2          #     jumps to .Ltmp67
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp64-.Lfunc_begin2          # >> Call Site 2 <<
	.uleb128 .Lfunc_end2-.Ltmp64            #   Call between .Ltmp64 and .Lfunc_end2
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end2:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase2:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl5queueD2Ev,"axG",@progbits,_ZN4sycl5queueD2Ev,comdat
	.weak	_ZN4sycl5queueD2Ev              # -- Begin function _ZN4sycl5queueD2Ev
	.p2align	4
	.type	_ZN4sycl5queueD2Ev,@function
_ZN4sycl5queueD2Ev:                     # @_ZN4sycl5queueD2Ev
.Lfunc_begin3:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception3
# %bb.0:
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	(%rdi), %rdi
	testq	%rdi, %rdi
	je	.LBB3_2
# %bb.1:
.Ltmp68:                                # EH_LABEL
	callq	falx_queue_release@PLT
.Ltmp69:                                # EH_LABEL
.LBB3_2:                                # %_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev.exit
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.LBB3_3:
	.cfi_def_cfa_offset 16
.Ltmp70:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.Lfunc_end3:
	.size	_ZN4sycl5queueD2Ev, .Lfunc_end3-_ZN4sycl5queueD2Ev
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl5queueD2Ev,"aG",@progbits,_ZN4sycl5queueD2Ev,comdat
	.p2align	2, 0x0
GCC_except_table3:
.Lexception3:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase3-.Lttbaseref3
.Lttbaseref3:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end3-.Lcst_begin3
.Lcst_begin3:
	.uleb128 .Ltmp68-.Lfunc_begin3          # >> Call Site 1 <<
	.uleb128 .Ltmp69-.Ltmp68                #   Call between .Ltmp68 and .Ltmp69
	.uleb128 .Ltmp70-.Lfunc_begin3          #     jumps to .Ltmp70
	.byte	1                               #   On action: 1
.Lcst_end3:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase3:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE,"axG",@progbits,_ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE,comdat
	.weak	_ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE # -- Begin function _ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE
	.p2align	4
	.type	_ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE,@function
_ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE: # @_ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE
.Lfunc_begin4:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception4
# %bb.0:
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r12
	.cfi_def_cfa_offset 32
	pushq	%rbx
	.cfi_def_cfa_offset 40
	subq	$24, %rsp
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -40
	.cfi_offset %r12, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rcx, %rbx
	movq	%rdx, %r14
	movq	%rsi, %r15
	movq	%rdi, %r12
	movq	(%rsi), %rdi
	callq	falx_device_platform@PLT
	leaq	16(%rsp), %rsi
	movq	%rax, %rdi
	callq	falx_context_default@PLT
	testl	%eax, %eax
	jne	.LBB4_6
# %bb.1:                                # %_ZNK4sycl8platform30ext_oneapi_get_default_contextEv.exit
	movq	16(%rsp), %rax
	movq	%rax, 8(%rsp)
.Ltmp71:                                # EH_LABEL
	leaq	8(%rsp), %rsi
	movq	%r12, %rdi
	movq	%r15, %rdx
	movq	%r14, %rcx
	movq	%rbx, %r8
	callq	_ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE
.Ltmp72:                                # EH_LABEL
# %bb.2:
	movq	8(%rsp), %rdi
	testq	%rdi, %rdi
	je	.LBB4_4
# %bb.3:
.Ltmp74:                                # EH_LABEL
	callq	falx_context_release@PLT
.Ltmp75:                                # EH_LABEL
.LBB4_4:                                # %_ZN4sycl7contextD2Ev.exit
	addq	$24, %rsp
	.cfi_def_cfa_offset 40
	popq	%rbx
	.cfi_def_cfa_offset 32
	popq	%r12
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB4_6:
	.cfi_def_cfa_offset 64
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.LBB4_7:
.Ltmp76:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB4_5:
.Ltmp73:                                # EH_LABEL
	movq	%rax, %rbx
	leaq	8(%rsp), %rdi
	callq	_ZN4sycl7contextD2Ev
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end4:
	.size	_ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE, .Lfunc_end4-_ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE,"aG",@progbits,_ZN4sycl5queue6createERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE,comdat
	.p2align	2, 0x0
GCC_except_table4:
.Lexception4:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase4-.Lttbaseref4
.Lttbaseref4:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end4-.Lcst_begin4
.Lcst_begin4:
	.uleb128 .Lfunc_begin4-.Lfunc_begin4    # >> Call Site 1 <<
	.uleb128 .Ltmp71-.Lfunc_begin4          #   Call between .Lfunc_begin4 and .Ltmp71
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp71-.Lfunc_begin4          # >> Call Site 2 <<
	.uleb128 .Ltmp72-.Ltmp71                #   Call between .Ltmp71 and .Ltmp72
	.uleb128 .Ltmp73-.Lfunc_begin4          #     jumps to .Ltmp73
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp74-.Lfunc_begin4          # >> Call Site 3 <<
	.uleb128 .Ltmp75-.Ltmp74                #   Call between .Ltmp74 and .Ltmp75
	.uleb128 .Ltmp76-.Lfunc_begin4          #     jumps to .Ltmp76
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp75-.Lfunc_begin4          # >> Call Site 4 <<
	.uleb128 .Lfunc_end4-.Ltmp75            #   Call between .Ltmp75 and .Lfunc_end4
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end4:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase4:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev,"axG",@progbits,_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev,comdat
	.weak	_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev # -- Begin function _ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev
	.p2align	4
	.type	_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev,@function
_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev: # @_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev
.Lfunc_begin5:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception5
# %bb.0:
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	(%rdi), %rdi
	testq	%rdi, %rdi
	je	.LBB5_2
# %bb.1:
.Ltmp77:                                # EH_LABEL
	callq	falx_queue_release@PLT
.Ltmp78:                                # EH_LABEL
.LBB5_2:
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.LBB5_3:
	.cfi_def_cfa_offset 16
.Ltmp79:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.Lfunc_end5:
	.size	_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev, .Lfunc_end5-_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev,"aG",@progbits,_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev,comdat
	.p2align	2, 0x0
GCC_except_table5:
.Lexception5:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase5-.Lttbaseref5
.Lttbaseref5:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end5-.Lcst_begin5
.Lcst_begin5:
	.uleb128 .Ltmp77-.Lfunc_begin5          # >> Call Site 1 <<
	.uleb128 .Ltmp78-.Ltmp77                #   Call between .Ltmp77 and .Ltmp78
	.uleb128 .Ltmp79-.Lfunc_begin5          #     jumps to .Ltmp79
	.byte	1                               #   On action: 1
.Lcst_end5:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase5:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE,"axG",@progbits,_ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE,comdat
	.weak	_ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE # -- Begin function _ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE
	.p2align	4
	.type	_ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE,@function
_ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE: # @_ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE
.Lfunc_begin6:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception6
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r13
	.cfi_def_cfa_offset 40
	pushq	%r12
	.cfi_def_cfa_offset 48
	pushq	%rbx
	.cfi_def_cfa_offset 56
	pushq	%rax
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	%rcx, %rbx
	movq	%rdx, %r14
	movl	(%r8), %ebp
	movl	%ebp, %edx
	shrl	$6, %edx
	movl	%edx, %eax
	andl	$56, %eax
	leal	-1(%rax), %ecx
	testl	%ecx, %eax
	jne	.LBB6_18
# %bb.1:
	movl	%ebp, %eax
	notl	%eax
	testl	$49152, %eax                    # imm = 0xC000
	je	.LBB6_19
# %bb.2:
	testl	$258, %eax                      # imm = 0x102
	je	.LBB6_20
# %bb.3:
	movq	%rdi, %r15
	testb	$2, %bpl
	jne	.LBB6_4
.LBB6_5:
	movl	%ebp, %eax
	shrl	$8, %eax
	andl	$3, %ebp
	andl	$192, %eax
	andl	$60, %edx
	orl	%ebp, %edx
	orl	%eax, %edx
	movq	(%rsi), %rdi
	movq	(%r14), %rsi
	movq	%rsp, %rcx
	callq	falx_queue_create@PLT
	testl	%eax, %eax
	jne	.LBB6_22
# %bb.6:                                # %_ZN4sycl6detail5checkE11falx_status.exit
	movq	(%rsp), %rdi
	movq	(%r15), %rax
	movq	%rdi, (%r15)
	testq	%rax, %rax
	je	.LBB6_9
# %bb.7:
.Ltmp80:                                # EH_LABEL
	movq	%rax, %rdi
	callq	falx_queue_release@PLT
.Ltmp81:                                # EH_LABEL
# %bb.8:                                # %._ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev.exit_crit_edge
	movq	(%rsp), %rdi
.LBB6_9:                                # %_ZN4sycl6detail6handleIP10falx_queueXadL_Z17falx_queue_retainEEXadL_Z18falx_queue_releaseEEED2Ev.exit
	movq	(%r14), %rax
	movq	%rax, 8(%r15)
	leaq	_ZN4sycl5queue6reportEP10falx_queue(%rip), %rsi
	callq	falx_queue_set_report@PLT
	testq	%rbx, %rbx
	je	.LBB6_13
# %bb.10:
	movq	16(%rbx), %r12
	testq	%r12, %r12
	je	.LBB6_13
# %bb.11:
	movq	(%rsp), %r15
	movl	$32, %edi
	callq	_Znwm@PLT
	movq	%rax, %r14
	xorps	%xmm0, %xmm0
	movups	%xmm0, (%rax)
	movups	%xmm0, 16(%rax)
.Ltmp83:                                # EH_LABEL
	movq	%rax, %rdi
	movq	%rbx, %rsi
	movl	$2, %edx
	callq	*%r12
.Ltmp84:                                # EH_LABEL
# %bb.12:
	movups	16(%rbx), %xmm0
	movups	%xmm0, 16(%r14)
	leaq	_ZN4sycl6detail15destroy_handlerEPv(%rip), %rdx
	movq	%r15, %rdi
	movq	%r14, %rsi
	callq	falx_queue_set_user_data@PLT
.LBB6_13:
	addq	$8, %rsp
	.cfi_def_cfa_offset 56
	popq	%rbx
	.cfi_def_cfa_offset 48
	popq	%r12
	.cfi_def_cfa_offset 40
	popq	%r13
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB6_4:
	.cfi_def_cfa_offset 64
	movq	(%r14), %rdi
	movq	%rsi, %r12
	movl	$12, %esi
	movl	%edx, %r13d
	callq	_ZN4sycl6detail10has_aspectEP11falx_deviceNS_6aspectE
	movq	%r12, %rsi
	movl	%r13d, %edx
	testb	%al, %al
	jne	.LBB6_5
# %bb.21:
	leaq	.L.str.5(%rip), %rsi
	movl	$12, %edi
	callq	_ZN4sycl6detail11throw_errorENS_4errcEPKc
.LBB6_22:
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.LBB6_18:
	leaq	.L.str.2(%rip), %rsi
	movl	$8, %edi
	callq	_ZN4sycl6detail11throw_errorENS_4errcEPKc
.LBB6_19:
	leaq	.L.str.3(%rip), %rsi
	movl	$8, %edi
	callq	_ZN4sycl6detail11throw_errorENS_4errcEPKc
.LBB6_20:
	leaq	.L.str.4(%rip), %rsi
	movl	$8, %edi
	callq	_ZN4sycl6detail11throw_errorENS_4errcEPKc
.LBB6_14:
.Ltmp85:                                # EH_LABEL
	movq	%rax, %rbx
	movq	16(%r14), %rax
	testq	%rax, %rax
	je	.LBB6_16
# %bb.15:
.Ltmp86:                                # EH_LABEL
	movq	%r14, %rdi
	movq	%r14, %rsi
	movl	$3, %edx
	callq	*%rax
.Ltmp87:                                # EH_LABEL
.LBB6_16:                               # %.body
	movl	$32, %esi
	movq	%r14, %rdi
	callq	_ZdlPvm@PLT
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.LBB6_17:
.Ltmp88:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB6_23:
.Ltmp82:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.Lfunc_end6:
	.size	_ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE, .Lfunc_end6-_ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE,"aG",@progbits,_ZN4sycl5queue6createERKNS_7contextERKNS_6deviceEPKSt8functionIFvNS_14exception_listEEERKNS_13property_listE,comdat
	.p2align	2, 0x0
GCC_except_table6:
.Lexception6:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase6-.Lttbaseref6
.Lttbaseref6:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end6-.Lcst_begin6
.Lcst_begin6:
	.uleb128 .Lfunc_begin6-.Lfunc_begin6    # >> Call Site 1 <<
	.uleb128 .Ltmp80-.Lfunc_begin6          #   Call between .Lfunc_begin6 and .Ltmp80
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp80-.Lfunc_begin6          # >> Call Site 2 <<
	.uleb128 .Ltmp81-.Ltmp80                #   Call between .Ltmp80 and .Ltmp81
	.uleb128 .Ltmp82-.Lfunc_begin6          #     jumps to .Ltmp82
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp81-.Lfunc_begin6          # >> Call Site 3 <<
	.uleb128 .Ltmp83-.Ltmp81                #   Call between .Ltmp81 and .Ltmp83
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp83-.Lfunc_begin6          # >> Call Site 4 <<
	.uleb128 .Ltmp84-.Ltmp83                #   Call between .Ltmp83 and .Ltmp84
	.uleb128 .Ltmp85-.Lfunc_begin6          #     jumps to .Ltmp85
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp84-.Lfunc_begin6          # >> Call Site 5 <<
	.uleb128 .Ltmp86-.Ltmp84                #   Call between .Ltmp84 and .Ltmp86
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp86-.Lfunc_begin6          # >> Call Site 6 <<
	.uleb128 .Ltmp87-.Ltmp86                #   Call between .Ltmp86 and .Ltmp87
	.uleb128 .Ltmp88-.Lfunc_begin6          #     jumps to .Ltmp88
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp87-.Lfunc_begin6          # >> Call Site 7 <<
	.uleb128 .Lfunc_end6-.Ltmp87            #   Call between .Ltmp87 and .Lfunc_end6
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end6:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase6:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl7contextD2Ev,"axG",@progbits,_ZN4sycl7contextD2Ev,comdat
	.weak	_ZN4sycl7contextD2Ev            # -- Begin function _ZN4sycl7contextD2Ev
	.p2align	4
	.type	_ZN4sycl7contextD2Ev,@function
_ZN4sycl7contextD2Ev:                   # @_ZN4sycl7contextD2Ev
.Lfunc_begin7:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception7
# %bb.0:
	pushq	%rax
	.cfi_def_cfa_offset 16
	movq	(%rdi), %rdi
	testq	%rdi, %rdi
	je	.LBB7_2
# %bb.1:
.Ltmp89:                                # EH_LABEL
	callq	falx_context_release@PLT
.Ltmp90:                                # EH_LABEL
.LBB7_2:                                # %_ZN4sycl6detail6handleIP12falx_contextXadL_Z19falx_context_retainEEXadL_Z20falx_context_releaseEEED2Ev.exit
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.LBB7_3:
	.cfi_def_cfa_offset 16
.Ltmp91:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.Lfunc_end7:
	.size	_ZN4sycl7contextD2Ev, .Lfunc_end7-_ZN4sycl7contextD2Ev
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl7contextD2Ev,"aG",@progbits,_ZN4sycl7contextD2Ev,comdat
	.p2align	2, 0x0
GCC_except_table7:
.Lexception7:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase7-.Lttbaseref7
.Lttbaseref7:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end7-.Lcst_begin7
.Lcst_begin7:
	.uleb128 .Ltmp89-.Lfunc_begin7          # >> Call Site 1 <<
	.uleb128 .Ltmp90-.Ltmp89                #   Call between .Ltmp89 and .Ltmp90
	.uleb128 .Ltmp91-.Lfunc_begin7          #     jumps to .Ltmp91
	.byte	1                               #   On action: 1
.Lcst_end7:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase7:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text.unlikely._ZN4sycl6detail11throw_errorENS_4errcEPKc,"axG",@progbits,_ZN4sycl6detail11throw_errorENS_4errcEPKc,comdat
	.weak	_ZN4sycl6detail11throw_errorENS_4errcEPKc # -- Begin function _ZN4sycl6detail11throw_errorENS_4errcEPKc
	.type	_ZN4sycl6detail11throw_errorENS_4errcEPKc,@function
_ZN4sycl6detail11throw_errorENS_4errcEPKc: # @_ZN4sycl6detail11throw_errorENS_4errcEPKc
.Lfunc_begin8:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception8
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	subq	$64, %rsp
	.cfi_def_cfa_offset 96
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %rbp, -16
	movq	%rsi, %rbx
	movl	%edi, %ebp
	movb	_ZGVZN4sycl13sycl_categoryEvE8category(%rip), %al
	testb	%al, %al
	je	.LBB8_1
.LBB8_3:                                # %_ZN4sycl15make_error_codeENS_4errcE.exit
	leaq	_ZZN4sycl13sycl_categoryEvE8category(%rip), %rdx
	movq	%rsp, %r14
	movq	%r14, %rdi
	movl	%ebp, %esi
	movq	%rbx, %rcx
	callq	_ZN4sycl9exceptionC1ESt10error_codePKc
.Ltmp92:                                # EH_LABEL
	movq	%r14, %rdi
	callq	_ZN4sycl6detail8throw_itERKNS_9exceptionE
.Ltmp93:                                # EH_LABEL
# %bb.4:
.LBB8_1:
	leaq	_ZGVZN4sycl13sycl_categoryEvE8category(%rip), %rdi
	callq	__cxa_guard_acquire@PLT
	testl	%eax, %eax
	je	.LBB8_3
# %bb.2:
	movq	_ZNSt3_V214error_categoryD2Ev@GOTPCREL(%rip), %rdi
	leaq	_ZZN4sycl13sycl_categoryEvE8category(%rip), %rsi
	leaq	__dso_handle(%rip), %rdx
	callq	__cxa_atexit@PLT
	leaq	_ZGVZN4sycl13sycl_categoryEvE8category(%rip), %rdi
	callq	__cxa_guard_release@PLT
	jmp	.LBB8_3
.LBB8_5:
.Ltmp94:                                # EH_LABEL
	movq	%rax, %rbx
	leaq	_ZTVN4sycl9exceptionE+40(%rip), %rax
	leaq	40(%rsp), %rcx
	movq	%rax, -40(%rcx)
	movq	-16(%rcx), %rdi
	cmpq	%rcx, %rdi
	je	.LBB8_7
# %bb.6:
	movq	40(%rsp), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
.LBB8_7:                                # %_ZN4sycl9exceptionD1Ev.exit
	movq	%rsp, %rdi
	callq	_ZNSt9exceptionD2Ev@PLT
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end8:
	.size	_ZN4sycl6detail11throw_errorENS_4errcEPKc, .Lfunc_end8-_ZN4sycl6detail11throw_errorENS_4errcEPKc
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl6detail11throw_errorENS_4errcEPKc,"aG",@progbits,_ZN4sycl6detail11throw_errorENS_4errcEPKc,comdat
	.p2align	2, 0x0
GCC_except_table8:
.Lexception8:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end8-.Lcst_begin8
.Lcst_begin8:
	.uleb128 .Lfunc_begin8-.Lfunc_begin8    # >> Call Site 1 <<
	.uleb128 .Ltmp92-.Lfunc_begin8          #   Call between .Lfunc_begin8 and .Ltmp92
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp92-.Lfunc_begin8          # >> Call Site 2 <<
	.uleb128 .Ltmp93-.Ltmp92                #   Call between .Ltmp92 and .Ltmp93
	.uleb128 .Ltmp94-.Lfunc_begin8          #     jumps to .Ltmp94
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp93-.Lfunc_begin8          # >> Call Site 3 <<
	.uleb128 .Lfunc_end8-.Ltmp93            #   Call between .Ltmp93 and .Lfunc_end8
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end8:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl5queue6reportEP10falx_queue,"axG",@progbits,_ZN4sycl5queue6reportEP10falx_queue,comdat
	.weak	_ZN4sycl5queue6reportEP10falx_queue # -- Begin function _ZN4sycl5queue6reportEP10falx_queue
	.p2align	4
	.type	_ZN4sycl5queue6reportEP10falx_queue,@function
_ZN4sycl5queue6reportEP10falx_queue:    # @_ZN4sycl5queue6reportEP10falx_queue
.Lfunc_begin9:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception9
# %bb.0:
	pushq	%rax
	.cfi_def_cfa_offset 16
.Ltmp95:                                # EH_LABEL
	callq	_ZN4sycl5queue11hand_errorsIvEEvP10falx_queue
.Ltmp96:                                # EH_LABEL
# %bb.1:
	popq	%rax
	.cfi_def_cfa_offset 8
	retq
.LBB9_2:
	.cfi_def_cfa_offset 16
.Ltmp97:                                # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.Lfunc_end9:
	.size	_ZN4sycl5queue6reportEP10falx_queue, .Lfunc_end9-_ZN4sycl5queue6reportEP10falx_queue
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl5queue6reportEP10falx_queue,"aG",@progbits,_ZN4sycl5queue6reportEP10falx_queue,comdat
	.p2align	2, 0x0
GCC_except_table9:
.Lexception9:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase8-.Lttbaseref8
.Lttbaseref8:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end9-.Lcst_begin9
.Lcst_begin9:
	.uleb128 .Ltmp95-.Lfunc_begin9          # >> Call Site 1 <<
	.uleb128 .Ltmp96-.Ltmp95                #   Call between .Ltmp95 and .Ltmp96
	.uleb128 .Ltmp97-.Lfunc_begin9          #     jumps to .Ltmp97
	.byte	1                               #   On action: 1
.Lcst_end9:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase8:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl6detail15destroy_handlerEPv,"axG",@progbits,_ZN4sycl6detail15destroy_handlerEPv,comdat
	.weak	_ZN4sycl6detail15destroy_handlerEPv # -- Begin function _ZN4sycl6detail15destroy_handlerEPv
	.p2align	4
	.type	_ZN4sycl6detail15destroy_handlerEPv,@function
_ZN4sycl6detail15destroy_handlerEPv:    # @_ZN4sycl6detail15destroy_handlerEPv
.Lfunc_begin10:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception10
# %bb.0:
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	testq	%rdi, %rdi
	je	.LBB10_4
# %bb.1:
	movq	16(%rdi), %rax
	testq	%rax, %rax
	je	.LBB10_3
# %bb.2:
.Ltmp98:                                # EH_LABEL
	movq	%rdi, %rbx
	movq	%rdi, %rsi
	movl	$3, %edx
	callq	*%rax
	movq	%rbx, %rdi
.Ltmp99:                                # EH_LABEL
.LBB10_3:                               # %_ZNSt14_Function_baseD2Ev.exit
	movl	$32, %esi
	popq	%rbx
	.cfi_def_cfa_offset 8
	jmp	_ZdlPvm@PLT                     # TAILCALL
.LBB10_4:
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB10_5:
	.cfi_def_cfa_offset 16
.Ltmp100:                               # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.Lfunc_end10:
	.size	_ZN4sycl6detail15destroy_handlerEPv, .Lfunc_end10-_ZN4sycl6detail15destroy_handlerEPv
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl6detail15destroy_handlerEPv,"aG",@progbits,_ZN4sycl6detail15destroy_handlerEPv,comdat
	.p2align	2, 0x0
GCC_except_table10:
.Lexception10:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase9-.Lttbaseref9
.Lttbaseref9:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end10-.Lcst_begin10
.Lcst_begin10:
	.uleb128 .Ltmp98-.Lfunc_begin10         # >> Call Site 1 <<
	.uleb128 .Ltmp99-.Ltmp98                #   Call between .Ltmp98 and .Ltmp99
	.uleb128 .Ltmp100-.Lfunc_begin10        #     jumps to .Ltmp100
	.byte	1                               #   On action: 1
.Lcst_end10:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase9:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text.__clang_call_terminate,"axG",@progbits,__clang_call_terminate,comdat
	.hidden	__clang_call_terminate          # -- Begin function __clang_call_terminate
	.weak	__clang_call_terminate
	.p2align	4
	.type	__clang_call_terminate,@function
__clang_call_terminate:                 # @__clang_call_terminate
	.cfi_startproc
# %bb.0:
	pushq	%rax
	.cfi_def_cfa_offset 16
	callq	__cxa_begin_catch@PLT
	callq	_ZSt9terminatev@PLT
.Lfunc_end11:
	.size	__clang_call_terminate, .Lfunc_end11-__clang_call_terminate
	.cfi_endproc
                                        # -- End function
	.section	.text.unlikely._ZN4sycl6detail8throw_itERKNS_9exceptionE,"axG",@progbits,_ZN4sycl6detail8throw_itERKNS_9exceptionE,comdat
	.weak	_ZN4sycl6detail8throw_itERKNS_9exceptionE # -- Begin function _ZN4sycl6detail8throw_itERKNS_9exceptionE
	.type	_ZN4sycl6detail8throw_itERKNS_9exceptionE,@function
_ZN4sycl6detail8throw_itERKNS_9exceptionE: # @_ZN4sycl6detail8throw_itERKNS_9exceptionE
.Lfunc_begin11:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception11
# %bb.0:
	pushq	%r14
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	pushq	%rax
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -24
	.cfi_offset %r14, -16
	movq	%rdi, %rbx
	movq	_ZN4sycl6detail12throw_legacyE(%rip), %rax
	testq	%rax, %rax
	je	.LBB12_2
# %bb.1:
	movq	%rbx, %rdi
	callq	*%rax
.LBB12_2:
	movl	$64, %edi
	callq	__cxa_allocate_exception@PLT
	movq	%rax, %r14
.Ltmp101:                               # EH_LABEL
	movq	%rax, %rdi
	movq	%rbx, %rsi
	callq	_ZN4sycl9exceptionC1ERKS0_
.Ltmp102:                               # EH_LABEL
# %bb.3:
	leaq	_ZTIN4sycl9exceptionE(%rip), %rsi
	leaq	_ZN4sycl9exceptionD1Ev(%rip), %rdx
	movq	%r14, %rdi
	callq	__cxa_throw@PLT
.LBB12_4:
.Ltmp103:                               # EH_LABEL
	movq	%rax, %rbx
	movq	%r14, %rdi
	callq	__cxa_free_exception@PLT
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end12:
	.size	_ZN4sycl6detail8throw_itERKNS_9exceptionE, .Lfunc_end12-_ZN4sycl6detail8throw_itERKNS_9exceptionE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl6detail8throw_itERKNS_9exceptionE,"aG",@progbits,_ZN4sycl6detail8throw_itERKNS_9exceptionE,comdat
	.p2align	2, 0x0
GCC_except_table12:
.Lexception11:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end11-.Lcst_begin11
.Lcst_begin11:
	.uleb128 .Lfunc_begin11-.Lfunc_begin11  # >> Call Site 1 <<
	.uleb128 .Ltmp101-.Lfunc_begin11        #   Call between .Lfunc_begin11 and .Ltmp101
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp101-.Lfunc_begin11        # >> Call Site 2 <<
	.uleb128 .Ltmp102-.Ltmp101              #   Call between .Ltmp101 and .Ltmp102
	.uleb128 .Ltmp103-.Lfunc_begin11        #     jumps to .Ltmp103
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp102-.Lfunc_begin11        # >> Call Site 3 <<
	.uleb128 .Lfunc_end12-.Ltmp102          #   Call between .Ltmp102 and .Lfunc_end12
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end11:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl9exceptionC1ESt10error_codePKc,"axG",@progbits,_ZN4sycl9exceptionC1ESt10error_codePKc,comdat
	.weak	_ZN4sycl9exceptionC1ESt10error_codePKc # -- Begin function _ZN4sycl9exceptionC1ESt10error_codePKc
	.p2align	4
	.type	_ZN4sycl9exceptionC1ESt10error_codePKc,@function
_ZN4sycl9exceptionC1ESt10error_codePKc: # @_ZN4sycl9exceptionC1ESt10error_codePKc
.Lfunc_begin12:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception12
# %bb.0:
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r12
	.cfi_def_cfa_offset 32
	pushq	%rbx
	.cfi_def_cfa_offset 40
	pushq	%rax
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -40
	.cfi_offset %r12, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rcx, %r15
	movq	%rdi, %rbx
	leaq	_ZTVN4sycl9exceptionE+40(%rip), %rax
	movq	%rax, (%rdi)
	movl	%esi, 8(%rdi)
	movq	%rdx, 16(%rdi)
	leaq	24(%rdi), %r14
	leaq	40(%rdi), %r12
	movq	%r12, 24(%rdi)
	movq	$0, 32(%rdi)
	movb	$0, 40(%rdi)
	movq	$0, 56(%rdi)
	movq	%rcx, %rdi
	callq	strlen@PLT
.Ltmp104:                               # EH_LABEL
	movq	%r14, %rdi
	xorl	%esi, %esi
	xorl	%edx, %edx
	movq	%r15, %rcx
	movq	%rax, %r8
	callq	_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE10_M_replaceEmmPKcm@PLT
.Ltmp105:                               # EH_LABEL
# %bb.1:                                # %_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEaSEPKc.exit
	addq	$8, %rsp
	.cfi_def_cfa_offset 40
	popq	%rbx
	.cfi_def_cfa_offset 32
	popq	%r12
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB13_2:
	.cfi_def_cfa_offset 48
.Ltmp106:                               # EH_LABEL
	movq	%rax, %r15
	movq	(%r14), %rdi
	cmpq	%r12, %rdi
	je	.LBB13_4
# %bb.3:
	movq	(%r12), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
.LBB13_4:                               # %_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEED2Ev.exit
	movq	%rbx, %rdi
	callq	_ZNSt9exceptionD2Ev@PLT
	movq	%r15, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end13:
	.size	_ZN4sycl9exceptionC1ESt10error_codePKc, .Lfunc_end13-_ZN4sycl9exceptionC1ESt10error_codePKc
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl9exceptionC1ESt10error_codePKc,"aG",@progbits,_ZN4sycl9exceptionC1ESt10error_codePKc,comdat
	.p2align	2, 0x0
GCC_except_table13:
.Lexception12:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end12-.Lcst_begin12
.Lcst_begin12:
	.uleb128 .Ltmp104-.Lfunc_begin12        # >> Call Site 1 <<
	.uleb128 .Ltmp105-.Ltmp104              #   Call between .Ltmp104 and .Ltmp105
	.uleb128 .Ltmp106-.Lfunc_begin12        #     jumps to .Ltmp106
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp105-.Lfunc_begin12        # >> Call Site 2 <<
	.uleb128 .Lfunc_end13-.Ltmp105          #   Call between .Ltmp105 and .Lfunc_end13
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end12:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl9exceptionD1Ev,"axG",@progbits,_ZN4sycl9exceptionD1Ev,comdat
	.weak	_ZN4sycl9exceptionD1Ev          # -- Begin function _ZN4sycl9exceptionD1Ev
	.p2align	4
	.type	_ZN4sycl9exceptionD1Ev,@function
_ZN4sycl9exceptionD1Ev:                 # @_ZN4sycl9exceptionD1Ev
	.cfi_startproc
# %bb.0:
	leaq	_ZTVN4sycl9exceptionE+40(%rip), %rax
	movq	%rax, (%rdi)
	movq	24(%rdi), %rax
	leaq	40(%rdi), %rcx
	cmpq	%rcx, %rax
	je	_ZNSt9exceptionD2Ev@PLT         # TAILCALL
# %bb.1:
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	(%rcx), %rsi
	incq	%rsi
	movq	%rdi, %rbx
	movq	%rax, %rdi
	callq	_ZdlPvm@PLT
	movq	%rbx, %rdi
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	jmp	_ZNSt9exceptionD2Ev@PLT         # TAILCALL
.Lfunc_end14:
	.size	_ZN4sycl9exceptionD1Ev, .Lfunc_end14-_ZN4sycl9exceptionD1Ev
	.cfi_endproc
                                        # -- End function
	.section	.text._ZN4sycl9exceptionC1ERKS0_,"axG",@progbits,_ZN4sycl9exceptionC1ERKS0_,comdat
	.weak	_ZN4sycl9exceptionC1ERKS0_      # -- Begin function _ZN4sycl9exceptionC1ERKS0_
	.p2align	4
	.type	_ZN4sycl9exceptionC1ERKS0_,@function
_ZN4sycl9exceptionC1ERKS0_:             # @_ZN4sycl9exceptionC1ERKS0_
.Lfunc_begin13:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception13
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r13
	.cfi_def_cfa_offset 40
	pushq	%r12
	.cfi_def_cfa_offset 48
	pushq	%rbx
	.cfi_def_cfa_offset 56
	pushq	%rax
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	%rsi, %r14
	movq	%rdi, %rbx
	leaq	_ZTVN4sycl9exceptionE+40(%rip), %rax
	movq	%rax, (%rdi)
	movups	8(%rsi), %xmm0
	movups	%xmm0, 8(%rdi)
	leaq	40(%rdi), %r15
	movq	%r15, 24(%rdi)
	movq	24(%rsi), %r12
	movq	32(%rsi), %r13
	movq	%r13, (%rsp)
	cmpq	$16, %r13
	jb	.LBB15_3
# %bb.1:                                # %.noexc.i
.Ltmp107:                               # EH_LABEL
	leaq	24(%rbx), %rbp
	movq	%rsp, %rsi
	movq	%rbp, %rdi
	xorl	%edx, %edx
	callq	_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm@PLT
.Ltmp108:                               # EH_LABEL
# %bb.2:                                # %.noexc
	movq	%rax, (%rbp)
	movq	(%rsp), %rcx
	movq	%rcx, (%r15)
	movq	%rax, %r15
.LBB15_3:                               # %._crit_edge.i.i
	testq	%r13, %r13
	je	.LBB15_7
# %bb.4:                                # %._crit_edge.i.i
	cmpq	$1, %r13
	jne	.LBB15_6
# %bb.5:
	movzbl	(%r12), %eax
	movb	%al, (%r15)
	jmp	.LBB15_7
.LBB15_6:
	movq	%r15, %rdi
	movq	%r12, %rsi
	movq	%r13, %rdx
	callq	memcpy@PLT
.LBB15_7:
	movq	(%rsp), %rax
	movq	%rax, 32(%rbx)
	movq	24(%rbx), %rcx
	movb	$0, (%rcx,%rax)
	movq	56(%r14), %rax
	movq	%rax, 56(%rbx)
	addq	$8, %rsp
	.cfi_def_cfa_offset 56
	popq	%rbx
	.cfi_def_cfa_offset 48
	popq	%r12
	.cfi_def_cfa_offset 40
	popq	%r13
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB15_8:
	.cfi_def_cfa_offset 64
.Ltmp109:                               # EH_LABEL
	movq	%rax, %r14
	movq	%rbx, %rdi
	callq	_ZNSt9exceptionD2Ev@PLT
	movq	%r14, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end15:
	.size	_ZN4sycl9exceptionC1ERKS0_, .Lfunc_end15-_ZN4sycl9exceptionC1ERKS0_
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl9exceptionC1ERKS0_,"aG",@progbits,_ZN4sycl9exceptionC1ERKS0_,comdat
	.p2align	2, 0x0
GCC_except_table15:
.Lexception13:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end13-.Lcst_begin13
.Lcst_begin13:
	.uleb128 .Ltmp107-.Lfunc_begin13        # >> Call Site 1 <<
	.uleb128 .Ltmp108-.Ltmp107              #   Call between .Ltmp107 and .Ltmp108
	.uleb128 .Ltmp109-.Lfunc_begin13        #     jumps to .Ltmp109
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp108-.Lfunc_begin13        # >> Call Site 2 <<
	.uleb128 .Lfunc_end15-.Ltmp108          #   Call between .Ltmp108 and .Lfunc_end15
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end13:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl9exceptionD0Ev,"axG",@progbits,_ZN4sycl9exceptionD0Ev,comdat
	.weak	_ZN4sycl9exceptionD0Ev          # -- Begin function _ZN4sycl9exceptionD0Ev
	.p2align	4
	.type	_ZN4sycl9exceptionD0Ev,@function
_ZN4sycl9exceptionD0Ev:                 # @_ZN4sycl9exceptionD0Ev
	.cfi_startproc
# %bb.0:
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	leaq	_ZTVN4sycl9exceptionE+40(%rip), %rax
	movq	%rax, (%rdi)
	movq	24(%rdi), %rdi
	leaq	40(%rbx), %rax
	cmpq	%rax, %rdi
	je	.LBB16_2
# %bb.1:
	movq	(%rax), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
.LBB16_2:                               # %_ZN4sycl9exceptionD1Ev.exit
	movq	%rbx, %rdi
	callq	_ZNSt9exceptionD2Ev@PLT
	movl	$64, %esi
	movq	%rbx, %rdi
	popq	%rbx
	.cfi_def_cfa_offset 8
	jmp	_ZdlPvm@PLT                     # TAILCALL
.Lfunc_end16:
	.size	_ZN4sycl9exceptionD0Ev, .Lfunc_end16-_ZN4sycl9exceptionD0Ev
	.cfi_endproc
                                        # -- End function
	.section	.text._ZNK4sycl9exception4whatEv,"axG",@progbits,_ZNK4sycl9exception4whatEv,comdat
	.weak	_ZNK4sycl9exception4whatEv      # -- Begin function _ZNK4sycl9exception4whatEv
	.p2align	4
	.type	_ZNK4sycl9exception4whatEv,@function
_ZNK4sycl9exception4whatEv:             # @_ZNK4sycl9exception4whatEv
	.cfi_startproc
# %bb.0:
	movq	24(%rdi), %rax
	retq
.Lfunc_end17:
	.size	_ZNK4sycl9exception4whatEv, .Lfunc_end17-_ZNK4sycl9exception4whatEv
	.cfi_endproc
                                        # -- End function
	.section	.text._ZN4sycl6detail14error_categoryD0Ev,"axG",@progbits,_ZN4sycl6detail14error_categoryD0Ev,comdat
	.weak	_ZN4sycl6detail14error_categoryD0Ev # -- Begin function _ZN4sycl6detail14error_categoryD0Ev
	.p2align	4
	.type	_ZN4sycl6detail14error_categoryD0Ev,@function
_ZN4sycl6detail14error_categoryD0Ev:    # @_ZN4sycl6detail14error_categoryD0Ev
	.cfi_startproc
# %bb.0:
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rdi, %rbx
	callq	_ZNSt3_V214error_categoryD2Ev@PLT
	movl	$8, %esi
	movq	%rbx, %rdi
	popq	%rbx
	.cfi_def_cfa_offset 8
	jmp	_ZdlPvm@PLT                     # TAILCALL
.Lfunc_end18:
	.size	_ZN4sycl6detail14error_categoryD0Ev, .Lfunc_end18-_ZN4sycl6detail14error_categoryD0Ev
	.cfi_endproc
                                        # -- End function
	.section	.text._ZNK4sycl6detail14error_category4nameEv,"axG",@progbits,_ZNK4sycl6detail14error_category4nameEv,comdat
	.weak	_ZNK4sycl6detail14error_category4nameEv # -- Begin function _ZNK4sycl6detail14error_category4nameEv
	.p2align	4
	.type	_ZNK4sycl6detail14error_category4nameEv,@function
_ZNK4sycl6detail14error_category4nameEv: # @_ZNK4sycl6detail14error_category4nameEv
	.cfi_startproc
# %bb.0:
	leaq	.L.str.6(%rip), %rax
	retq
.Lfunc_end19:
	.size	_ZNK4sycl6detail14error_category4nameEv, .Lfunc_end19-_ZNK4sycl6detail14error_category4nameEv
	.cfi_endproc
                                        # -- End function
	.section	.text._ZNK4sycl6detail14error_category7messageB5cxx11Ei,"axG",@progbits,_ZNK4sycl6detail14error_category7messageB5cxx11Ei,comdat
	.weak	_ZNK4sycl6detail14error_category7messageB5cxx11Ei # -- Begin function _ZNK4sycl6detail14error_category7messageB5cxx11Ei
	.p2align	4
	.type	_ZNK4sycl6detail14error_category7messageB5cxx11Ei,@function
_ZNK4sycl6detail14error_category7messageB5cxx11Ei: # @_ZNK4sycl6detail14error_category7messageB5cxx11Ei
.Lfunc_begin14:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception14
# %bb.0:
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rdi, %rbx
	leaq	16(%rdi), %r15
	movq	%r15, (%rdi)
	movq	$0, 8(%rdi)
	movb	$0, 16(%rdi)
	cmpl	$14, %edx
	ja	.LBB20_1
# %bb.2:
	movl	%edx, %eax
	leaq	_ZZNK4sycl6detail14error_category7messageB5cxx11EiE4text(%rip), %rcx
	movq	(%rcx,%rax,8), %r14
	jmp	.LBB20_3
.LBB20_1:
	leaq	.L.str.22(%rip), %r14
.LBB20_3:
	movq	%r14, %rdi
	callq	strlen@PLT
.Ltmp110:                               # EH_LABEL
	movq	%rbx, %rdi
	xorl	%esi, %esi
	xorl	%edx, %edx
	movq	%r14, %rcx
	movq	%rax, %r8
	callq	_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE10_M_replaceEmmPKcm@PLT
.Ltmp111:                               # EH_LABEL
# %bb.4:                                # %_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEaSEPKc.exit
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB20_5:
	.cfi_def_cfa_offset 32
.Ltmp112:                               # EH_LABEL
	movq	%rax, %r14
	movq	(%rbx), %rdi
	cmpq	%r15, %rdi
	je	.LBB20_7
# %bb.6:
	movq	(%r15), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
.LBB20_7:                               # %_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEED2Ev.exit
	movq	%r14, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end20:
	.size	_ZNK4sycl6detail14error_category7messageB5cxx11Ei, .Lfunc_end20-_ZNK4sycl6detail14error_category7messageB5cxx11Ei
	.cfi_endproc
	.section	.gcc_except_table._ZNK4sycl6detail14error_category7messageB5cxx11Ei,"aG",@progbits,_ZNK4sycl6detail14error_category7messageB5cxx11Ei,comdat
	.p2align	2, 0x0
GCC_except_table20:
.Lexception14:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end14-.Lcst_begin14
.Lcst_begin14:
	.uleb128 .Ltmp110-.Lfunc_begin14        # >> Call Site 1 <<
	.uleb128 .Ltmp111-.Ltmp110              #   Call between .Ltmp110 and .Ltmp111
	.uleb128 .Ltmp112-.Lfunc_begin14        #     jumps to .Ltmp112
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp111-.Lfunc_begin14        # >> Call Site 2 <<
	.uleb128 .Lfunc_end20-.Ltmp111          #   Call between .Ltmp111 and .Lfunc_end20
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end14:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text.unlikely._ZN4sycl6detail10has_aspectEP11falx_deviceNS_6aspectE,"axG",@progbits,_ZN4sycl6detail10has_aspectEP11falx_deviceNS_6aspectE,comdat
	.weak	_ZN4sycl6detail10has_aspectEP11falx_deviceNS_6aspectE # -- Begin function _ZN4sycl6detail10has_aspectEP11falx_deviceNS_6aspectE
	.type	_ZN4sycl6detail10has_aspectEP11falx_deviceNS_6aspectE,@function
_ZN4sycl6detail10has_aspectEP11falx_deviceNS_6aspectE: # @_ZN4sycl6detail10has_aspectEP11falx_deviceNS_6aspectE
	.cfi_startproc
# %bb.0:
	pushq	%rbx
	.cfi_def_cfa_offset 16
	subq	$528, %rsp                      # imm = 0x210
	.cfi_def_cfa_offset 544
	.cfi_offset %rbx, -16
	movl	%esi, %ebx
	leaq	16(%rsp), %rcx
	leaq	8(%rsp), %r8
	movl	$512, %edx                      # imm = 0x200
	movl	$21, %esi
	callq	falx_device_get_info@PLT
	testl	%eax, %eax
	jne	.LBB21_3
# %bb.1:                                # %_ZN4sycl6detail5checkE11falx_status.exit.preheader
	movq	8(%rsp), %rcx
	shrq	$2, %rcx
	je	.LBB21_2
# %bb.4:                                # %.lr.ph.preheader
	decq	%rcx
	xorl	%edx, %edx
.LBB21_5:                               # %.lr.ph
                                        # =>This Inner Loop Header: Depth=1
	cmpl	%ebx, 16(%rsp,%rdx,4)
	sete	%al
	je	.LBB21_7
# %bb.6:                                # %.lr.ph
                                        #   in Loop: Header=BB21_5 Depth=1
	cmpq	%rdx, %rcx
	leaq	1(%rdx), %rdx
	jne	.LBB21_5
	jmp	.LBB21_7
.LBB21_2:
	xorl	%eax, %eax
.LBB21_7:                               # %.critedge
                                        # kill: def $al killed $al killed $eax
	addq	$528, %rsp                      # imm = 0x210
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	retq
.LBB21_3:
	.cfi_def_cfa_offset 544
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.Lfunc_end21:
	.size	_ZN4sycl6detail10has_aspectEP11falx_deviceNS_6aspectE, .Lfunc_end21-_ZN4sycl6detail10has_aspectEP11falx_deviceNS_6aspectE
	.cfi_endproc
                                        # -- End function
	.section	.text.unlikely._ZN4sycl6detail12throw_statusE11falx_status,"axG",@progbits,_ZN4sycl6detail12throw_statusE11falx_status,comdat
	.weak	_ZN4sycl6detail12throw_statusE11falx_status # -- Begin function _ZN4sycl6detail12throw_statusE11falx_status
	.type	_ZN4sycl6detail12throw_statusE11falx_status,@function
_ZN4sycl6detail12throw_statusE11falx_status: # @_ZN4sycl6detail12throw_statusE11falx_status
.Lfunc_begin15:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception15
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%rbx
	.cfi_def_cfa_offset 40
	subq	$104, %rsp
	.cfi_def_cfa_offset 144
	.cfi_offset %rbx, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movl	%edi, %ebp
	callq	falx_error_detail@PLT
	movq	%rax, %r14
	movl	$1, %ebx
	cmpl	$17, %ebp
	ja	.LBB22_2
# %bb.1:                                # %switch.lookup
	movl	%ebp, %eax
	leaq	.Lswitch.table._ZN4sycl6detail11status_errcE11falx_status(%rip), %rcx
	movl	(%rcx,%rax,4), %ebx
.LBB22_2:                               # %_ZN4sycl6detail11status_errcE11falx_status.exit
	movb	_ZGVZN4sycl13sycl_categoryEvE8category(%rip), %al
	testb	%al, %al
	je	.LBB22_3
.LBB22_5:                               # %_ZN4sycl15make_error_codeENS_4errcE.exit
	cmpb	$0, (%r14)
	jne	.LBB22_7
# %bb.6:
	movl	%ebp, %edi
	callq	falx_status_text@PLT
	movq	%rax, %r14
.LBB22_7:
	leaq	8(%rsp), %r15
	movq	%r15, %rdi
	movq	%r14, %rsi
	callq	_ZN4sycl6detail19with_readable_namesB5cxx11EPKc
.Ltmp113:                               # EH_LABEL
	leaq	_ZZN4sycl13sycl_categoryEvE8category(%rip), %rdx
	leaq	40(%rsp), %rdi
	movl	%ebx, %esi
	movq	%r15, %rcx
	callq	_ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
.Ltmp114:                               # EH_LABEL
# %bb.8:
.Ltmp116:                               # EH_LABEL
	leaq	40(%rsp), %rdi
	callq	_ZN4sycl6detail8throw_itERKNS_9exceptionE
.Ltmp117:                               # EH_LABEL
# %bb.9:
.LBB22_3:
	leaq	_ZGVZN4sycl13sycl_categoryEvE8category(%rip), %rdi
	callq	__cxa_guard_acquire@PLT
	testl	%eax, %eax
	je	.LBB22_5
# %bb.4:
	movq	_ZNSt3_V214error_categoryD2Ev@GOTPCREL(%rip), %rdi
	leaq	_ZZN4sycl13sycl_categoryEvE8category(%rip), %rsi
	leaq	__dso_handle(%rip), %rdx
	callq	__cxa_atexit@PLT
	leaq	_ZGVZN4sycl13sycl_categoryEvE8category(%rip), %rdi
	callq	__cxa_guard_release@PLT
	jmp	.LBB22_5
.LBB22_11:
.Ltmp118:                               # EH_LABEL
	movq	%rax, %rbx
	leaq	_ZTVN4sycl9exceptionE+40(%rip), %rax
	leaq	80(%rsp), %rcx
	movq	%rax, -40(%rcx)
	movq	-16(%rcx), %rdi
	cmpq	%rcx, %rdi
	je	.LBB22_13
# %bb.12:
	movq	80(%rsp), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
.LBB22_13:                              # %_ZN4sycl9exceptionD1Ev.exit
	leaq	40(%rsp), %rdi
	callq	_ZNSt9exceptionD2Ev@PLT
	jmp	.LBB22_14
.LBB22_10:
.Ltmp115:                               # EH_LABEL
	movq	%rax, %rbx
.LBB22_14:
	leaq	24(%rsp), %rax
	movq	-16(%rax), %rdi
	cmpq	%rax, %rdi
	je	.LBB22_16
# %bb.15:
	movq	24(%rsp), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
.LBB22_16:                              # %_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEED2Ev.exit
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end22:
	.size	_ZN4sycl6detail12throw_statusE11falx_status, .Lfunc_end22-_ZN4sycl6detail12throw_statusE11falx_status
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl6detail12throw_statusE11falx_status,"aG",@progbits,_ZN4sycl6detail12throw_statusE11falx_status,comdat
	.p2align	2, 0x0
GCC_except_table22:
.Lexception15:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end15-.Lcst_begin15
.Lcst_begin15:
	.uleb128 .Lfunc_begin15-.Lfunc_begin15  # >> Call Site 1 <<
	.uleb128 .Ltmp113-.Lfunc_begin15        #   Call between .Lfunc_begin15 and .Ltmp113
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp113-.Lfunc_begin15        # >> Call Site 2 <<
	.uleb128 .Ltmp114-.Ltmp113              #   Call between .Ltmp113 and .Ltmp114
	.uleb128 .Ltmp115-.Lfunc_begin15        #     jumps to .Ltmp115
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp116-.Lfunc_begin15        # >> Call Site 3 <<
	.uleb128 .Ltmp117-.Ltmp116              #   Call between .Ltmp116 and .Ltmp117
	.uleb128 .Ltmp118-.Lfunc_begin15        #     jumps to .Ltmp118
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp117-.Lfunc_begin15        # >> Call Site 4 <<
	.uleb128 .Lfunc_end22-.Ltmp117          #   Call between .Ltmp117 and .Lfunc_end22
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end15:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl6detail11status_errcE11falx_status,"axG",@progbits,_ZN4sycl6detail11status_errcE11falx_status,comdat
	.weak	_ZN4sycl6detail11status_errcE11falx_status # -- Begin function _ZN4sycl6detail11status_errcE11falx_status
	.p2align	4
	.type	_ZN4sycl6detail11status_errcE11falx_status,@function
_ZN4sycl6detail11status_errcE11falx_status: # @_ZN4sycl6detail11status_errcE11falx_status
	.cfi_startproc
# %bb.0:
	movl	$1, %eax
	cmpl	$17, %edi
	ja	.LBB23_2
# %bb.1:                                # %switch.lookup
	movl	%edi, %eax
	leaq	.Lswitch.table._ZN4sycl6detail11status_errcE11falx_status(%rip), %rcx
	movl	(%rcx,%rax,4), %eax
.LBB23_2:
	retq
.Lfunc_end23:
	.size	_ZN4sycl6detail11status_errcE11falx_status, .Lfunc_end23-_ZN4sycl6detail11status_errcE11falx_status
	.cfi_endproc
                                        # -- End function
	.section	.text.unlikely._ZN4sycl6detail19with_readable_namesB5cxx11EPKc,"axG",@progbits,_ZN4sycl6detail19with_readable_namesB5cxx11EPKc,comdat
	.weak	_ZN4sycl6detail19with_readable_namesB5cxx11EPKc # -- Begin function _ZN4sycl6detail19with_readable_namesB5cxx11EPKc
	.type	_ZN4sycl6detail19with_readable_namesB5cxx11EPKc,@function
_ZN4sycl6detail19with_readable_namesB5cxx11EPKc: # @_ZN4sycl6detail19with_readable_namesB5cxx11EPKc
.Lfunc_begin16:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception16
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r13
	.cfi_def_cfa_offset 40
	pushq	%r12
	.cfi_def_cfa_offset 48
	pushq	%rbx
	.cfi_def_cfa_offset 56
	subq	$40, %rsp
	.cfi_def_cfa_offset 96
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	%rdi, %rbx
	leaq	8(%rsp), %rdx
	callq	_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_
	leaq	.L.str.23(%rip), %rsi
	movl	$4, %ecx
	movq	%rbx, %rdi
	xorl	%edx, %edx
	callq	_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4findEPKcmm@PLT
	cmpq	$-1, %rax
	je	.LBB24_11
# %bb.1:                                # %.lr.ph
	movq	%rax, %r14
	leaq	8(%rsp), %r12
	leaq	.L.str.23(%rip), %r13
.LBB24_2:                               # =>This Inner Loop Header: Depth=1
	movl	$65, %ecx
	movq	%rbx, %rdi
	leaq	_ZZN4sycl6detail19with_readable_namesB5cxx11EPKcE5parts(%rip), %rsi
	movq	%r14, %rdx
	callq	_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE17find_first_not_ofEPKcmm@PLT
	movq	%rax, %rbp
	cmpq	$-1, %rax
	jne	.LBB24_4
# %bb.3:                                #   in Loop: Header=BB24_2 Depth=1
	movq	8(%rbx), %rbp
.LBB24_4:                               #   in Loop: Header=BB24_2 Depth=1
	leaq	4(%r14), %rdx
	subq	%r14, %rbp
	leaq	-4(%rbp), %rcx
.Ltmp119:                               # EH_LABEL
	movq	%r12, %rdi
	movq	%rbx, %rsi
	callq	_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6substrEmm@PLT
.Ltmp120:                               # EH_LABEL
# %bb.5:                                #   in Loop: Header=BB24_2 Depth=1
	movq	8(%rsp), %rdi
.Ltmp122:                               # EH_LABEL
	xorl	%esi, %esi
	xorl	%edx, %edx
	xorl	%ecx, %ecx
	callq	__cxa_demangle@PLT
.Ltmp123:                               # EH_LABEL
# %bb.6:                                #   in Loop: Header=BB24_2 Depth=1
	movq	%rax, %r15
	movq	8(%rsp), %rdi
	leaq	24(%rsp), %rax
	cmpq	%rax, %rdi
	je	.LBB24_8
# %bb.7:                                #   in Loop: Header=BB24_2 Depth=1
	movq	24(%rsp), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
.LBB24_8:                               # %_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEED2Ev.exit
                                        #   in Loop: Header=BB24_2 Depth=1
	testq	%r15, %r15
	je	.LBB24_10
# %bb.9:                                #   in Loop: Header=BB24_2 Depth=1
.Ltmp125:                               # EH_LABEL
	movq	%rbx, %rdi
	movq	%r14, %rsi
	movq	%rbp, %rdx
	movq	%r15, %rcx
	callq	_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7replaceEmmPKc@PLT
.Ltmp126:                               # EH_LABEL
.LBB24_10:                              #   in Loop: Header=BB24_2 Depth=1
	movq	%r15, %rdi
	callq	free@PLT
	incq	%r14
	movl	$4, %ecx
	movq	%rbx, %rdi
	movq	%r13, %rsi
	movq	%r14, %rdx
	callq	_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4findEPKcmm@PLT
	movq	%rax, %r14
	cmpq	$-1, %rax
	jne	.LBB24_2
.LBB24_11:                              # %._crit_edge
	movq	%rbx, %rax
	addq	$40, %rsp
	.cfi_def_cfa_offset 56
	popq	%rbx
	.cfi_def_cfa_offset 48
	popq	%r12
	.cfi_def_cfa_offset 40
	popq	%r13
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB24_15:
	.cfi_def_cfa_offset 96
.Ltmp127:                               # EH_LABEL
	jmp	.LBB24_16
.LBB24_12:
.Ltmp121:                               # EH_LABEL
.LBB24_16:
	movq	%rax, %r14
	jmp	.LBB24_17
.LBB24_13:
.Ltmp124:                               # EH_LABEL
	movq	%rax, %r14
	movq	8(%rsp), %rdi
	leaq	24(%rsp), %rax
	cmpq	%rax, %rdi
	je	.LBB24_17
# %bb.14:
	movq	24(%rsp), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
.LBB24_17:
	movq	(%rbx), %rdi
	addq	$16, %rbx
	cmpq	%rbx, %rdi
	je	.LBB24_19
# %bb.18:
	movq	(%rbx), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
.LBB24_19:                              # %_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEED2Ev.exit30
	movq	%r14, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end24:
	.size	_ZN4sycl6detail19with_readable_namesB5cxx11EPKc, .Lfunc_end24-_ZN4sycl6detail19with_readable_namesB5cxx11EPKc
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl6detail19with_readable_namesB5cxx11EPKc,"aG",@progbits,_ZN4sycl6detail19with_readable_namesB5cxx11EPKc,comdat
	.p2align	2, 0x0
GCC_except_table24:
.Lexception16:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end16-.Lcst_begin16
.Lcst_begin16:
	.uleb128 .Lfunc_begin16-.Lfunc_begin16  # >> Call Site 1 <<
	.uleb128 .Ltmp119-.Lfunc_begin16        #   Call between .Lfunc_begin16 and .Ltmp119
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp119-.Lfunc_begin16        # >> Call Site 2 <<
	.uleb128 .Ltmp120-.Ltmp119              #   Call between .Ltmp119 and .Ltmp120
	.uleb128 .Ltmp121-.Lfunc_begin16        #     jumps to .Ltmp121
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp122-.Lfunc_begin16        # >> Call Site 3 <<
	.uleb128 .Ltmp123-.Ltmp122              #   Call between .Ltmp122 and .Ltmp123
	.uleb128 .Ltmp124-.Lfunc_begin16        #     jumps to .Ltmp124
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp125-.Lfunc_begin16        # >> Call Site 4 <<
	.uleb128 .Ltmp126-.Ltmp125              #   Call between .Ltmp125 and .Ltmp126
	.uleb128 .Ltmp127-.Lfunc_begin16        #     jumps to .Ltmp127
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp126-.Lfunc_begin16        # >> Call Site 5 <<
	.uleb128 .Lfunc_end24-.Ltmp126          #   Call between .Ltmp126 and .Lfunc_end24
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end16:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,"axG",@progbits,_ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,comdat
	.weak	_ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE # -- Begin function _ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
	.p2align	4
	.type	_ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,@function
_ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE: # @_ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
.Lfunc_begin17:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception17
# %bb.0:
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r13
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	subq	$16, %rsp
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rdi, %rbx
	leaq	_ZTVN4sycl9exceptionE+40(%rip), %rax
	movq	%rax, (%rdi)
	movl	%esi, 8(%rdi)
	movq	%rdx, 16(%rdi)
	leaq	40(%rdi), %r14
	movq	%r14, 24(%rdi)
	movq	(%rcx), %r15
	movq	8(%rcx), %r12
	movq	%r12, 8(%rsp)
	cmpq	$16, %r12
	jb	.LBB25_3
# %bb.1:                                # %.noexc.i
.Ltmp128:                               # EH_LABEL
	leaq	24(%rbx), %r13
	leaq	8(%rsp), %rsi
	movq	%r13, %rdi
	xorl	%edx, %edx
	callq	_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm@PLT
.Ltmp129:                               # EH_LABEL
# %bb.2:                                # %.noexc
	movq	%rax, (%r13)
	movq	8(%rsp), %rcx
	movq	%rcx, (%r14)
	movq	%rax, %r14
.LBB25_3:                               # %._crit_edge.i.i
	testq	%r12, %r12
	je	.LBB25_7
# %bb.4:                                # %._crit_edge.i.i
	cmpq	$1, %r12
	jne	.LBB25_6
# %bb.5:
	movzbl	(%r15), %eax
	movb	%al, (%r14)
	jmp	.LBB25_7
.LBB25_6:
	movq	%r14, %rdi
	movq	%r15, %rsi
	movq	%r12, %rdx
	callq	memcpy@PLT
.LBB25_7:
	movq	8(%rsp), %rax
	movq	%rax, 32(%rbx)
	movq	24(%rbx), %rcx
	movb	$0, (%rcx,%rax)
	movq	$0, 56(%rbx)
	addq	$16, %rsp
	.cfi_def_cfa_offset 48
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r13
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB25_8:
	.cfi_def_cfa_offset 64
.Ltmp130:                               # EH_LABEL
	movq	%rax, %r14
	movq	%rbx, %rdi
	callq	_ZNSt9exceptionD2Ev@PLT
	movq	%r14, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end25:
	.size	_ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, .Lfunc_end25-_ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,"aG",@progbits,_ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,comdat
	.p2align	2, 0x0
GCC_except_table25:
.Lexception17:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end17-.Lcst_begin17
.Lcst_begin17:
	.uleb128 .Ltmp128-.Lfunc_begin17        # >> Call Site 1 <<
	.uleb128 .Ltmp129-.Ltmp128              #   Call between .Ltmp128 and .Ltmp129
	.uleb128 .Ltmp130-.Lfunc_begin17        #     jumps to .Ltmp130
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp129-.Lfunc_begin17        # >> Call Site 2 <<
	.uleb128 .Lfunc_end25-.Ltmp129          #   Call between .Ltmp129 and .Lfunc_end25
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end17:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_,"axG",@progbits,_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_,comdat
	.weak	_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_ # -- Begin function _ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_
	.p2align	4
	.type	_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_,@function
_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_: # @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_
	.cfi_startproc
# %bb.0:
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r12
	.cfi_def_cfa_offset 32
	pushq	%rbx
	.cfi_def_cfa_offset 40
	pushq	%rax
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -40
	.cfi_offset %r12, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	leaq	16(%rdi), %r12
	movq	%r12, (%rdi)
	testq	%rsi, %rsi
	je	.LBB26_8
# %bb.1:
	movq	%rsi, %r14
	movq	%rdi, %rbx
	movq	%rsi, %rdi
	callq	strlen@PLT
	movq	%rax, %r15
	movq	%rax, (%rsp)
	cmpq	$16, %rax
	jb	.LBB26_3
# %bb.2:                                # %.noexc
	movq	%rsp, %rsi
	movq	%rbx, %rdi
	xorl	%edx, %edx
	callq	_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_createERmm@PLT
	movq	%rax, %r12
	movq	%rax, (%rbx)
	movq	(%rsp), %rax
	movq	%rax, 16(%rbx)
.LBB26_3:                               # %._crit_edge.i
	testq	%r15, %r15
	je	.LBB26_7
# %bb.4:                                # %._crit_edge.i
	cmpq	$1, %r15
	jne	.LBB26_6
# %bb.5:
	movzbl	(%r14), %eax
	movb	%al, (%r12)
	jmp	.LBB26_7
.LBB26_6:
	movq	%r12, %rdi
	movq	%r14, %rsi
	movq	%r15, %rdx
	callq	memcpy@PLT
.LBB26_7:
	movq	(%rsp), %rax
	movq	%rax, 8(%rbx)
	movq	(%rbx), %rcx
	movb	$0, (%rcx,%rax)
	addq	$8, %rsp
	.cfi_def_cfa_offset 40
	popq	%rbx
	.cfi_def_cfa_offset 32
	popq	%r12
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB26_8:
	.cfi_def_cfa_offset 48
	leaq	.L.str.24(%rip), %rdi
	callq	_ZSt19__throw_logic_errorPKc@PLT
.Lfunc_end26:
	.size	_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_, .Lfunc_end26-_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_
	.cfi_endproc
                                        # -- End function
	.section	.text._ZN4sycl5queue11hand_errorsIvEEvP10falx_queue,"axG",@progbits,_ZN4sycl5queue11hand_errorsIvEEvP10falx_queue,comdat
	.weak	_ZN4sycl5queue11hand_errorsIvEEvP10falx_queue # -- Begin function _ZN4sycl5queue11hand_errorsIvEEvP10falx_queue
	.p2align	4
	.type	_ZN4sycl5queue11hand_errorsIvEEvP10falx_queue,@function
_ZN4sycl5queue11hand_errorsIvEEvP10falx_queue: # @_ZN4sycl5queue11hand_errorsIvEEvP10falx_queue
.Lfunc_begin18:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception18
# %bb.0:
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r13
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	subq	$80, %rsp
	.cfi_def_cfa_offset 128
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rdi, %r14
	movq	$0, 16(%rsp)
	leaq	16(%rsp), %rbx
	movq	%rbx, 24(%rsp)
	movq	$0, 32(%rsp)
	movq	$1, 40(%rsp)
	movb	$0, 7(%rsp)
	leaq	7(%rsp), %r15
	.p2align	4
.LBB27_1:                               # =>This Inner Loop Header: Depth=1
.Ltmp131:                               # EH_LABEL
	movq	%r14, %rdi
	movq	%rbx, %rsi
	movq	%r15, %rdx
	callq	_ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb
.Ltmp132:                               # EH_LABEL
# %bb.2:                                #   in Loop: Header=BB27_1 Depth=1
	testb	%al, %al
	je	.LBB27_4
# %bb.3:                                #   in Loop: Header=BB27_1 Depth=1
	cmpb	$0, 7(%rsp)
	je	.LBB27_1
.LBB27_4:                               # %.critedge
	cmpq	$0, 32(%rsp)
	je	.LBB27_34
# %bb.5:
.Ltmp134:                               # EH_LABEL
	movq	%r14, %rdi
	callq	falx_queue_user_data@PLT
.Ltmp135:                               # EH_LABEL
# %bb.6:
	movq	%rax, %r15
	testq	%rax, %rax
	jne	.LBB27_12
# %bb.7:
.Ltmp136:                               # EH_LABEL
	movq	%r14, %rdi
	callq	falx_queue_context@PLT
.Ltmp137:                               # EH_LABEL
# %bb.8:
.Ltmp138:                               # EH_LABEL
	movq	%rax, %rdi
	callq	falx_context_user_data@PLT
.Ltmp139:                               # EH_LABEL
# %bb.9:
	movq	%rax, %r15
	testq	%rax, %rax
	je	.LBB27_10
.LBB27_12:                              # %.thread
	movq	$0, 48(%rsp)
	leaq	48(%rsp), %rax
	movq	%rax, 56(%rsp)
	movq	$0, 64(%rsp)
	movq	$1, 72(%rsp)
	movq	16(%rsp), %rax
	movq	%rax, 8(%rsp)
	testq	%rax, %rax
	je	.LBB27_13
# %bb.14:                               # %_ZNSt15__exception_ptr13exception_ptrC2ERKS0_.exit.i.i.i
	leaq	8(%rsp), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv@PLT
	movq	8(%rsp), %rax
	movq	48(%rsp), %rcx
	movq	%rcx, 8(%rsp)
	movq	%rax, 48(%rsp)
	testq	%rcx, %rcx
	je	.LBB27_16
# %bb.15:
	leaq	8(%rsp), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
	jmp	.LBB27_16
.LBB27_13:                              # %_ZNSt15__exception_ptr13exception_ptrC2ERKS0_.exit.i.i.thread.i
	movq	$0, 48(%rsp)
.LBB27_16:                              # %_ZNSt15__exception_ptr13exception_ptraSERKS0_.exit.i.i
	movq	24(%rsp), %rax
	cmpq	%rbx, %rax
	je	.LBB27_18
# %bb.17:
	movq	%rax, 56(%rsp)
.LBB27_18:                              # %_ZN4sycl14exception_listC2EOS0_.exit
	movups	32(%rsp), %xmm0
	movups	%xmm0, 64(%rsp)
	movq	%rbx, 24(%rsp)
	movq	$0, 32(%rsp)
	movq	$1, 40(%rsp)
	cmpq	$0, 16(%r15)
	je	.LBB27_19
# %bb.21:
.Ltmp140:                               # EH_LABEL
	leaq	48(%rsp), %r12
	movq	%r15, %rdi
	movq	%r12, %rsi
	callq	*24(%r15)
.Ltmp141:                               # EH_LABEL
# %bb.22:                               # %_ZNKSt8functionIFvN4sycl14exception_listEEEclES1_.exit
	movq	56(%rsp), %r15
	cmpq	%r12, %r15
	je	.LBB27_30
# %bb.23:                               # %_ZNKSt8functionIFvN4sycl14exception_listEEEclES1_.exit
	testq	%r15, %r15
	je	.LBB27_30
# %bb.24:
	movq	-8(%r15), %rax
	addq	$-8, %r15
	leaq	(,%rax,8), %r12
	testq	%rax, %rax
	je	.LBB27_29
# %bb.25:                               # %.preheader.preheader.i
	movq	%r12, %r13
	jmp	.LBB27_26
	.p2align	4
.LBB27_28:                              # %_ZNSt15__exception_ptr13exception_ptrD2Ev.exit.i
                                        #   in Loop: Header=BB27_26 Depth=1
	addq	$-8, %r13
	je	.LBB27_29
.LBB27_26:                              # %.preheader.i
                                        # =>This Inner Loop Header: Depth=1
	cmpq	$0, (%r15,%r13)
	je	.LBB27_28
# %bb.27:                               #   in Loop: Header=BB27_26 Depth=1
	leaq	(%r15,%r13), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
	jmp	.LBB27_28
.LBB27_29:                              # %.loopexit.i
	addq	$8, %r12
	movq	%r15, %rdi
	movq	%r12, %rsi
	callq	_ZdaPvm@PLT
.LBB27_30:
	cmpq	$0, 48(%rsp)
	je	.LBB27_32
# %bb.31:
	leaq	48(%rsp), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
.LBB27_32:                              # %_ZN4sycl14exception_listD2Ev.exit
	cmpb	$1, 7(%rsp)
	jne	.LBB27_34
# %bb.33:
.Ltmp142:                               # EH_LABEL
	movq	%r14, %rdi
	callq	_ZN4sycl5queue11hand_errorsIvEEvP10falx_queue
.Ltmp143:                               # EH_LABEL
.LBB27_34:
	movq	24(%rsp), %r14
	cmpq	%rbx, %r14
	je	.LBB27_42
# %bb.35:
	testq	%r14, %r14
	je	.LBB27_42
# %bb.36:
	movq	-8(%r14), %rax
	addq	$-8, %r14
	leaq	(,%rax,8), %rbx
	testq	%rax, %rax
	je	.LBB27_41
# %bb.37:                               # %.preheader.preheader.i23
	movq	%rbx, %r15
	jmp	.LBB27_38
	.p2align	4
.LBB27_40:                              # %_ZNSt15__exception_ptr13exception_ptrD2Ev.exit.i26
                                        #   in Loop: Header=BB27_38 Depth=1
	addq	$-8, %r15
	je	.LBB27_41
.LBB27_38:                              # %.preheader.i24
                                        # =>This Inner Loop Header: Depth=1
	cmpq	$0, (%r14,%r15)
	je	.LBB27_40
# %bb.39:                               #   in Loop: Header=BB27_38 Depth=1
	leaq	(%r14,%r15), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
	jmp	.LBB27_40
.LBB27_41:                              # %.loopexit.i27
	addq	$8, %rbx
	movq	%r14, %rdi
	movq	%rbx, %rsi
	callq	_ZdaPvm@PLT
.LBB27_42:
	cmpq	$0, 16(%rsp)
	je	.LBB27_44
# %bb.43:
	leaq	16(%rsp), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
.LBB27_44:                              # %_ZN4sycl14exception_listD2Ev.exit29
	addq	$80, %rsp
	.cfi_def_cfa_offset 48
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r13
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB27_19:
	.cfi_def_cfa_offset 128
.Ltmp144:                               # EH_LABEL
	callq	_ZSt25__throw_bad_function_callv@PLT
.Ltmp145:                               # EH_LABEL
# %bb.20:                               # %.noexc
.LBB27_10:
.Ltmp147:                               # EH_LABEL
	leaq	16(%rsp), %rdi
	callq	_ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE
.Ltmp148:                               # EH_LABEL
# %bb.11:
.LBB27_49:
.Ltmp146:                               # EH_LABEL
	movq	%rax, %rbx
	leaq	48(%rsp), %rdi
	callq	_ZN4sycl14exception_listD2Ev
	jmp	.LBB27_47
.LBB27_48:
.Ltmp149:                               # EH_LABEL
	jmp	.LBB27_46
.LBB27_45:
.Ltmp133:                               # EH_LABEL
.LBB27_46:
	movq	%rax, %rbx
.LBB27_47:
	leaq	16(%rsp), %rdi
	callq	_ZN4sycl14exception_listD2Ev
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end27:
	.size	_ZN4sycl5queue11hand_errorsIvEEvP10falx_queue, .Lfunc_end27-_ZN4sycl5queue11hand_errorsIvEEvP10falx_queue
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl5queue11hand_errorsIvEEvP10falx_queue,"aG",@progbits,_ZN4sycl5queue11hand_errorsIvEEvP10falx_queue,comdat
	.p2align	2, 0x0
GCC_except_table27:
.Lexception18:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end18-.Lcst_begin18
.Lcst_begin18:
	.uleb128 .Ltmp131-.Lfunc_begin18        # >> Call Site 1 <<
	.uleb128 .Ltmp132-.Ltmp131              #   Call between .Ltmp131 and .Ltmp132
	.uleb128 .Ltmp133-.Lfunc_begin18        #     jumps to .Ltmp133
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp134-.Lfunc_begin18        # >> Call Site 2 <<
	.uleb128 .Ltmp139-.Ltmp134              #   Call between .Ltmp134 and .Ltmp139
	.uleb128 .Ltmp149-.Lfunc_begin18        #     jumps to .Ltmp149
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp140-.Lfunc_begin18        # >> Call Site 3 <<
	.uleb128 .Ltmp141-.Ltmp140              #   Call between .Ltmp140 and .Ltmp141
	.uleb128 .Ltmp146-.Lfunc_begin18        #     jumps to .Ltmp146
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp142-.Lfunc_begin18        # >> Call Site 4 <<
	.uleb128 .Ltmp143-.Ltmp142              #   Call between .Ltmp142 and .Ltmp143
	.uleb128 .Ltmp149-.Lfunc_begin18        #     jumps to .Ltmp149
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp144-.Lfunc_begin18        # >> Call Site 5 <<
	.uleb128 .Ltmp145-.Ltmp144              #   Call between .Ltmp144 and .Ltmp145
	.uleb128 .Ltmp146-.Lfunc_begin18        #     jumps to .Ltmp146
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp147-.Lfunc_begin18        # >> Call Site 6 <<
	.uleb128 .Ltmp148-.Ltmp147              #   Call between .Ltmp147 and .Ltmp148
	.uleb128 .Ltmp149-.Lfunc_begin18        #     jumps to .Ltmp149
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp148-.Lfunc_begin18        # >> Call Site 7 <<
	.uleb128 .Lfunc_end27-.Ltmp148          #   Call between .Ltmp148 and .Lfunc_end27
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end18:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb,"axG",@progbits,_ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb,comdat
	.weak	_ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb # -- Begin function _ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb
	.p2align	4
	.type	_ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb,@function
_ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb: # @_ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb
.Lfunc_begin19:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception19
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	subq	$48, %rsp
	.cfi_def_cfa_offset 96
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	%rdx, %r14
	movq	%rsi, %rbx
	movq	%rdi, %r15
.Ltmp150:                               # EH_LABEL
	movq	%rsi, %rdi
	callq	_ZN4sycl14exception_list7reserveEv
.Ltmp151:                               # EH_LABEL
# %bb.1:
	leaq	4(%rsp), %rsi
	leaq	40(%rsp), %rdx
	movq	%r15, %rdi
	callq	falx_queue_take_error@PLT
	testb	%al, %al
	je	.LBB28_2
# %bb.5:
	movq	40(%rsp), %r14
	testq	%r14, %r14
	je	.LBB28_14
# %bb.6:
	movq	8(%rbx), %r15
	movq	16(%rbx), %r12
	leaq	1(%r12), %rax
	movq	%rax, 16(%rbx)
	movq	(%r14), %rax
	movq	%rax, 8(%rsp)
	testq	%rax, %rax
	je	.LBB28_7
# %bb.8:
	leaq	8(%rsp), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv@PLT
	movq	8(%rsp), %rax
	jmp	.LBB28_9
.LBB28_2:
	xorl	%eax, %eax
	jmp	.LBB28_25
.LBB28_7:
	xorl	%eax, %eax
.LBB28_9:                               # %_ZNSt15__exception_ptr13exception_ptrC2ERKS0_.exit.i.i
	movq	(%r15,%r12,8), %rcx
	movq	%rcx, 8(%rsp)
	movq	%rax, (%r15,%r12,8)
	testq	%rcx, %rcx
	je	.LBB28_11
# %bb.10:
	leaq	8(%rsp), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
.LBB28_11:                              # %_ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE.exit
	cmpq	$0, (%r14)
	je	.LBB28_13
# %bb.12:
	movq	%r14, %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
.LBB28_13:                              # %_ZNSt15__exception_ptr13exception_ptrD2Ev.exit
	movl	$8, %esi
	movq	%r14, %rdi
	callq	_ZdlPvm@PLT
.LBB28_24:
	movb	$1, %al
.LBB28_25:
                                        # kill: def $al killed $al killed $eax
	addq	$48, %rsp
	.cfi_def_cfa_offset 48
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB28_14:
	.cfi_def_cfa_offset 96
	movl	4(%rsp), %edi
	callq	_ZN4sycl6detail11status_errcE11falx_status
	movl	%eax, %ebp
.Ltmp153:                               # EH_LABEL
	callq	falx_error_detail@PLT
.Ltmp154:                               # EH_LABEL
# %bb.15:
.Ltmp155:                               # EH_LABEL
	leaq	8(%rsp), %rdi
	movq	%rax, %rsi
	callq	_ZN4sycl6detail19with_readable_namesB5cxx11EPKc
.Ltmp156:                               # EH_LABEL
# %bb.16:
.Ltmp158:                               # EH_LABEL
	leaq	8(%rsp), %rsi
	movl	%ebp, %edi
	callq	_ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
.Ltmp159:                               # EH_LABEL
# %bb.17:
.LBB28_19:
.Ltmp160:                               # EH_LABEL
	movq	%rax, %r14
	movq	8(%rsp), %rdi
	leaq	24(%rsp), %rax
	cmpq	%rax, %rdi
	je	.LBB28_21
# %bb.20:
	movq	24(%rsp), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
	jmp	.LBB28_21
.LBB28_18:
.Ltmp157:                               # EH_LABEL
	movq	%rax, %r14
.LBB28_21:                              # %_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEED2Ev.exit
	movq	%r14, %rdi
	callq	__cxa_begin_catch@PLT
	leaq	8(%rsp), %r14
	movq	%r14, %rdi
	callq	_ZSt17current_exceptionv@PLT
	movq	%rbx, %rdi
	movq	%r14, %rsi
	callq	_ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE
	cmpq	$0, 8(%rsp)
	je	.LBB28_23
# %bb.22:
	leaq	8(%rsp), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
.LBB28_23:                              # %_ZNSt15__exception_ptr13exception_ptrD2Ev.exit15
	callq	__cxa_end_catch@PLT
	jmp	.LBB28_24
.LBB28_3:
.Ltmp152:                               # EH_LABEL
	movq	%rax, %rdi
	cmpl	$1, %edx
	jne	.LBB28_26
# %bb.4:
	callq	__cxa_begin_catch@PLT
	movb	$1, (%r14)
	callq	__cxa_end_catch@PLT
	xorl	%eax, %eax
	jmp	.LBB28_25
.LBB28_26:
	callq	_Unwind_Resume@PLT
.Lfunc_end28:
	.size	_ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb, .Lfunc_end28-_ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb,"aG",@progbits,_ZN4sycl5queue10take_errorIvEEbP10falx_queueRNS_14exception_listERb,comdat
	.p2align	2, 0x0
GCC_except_table28:
.Lexception19:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase10-.Lttbaseref10
.Lttbaseref10:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end19-.Lcst_begin19
.Lcst_begin19:
	.uleb128 .Ltmp150-.Lfunc_begin19        # >> Call Site 1 <<
	.uleb128 .Ltmp151-.Ltmp150              #   Call between .Ltmp150 and .Ltmp151
	.uleb128 .Ltmp152-.Lfunc_begin19        #     jumps to .Ltmp152
	.byte	3                               #   On action: 2
	.uleb128 .Ltmp151-.Lfunc_begin19        # >> Call Site 2 <<
	.uleb128 .Ltmp153-.Ltmp151              #   Call between .Ltmp151 and .Ltmp153
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp153-.Lfunc_begin19        # >> Call Site 3 <<
	.uleb128 .Ltmp156-.Ltmp153              #   Call between .Ltmp153 and .Ltmp156
	.uleb128 .Ltmp157-.Lfunc_begin19        #     jumps to .Ltmp157
	.byte	5                               #   On action: 3
	.uleb128 .Ltmp158-.Lfunc_begin19        # >> Call Site 4 <<
	.uleb128 .Ltmp159-.Ltmp158              #   Call between .Ltmp158 and .Ltmp159
	.uleb128 .Ltmp160-.Lfunc_begin19        #     jumps to .Ltmp160
	.byte	5                               #   On action: 3
	.uleb128 .Ltmp159-.Lfunc_begin19        # >> Call Site 5 <<
	.uleb128 .Lfunc_end28-.Ltmp159          #   Call between .Ltmp159 and .Lfunc_end28
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end19:
	.byte	0                               # >> Action Record 1 <<
                                        #   Cleanup
	.byte	0                               #   No further actions
	.byte	1                               # >> Action Record 2 <<
                                        #   Catch TypeInfo 1
	.byte	125                             #   Continue to action 1
	.byte	2                               # >> Action Record 3 <<
                                        #   Catch TypeInfo 2
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 2
.Ltmp161:                               # TypeInfo 1
	.long	.L_ZTISt9bad_alloc.DW.stub-.Ltmp161
.Lttbase10:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE,"axG",@progbits,_ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE,comdat
	.weak	_ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE # -- Begin function _ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE
	.p2align	4
	.type	_ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE,@function
_ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE: # @_ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE
.Lfunc_begin20:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception20
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r13
	.cfi_def_cfa_offset 40
	pushq	%r12
	.cfi_def_cfa_offset 48
	pushq	%rbx
	.cfi_def_cfa_offset 56
	pushq	%rax
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -56
	.cfi_offset %r12, -48
	.cfi_offset %r13, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movq	16(%rdi), %rbp
	testq	%rbp, %rbp
	je	.LBB29_11
# %bb.1:                                # %.lr.ph.preheader
	movq	8(%rdi), %r14
	shlq	$3, %rbp
	movq	%rsp, %rbx
	xorl	%r15d, %r15d
.LBB29_2:                               # %.lr.ph
                                        # =>This Inner Loop Header: Depth=1
	movq	(%r14,%r15), %rax
	movq	%rax, (%rsp)
	testq	%rax, %rax
	je	.LBB29_4
# %bb.3:                                #   in Loop: Header=BB29_2 Depth=1
	movq	%rbx, %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv@PLT
.LBB29_4:                               # %_ZNSt15__exception_ptr13exception_ptrC2ERKS0_.exit
                                        #   in Loop: Header=BB29_2 Depth=1
.Ltmp162:                               # EH_LABEL
	movq	%rbx, %rdi
	callq	_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE@PLT
.Ltmp163:                               # EH_LABEL
	jmp	.LBB29_5
.LBB29_6:                               #   in Loop: Header=BB29_2 Depth=1
.Ltmp164:                               # EH_LABEL
	movq	%rdx, %r13
	movq	%rax, %r12
	cmpq	$0, (%rsp)
	je	.LBB29_8
# %bb.7:                                #   in Loop: Header=BB29_2 Depth=1
	movq	%rbx, %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
.LBB29_8:                               # %_ZNSt15__exception_ptr13exception_ptrD2Ev.exit
                                        #   in Loop: Header=BB29_2 Depth=1
	movq	%r12, %rdi
	callq	__cxa_begin_catch@PLT
	movq	stderr@GOTPCREL(%rip), %rcx
	movq	(%rcx), %r12
	cmpl	$2, %r13d
	jne	.LBB29_12
# %bb.9:                                #   in Loop: Header=BB29_2 Depth=1
	movq	(%rax), %rcx
	movq	%rax, %rdi
	callq	*16(%rcx)
	movq	%r12, %rdi
	leaq	.L.str.30(%rip), %rsi
	movq	%rax, %rdx
	xorl	%eax, %eax
	callq	fprintf@PLT
	jmp	.LBB29_10
	.p2align	4
.LBB29_12:                              #   in Loop: Header=BB29_2 Depth=1
	movl	$54, %esi
	movl	$1, %edx
	leaq	.L.str.29(%rip), %rdi
	movq	%r12, %rcx
	callq	fwrite@PLT
.LBB29_10:                              #   in Loop: Header=BB29_2 Depth=1
	callq	__cxa_end_catch@PLT
	addq	$8, %r15
	cmpq	%r15, %rbp
	jne	.LBB29_2
.LBB29_11:                              # %._crit_edge
	callq	_ZSt9terminatev@PLT
.LBB29_5:
.Lfunc_end29:
	.size	_ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE, .Lfunc_end29-_ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE,"aG",@progbits,_ZN4sycl5queue21default_async_handlerIvEEvRKNS_14exception_listE,comdat
	.p2align	2, 0x0
GCC_except_table29:
.Lexception20:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase11-.Lttbaseref11
.Lttbaseref11:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end20-.Lcst_begin20
.Lcst_begin20:
	.uleb128 .Ltmp162-.Lfunc_begin20        # >> Call Site 1 <<
	.uleb128 .Ltmp163-.Ltmp162              #   Call between .Ltmp162 and .Ltmp163
	.uleb128 .Ltmp164-.Lfunc_begin20        #     jumps to .Ltmp164
	.byte	3                               #   On action: 2
	.uleb128 .Ltmp163-.Lfunc_begin20        # >> Call Site 2 <<
	.uleb128 .Lfunc_end29-.Ltmp163          #   Call between .Ltmp163 and .Lfunc_end29
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end20:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.byte	2                               # >> Action Record 2 <<
                                        #   Catch TypeInfo 2
	.byte	125                             #   Continue to action 1
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
.Ltmp165:                               # TypeInfo 2
	.long	.L_ZTISt9exception.DW.stub-.Ltmp165
	.long	0                               # TypeInfo 1
.Lttbase11:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl14exception_listD2Ev,"axG",@progbits,_ZN4sycl14exception_listD2Ev,comdat
	.weak	_ZN4sycl14exception_listD2Ev    # -- Begin function _ZN4sycl14exception_listD2Ev
	.p2align	4
	.type	_ZN4sycl14exception_listD2Ev,@function
_ZN4sycl14exception_listD2Ev:           # @_ZN4sycl14exception_listD2Ev
	.cfi_startproc
# %bb.0:
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r12
	.cfi_def_cfa_offset 32
	pushq	%rbx
	.cfi_def_cfa_offset 40
	pushq	%rax
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -40
	.cfi_offset %r12, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	8(%rdi), %rbx
	cmpq	%rdi, %rbx
	je	.LBB30_8
# %bb.1:
	testq	%rbx, %rbx
	je	.LBB30_8
# %bb.2:
	movq	%rdi, %r15
	movq	-8(%rbx), %rax
	addq	$-8, %rbx
	leaq	(,%rax,8), %r14
	testq	%rax, %rax
	je	.LBB30_7
# %bb.3:                                # %.preheader.preheader
	movq	%r14, %r12
	jmp	.LBB30_4
	.p2align	4
.LBB30_6:                               # %_ZNSt15__exception_ptr13exception_ptrD2Ev.exit
                                        #   in Loop: Header=BB30_4 Depth=1
	addq	$-8, %r12
	je	.LBB30_7
.LBB30_4:                               # %.preheader
                                        # =>This Inner Loop Header: Depth=1
	cmpq	$0, (%rbx,%r12)
	je	.LBB30_6
# %bb.5:                                #   in Loop: Header=BB30_4 Depth=1
	leaq	(%rbx,%r12), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
	jmp	.LBB30_6
.LBB30_7:                               # %.loopexit
	addq	$8, %r14
	movq	%rbx, %rdi
	movq	%r14, %rsi
	callq	_ZdaPvm@PLT
	movq	%r15, %rdi
.LBB30_8:
	cmpq	$0, (%rdi)
	je	.LBB30_9
# %bb.10:
	addq	$8, %rsp
	.cfi_def_cfa_offset 40
	popq	%rbx
	.cfi_def_cfa_offset 32
	popq	%r12
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	jmp	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT # TAILCALL
.LBB30_9:                               # %_ZNSt15__exception_ptr13exception_ptrD2Ev.exit3
	.cfi_def_cfa_offset 48
	addq	$8, %rsp
	.cfi_def_cfa_offset 40
	popq	%rbx
	.cfi_def_cfa_offset 32
	popq	%r12
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end30:
	.size	_ZN4sycl14exception_listD2Ev, .Lfunc_end30-_ZN4sycl14exception_listD2Ev
	.cfi_endproc
                                        # -- End function
	.section	.text._ZN4sycl14exception_list7reserveEv,"axG",@progbits,_ZN4sycl14exception_list7reserveEv,comdat
	.weak	_ZN4sycl14exception_list7reserveEv # -- Begin function _ZN4sycl14exception_list7reserveEv
	.p2align	4
	.type	_ZN4sycl14exception_list7reserveEv,@function
_ZN4sycl14exception_list7reserveEv:     # @_ZN4sycl14exception_list7reserveEv
	.cfi_startproc
# %bb.0:
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r13
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	subq	$16, %rsp
	.cfi_def_cfa_offset 64
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r13, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	16(%rdi), %r12
	movq	24(%rdi), %r15
	cmpq	%r15, %r12
	jb	.LBB31_16
# %bb.1:
	movq	%rdi, %rbx
	leaq	(%r15,%r15), %r13
	movq	%r13, %rax
	shrq	$61, %rax
	shlq	$4, %r15
	xorl	%edi, %edi
	negq	%rax
	sbbq	%rdi, %rdi
	orq	%r15, %rdi
	orq	$8, %rdi
	callq	_Znam@PLT
	movq	%rax, %r14
	movq	%r13, (%rax)
	addq	$8, %r14
	testq	%r13, %r13
	je	.LBB31_3
# %bb.2:                                # %.loopexit10.loopexit
	movq	%r14, %rdi
	xorl	%esi, %esi
	movq	%r15, %rdx
	callq	memset@PLT
.LBB31_3:                               # %.loopexit10
	testq	%r12, %r12
	je	.LBB31_7
# %bb.4:                                # %.lr.ph
	xorl	%r12d, %r12d
	leaq	8(%rsp), %r15
	jmp	.LBB31_5
	.p2align	4
.LBB31_20:                              # %_ZNSt15__exception_ptr13exception_ptraSERKS0_.exit
                                        #   in Loop: Header=BB31_5 Depth=1
	incq	%r12
	cmpq	16(%rbx), %r12
	jae	.LBB31_7
.LBB31_5:                               # =>This Inner Loop Header: Depth=1
	movq	8(%rbx), %rax
	movq	(%rax,%r12,8), %rax
	movq	%rax, 8(%rsp)
	testq	%rax, %rax
	je	.LBB31_6
# %bb.17:                               #   in Loop: Header=BB31_5 Depth=1
	movq	%r15, %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv@PLT
	movq	8(%rsp), %rax
	jmp	.LBB31_18
	.p2align	4
.LBB31_6:                               #   in Loop: Header=BB31_5 Depth=1
	xorl	%eax, %eax
.LBB31_18:                              # %_ZNSt15__exception_ptr13exception_ptrC2ERKS0_.exit.i
                                        #   in Loop: Header=BB31_5 Depth=1
	movq	(%r14,%r12,8), %rcx
	movq	%rcx, 8(%rsp)
	movq	%rax, (%r14,%r12,8)
	testq	%rcx, %rcx
	je	.LBB31_20
# %bb.19:                               #   in Loop: Header=BB31_5 Depth=1
	movq	%r15, %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
	jmp	.LBB31_20
.LBB31_7:                               # %._crit_edge
	movq	8(%rbx), %r15
	cmpq	%rbx, %r15
	je	.LBB31_15
# %bb.8:                                # %._crit_edge
	testq	%r15, %r15
	je	.LBB31_15
# %bb.9:
	movq	-8(%r15), %rax
	addq	$-8, %r15
	leaq	(,%rax,8), %r12
	testq	%rax, %rax
	je	.LBB31_14
# %bb.10:                               # %.preheader.preheader
	movq	%r12, %r13
	jmp	.LBB31_11
	.p2align	4
.LBB31_13:                              # %_ZNSt15__exception_ptr13exception_ptrD2Ev.exit
                                        #   in Loop: Header=BB31_11 Depth=1
	addq	$-8, %r13
	je	.LBB31_14
.LBB31_11:                              # %.preheader
                                        # =>This Inner Loop Header: Depth=1
	cmpq	$0, (%r15,%r13)
	je	.LBB31_13
# %bb.12:                               #   in Loop: Header=BB31_11 Depth=1
	leaq	(%r15,%r13), %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
	jmp	.LBB31_13
.LBB31_14:                              # %.loopexit
	addq	$8, %r12
	movq	%r15, %rdi
	movq	%r12, %rsi
	callq	_ZdaPvm@PLT
.LBB31_15:
	movq	%r14, 8(%rbx)
	shlq	24(%rbx)
.LBB31_16:
	addq	$16, %rsp
	.cfi_def_cfa_offset 48
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r13
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end31:
	.size	_ZN4sycl14exception_list7reserveEv, .Lfunc_end31-_ZN4sycl14exception_list7reserveEv
	.cfi_endproc
                                        # -- End function
	.section	.text._ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE,"axG",@progbits,_ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE,comdat
	.weak	_ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE # -- Begin function _ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE
	.p2align	4
	.type	_ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE,@function
_ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE: # @_ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE
	.cfi_startproc
# %bb.0:
	pushq	%r14
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	pushq	%rax
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -24
	.cfi_offset %r14, -16
	movq	8(%rdi), %rbx
	movq	16(%rdi), %r14
	leaq	1(%r14), %rax
	movq	%rax, 16(%rdi)
	movq	(%rsi), %rax
	movq	%rax, (%rsp)
	testq	%rax, %rax
	je	.LBB32_1
# %bb.2:
	movq	%rsp, %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv@PLT
	movq	(%rsp), %rax
	jmp	.LBB32_3
.LBB32_1:
	xorl	%eax, %eax
.LBB32_3:                               # %_ZNSt15__exception_ptr13exception_ptrC2ERKS0_.exit.i
	movq	(%rbx,%r14,8), %rcx
	movq	%rcx, (%rsp)
	movq	%rax, (%rbx,%r14,8)
	testq	%rcx, %rcx
	je	.LBB32_5
# %bb.4:
	movq	%rsp, %rdi
	callq	_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv@PLT
.LBB32_5:                               # %_ZNSt15__exception_ptr13exception_ptraSERKS0_.exit
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end32:
	.size	_ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE, .Lfunc_end32-_ZN4sycl14exception_list4pushERKNSt15__exception_ptr13exception_ptrE
	.cfi_endproc
                                        # -- End function
	.section	.text.unlikely._ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,"axG",@progbits,_ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,comdat
	.weak	_ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE # -- Begin function _ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
	.type	_ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,@function
_ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE: # @_ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
.Lfunc_begin21:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception21
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	subq	$64, %rsp
	.cfi_def_cfa_offset 96
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %rbp, -16
	movq	%rsi, %rbx
	movl	%edi, %ebp
	movb	_ZGVZN4sycl13sycl_categoryEvE8category(%rip), %al
	testb	%al, %al
	je	.LBB33_1
.LBB33_3:                               # %_ZN4sycl15make_error_codeENS_4errcE.exit
	leaq	_ZZN4sycl13sycl_categoryEvE8category(%rip), %rdx
	movq	%rsp, %r14
	movq	%r14, %rdi
	movl	%ebp, %esi
	movq	%rbx, %rcx
	callq	_ZN4sycl9exceptionC1ESt10error_codeRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
.Ltmp166:                               # EH_LABEL
	movq	%r14, %rdi
	callq	_ZN4sycl6detail8throw_itERKNS_9exceptionE
.Ltmp167:                               # EH_LABEL
# %bb.4:
.LBB33_1:
	leaq	_ZGVZN4sycl13sycl_categoryEvE8category(%rip), %rdi
	callq	__cxa_guard_acquire@PLT
	testl	%eax, %eax
	je	.LBB33_3
# %bb.2:
	movq	_ZNSt3_V214error_categoryD2Ev@GOTPCREL(%rip), %rdi
	leaq	_ZZN4sycl13sycl_categoryEvE8category(%rip), %rsi
	leaq	__dso_handle(%rip), %rdx
	callq	__cxa_atexit@PLT
	leaq	_ZGVZN4sycl13sycl_categoryEvE8category(%rip), %rdi
	callq	__cxa_guard_release@PLT
	jmp	.LBB33_3
.LBB33_5:
.Ltmp168:                               # EH_LABEL
	movq	%rax, %rbx
	leaq	_ZTVN4sycl9exceptionE+40(%rip), %rax
	leaq	40(%rsp), %rcx
	movq	%rax, -40(%rcx)
	movq	-16(%rcx), %rdi
	cmpq	%rcx, %rdi
	je	.LBB33_7
# %bb.6:
	movq	40(%rsp), %rsi
	incq	%rsi
	callq	_ZdlPvm@PLT
.LBB33_7:                               # %_ZN4sycl9exceptionD1Ev.exit
	movq	%rsp, %rdi
	callq	_ZNSt9exceptionD2Ev@PLT
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end33:
	.size	_ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, .Lfunc_end33-_ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,"aG",@progbits,_ZN4sycl6detail11throw_errorENS_4errcERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,comdat
	.p2align	2, 0x0
GCC_except_table33:
.Lexception21:
	.byte	255                             # @LPStart Encoding = omit
	.byte	255                             # @TType Encoding = omit
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end21-.Lcst_begin21
.Lcst_begin21:
	.uleb128 .Lfunc_begin21-.Lfunc_begin21  # >> Call Site 1 <<
	.uleb128 .Ltmp166-.Lfunc_begin21        #   Call between .Lfunc_begin21 and .Ltmp166
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp166-.Lfunc_begin21        # >> Call Site 2 <<
	.uleb128 .Ltmp167-.Ltmp166              #   Call between .Ltmp166 and .Ltmp167
	.uleb128 .Ltmp168-.Lfunc_begin21        #     jumps to .Ltmp168
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp167-.Lfunc_begin21        # >> Call Site 3 <<
	.uleb128 .Lfunc_end33-.Ltmp167          #   Call between .Ltmp167 and .Lfunc_end33
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end21:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,"axG",@progbits,_ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,comdat
	.weak	_ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE # -- Begin function _ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
	.p2align	4
	.type	_ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,@function
_ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE: # @_ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
.Lfunc_begin22:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception22
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	subq	$64, %rsp
	.cfi_def_cfa_offset 112
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movl	%ecx, %ebp
	movq	%rsi, %r15
	movq	%rdi, %r12
	movq	8(%rdx), %r14
	movq	(%rdx), %rdi
	callq	falx_queue_context@PLT
	movq	%rax, %rbx
	movq	%rax, %rdi
	callq	falx_context_retain@PLT
	movq	%rbx, (%rsp)
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 32(%rsp)
	movaps	%xmm0, 16(%rsp)
	movq	$0, 48(%rsp)
	cmpl	$3, %ebp
	je	.LBB34_1
# %bb.2:
	cmpq	$5, %r12
	movl	$4, %r8d
	cmovaeq	%r12, %r8
	movq	%r15, %rax
	shrq	$62, %rax
	shlq	$2, %r15
	xorl	%ecx, %ecx
	negq	%rax
	sbbq	%rcx, %rcx
	orq	%r15, %rcx
.Ltmp169:                               # EH_LABEL
	leaq	8(%rsp), %r9
	movl	%ebp, %edi
	movq	%rbx, %rsi
	movq	%r14, %rdx
	callq	falx_usm_alloc@PLT
.Ltmp170:                               # EH_LABEL
# %bb.3:                                # %.noexc
	cmpl	$9, %eax
	jne	.LBB34_5
.LBB34_1:
	xorl	%r14d, %r14d
	testq	%rbx, %rbx
	jne	.LBB34_7
	jmp	.LBB34_8
.LBB34_5:                               # %.noexc
	testl	%eax, %eax
	jne	.LBB34_9
# %bb.6:                                # %_ZN4sycl6detail5checkE11falx_status.exit.i.i
	movq	8(%rsp), %r14
	testq	%rbx, %rbx
	je	.LBB34_8
.LBB34_7:
.Ltmp174:                               # EH_LABEL
	movq	%rbx, %rdi
	callq	falx_context_release@PLT
.Ltmp175:                               # EH_LABEL
.LBB34_8:                               # %_ZN4sycl7contextD2Ev.exit
	movq	%r14, %rax
	addq	$64, %rsp
	.cfi_def_cfa_offset 48
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB34_9:
	.cfi_def_cfa_offset 112
.Ltmp171:                               # EH_LABEL
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.Ltmp172:                               # EH_LABEL
# %bb.10:                               # %.noexc6
.LBB34_11:
.Ltmp176:                               # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB34_12:
.Ltmp173:                               # EH_LABEL
	movq	%rax, %rbx
	leaq	16(%rsp), %rdi
	callq	_ZN4sycl13property_listD2Ev
	movq	%rsp, %rdi
	callq	_ZN4sycl7contextD2Ev
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end34:
	.size	_ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE, .Lfunc_end34-_ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,"aG",@progbits,_ZN4sycl13aligned_allocIiEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,comdat
	.p2align	2, 0x0
GCC_except_table34:
.Lexception22:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase12-.Lttbaseref12
.Lttbaseref12:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end22-.Lcst_begin22
.Lcst_begin22:
	.uleb128 .Lfunc_begin22-.Lfunc_begin22  # >> Call Site 1 <<
	.uleb128 .Ltmp169-.Lfunc_begin22        #   Call between .Lfunc_begin22 and .Ltmp169
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp169-.Lfunc_begin22        # >> Call Site 2 <<
	.uleb128 .Ltmp170-.Ltmp169              #   Call between .Ltmp169 and .Ltmp170
	.uleb128 .Ltmp173-.Lfunc_begin22        #     jumps to .Ltmp173
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp174-.Lfunc_begin22        # >> Call Site 3 <<
	.uleb128 .Ltmp175-.Ltmp174              #   Call between .Ltmp174 and .Ltmp175
	.uleb128 .Ltmp176-.Lfunc_begin22        #     jumps to .Ltmp176
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp171-.Lfunc_begin22        # >> Call Site 4 <<
	.uleb128 .Ltmp172-.Ltmp171              #   Call between .Ltmp171 and .Ltmp172
	.uleb128 .Ltmp173-.Lfunc_begin22        #     jumps to .Ltmp173
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp172-.Lfunc_begin22        # >> Call Site 5 <<
	.uleb128 .Lfunc_end34-.Ltmp172          #   Call between .Ltmp172 and .Lfunc_end34
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end22:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase12:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,"axG",@progbits,_ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,comdat
	.weak	_ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE # -- Begin function _ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
	.p2align	4
	.type	_ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,@function
_ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE: # @_ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
.Lfunc_begin23:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception23
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	subq	$64, %rsp
	.cfi_def_cfa_offset 112
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movl	%ecx, %ebp
	movq	%rsi, %r15
	movq	%rdi, %r12
	movq	8(%rdx), %r14
	movq	(%rdx), %rdi
	callq	falx_queue_context@PLT
	movq	%rax, %rbx
	movq	%rax, %rdi
	callq	falx_context_retain@PLT
	movq	%rbx, (%rsp)
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 32(%rsp)
	movaps	%xmm0, 16(%rsp)
	movq	$0, 48(%rsp)
	cmpl	$3, %ebp
	je	.LBB35_1
# %bb.2:
	cmpq	$5, %r12
	movl	$4, %r8d
	cmovaeq	%r12, %r8
	movq	%r15, %rax
	shrq	$62, %rax
	shlq	$2, %r15
	xorl	%ecx, %ecx
	negq	%rax
	sbbq	%rcx, %rcx
	orq	%r15, %rcx
.Ltmp177:                               # EH_LABEL
	leaq	8(%rsp), %r9
	movl	%ebp, %edi
	movq	%rbx, %rsi
	movq	%r14, %rdx
	callq	falx_usm_alloc@PLT
.Ltmp178:                               # EH_LABEL
# %bb.3:                                # %.noexc
	cmpl	$9, %eax
	jne	.LBB35_5
.LBB35_1:
	xorl	%r14d, %r14d
	testq	%rbx, %rbx
	jne	.LBB35_7
	jmp	.LBB35_8
.LBB35_5:                               # %.noexc
	testl	%eax, %eax
	jne	.LBB35_9
# %bb.6:                                # %_ZN4sycl6detail5checkE11falx_status.exit.i.i
	movq	8(%rsp), %r14
	testq	%rbx, %rbx
	je	.LBB35_8
.LBB35_7:
.Ltmp182:                               # EH_LABEL
	movq	%rbx, %rdi
	callq	falx_context_release@PLT
.Ltmp183:                               # EH_LABEL
.LBB35_8:                               # %_ZN4sycl7contextD2Ev.exit
	movq	%r14, %rax
	addq	$64, %rsp
	.cfi_def_cfa_offset 48
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB35_9:
	.cfi_def_cfa_offset 112
.Ltmp179:                               # EH_LABEL
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.Ltmp180:                               # EH_LABEL
# %bb.10:                               # %.noexc6
.LBB35_11:
.Ltmp184:                               # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB35_12:
.Ltmp181:                               # EH_LABEL
	movq	%rax, %rbx
	leaq	16(%rsp), %rdi
	callq	_ZN4sycl13property_listD2Ev
	movq	%rsp, %rdi
	callq	_ZN4sycl7contextD2Ev
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end35:
	.size	_ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE, .Lfunc_end35-_ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,"aG",@progbits,_ZN4sycl13aligned_allocIfEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,comdat
	.p2align	2, 0x0
GCC_except_table35:
.Lexception23:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase13-.Lttbaseref13
.Lttbaseref13:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end23-.Lcst_begin23
.Lcst_begin23:
	.uleb128 .Lfunc_begin23-.Lfunc_begin23  # >> Call Site 1 <<
	.uleb128 .Ltmp177-.Lfunc_begin23        #   Call between .Lfunc_begin23 and .Ltmp177
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp177-.Lfunc_begin23        # >> Call Site 2 <<
	.uleb128 .Ltmp178-.Ltmp177              #   Call between .Ltmp177 and .Ltmp178
	.uleb128 .Ltmp181-.Lfunc_begin23        #     jumps to .Ltmp181
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp182-.Lfunc_begin23        # >> Call Site 3 <<
	.uleb128 .Ltmp183-.Ltmp182              #   Call between .Ltmp182 and .Ltmp183
	.uleb128 .Ltmp184-.Lfunc_begin23        #     jumps to .Ltmp184
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp179-.Lfunc_begin23        # >> Call Site 4 <<
	.uleb128 .Ltmp180-.Ltmp179              #   Call between .Ltmp179 and .Ltmp180
	.uleb128 .Ltmp181-.Lfunc_begin23        #     jumps to .Ltmp181
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp180-.Lfunc_begin23        # >> Call Site 5 <<
	.uleb128 .Lfunc_end35-.Ltmp180          #   Call between .Ltmp180 and .Lfunc_end35
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end23:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase13:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,"axG",@progbits,_ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,comdat
	.weak	_ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE # -- Begin function _ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
	.p2align	4
	.type	_ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,@function
_ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE: # @_ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
.Lfunc_begin24:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception24
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	subq	$64, %rsp
	.cfi_def_cfa_offset 112
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movl	%ecx, %ebp
	movq	%rsi, %r15
	movq	%rdi, %r12
	movq	8(%rdx), %r14
	movq	(%rdx), %rdi
	callq	falx_queue_context@PLT
	movq	%rax, %rbx
	movq	%rax, %rdi
	callq	falx_context_retain@PLT
	movq	%rbx, (%rsp)
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 32(%rsp)
	movaps	%xmm0, 16(%rsp)
	movq	$0, 48(%rsp)
	cmpl	$3, %ebp
	je	.LBB36_1
# %bb.2:
	cmpq	$9, %r12
	movl	$8, %r8d
	cmovaeq	%r12, %r8
	movq	%r15, %rax
	shrq	$61, %rax
	shlq	$3, %r15
	xorl	%ecx, %ecx
	negq	%rax
	sbbq	%rcx, %rcx
	orq	%r15, %rcx
.Ltmp185:                               # EH_LABEL
	leaq	8(%rsp), %r9
	movl	%ebp, %edi
	movq	%rbx, %rsi
	movq	%r14, %rdx
	callq	falx_usm_alloc@PLT
.Ltmp186:                               # EH_LABEL
# %bb.3:                                # %.noexc
	cmpl	$9, %eax
	jne	.LBB36_5
.LBB36_1:
	xorl	%r14d, %r14d
	testq	%rbx, %rbx
	jne	.LBB36_7
	jmp	.LBB36_8
.LBB36_5:                               # %.noexc
	testl	%eax, %eax
	jne	.LBB36_9
# %bb.6:                                # %_ZN4sycl6detail5checkE11falx_status.exit.i.i
	movq	8(%rsp), %r14
	testq	%rbx, %rbx
	je	.LBB36_8
.LBB36_7:
.Ltmp190:                               # EH_LABEL
	movq	%rbx, %rdi
	callq	falx_context_release@PLT
.Ltmp191:                               # EH_LABEL
.LBB36_8:                               # %_ZN4sycl7contextD2Ev.exit
	movq	%r14, %rax
	addq	$64, %rsp
	.cfi_def_cfa_offset 48
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB36_9:
	.cfi_def_cfa_offset 112
.Ltmp187:                               # EH_LABEL
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.Ltmp188:                               # EH_LABEL
# %bb.10:                               # %.noexc6
.LBB36_11:
.Ltmp192:                               # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB36_12:
.Ltmp189:                               # EH_LABEL
	movq	%rax, %rbx
	leaq	16(%rsp), %rdi
	callq	_ZN4sycl13property_listD2Ev
	movq	%rsp, %rdi
	callq	_ZN4sycl7contextD2Ev
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end36:
	.size	_ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE, .Lfunc_end36-_ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,"aG",@progbits,_ZN4sycl13aligned_allocIdEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,comdat
	.p2align	2, 0x0
GCC_except_table36:
.Lexception24:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase14-.Lttbaseref14
.Lttbaseref14:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end24-.Lcst_begin24
.Lcst_begin24:
	.uleb128 .Lfunc_begin24-.Lfunc_begin24  # >> Call Site 1 <<
	.uleb128 .Ltmp185-.Lfunc_begin24        #   Call between .Lfunc_begin24 and .Ltmp185
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp185-.Lfunc_begin24        # >> Call Site 2 <<
	.uleb128 .Ltmp186-.Ltmp185              #   Call between .Ltmp185 and .Ltmp186
	.uleb128 .Ltmp189-.Lfunc_begin24        #     jumps to .Ltmp189
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp190-.Lfunc_begin24        # >> Call Site 3 <<
	.uleb128 .Ltmp191-.Ltmp190              #   Call between .Ltmp190 and .Ltmp191
	.uleb128 .Ltmp192-.Lfunc_begin24        #     jumps to .Ltmp192
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp187-.Lfunc_begin24        # >> Call Site 4 <<
	.uleb128 .Ltmp188-.Ltmp187              #   Call between .Ltmp187 and .Ltmp188
	.uleb128 .Ltmp189-.Lfunc_begin24        #     jumps to .Ltmp189
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp188-.Lfunc_begin24        # >> Call Site 5 <<
	.uleb128 .Lfunc_end36-.Ltmp188          #   Call between .Ltmp188 and .Lfunc_end36
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end24:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase14:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,"axG",@progbits,_ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,comdat
	.weak	_ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE # -- Begin function _ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
	.p2align	4
	.type	_ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,@function
_ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE: # @_ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
.Lfunc_begin25:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception25
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	subq	$64, %rsp
	.cfi_def_cfa_offset 112
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movl	%ecx, %ebp
	movq	%rsi, %r15
	movq	%rdi, %r12
	movq	8(%rdx), %r14
	movq	(%rdx), %rdi
	callq	falx_queue_context@PLT
	movq	%rax, %rbx
	movq	%rax, %rdi
	callq	falx_context_retain@PLT
	movq	%rbx, (%rsp)
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 32(%rsp)
	movaps	%xmm0, 16(%rsp)
	movq	$0, 48(%rsp)
	cmpl	$3, %ebp
	je	.LBB37_1
# %bb.2:
	cmpq	$9, %r12
	movl	$8, %r8d
	cmovaeq	%r12, %r8
	movq	%r15, %rax
	shrq	$61, %rax
	shlq	$3, %r15
	xorl	%ecx, %ecx
	negq	%rax
	sbbq	%rcx, %rcx
	orq	%r15, %rcx
.Ltmp193:                               # EH_LABEL
	leaq	8(%rsp), %r9
	movl	%ebp, %edi
	movq	%rbx, %rsi
	movq	%r14, %rdx
	callq	falx_usm_alloc@PLT
.Ltmp194:                               # EH_LABEL
# %bb.3:                                # %.noexc
	cmpl	$9, %eax
	jne	.LBB37_5
.LBB37_1:
	xorl	%r14d, %r14d
	testq	%rbx, %rbx
	jne	.LBB37_7
	jmp	.LBB37_8
.LBB37_5:                               # %.noexc
	testl	%eax, %eax
	jne	.LBB37_9
# %bb.6:                                # %_ZN4sycl6detail5checkE11falx_status.exit.i.i
	movq	8(%rsp), %r14
	testq	%rbx, %rbx
	je	.LBB37_8
.LBB37_7:
.Ltmp198:                               # EH_LABEL
	movq	%rbx, %rdi
	callq	falx_context_release@PLT
.Ltmp199:                               # EH_LABEL
.LBB37_8:                               # %_ZN4sycl7contextD2Ev.exit
	movq	%r14, %rax
	addq	$64, %rsp
	.cfi_def_cfa_offset 48
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB37_9:
	.cfi_def_cfa_offset 112
.Ltmp195:                               # EH_LABEL
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.Ltmp196:                               # EH_LABEL
# %bb.10:                               # %.noexc6
.LBB37_11:
.Ltmp200:                               # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB37_12:
.Ltmp197:                               # EH_LABEL
	movq	%rax, %rbx
	leaq	16(%rsp), %rdi
	callq	_ZN4sycl13property_listD2Ev
	movq	%rsp, %rdi
	callq	_ZN4sycl7contextD2Ev
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end37:
	.size	_ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE, .Lfunc_end37-_ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,"aG",@progbits,_ZN4sycl13aligned_allocIPlEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,comdat
	.p2align	2, 0x0
GCC_except_table37:
.Lexception25:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase15-.Lttbaseref15
.Lttbaseref15:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end25-.Lcst_begin25
.Lcst_begin25:
	.uleb128 .Lfunc_begin25-.Lfunc_begin25  # >> Call Site 1 <<
	.uleb128 .Ltmp193-.Lfunc_begin25        #   Call between .Lfunc_begin25 and .Ltmp193
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp193-.Lfunc_begin25        # >> Call Site 2 <<
	.uleb128 .Ltmp194-.Ltmp193              #   Call between .Ltmp193 and .Ltmp194
	.uleb128 .Ltmp197-.Lfunc_begin25        #     jumps to .Ltmp197
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp198-.Lfunc_begin25        # >> Call Site 3 <<
	.uleb128 .Ltmp199-.Ltmp198              #   Call between .Ltmp198 and .Ltmp199
	.uleb128 .Ltmp200-.Lfunc_begin25        #     jumps to .Ltmp200
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp195-.Lfunc_begin25        # >> Call Site 4 <<
	.uleb128 .Ltmp196-.Ltmp195              #   Call between .Ltmp195 and .Ltmp196
	.uleb128 .Ltmp197-.Lfunc_begin25        #     jumps to .Ltmp197
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp196-.Lfunc_begin25        # >> Call Site 5 <<
	.uleb128 .Lfunc_end37-.Ltmp196          #   Call between .Ltmp196 and .Lfunc_end37
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end25:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase15:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,"axG",@progbits,_ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,comdat
	.weak	_ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE # -- Begin function _ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
	.p2align	4
	.type	_ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,@function
_ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE: # @_ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
.Lfunc_begin26:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception26
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r15
	.cfi_def_cfa_offset 24
	pushq	%r14
	.cfi_def_cfa_offset 32
	pushq	%r12
	.cfi_def_cfa_offset 40
	pushq	%rbx
	.cfi_def_cfa_offset 48
	subq	$64, %rsp
	.cfi_def_cfa_offset 112
	.cfi_offset %rbx, -48
	.cfi_offset %r12, -40
	.cfi_offset %r14, -32
	.cfi_offset %r15, -24
	.cfi_offset %rbp, -16
	movl	%ecx, %ebp
	movq	%rsi, %r15
	movq	%rdi, %r12
	movq	8(%rdx), %r14
	movq	(%rdx), %rdi
	callq	falx_queue_context@PLT
	movq	%rax, %rbx
	movq	%rax, %rdi
	callq	falx_context_retain@PLT
	movq	%rbx, (%rsp)
	xorps	%xmm0, %xmm0
	movaps	%xmm0, 32(%rsp)
	movaps	%xmm0, 16(%rsp)
	movq	$0, 48(%rsp)
	cmpl	$3, %ebp
	je	.LBB38_1
# %bb.2:
	cmpq	$9, %r12
	movl	$8, %r8d
	cmovaeq	%r12, %r8
	movq	%r15, %rax
	shrq	$61, %rax
	shlq	$3, %r15
	xorl	%ecx, %ecx
	negq	%rax
	sbbq	%rcx, %rcx
	orq	%r15, %rcx
.Ltmp201:                               # EH_LABEL
	leaq	8(%rsp), %r9
	movl	%ebp, %edi
	movq	%rbx, %rsi
	movq	%r14, %rdx
	callq	falx_usm_alloc@PLT
.Ltmp202:                               # EH_LABEL
# %bb.3:                                # %.noexc
	cmpl	$9, %eax
	jne	.LBB38_5
.LBB38_1:
	xorl	%r14d, %r14d
	testq	%rbx, %rbx
	jne	.LBB38_7
	jmp	.LBB38_8
.LBB38_5:                               # %.noexc
	testl	%eax, %eax
	jne	.LBB38_9
# %bb.6:                                # %_ZN4sycl6detail5checkE11falx_status.exit.i.i
	movq	8(%rsp), %r14
	testq	%rbx, %rbx
	je	.LBB38_8
.LBB38_7:
.Ltmp206:                               # EH_LABEL
	movq	%rbx, %rdi
	callq	falx_context_release@PLT
.Ltmp207:                               # EH_LABEL
.LBB38_8:                               # %_ZN4sycl7contextD2Ev.exit
	movq	%r14, %rax
	addq	$64, %rsp
	.cfi_def_cfa_offset 48
	popq	%rbx
	.cfi_def_cfa_offset 40
	popq	%r12
	.cfi_def_cfa_offset 32
	popq	%r14
	.cfi_def_cfa_offset 24
	popq	%r15
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB38_9:
	.cfi_def_cfa_offset 112
.Ltmp203:                               # EH_LABEL
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.Ltmp204:                               # EH_LABEL
# %bb.10:                               # %.noexc6
.LBB38_11:
.Ltmp208:                               # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB38_12:
.Ltmp205:                               # EH_LABEL
	movq	%rax, %rbx
	leaq	16(%rsp), %rdi
	callq	_ZN4sycl13property_listD2Ev
	movq	%rsp, %rdi
	callq	_ZN4sycl7contextD2Ev
	movq	%rbx, %rdi
	callq	_Unwind_Resume@PLT
.Lfunc_end38:
	.size	_ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE, .Lfunc_end38-_ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,"aG",@progbits,_ZN4sycl13aligned_allocImEEPT_mmRKNS_5queueENS_3usm5allocERKNS_13property_listE,comdat
	.p2align	2, 0x0
GCC_except_table38:
.Lexception26:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase16-.Lttbaseref16
.Lttbaseref16:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end26-.Lcst_begin26
.Lcst_begin26:
	.uleb128 .Lfunc_begin26-.Lfunc_begin26  # >> Call Site 1 <<
	.uleb128 .Ltmp201-.Lfunc_begin26        #   Call between .Lfunc_begin26 and .Ltmp201
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp201-.Lfunc_begin26        # >> Call Site 2 <<
	.uleb128 .Ltmp202-.Ltmp201              #   Call between .Ltmp201 and .Ltmp202
	.uleb128 .Ltmp205-.Lfunc_begin26        #     jumps to .Ltmp205
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp206-.Lfunc_begin26        # >> Call Site 3 <<
	.uleb128 .Ltmp207-.Ltmp206              #   Call between .Ltmp206 and .Ltmp207
	.uleb128 .Ltmp208-.Lfunc_begin26        #     jumps to .Ltmp208
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp203-.Lfunc_begin26        # >> Call Site 4 <<
	.uleb128 .Ltmp204-.Ltmp203              #   Call between .Ltmp203 and .Ltmp204
	.uleb128 .Ltmp205-.Lfunc_begin26        #     jumps to .Ltmp205
	.byte	0                               #   On action: cleanup
	.uleb128 .Ltmp204-.Lfunc_begin26        # >> Call Site 5 <<
	.uleb128 .Lfunc_end38-.Ltmp204          #   Call between .Ltmp204 and .Lfunc_end38
	.byte	0                               #     has no landing pad
	.byte	0                               #   On action: cleanup
.Lcst_end26:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase16:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text._ZN4sycl7handler6submitEb,"axG",@progbits,_ZN4sycl7handler6submitEb,comdat
	.weak	_ZN4sycl7handler6submitEb       # -- Begin function _ZN4sycl7handler6submitEb
	.p2align	4
	.type	_ZN4sycl7handler6submitEb,@function
_ZN4sycl7handler6submitEb:              # @_ZN4sycl7handler6submitEb
	.cfi_startproc
# %bb.0:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%rbx
	.cfi_def_cfa_offset 32
	subq	$16, %rsp
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -32
	.cfi_offset %r14, -24
	.cfi_offset %rbp, -16
	cmpl	$0, 8(%rdi)
	je	.LBB39_1
# %bb.2:
	movq	%rdi, %rbx
	cmpb	$1, 360(%rdi)
	je	.LBB39_19
# %bb.3:
	movl	%esi, %ebp
	movq	296(%rbx), %rsi
	testq	%rsi, %rsi
	je	.LBB39_5
# %bb.4:
	movq	%rbx, %rdi
	callq	*304(%rbx)
.LBB39_5:
	movq	344(%rbx), %r14
	movq	%r14, 8(%rsp)
	testq	%r14, %r14
	je	.LBB39_7
# %bb.6:
	movq	%r14, %rdi
	callq	falx_event_retain@PLT
	jmp	.LBB39_16
.LBB39_1:
	xorl	%r14d, %r14d
	jmp	.LBB39_18
.LBB39_7:
	movaps	368(%rbx), %xmm0
	movups	%xmm0, 24(%rbx)
	movups	456(%rbx), %xmm0
	movups	%xmm0, 40(%rbx)
	cmpl	$1, 8(%rbx)
	jne	.LBB39_12
# %bb.8:
	movq	256(%rbx), %rdi
	testq	%rdi, %rdi
	je	.LBB39_10
# %bb.9:
	movq	56(%rbx), %rsi
	callq	*264(%rbx)
	jmp	.LBB39_11
.LBB39_10:
	leaq	272(%rbx), %rax
.LBB39_11:
	movq	(%rax), %rcx
	movq	%rcx, 152(%rbx)
	movq	8(%rax), %rax
	movq	%rax, 160(%rbx)
.LBB39_12:                              # %_ZNK4sycl7handler4fillER12falx_commandb.exit
	movq	320(%rbx), %rdx
	testq	%rdx, %rdx
	leaq	8(%rsp), %rax
	cmovneq	%rax, %rdx
	movq	248(%rbx), %rdi
	testb	%bpl, %bpl
	cmovneq	%rax, %rdx
	movq	%rbx, %rsi
	callq	falx_queue_submit@PLT
	cmpl	$2, 8(%rbx)
	jne	.LBB39_14
# %bb.13:
	movq	$0, 64(%rbx)
.LBB39_14:
	testl	%eax, %eax
	jne	.LBB39_20
# %bb.15:                               # %._ZN4sycl6detail5checkE11falx_status.exit_crit_edge
	movq	8(%rsp), %r14
.LBB39_16:                              # %_ZN4sycl6detail5checkE11falx_status.exit
	movq	320(%rbx), %rsi
	testq	%rsi, %rsi
	je	.LBB39_18
# %bb.17:
	movq	$0, 320(%rbx)
	movq	%rbx, %rdi
	movq	%r14, %rdx
	callq	*328(%rbx)
	movq	%rax, %r14
.LBB39_18:
	movq	%r14, %rax
	addq	$16, %rsp
	.cfi_def_cfa_offset 32
	popq	%rbx
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%rbp
	.cfi_def_cfa_offset 8
	retq
.LBB39_20:
	.cfi_def_cfa_offset 48
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.LBB39_19:
	movq	%rbx, %rdi
	callq	_ZN4sycl7handler13refuse_secondEv
.Lfunc_end39:
	.size	_ZN4sycl7handler6submitEb, .Lfunc_end39-_ZN4sycl7handler6submitEb
	.cfi_endproc
                                        # -- End function
	.section	.text._ZN4sycl7handlerD2Ev,"axG",@progbits,_ZN4sycl7handlerD2Ev,comdat
	.weak	_ZN4sycl7handlerD2Ev            # -- Begin function _ZN4sycl7handlerD2Ev
	.p2align	4
	.type	_ZN4sycl7handlerD2Ev,@function
_ZN4sycl7handlerD2Ev:                   # @_ZN4sycl7handlerD2Ev
.Lfunc_begin27:
	.cfi_startproc
	.cfi_personality 155, DW.ref.__gxx_personality_v0
	.cfi_lsda 27, .Lexception27
# %bb.0:
	pushq	%r15
	.cfi_def_cfa_offset 16
	pushq	%r14
	.cfi_def_cfa_offset 24
	pushq	%r12
	.cfi_def_cfa_offset 32
	pushq	%rbx
	.cfi_def_cfa_offset 40
	pushq	%rax
	.cfi_def_cfa_offset 48
	.cfi_offset %rbx, -40
	.cfi_offset %r12, -32
	.cfi_offset %r14, -24
	.cfi_offset %r15, -16
	movq	%rdi, %rbx
	movq	352(%rdi), %rdi
	leaq	640(%rbx), %rax
	cmpq	%rax, %rdi
	je	.LBB40_2
# %bb.1:
	movl	$64, %esi
	callq	_ZdlPvSt11align_val_t@PLT
.LBB40_2:
	movq	256(%rbx), %rdi
	testq	%rdi, %rdi
	je	.LBB40_4
# %bb.3:
.Ltmp209:                               # EH_LABEL
	callq	*288(%rbx)
.Ltmp210:                               # EH_LABEL
.LBB40_4:
	movq	$0, 256(%rbx)
	.p2align	4
.LBB40_6:                               # %.lr.ph.i
                                        # =>This Inner Loop Header: Depth=1
	movq	616(%rbx), %rdi
	testq	%rdi, %rdi
	je	.LBB40_7
# %bb.5:                                # %.lr.ph.i
                                        #   in Loop: Header=BB40_6 Depth=1
	movq	(%rdi), %rax
	movq	%rax, 616(%rbx)
	callq	free@PLT
	jmp	.LBB40_6
.LBB40_7:                               # %_ZN4sycl7handler14drop_argumentsEv.exit
	movq	296(%rbx), %rdi
	testq	%rdi, %rdi
	je	.LBB40_9
# %bb.8:
.Ltmp211:                               # EH_LABEL
	callq	*312(%rbx)
.Ltmp212:                               # EH_LABEL
.LBB40_9:
	movq	320(%rbx), %rdi
	testq	%rdi, %rdi
	je	.LBB40_11
# %bb.10:
.Ltmp213:                               # EH_LABEL
	callq	*336(%rbx)
.Ltmp214:                               # EH_LABEL
.LBB40_11:
	cmpl	$2, 8(%rbx)
	jne	.LBB40_14
# %bb.12:
	movq	64(%rbx), %rax
	testq	%rax, %rax
	je	.LBB40_14
# %bb.13:
	movq	72(%rbx), %rdi
.Ltmp215:                               # EH_LABEL
	callq	*%rax
.Ltmp216:                               # EH_LABEL
.LBB40_14:
	movq	456(%rbx), %rdi
	leaq	480(%rbx), %rax
	cmpq	%rax, %rdi
	je	.LBB40_16
# %bb.15:
	callq	free@PLT
.LBB40_16:                              # %_ZN4sycl6detail10short_listI16falx_requirementLm8EED2Ev.exit.i
	movq	368(%rbx), %r14
	movq	376(%rbx), %r15
	testq	%r15, %r15
	je	.LBB40_21
# %bb.17:                               # %.lr.ph.i.i.preheader
	shlq	$3, %r15
	xorl	%r12d, %r12d
	.p2align	4
.LBB40_18:                              # %.lr.ph.i.i
                                        # =>This Inner Loop Header: Depth=1
	movq	(%r14,%r12), %rdi
.Ltmp218:                               # EH_LABEL
	callq	falx_event_release@PLT
.Ltmp219:                               # EH_LABEL
# %bb.19:                               #   in Loop: Header=BB40_18 Depth=1
	addq	$8, %r12
	cmpq	%r12, %r15
	jne	.LBB40_18
# %bb.20:                               # %._crit_edge.loopexit.i.i
	movq	368(%rbx), %r14
.LBB40_21:                              # %._crit_edge.i.i
	leaq	392(%rbx), %rax
	cmpq	%rax, %r14
	je	.LBB40_23
# %bb.22:
	movq	%r14, %rdi
	callq	free@PLT
.LBB40_23:                              # %_ZN4sycl6detail11group_stateD2Ev.exit
	leaq	272(%rbx), %r14
	cmpq	$0, 280(%rbx)
	je	.LBB40_26
# %bb.24:                               # %.lr.ph.i.i9.preheader
	movl	$8, %r15d
	xorl	%r12d, %r12d
	.p2align	4
.LBB40_25:                              # %.lr.ph.i.i9
                                        # =>This Inner Loop Header: Depth=1
	movq	272(%rbx), %rax
	movq	(%rax,%r15), %rdi
	callq	free@PLT
	incq	%r12
	addq	$24, %r15
	cmpq	280(%rbx), %r12
	jb	.LBB40_25
.LBB40_26:                              # %_ZN4sycl6detail11spec_valuesD2Ev.exit
	movq	(%r14), %rdi
	callq	free@PLT
	xorps	%xmm0, %xmm0
	movaps	%xmm0, (%r14)
	addq	$8, %rsp
	.cfi_def_cfa_offset 40
	popq	%rbx
	.cfi_def_cfa_offset 32
	popq	%r12
	.cfi_def_cfa_offset 24
	popq	%r14
	.cfi_def_cfa_offset 16
	popq	%r15
	.cfi_def_cfa_offset 8
	retq
.LBB40_27:
	.cfi_def_cfa_offset 48
.Ltmp217:                               # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.LBB40_28:
.Ltmp220:                               # EH_LABEL
	movq	%rax, %rdi
	callq	__clang_call_terminate
.Lfunc_end40:
	.size	_ZN4sycl7handlerD2Ev, .Lfunc_end40-_ZN4sycl7handlerD2Ev
	.cfi_endproc
	.section	.gcc_except_table._ZN4sycl7handlerD2Ev,"aG",@progbits,_ZN4sycl7handlerD2Ev,comdat
	.p2align	2, 0x0
GCC_except_table40:
.Lexception27:
	.byte	255                             # @LPStart Encoding = omit
	.byte	155                             # @TType Encoding = indirect pcrel sdata4
	.uleb128 .Lttbase17-.Lttbaseref17
.Lttbaseref17:
	.byte	1                               # Call site Encoding = uleb128
	.uleb128 .Lcst_end27-.Lcst_begin27
.Lcst_begin27:
	.uleb128 .Ltmp209-.Lfunc_begin27        # >> Call Site 1 <<
	.uleb128 .Ltmp216-.Ltmp209              #   Call between .Ltmp209 and .Ltmp216
	.uleb128 .Ltmp217-.Lfunc_begin27        #     jumps to .Ltmp217
	.byte	1                               #   On action: 1
	.uleb128 .Ltmp218-.Lfunc_begin27        # >> Call Site 2 <<
	.uleb128 .Ltmp219-.Ltmp218              #   Call between .Ltmp218 and .Ltmp219
	.uleb128 .Ltmp220-.Lfunc_begin27        #     jumps to .Ltmp220
	.byte	1                               #   On action: 1
.Lcst_end27:
	.byte	1                               # >> Action Record 1 <<
                                        #   Catch TypeInfo 1
	.byte	0                               #   No further actions
	.p2align	2, 0x0
                                        # >> Catch TypeInfos <<
	.long	0                               # TypeInfo 1
.Lttbase17:
	.p2align	2, 0x0
                                        # -- End function
	.section	.text.unlikely._ZN4sycl7handler13refuse_secondEv,"axG",@progbits,_ZN4sycl7handler13refuse_secondEv,comdat
	.weak	_ZN4sycl7handler13refuse_secondEv # -- Begin function _ZN4sycl7handler13refuse_secondEv
	.p2align	1
	.type	_ZN4sycl7handler13refuse_secondEv,@function
_ZN4sycl7handler13refuse_secondEv:      # @_ZN4sycl7handler13refuse_secondEv
	.cfi_startproc
# %bb.0:
	pushq	%rax
	.cfi_def_cfa_offset 16
	movb	$1, 360(%rdi)
	movq	16(%rdi), %rsi
	leaq	.L.str.31(%rip), %rdx
	movl	$8, %edi
	xorl	%eax, %eax
	callq	falx_error_set@PLT
	movl	%eax, %edi
	callq	_ZN4sycl6detail12throw_statusE11falx_status
.Lfunc_end41:
	.size	_ZN4sycl7handler13refuse_secondEv, .Lfunc_end41-_ZN4sycl7handler13refuse_secondEv
	.cfi_endproc
                                        # -- End function
	.section	.text._ZN4sycl6detail7countedD2Ev,"axG",@progbits,_ZN4sycl6detail7countedD2Ev,comdat
	.weak	_ZN4sycl6detail7countedD2Ev     # -- Begin function _ZN4sycl6detail7countedD2Ev
	.p2align	4
	.type	_ZN4sycl6detail7countedD2Ev,@function
_ZN4sycl6detail7countedD2Ev:            # @_ZN4sycl6detail7countedD2Ev
	.cfi_startproc
# %bb.0:
	retq
.Lfunc_end42:
	.size	_ZN4sycl6detail7countedD2Ev, .Lfunc_end42-_ZN4sycl6detail7countedD2Ev
	.cfi_endproc
                                        # -- End function
	.section	.text._ZN4sycl6detail7countedD0Ev,"axG",@progbits,_ZN4sycl6detail7countedD0Ev,comdat
	.weak	_ZN4sycl6detail7countedD0Ev     # -- Begin function _ZN4sycl6detail7countedD0Ev
	.p2align	4
	.type	_ZN4sycl6detail7countedD0Ev,@function
_ZN4sycl6detail7countedD0Ev:            # @_ZN4sycl6detail7countedD0Ev
	.cfi_startproc
# %bb.0:
	movl	$24, %esi
	jmp	_ZdlPvm@PLT                     # TAILCALL
.Lfunc_end43:
	.size	_ZN4sycl6detail7countedD0Ev, .Lfunc_end43-_ZN4sycl6detail7countedD0Ev
	.cfi_endproc
                                        # -- End function
	.section	.text._ZN4sycl6detail7counted3endEv,"axG",@progbits,_ZN4sycl6detail7counted3endEv,comdat
	.weak	_ZN4sycl6detail7counted3endEv   # -- Begin function _ZN4sycl6detail7counted3endEv
	.p2align	4
	.type	_ZN4sycl6detail7counted3endEv,@function
_ZN4sycl6detail7counted3endEv:          # @_ZN4sycl6detail7counted3endEv
	.cfi_startproc
# %bb.0:
	retq
.Lfunc_end44:
	.size	_ZN4sycl6detail7counted3endEv, .Lfunc_end44-_ZN4sycl6detail7counted3endEv
	.cfi_endproc
                                        # -- End function
	.section	.text.startup,"ax",@progbits
	.p2align	4                               # -- Begin function _GLOBAL__sub_I_b.cpp
	.type	_GLOBAL__sub_I_b.cpp,@function
_GLOBAL__sub_I_b.cpp:                   # @_GLOBAL__sub_I_b.cpp
	.cfi_startproc
# %bb.0:
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	leaq	_ZStL8__ioinit(%rip), %rbx
	movq	%rbx, %rdi
	callq	_ZNSt8ios_base4InitC1Ev@PLT
	movq	_ZNSt8ios_base4InitD1Ev@GOTPCREL(%rip), %rdi
	leaq	__dso_handle(%rip), %rdx
	movq	%rbx, %rsi
	popq	%rbx
	.cfi_def_cfa_offset 8
	jmp	__cxa_atexit@PLT                # TAILCALL
.Lfunc_end45:
	.size	_GLOBAL__sub_I_b.cpp, .Lfunc_end45-_GLOBAL__sub_I_b.cpp
	.cfi_endproc
                                        # -- End function
	.type	_ZStL8__ioinit,@object          # @_ZStL8__ioinit
	.local	_ZStL8__ioinit
	.comm	_ZStL8__ioinit,1,1
	.hidden	__dso_handle
	.type	.L.str,@object                  # @.str
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str:
	.asciz	"/tmp/nvm/b.cpp"
	.size	.L.str, 15

	.type	.L.str.1,@object                # @.str.1
.L.str.1:
	.asciz	"main"
	.size	.L.str.1, 5

	.type	.L.str.2,@object                # @.str.2
.L.str.2:
	.asciz	"a queue has one priority"
	.size	.L.str.2, 25

	.type	.L.str.3,@object                # @.str.3
.L.str.3:
	.asciz	"a queue has immediate_command_list or its opposite"
	.size	.L.str.3, 51

	.type	.L.str.4,@object                # @.str.4
.L.str.4:
	.asciz	"a queue that discards its events cannot profile them"
	.size	.L.str.4, 53

	.type	.L.str.5,@object                # @.str.5
.L.str.5:
	.asciz	"the device has no aspect::queue_profiling"
	.size	.L.str.5, 42

	.type	_ZN4sycl6detail12throw_legacyE,@object # @_ZN4sycl6detail12throw_legacyE
	.section	.bss._ZN4sycl6detail12throw_legacyE,"awG",@nobits,_ZN4sycl6detail12throw_legacyE,comdat
	.weak	_ZN4sycl6detail12throw_legacyE
	.p2align	3, 0x0
_ZN4sycl6detail12throw_legacyE:
	.quad	0
	.size	_ZN4sycl6detail12throw_legacyE, 8

	.type	_ZTIN4sycl9exceptionE,@object   # @_ZTIN4sycl9exceptionE
	.section	.data.rel.ro._ZTIN4sycl9exceptionE,"awG",@progbits,_ZTIN4sycl9exceptionE,comdat
	.weak	_ZTIN4sycl9exceptionE
	.p2align	3, 0x0
_ZTIN4sycl9exceptionE:
	.quad	_ZTVN10__cxxabiv121__vmi_class_type_infoE+16
	.quad	_ZTSN4sycl9exceptionE
	.long	0                               # 0x0
	.long	1                               # 0x1
	.quad	_ZTISt9exception
	.quad	-10237                          # 0xffffffffffffd803
	.size	_ZTIN4sycl9exceptionE, 40

	.type	_ZTSN4sycl9exceptionE,@object   # @_ZTSN4sycl9exceptionE
	.section	.rodata._ZTSN4sycl9exceptionE,"aG",@progbits,_ZTSN4sycl9exceptionE,comdat
	.weak	_ZTSN4sycl9exceptionE
_ZTSN4sycl9exceptionE:
	.asciz	"N4sycl9exceptionE"
	.size	_ZTSN4sycl9exceptionE, 18

	.type	_ZTVN4sycl9exceptionE,@object   # @_ZTVN4sycl9exceptionE
	.section	.data.rel.ro._ZTVN4sycl9exceptionE,"awG",@progbits,_ZTVN4sycl9exceptionE,comdat
	.weak	_ZTVN4sycl9exceptionE
	.p2align	3, 0x0
_ZTVN4sycl9exceptionE:
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	_ZTIN4sycl9exceptionE
	.quad	_ZN4sycl9exceptionD1Ev
	.quad	_ZN4sycl9exceptionD0Ev
	.quad	_ZNK4sycl9exception4whatEv
	.size	_ZTVN4sycl9exceptionE, 64

	.type	_ZZN4sycl13sycl_categoryEvE8category,@object # @_ZZN4sycl13sycl_categoryEvE8category
	.section	.data._ZZN4sycl13sycl_categoryEvE8category,"awG",@progbits,_ZZN4sycl13sycl_categoryEvE8category,comdat
	.weak	_ZZN4sycl13sycl_categoryEvE8category
	.p2align	3, 0x0
_ZZN4sycl13sycl_categoryEvE8category:
	.quad	_ZTVN4sycl6detail14error_categoryE+16
	.size	_ZZN4sycl13sycl_categoryEvE8category, 8

	.type	_ZTVN4sycl6detail14error_categoryE,@object # @_ZTVN4sycl6detail14error_categoryE
	.section	.data.rel.ro._ZTVN4sycl6detail14error_categoryE,"awG",@progbits,_ZTVN4sycl6detail14error_categoryE,comdat
	.weak	_ZTVN4sycl6detail14error_categoryE
	.p2align	3, 0x0
_ZTVN4sycl6detail14error_categoryE:
	.quad	0
	.quad	_ZTIN4sycl6detail14error_categoryE
	.quad	_ZNSt3_V214error_categoryD2Ev
	.quad	_ZN4sycl6detail14error_categoryD0Ev
	.quad	_ZNK4sycl6detail14error_category4nameEv
	.quad	_ZNKSt3_V214error_category10_M_messageB5cxx11Ei
	.quad	_ZNK4sycl6detail14error_category7messageB5cxx11Ei
	.quad	_ZNKSt3_V214error_category23default_error_conditionEi
	.quad	_ZNKSt3_V214error_category10equivalentEiRKSt15error_condition
	.quad	_ZNKSt3_V214error_category10equivalentERKSt10error_codei
	.size	_ZTVN4sycl6detail14error_categoryE, 80

	.type	_ZGVZN4sycl13sycl_categoryEvE8category,@object # @_ZGVZN4sycl13sycl_categoryEvE8category
	.section	.bss._ZGVZN4sycl13sycl_categoryEvE8category,"awG",@nobits,_ZGVZN4sycl13sycl_categoryEvE8category,comdat
	.weak	_ZGVZN4sycl13sycl_categoryEvE8category
	.p2align	3, 0x0
_ZGVZN4sycl13sycl_categoryEvE8category:
	.quad	0                               # 0x0
	.size	_ZGVZN4sycl13sycl_categoryEvE8category, 8

	.type	_ZTIN4sycl6detail14error_categoryE,@object # @_ZTIN4sycl6detail14error_categoryE
	.section	.data.rel.ro._ZTIN4sycl6detail14error_categoryE,"awG",@progbits,_ZTIN4sycl6detail14error_categoryE,comdat
	.weak	_ZTIN4sycl6detail14error_categoryE
	.p2align	3, 0x0
_ZTIN4sycl6detail14error_categoryE:
	.quad	_ZTVN10__cxxabiv120__si_class_type_infoE+16
	.quad	_ZTSN4sycl6detail14error_categoryE
	.quad	_ZTINSt3_V214error_categoryE
	.size	_ZTIN4sycl6detail14error_categoryE, 24

	.type	_ZTSN4sycl6detail14error_categoryE,@object # @_ZTSN4sycl6detail14error_categoryE
	.section	.rodata._ZTSN4sycl6detail14error_categoryE,"aG",@progbits,_ZTSN4sycl6detail14error_categoryE,comdat
	.weak	_ZTSN4sycl6detail14error_categoryE
_ZTSN4sycl6detail14error_categoryE:
	.asciz	"N4sycl6detail14error_categoryE"
	.size	_ZTSN4sycl6detail14error_categoryE, 31

	.type	.L.str.6,@object                # @.str.6
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.6:
	.asciz	"sycl"
	.size	.L.str.6, 5

	.type	_ZZNK4sycl6detail14error_category7messageB5cxx11EiE4text,@object # @_ZZNK4sycl6detail14error_category7messageB5cxx11EiE4text
	.section	.data.rel.ro._ZZNK4sycl6detail14error_category7messageB5cxx11EiE4text,"awG",@progbits,_ZZNK4sycl6detail14error_category7messageB5cxx11EiE4text,comdat
	.weak	_ZZNK4sycl6detail14error_category7messageB5cxx11EiE4text
	.p2align	4, 0x0
_ZZNK4sycl6detail14error_category7messageB5cxx11EiE4text:
	.quad	.L.str.7
	.quad	.L.str.8
	.quad	.L.str.9
	.quad	.L.str.10
	.quad	.L.str.11
	.quad	.L.str.12
	.quad	.L.str.13
	.quad	.L.str.14
	.quad	.L.str.15
	.quad	.L.str.16
	.quad	.L.str.17
	.quad	.L.str.18
	.quad	.L.str.19
	.quad	.L.str.20
	.quad	.L.str.21
	.size	_ZZNK4sycl6detail14error_category7messageB5cxx11EiE4text, 120

	.type	.L.str.7,@object                # @.str.7
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.7:
	.asciz	"success"
	.size	.L.str.7, 8

	.type	.L.str.8,@object                # @.str.8
.L.str.8:
	.asciz	"runtime error"
	.size	.L.str.8, 14

	.type	.L.str.9,@object                # @.str.9
.L.str.9:
	.asciz	"kernel error"
	.size	.L.str.9, 13

	.type	.L.str.10,@object               # @.str.10
.L.str.10:
	.asciz	"accessor error"
	.size	.L.str.10, 15

	.type	.L.str.11,@object               # @.str.11
.L.str.11:
	.asciz	"nd_range error"
	.size	.L.str.11, 15

	.type	.L.str.12,@object               # @.str.12
.L.str.12:
	.asciz	"event error"
	.size	.L.str.12, 12

	.type	.L.str.13,@object               # @.str.13
.L.str.13:
	.asciz	"kernel argument"
	.size	.L.str.13, 16

	.type	.L.str.14,@object               # @.str.14
.L.str.14:
	.asciz	"build error"
	.size	.L.str.14, 12

	.type	.L.str.15,@object               # @.str.15
.L.str.15:
	.asciz	"invalid argument"
	.size	.L.str.15, 17

	.type	.L.str.16,@object               # @.str.16
.L.str.16:
	.asciz	"memory allocation failed"
	.size	.L.str.16, 25

	.type	.L.str.17,@object               # @.str.17
.L.str.17:
	.asciz	"platform error"
	.size	.L.str.17, 15

	.type	.L.str.18,@object               # @.str.18
.L.str.18:
	.asciz	"profiling error"
	.size	.L.str.18, 16

	.type	.L.str.19,@object               # @.str.19
.L.str.19:
	.asciz	"feature not supported"
	.size	.L.str.19, 22

	.type	.L.str.20,@object               # @.str.20
.L.str.20:
	.asciz	"kernel not supported by the device"
	.size	.L.str.20, 35

	.type	.L.str.21,@object               # @.str.21
.L.str.21:
	.asciz	"backend mismatch"
	.size	.L.str.21, 17

	.type	.L.str.22,@object               # @.str.22
.L.str.22:
	.asciz	"unknown SYCL error"
	.size	.L.str.22, 19

	.type	_ZZN4sycl6detail19with_readable_namesB5cxx11EPKcE5parts,@object # @_ZZN4sycl6detail19with_readable_namesB5cxx11EPKcE5parts
	.section	.rodata._ZZN4sycl6detail19with_readable_namesB5cxx11EPKcE5parts,"aG",@progbits,_ZZN4sycl6detail19with_readable_namesB5cxx11EPKcE5parts,comdat
	.weak	_ZZN4sycl6detail19with_readable_namesB5cxx11EPKcE5parts
	.p2align	4, 0x0
_ZZN4sycl6detail19with_readable_namesB5cxx11EPKcE5parts:
	.asciz	"_$.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	.size	_ZZN4sycl6detail19with_readable_namesB5cxx11EPKcE5parts, 66

	.type	.L.str.23,@object               # @.str.23
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.23:
	.asciz	"_ZTS"
	.size	.L.str.23, 5

	.type	.L.str.24,@object               # @.str.24
.L.str.24:
	.asciz	"basic_string: construction from null is not valid"
	.size	.L.str.24, 50

	.type	.L.str.29,@object               # @.str.29
.L.str.29:
	.asciz	"sycl: unhandled asynchronous error of an unknown type\n"
	.size	.L.str.29, 55

	.type	.L.str.30,@object               # @.str.30
.L.str.30:
	.asciz	"sycl: unhandled asynchronous error: %s\n"
	.size	.L.str.30, 40

	.type	.L.str.31,@object               # @.str.31
.L.str.31:
	.asciz	"a command group holds one command, and this one has a second: give each a command group of its own"
	.size	.L.str.31, 99

	.type	.Lconstinit.32,@object          # @constinit.32
	.section	.rodata,"a",@progbits
	.p2align	3, 0x0
.Lconstinit.32:
	.quad	1                               # 0x1
	.quad	1                               # 0x1
	.quad	1                               # 0x1
	.size	.Lconstinit.32, 24

	.type	_ZN4sycl6detail4siteIZZ4mainENKUlRNS_7handlerEE_clES3_EUlvE_S5_EE,@object # @_ZN4sycl6detail4siteIZZ4mainENKUlRNS_7handlerEE_clES3_EUlvE_S5_EE
	.data
	.p2align	3, 0x0
_ZN4sycl6detail4siteIZZ4mainENKUlRNS_7handlerEE_clES3_EUlvE_S5_EE:
	.quad	.L.str.34
	.quad	__dso_handle
	.long	40                              # 0x28
	.long	8                               # 0x8
	.zero	16
	.size	_ZN4sycl6detail4siteIZZ4mainENKUlRNS_7handlerEE_clES3_EUlvE_S5_EE, 40

	.type	.L.str.34,@object               # @.str.34
	.section	.rodata.str1.1,"aMS",@progbits,1
.L.str.34:
	.asciz	"_ZTSZZ4mainENKUlRN4sycl7handlerEE_clES1_EUlvE_"
	.size	.L.str.34, 47

	.type	_ZN4sycl6detail13counts_copiesE,@object # @_ZN4sycl6detail13counts_copiesE
	.section	.bss._ZN4sycl6detail13counts_copiesE,"awG",@nobits,_ZN4sycl6detail13counts_copiesE,comdat
	.weak	_ZN4sycl6detail13counts_copiesE
_ZN4sycl6detail13counts_copiesE:
	.byte	0                               # 0x0
	.size	_ZN4sycl6detail13counts_copiesE, 1

	.type	_ZTVN4sycl6detail7countedE,@object # @_ZTVN4sycl6detail7countedE
	.section	.data.rel.ro._ZTVN4sycl6detail7countedE,"awG",@progbits,_ZTVN4sycl6detail7countedE,comdat
	.weak	_ZTVN4sycl6detail7countedE
	.p2align	3, 0x0
_ZTVN4sycl6detail7countedE:
	.quad	0
	.quad	_ZTIN4sycl6detail7countedE
	.quad	_ZN4sycl6detail7countedD2Ev
	.quad	_ZN4sycl6detail7countedD0Ev
	.quad	_ZN4sycl6detail7counted3endEv
	.size	_ZTVN4sycl6detail7countedE, 40

	.type	_ZTIN4sycl6detail7countedE,@object # @_ZTIN4sycl6detail7countedE
	.section	.data.rel.ro._ZTIN4sycl6detail7countedE,"awG",@progbits,_ZTIN4sycl6detail7countedE,comdat
	.weak	_ZTIN4sycl6detail7countedE
	.p2align	3, 0x0
_ZTIN4sycl6detail7countedE:
	.quad	_ZTVN10__cxxabiv117__class_type_infoE+16
	.quad	_ZTSN4sycl6detail7countedE
	.size	_ZTIN4sycl6detail7countedE, 16

	.type	_ZTSN4sycl6detail7countedE,@object # @_ZTSN4sycl6detail7countedE
	.section	.rodata._ZTSN4sycl6detail7countedE,"aG",@progbits,_ZTSN4sycl6detail7countedE,comdat
	.weak	_ZTSN4sycl6detail7countedE
_ZTSN4sycl6detail7countedE:
	.asciz	"N4sycl6detail7countedE"
	.size	_ZTSN4sycl6detail7countedE, 23

	.section	.init_array,"aw",@init_array
	.p2align	3, 0x0
	.quad	_GLOBAL__sub_I_b.cpp
	.type	.Lswitch.table._ZN4sycl6detail11status_errcE11falx_status,@object # @switch.table._ZN4sycl6detail11status_errcE11falx_status
	.section	.rodata,"a",@progbits
	.p2align	2, 0x0
.Lswitch.table._ZN4sycl6detail11status_errcE11falx_status:
	.long	0                               # 0x0
	.long	1                               # 0x1
	.long	2                               # 0x2
	.long	3                               # 0x3
	.long	4                               # 0x4
	.long	5                               # 0x5
	.long	6                               # 0x6
	.long	7                               # 0x7
	.long	8                               # 0x8
	.long	9                               # 0x9
	.long	10                              # 0xa
	.long	11                              # 0xb
	.long	12                              # 0xc
	.long	13                              # 0xd
	.long	14                              # 0xe
	.long	1                               # 0x1
	.long	8                               # 0x8
	.long	10                              # 0xa
	.size	.Lswitch.table._ZN4sycl6detail11status_errcE11falx_status, 72

	.data
	.p2align	3, 0x0
.L_ZTISt9bad_alloc.DW.stub:
	.quad	_ZTISt9bad_alloc
.L_ZTISt9exception.DW.stub:
	.quad	_ZTISt9exception
	.hidden	DW.ref.__gxx_personality_v0
	.weak	DW.ref.__gxx_personality_v0
	.section	.data.DW.ref.__gxx_personality_v0,"awG",@progbits,DW.ref.__gxx_personality_v0,comdat
	.p2align	3, 0x0
	.type	DW.ref.__gxx_personality_v0,@object
	.size	DW.ref.__gxx_personality_v0, 8
DW.ref.__gxx_personality_v0:
	.quad	__gxx_personality_v0
	.ident	"Debian clang version 22.1.8 (1~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
	.addrsig_sym __gxx_personality_v0
	.addrsig_sym _ZN4sycl5queue6reportEP10falx_queue
	.addrsig_sym _ZN4sycl6detail15destroy_handlerEPv
	.addrsig_sym _GLOBAL__sub_I_b.cpp
	.addrsig_sym _Unwind_Resume
	.addrsig_sym _ZStL8__ioinit
	.addrsig_sym __dso_handle
	.addrsig_sym _ZTIN4sycl9exceptionE
	.addrsig_sym _ZTVN10__cxxabiv121__vmi_class_type_infoE
	.addrsig_sym _ZTSN4sycl9exceptionE
	.addrsig_sym _ZTISt9exception
	.addrsig_sym _ZZN4sycl13sycl_categoryEvE8category
	.addrsig_sym _ZGVZN4sycl13sycl_categoryEvE8category
	.addrsig_sym _ZTIN4sycl6detail14error_categoryE
	.addrsig_sym _ZTVN10__cxxabiv120__si_class_type_infoE
	.addrsig_sym _ZTSN4sycl6detail14error_categoryE
	.addrsig_sym _ZTINSt3_V214error_categoryE
	.addrsig_sym _ZZN4sycl6detail19with_readable_namesB5cxx11EPKcE5parts
	.addrsig_sym _ZTISt9bad_alloc
	.addrsig_sym _ZN4sycl6detail4siteIZZ4mainENKUlRNS_7handlerEE_clES3_EUlvE_S5_EE
	.addrsig_sym _ZTIN4sycl6detail7countedE
	.addrsig_sym _ZTVN10__cxxabiv117__class_type_infoE
	.addrsig_sym _ZTSN4sycl6detail7countedE
