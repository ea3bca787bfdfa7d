#!/bin/sh
# fuzz.sh PROGRAM WORK [CORPUS]: one fuzzer for FALX_FUZZ_SECONDS, 30 where unset. A libFuzzer program
# has a CORPUS, and keeps new inputs in WORK; without one it is vectorize_fuzz, from a seed of its own.
# A finding is followed by the command that shows it again.
set -u
program=$1 work=$2 corpus=${3:-}
seconds=${FALX_FUZZ_SECONDS:-30}
mkdir -p "$work/corpus" "$work/findings"
if [ -z "$corpus" ]; then
  seed=${FALX_FUZZ_SEED:-$(date +%s)000}
  "$program" --seed="$seed" --count=1000000 --seconds="$seconds" --save="$work/findings" >"$work/log" 2>&1
  status=$?
  cat "$work/log"
  [ $status -eq 0 ] || [ $status -eq 77 ] || {
    sed -n "s|^FINDING \(.*\): .*|again: $program \1 --count=1|p" "$work/log"
    echo "again, all of it: $program --seed=$seed --count=1000000 --seconds=$seconds"
  }
  exit $status
fi
touch "$work/start"
"$program" -max_total_time="$seconds" -timeout=20 -artifact_prefix="$work/findings/" "$work/corpus" "$corpus"
status=$?
[ $status -eq 0 ] && exit 0
for finding in $(find "$work/findings" -type f -newer "$work/start"); do
  printf 'again: %s %s\nits bytes, as base64: %s\n' "$program" "$finding" "$(base64 -w 0 "$finding")"
done
echo "once fixed, add the input to $corpus"
exit $status
