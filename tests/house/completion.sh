#!/bin/bash
# What shells offer: completions of bash by COMPREPLY, of zsh with its compadd replaced, of fish by 'complete -C'.
# What is offered is what the programs know: values go through falx++.
set -u
source=$1 build=$2
completions=$source/tools/completions
export PATH=$build/bin:$source:$PATH
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }
# offers SHELL LINE WORD...: each of them; none that is named behind --not
offers() {
  local shell=$1 line=$2 said word is_wanted=yes
  shift 2
  said=$("in_$shell" "$line")
  for word; do
    if [ "$word" = --not ]; then is_wanted=; continue; fi
    if grep -qxF -e "$word" <<<"$said"; then
      [ -n "$is_wanted" ] || fail "$shell: '$line' offers '$word'"
    else
      [ -z "$is_wanted" ] || fail "$shell: '$line' does not offer '$word', but: ${said:0:500}"
    fi
  done
}

# Words as readline cuts them, at = too.
in_bash() {
  timeout 20 bash --norc -c '. "$1/falx.bash"
    COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDBREAKS=$'"' \\t\\n=:'"'
    read -ra COMP_WORDS <<<"${2//=/ = }"
    [[ $2 != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _falx "${COMP_WORDS[0]}"
    printf "%s\n" "${COMPREPLY[@]}"' bash "$completions" "$1"
}
in_zsh() {
  timeout 20 zsh -f -c 'compadd() { [[ $1 = -S ]] && shift 2; shift; print -rl -- "$@" }
    compset() { PREFIX=${PREFIX#*=} }
    _files() { print files }
    words=(${=2}); [[ $2 = *" " ]] && words+=("")
    CURRENT=$#words PREFIX=$words[-1]
    . "$1/_falx"' zsh "$completions" "$1"
}
in_fish() {
  timeout 20 fish --no-config -c 'source "$argv[1]/falx.fish"; complete -C "$argv[2]"' "$completions" "$1" | cut -f 1
}

shells=bash
for shell in zsh fish; do
  if command -v "$shell" >/dev/null; then shells="$shells $shell"; else echo "$shell is not installed: left out"; fi
done
export HOME=$(mktemp -d)
trap 'rm -rf "$HOME"' EXIT
for shell in $shells; do
  value= # what stands before values
  [ "$shell" != fish ] || value=-fsycl-targets=
  offers "$shell" 'falx++ -fsycl-ta' -fsycl-targets= --not -fsycl-link
  offers "$shell" 'falx++ -fsycl -fsycl-targets=na' "${value}native_cpu"
  offers "$shell" 'falx++ -fsycl-targets=spir64,' "${value}spir64,native_cpu" "${value}spir64,nvptx64-nvidia-cuda"
  offers "$shell" 'falx++ -fstack-protector-' -fstack-protector-all # clang's
  offers "$shell" 'falx++ -fsycl-fp64' --not -fsycl-fp64-conv-emu # a hint without effect
  offers "$shell" 'falx-ls --' --why --verbose --settings --help --version
  offers "$shell" 'falx-prof -' -o --html --read --compare --help
  offers "$shell" 'falx-post-link --s' --split= --save-temps=
  offers "$shell" 'falx ' run test build setup
done

# Every value that is offered is taken.
export FALX_PCH_CACHE=0
echo 'int main() {}' >"$HOME/a.cpp"
for option in -fsycl-targets= -fsycl-check= -fsycl-native-isa= -fsycl-device-code-split= \
  -fsycl-default-sub-group-size=; do
  values=$(falx++ "--autocomplete=$option")
  [ -n "$values" ] || fail "no values of $option"
  for value in $values; do
    said=$(falx++ -fsycl "$option$value" -'###' "$HOME/a.cpp" 2>&1) || fail "$option$value: $said"
  done
done
[ "$failures" -eq 0 ]
