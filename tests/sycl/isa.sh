#!/bin/sh
# Issue 3, item 6: every program of tests/sycl once more, with one variant of the kernels' code.
# Usage: isa.sh FALX-LS ISA PROGRAM...
falx_ls=$1 isa=$2
shift 2
export FALX_NATIVE_ISA="$isa"
case $("$falx_ls" 2>&1) in
*"does not offer"*)
  echo "skipped: this processor has no $isa"
  exit 77
  ;;
esac
failures=0
for program; do
  said=$(timeout 120 "$program" 2>&1)
  status=$?
  [ $status -eq 0 ] || [ $status -eq 77 ] || {
    echo "FAILED: $program: status $status: $said"
    failures=$((failures + 1))
  }
done
[ $failures -eq 0 ]
