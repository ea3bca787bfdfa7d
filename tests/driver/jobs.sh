#!/bin/bash
# Options in, job list out: each "$" line of jobs.txt is a command, the lines below it what -###
# prints, with folders replaced by names (VERSION stands for the macros of both compilations,
# VERSION-NAMED for those without unnamed kernels; -Wno-error= is left out). `jobs.sh FALX++ CC
# --update` writes the file anew.
. "$(dirname "$0")/lib.sh"
echo '-fsycl -I "a b" @more.rsp' >options.rsp
echo "-DX=\\\"y\\\" kernel.cpp 'main.cpp'" >more.rsp
"$falx" -fsycl -c kernel.cpp plain.cpp -fsycl-targets=native_cpu,spir64 || fail "cannot compile"
ar rcs libkernel.a kernel.o
touch device.bc device.s pre.hpp

while IFS= read -r line; do
  case $line in
  '#'*) echo "$line" ;;
  '$'*)
    echo
    echo "$line"
    eval "$falx -### ${line#?}" 2>&1 |
      sed -e "s#$clang#CLANG#g" -e "s#$work/tmp/falx-[X]*#TMP#g" -e "s#/tmp/falx-XXXXXX#TMP#g" \
        -e "s#$work#PREFIX#g" -e 's#-D__FALX__=[0-9]* -D__SYCL_UNNAMED_LAMBDA__=1#VERSION#' \
        -e 's#-D__FALX__=[0-9]*#VERSION-NAMED#' \
        -e "s#-aux-triple -Xclang $(uname -m)-unknown-linux-gnu#-aux-triple -Xclang TRIPLE#" \
        -e 's#-isystem PREFIX/include#HEADERS#' -e 's# -Wno-error=[^ ]*##g' \
        -e 's#-LPREFIX/lib -Wl,-rpath,PREFIX/lib -lfalx#RUNTIME#'
    ;;
  esac
done <"$here/jobs.txt" >"$work/got.txt"
if [ "${3:-}" = --update ]; then
  cp "$work/got.txt" "$here/jobs.txt"
else
  diff -u "$here/jobs.txt" "$work/got.txt" || fail "the job lists differ"
fi
finish
