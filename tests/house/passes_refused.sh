#!/bin/sh
# The check of passes refuses lists that disagree, and a pass that is not where its name says.
set -eu
python=$1 passes=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/compiler/passes" "$tree/compiler/pipeline" "$tree/docs" "$tree/tests/passes/first-pass"

check() { output=$("$python" "$passes" "$tree" 2>&1); }
fine() { check || { printf 'refused: %s\n' "$output" >&2; exit 1; }; }
refuses() {
  if check; then
    echo "accepted: $1" >&2
    exit 1
  fi
  case $output in
  *"$1"*) ;;
  *) printf 'unexpected: %s\n' "$output" >&2; exit 1 ;;
  esac
}
definitions() { printf '%s\n' "$@" >"$tree/compiler/passes.def"; }
list() { printf 'fxc_steps fxc_t_steps[] = {\n%s\nNULL};\n' "$1" >"$tree/compiler/pipeline/pipeline.c"; }

for pass in first_pass second_pass; do
  name=$(echo "$pass" | tr _ -)
  printf '/* %s: a pass.\n * Tests: tests/passes/first-pass. */\n' "$name" >"$tree/compiler/passes/$pass.c"
done
first='FXC_PASS(first_pass, "first-pass", "")' second='FXC_PASS(second_pass, "second-pass", "")'
definitions "$first" "$second"
list 'STEP(first_pass), STEP(second_pass),'
printf '**Next**: first-pass (t), second-pass.\n' >"$tree/docs/ir.md"
fine
list 'STEP(second_pass), STEP(first_pass),'
refuses 't: first_pass stands behind second_pass, and before it in compiler/passes.def'
list 'STEP(first_pass), STEP(second_pass),'
printf '**Next**: second-pass, first-pass.\n' >"$tree/docs/ir.md"
refuses 'docs/ir.md: the step second-pass stands where compiler/passes.def has first-pass'
printf '**Next**: first-pass.\n' >"$tree/docs/ir.md"
refuses 'docs/ir.md: the step None stands where compiler/passes.def has second-pass'
# A pass of no target's list need not be in the document.
list 'STEP(first_pass),'
fine
echo '/* second-pass: without tests. */' >"$tree/compiler/passes/second_pass.c"
refuses 'second_pass.c: the head names no tests'
echo '/* other: Tests: tests/passes/gone. */' >"$tree/compiler/passes/second_pass.c"
refuses "second-pass: 0 files second_pass.c"
echo '/* second-pass: Tests: tests/passes/gone. */' >"$tree/compiler/passes/second_pass.c"
refuses 'the head names tests/passes/gone, which is not there'
