# Completion for bash of falx++, Falx's tools and ./falx. What there is to choose from comes from the
# programs: falx++ --autocomplete=WORD, the options in --help of the others, the commands of ./falx help.

# The options in the help that is read: what stands at the begin of lines, before two spaces.
_falx_options() {
  sed -n 's/^  \(-.*\)/\1/p' | sed 's/   *.*//' | tr ', ' '\n\n' | sed -n -e 's/=.*/=/' -e 's/\[.*//' -e '/^--*[A-Za-z]/p'
}

# Takes the lines read that begin with $1; options that end in = have their value next.
_falx_take() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    line=${line%%$'\t'*}
    [[ -n $line && $line == "$1"* ]] && COMPREPLY+=("$line")
  done
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}

_falx() {
  # COMP_WORDS is cut at =.
  local line=${COMP_LINE:0:COMP_POINT}
  local word=${line##*[[:space:]]} name=${1##*/}
  COMPREPLY=()
  case $name:$word in
  falx++:-*=*)
    _falx_take "${word#*=}" < <("$1" "--autocomplete=$word" 2>/dev/null)
    if [[ $COMP_WORDBREAKS != *=* ]]; then COMPREPLY=("${COMPREPLY[@]/#/${word%%=*}=}"); fi
    ;;
  falx++:-*) _falx_take "$word" < <("$1" "--autocomplete=$word" 2>/dev/null | sort -u) ;;
  falx:*)
    if [[ $COMP_CWORD -eq 1 ]]; then
      _falx_take "$word" < <("$1" help 2>/dev/null | sed -n 's|^.* \./falx \([a-z]*\).*|\1|p' | sort -u)
    fi
    ;;
  *:-*) _falx_take "$word" < <("$1" --help 2>/dev/null | _falx_options | sort -u) ;;
  esac
}

# Else the names of files.
complete -o bashdefault -o default -F _falx falx falx++ falx-image falx-integration falx-ls \
  falx-offload-wrapper falx-opt falx-post-link falx-prof falx-specialize
