# Completion for fish of falx++, Falx's tools and ./falx. What there is to choose from comes from the
# programs: falx++ --autocomplete=WORD, the options in --help of the others, the commands of ./falx help.

function __falx_compiler
    set -l word (commandline -ct)
    string match -q -- '-*' $word; or return
    set -l words (commandline -opc)
    # Values are printed without the option.
    set -l option (string match -r -- '^-[^=]*=' $word)
    set -l prefix $option[1]
    for line in ($words[1] --autocomplete=$word 2>/dev/null)
        test -n "$line"; and echo "$prefix$line"
    end
end

# What stands at the begin of lines, before two spaces.
function __falx_tool
    string match -q -- '-*' (commandline -ct); or return
    set -l words (commandline -opc)
    $words[1] --help 2>/dev/null | sed -n 's/^  \(-.*\)/\1/p' | sed 's/   *.*//' |
        tr ', ' '\n\n' | sed -n -e 's/=.*/=/' -e 's/\[.*//' -e '/^--*[A-Za-z]/p'
end

function __falx_commands
    set -l words (commandline -opc)
    $words[1] help 2>/dev/null | sed -n 's|^.* \./falx \([a-z]*\).*|\1|p' | sort -u
end

complete -c falx++ -a '(__falx_compiler)'
for tool in image integration ls offload-wrapper opt post-link prof specialize
    complete -c falx-$tool -a '(__falx_tool)'
end
complete -c falx -n 'test (count (commandline -opc)) -eq 1' -f -a '(__falx_commands)'
