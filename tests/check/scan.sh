#!/bin/sh
# scan.sh BUILD FILE...: compiles each program with all checks, runs it, and prints what the checker says: right
# programs have no report. A first line "// options: ..." adds options.
build=$(cd "$1" && pwd)
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0 bad=0
for file; do
  count=$((count + 1))
  options=$(sed -n '1,3s,^// options: ,,p' "$file")
  # shellcheck disable=SC2086
  if ! "$build/bin/falx++" -fsycl -O1 $options -fsycl-check=bounds,races,barriers,uninit "$file" \
    -o "$work/program" >"$work/said" 2>&1; then
    echo "$file: does not compile"
    cat "$work/said"
    bad=$((bad + 1))
    continue
  fi
  timeout 120 "$work/program" >"$work/out" 2>&1
  status=$?
  if grep -q '^falx-check: ' "$work/out" || [ $status -ne 0 ] && [ $status -ne 77 ]; then
    echo "$file: status $status"
    grep -A5 '^falx-check: ' "$work/out"
    bad=$((bad + 1))
  fi
done
echo "$count programs, $bad with something to say"
exit $((bad > 0))
