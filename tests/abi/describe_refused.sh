#!/bin/sh
# describe_refused.sh LIBRARY INCLUDE-FOLDER CLANG: the check of the ABI notices what it is to notice.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
refuses() { # TEXT SED-SCRIPT FILE
  rm -rf "$folder/include"
  cp -r "$2" "$folder/include"
  sed -i "$3" "$folder/include/falx/$4"
  if said=$(python3 "$here/describe.py" "$1" "$folder/include" "$5" 2>&1); then
    echo "describe_refused.sh: not refused: $3" >&2
    exit 1
  fi
  shift 5
  for text; do
    case $said in
    *"$text"*) ;;
    *)
      echo "describe_refused.sh: '$text' is missing in: $said" >&2
      exit 1
      ;;
    esac
  done
}
refuses "$1" "$2" 's/^  size_t local_memory;/  size_t more, local_memory;/' falx.h "$3" \
  '- struct falx_launch.local_memory: size_t at 56' '+ struct falx_launch.more: size_t at 56' 'break programs'
refuses "$1" "$2" 's/falx_queue_flags(falx_queue_t queue);/falx_queue_flags(falx_queue_t queue, int);/' falx.h "$3" \
  '- function falx_queue_flags: uint32_t (falx_queue_t)' 'break programs'
refuses "$1" "$2" 's/^  FALX_BACKEND_HIP = 5,/  FALX_BACKEND_HIP = 5, FALX_BACKEND_MORE,/' falx.h "$3" \
  '+ value FALX_BACKEND_MORE = 6' '--update'
