# Completions of memorize, memorized and memorize-notify for bash.
# Installed once for each of the three, by whose name bash-completion looks for it.

# Offers the lines of standard input that begin as the word does which is typed, in its quotes.
_memorize_offer() {
    local typed=${cur#[\"\']} quote='' line
    if [[ $cur == [\"\']* ]]; then quote=${cur:0:1}; else typed=${cur//\\/}; fi
    while IFS= read -r line; do
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

_memorize_words() { local IFS=$'\n'; _memorize_offer <<<"$*"; }

# Asks the service, which need not be there, and never starts it.
_memorize_ask() { "${program/#\~\//$HOME/}" "$@" --plain --no-autostart --timeout 2 2>/dev/null </dev/null; }

_memorize_themes() { _memorize_offer < <(_memorize_ask theme list "$@" | cut -f 1); }

_memorize_decks() { _memorize_offer < <(_memorize_ask practice decks | cut -f 1); }

# The numbers of the choices, where they are shown.
_memorize_choices() {
    _memorize_offer < <(_memorize_ask practice show | while IFS=$'\t' read -r kind number _; do
        [[ $kind != choice ]] || echo "$number"
    done)
}

# Readline itself completes the names of files, with all that has to be quoted in them.
_memorize_files() { compopt -o default 2>/dev/null; }

# The cards that are down, but for those that stand in the line already.
_memorize_cards() {
    # By their numbers, not as words: 10 comes after 9.
    compopt -o nosort 2>/dev/null
    local given=" ${COMP_WORDS[*]:1:COMP_CWORD-1} "
    _memorize_offer < <(_memorize_ask board | while IFS=$'\t' read -r number state _; do
        [[ $state != down || $given == *" $number "* ]] || echo "$number"
    done)
}

# The last games that are over.
_memorize_games() {
    compopt -o nosort 2>/dev/null
    _memorize_offer < <(_memorize_ask history | while IFS=$'\t' read -r id _ _ _ state _; do
        [[ $state == playing ]] || echo "$id"
    done)
}

_memorize() {
    local program=$1 cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
    # Bash makes three words of --option=value.
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    COMPREPLY=()

    local verb='' group='' word skip=false
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if $skip; then
            [[ $word == = ]] || skip=false
            continue
        fi
        case $word in
        --timeout | --color | --matched) skip=true ;;
        -)
            verb=batch
            break
            ;;
        -* | =) ;;
        *)
            case $group/$word in
            /theme | /practice | /profile | practice/config) group=${group:+$group }$word ;;
            *)
                verb=${group:+$group }$word
                break
                ;;
            esac
            ;;
        esac
    done

    case $prev in
    --theme) _memorize_themes ;;
    # Of “theme check” it has no value.
    --deck) [[ $group == practice ]] && _memorize_decks ;;
    --direction) _memorize_words forward backward ;;
    --mode) _memorize_words choices typed recall ;;
    --pairs) _memorize_words random all ;;
    --separator) _memorize_words tab comma semicolon space pipe colon ;;
    --scoring) _memorize_words classic timed ;;
    --format)
        if [[ -n $group ]]; then _memorize_words themes tsv; else _memorize_words waybar i3blocks polybar; fi
        ;;
    --layout) _memorize_words wide stacked auto ;;
    --color) _memorize_words auto always never ;;
    --matched) _memorize_words show blank ;;
    --from) _memorize_files ;;
    --timeout | --seed | --player | --peek | --conceal-after | --coalesce | --count | --since) ;;
    --question | --questions | --limit | --before | --speed | --delay | --icon | --front | --back | --pronunciation | --name) ;;
    *) false ;;
    esac && return

    local board='--ascii --matched'
    local all='--timeout --no-autostart --json --plain --color --quiet --version --help'
    if [[ $cur == -* ]]; then
        local own=
        case $verb in
        new) own="--theme --pairs --seed --scoring --daily --player $board" ;;
        flip) own="--peek $board" ;;
        conceal | board) own=$board ;;
        status) own='--exit-code --format' ;;
        play) own="--conceal-after $board" ;;
        watch) own='--start --coalesce --count --null --format' ;;
        wait) own='--since --start' ;;
        history) own='--limit --before --ascii' ;;
        stats | share | 'theme show') own=--ascii ;;
        replay) own="--from --speed --delay --step $board" ;;
        verify) own=--from ;;
        batch) own="--keep-going $board" ;;
        'theme list') own='--added --ascii' ;;
        'theme add') own='--icon --pairs' ;;
        'theme check') own=--deck ;;
        'theme import')
            own='--front --back --pronunciation --name --separator --html --dry-run --force'
            ;;
        'theme export') own=--format ;;
        'practice start') own='--deck --questions --direction --mode --due --choices' ;;
        'practice show' | 'practice undo' | 'practice restart') own=--choices ;;
        'practice answer' | 'practice reveal' | 'practice grade') own='--question --choices' ;;
        'practice status') own=--exit-code ;;
        'practice stats') own=--ascii ;;
        'profile register') own=--remember ;;
        'profile forget') own=--reviews ;;
        'practice play')
            own='--deck --questions --direction --mode --due --layout --ascii'
            ;;
        help) all='--version --help' ;;
        '') if [[ -n $group ]]; then all='--version --help'; else own=$board; fi ;;
        esac
        _memorize_words $own $all
        return
    fi
    local verbs='new flip conceal board status play theme watch wait history stats log replay verify share practice profile batch doctor help'
    # The verbs below another.
    local -A below=(
        [theme]='list show add remove check import export'
        [practice]='play start show answer reveal grade undo restart stop status decks stats config'
        [practice config]='get set'
        [profile]='show register forget'
    )
    local settings='questions-per-session show-choices learning-enabled new-per-day daily-reminder daily-reminder-time scoring'
    case $verb in
    '') _memorize_words ${below[${group:--}]-$verbs} ;;
    flip) _memorize_cards ;;
    'theme show' | 'theme export') _memorize_themes ;;
    'theme remove') _memorize_themes --added ;;
    'theme check' | 'theme import') _memorize_files ;;
    log | replay | verify) _memorize_games ;;
    wait) _memorize_words matched mismatched won started changed ;;
    'practice answer') _memorize_choices ;;
    'practice grade') _memorize_words again hard good easy ;;
    'practice config get') [[ $prev == get ]] && _memorize_words $settings ;;
    'practice config set')
        case $prev in
        set) _memorize_words $settings ;;
        show-choices | learning-enabled | daily-reminder) _memorize_words yes no ;;
        scoring) _memorize_words classic timed ;;
        esac
        ;;
    help)
        case $prev in
        config) _memorize_words ${below[practice config]} ;;
        *) _memorize_words ${below[$prev]-$verbs} ;;
        esac
        ;;
    esac
}

_memorize_service() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    COMPREPLY=()
    case $prev in
    --log-level) _memorize_words error warning notice info debug ;;
    --play-command | --practice-command) _memorize_offer < <(compgen -c -- "$cur") ;;
    --idle-exit) ;;
    *)
        local own='--replace --idle-exit'
        [[ ${1##*/} == memorized ]] || own='--show-flips --questions --play-command --practice-command'
        _memorize_words $own --log-level --help --version
        ;;
    esac
}

complete -F _memorize memorize
complete -F _memorize_service memorized memorize-notify
