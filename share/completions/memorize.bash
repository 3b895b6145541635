# Completions of memorize, memorized, memorize-notify and memorize-connect for bash.
# Installed once for each of the four, because bash-completion looks for it by the program's name.
# memorize itself provides the candidates; the options of the other three are read from their help.

# Offers the lines of standard input that begin with the typed word, quoted in the same way.
_memorize_offer() {
    local typed=${cur#[\"\']} quote='' line
    if [[ $cur == [\"\']* ]]; then quote=${cur:0:1}; else typed=${cur//\\/}; fi
    while IFS= read -r line; do
        # Readline itself completes file names, and quotes them as needed.
        if [[ $line == $'\t'files ]]; then compopt -o default 2>/dev/null; fi
        line=${line%%$'\t'*}
        [[ -n $line && $line == "$typed"* ]] || continue
        case $quote in
        \') line=${line//\'/\'\\\'\'} ;;
        \") line=${line//\\/\\\\} line=${line//\"/\\\"} line=${line//\$/\\\$} line=${line//\`/\\\`} ;;
        *)
            printf -v line %q "$line"
            # Readline ends a word at these, unless they are quoted.
            line=${line//:/\\:} line=${line//=/\\=}
            ;;
        esac
        COMPREPLY+=("$line")
    done
}

# Sets cur, prev and words from the line; bash makes three words of --option=value and of ada@pi.
_memorize_line() {
    local word
    cur=${COMP_WORDS[COMP_CWORD]} prev='' words=() COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $prev == *@ || $word == @ ]] && ((${#words[@]})); then words[-1]+=$word
        elif [[ $word != = ]]; then words+=("$word"); fi
        prev=${words[-1]-}
    done
    [[ $cur != = ]] || cur=
    # Cards in numerical order: 10 comes after 9.
    compopt -o nosort 2>/dev/null
}

_memorize() {
    local cur prev words
    _memorize_line
    # The name of a machine is not offered.
    [[ $cur != @ && $prev != *@ ]] || return 0
    _memorize_offer < <("${1/#\~\//$HOME/}" __complete "${words[@]}" "$cur" 2>/dev/null </dev/null)
}

_memorize_service() {
    local cur prev words help value=''
    _memorize_line
    help=$("${1/#\~\//$HOME/}" --help </dev/null)
    if [[ $help =~ $'\n  '"$prev "([A-Z]+) ]]; then value=${BASH_REMATCH[1]}; fi
    case $value in
    LEVEL) _memorize_offer < <(sed -n 's/^  --[a-z-]* LEVEL *\([a-z, ]*\)\..*/\1/p' <<<"$help" | sed 's/, /\n/g') ;;
    COMMAND) _memorize_offer < <(compgen -c -- "$cur") ;;
    '') _memorize_offer < <(sed -n 's/^  \(--[a-z-]*\).*/\1/p' <<<"$help") ;;
    esac
}

complete -F _memorize memorize
complete -F _memorize_service memorized memorize-notify memorize-connect
