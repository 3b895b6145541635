# A whole game by a command-line client, with a monitor beside it; sourced by play_*.sh.
#
# Who sources it defines, in the notation of its own tool:
#   start_monitor               starts the monitor with its output in file descriptor 3, sets
#                               `monitor`, and returns once it watches
#   new_game                    sets `revision` and `id`
#   flip CARD                   sets `outcome`, `points`, `revision`, `changed` and `face`
#   next_event                  sets `event` to "MEMBER BODY" of the monitor's next signal, or
#                               to "reply BODY" where the monitor shows replies
#   shows_replies               whether it does
#   cards_changed, matched FIRST SECOND FIRST_FACE SECOND_FACE, mismatched FIRST SECOND,
#   game_started, game_won, reply_body
#                               print the body to expect (of game_won: how it begins)
#   property NAME VALUE         prints how a changed property reads

export LC_ALL=C.UTF-8
daemon=org.memorized.Memorize1
object=/org/memorized/Memorize1
game=org.memorized.Memorize1.Game
deadline=20

theme=${1:-Halloween} pairs=${2:-8}
flips=0 moves=0

fail() {
    echo "${0##*/}: $1" >&2
    shift
    printf '  %s\n' "$@" >&2
    exit 1
}

stop_monitor() { [[ -z ${monitor:-} ]] || kill "$monitor" 2>/dev/null || true; }
trap stop_monitor EXIT

expect() {
    local member=$1 body=$2
    next_event || fail "the monitor showed nothing where $member had to come"
    [[ $event == "$member $body" ]] || fail "not the signal that had to come" "came:     $event" "expected: $member $body"
}

# What PropertiesChanged carries beside what is named here differs from game to game.
expect_properties() {
    next_event || fail "the monitor showed no PropertiesChanged"
    [[ $event == "PropertiesChanged "* ]] || fail "no PropertiesChanged at the end" "came: $event"
    [[ $event != *[\"\']Cards[\"\']* ]] || fail "PropertiesChanged carries Cards" "$event"
    local wanted
    for wanted in "$@"; do
        [[ $event == *"$wanted"* ]] || fail "PropertiesChanged lacks $wanted" "$event"
    done
}

expect_reply() {
    shows_replies || return 0
    expect reply "$(reply_body)"
}

# flip_and_check CARD [FIRST FIRST_FACE]
flip_and_check() {
    local card=$1 first=${2:-} first_face=${3:-} before=$revision
    flip "$card"
    flips=$((flips + 1))
    ((revision == before + 1)) || fail "the revision went from $before to $revision"
    expect CardsChanged "$(cards_changed)"
    local properties=("$(property Revision "$revision")" "$(property Flips "$flips")")
    case $outcome in
    turned-up)
        [[ -z $first ]] || fail "the second card of a move is told as turned-up"
        ;;
    mismatched)
        moves=$((moves + 1))
        properties+=("$(property Moves "$moves")")
        expect Mismatched "$(mismatched "$first" "$card")"
        ;;
    matched | won)
        moves=$((moves + 1))
        properties+=("$(property Moves "$moves")")
        expect Matched "$(matched "$first" "$card" "$first_face" "$face")"
        if [[ $outcome == won ]]; then
            next_event || fail "the monitor showed no GameWon"
            [[ $event == "GameWon $(game_won)"* ]] || fail "GameWon" "came: $event" "expected: GameWon $(game_won)…"
            properties+=("$(property State won)")
        fi
        ;;
    *) fail "unknown outcome '$outcome'" ;;
    esac
    expect_properties "${properties[@]}"
    expect_reply
}

play_whole_game() {
    local -a faces=()
    local -A seen_at=()
    local next=0 first first_face mate
    start_monitor
    new_game
    expect GameStarted "$(game_started)"
    expect_properties "$(property Revision "$revision")" "$(property Id "$id")"
    expect_reply
    outcome=
    # Turns the cards up in their order, and takes a mate as soon as it is known.
    while [[ $outcome != won ]]; do
        ((next < 2 * pairs)) || fail "all cards were turned up, and the game is not won"
        first=$next next=$((next + 1))
        flip_and_check "$first"
        first_face=$face faces[first]=$face mate=${seen_at[$face]:-}
        seen_at[$face]=$first
        if [[ -n $mate ]]; then
            flip_and_check "$mate" "$first" "$first_face"
            continue
        fi
        mate=$next next=$((next + 1))
        flip_and_check "$mate" "$first" "$first_face"
        faces[mate]=$face
        if [[ $outcome == mismatched && -n ${seen_at[$face]:-} ]]; then
            first=${seen_at[$face]}
            flip_and_check "$first"
            flip_and_check "$mate" "$first" "${faces[first]}"
        fi
        seen_at[$face]=$mate
    done
    echo "${0##*/}: won $theme with $pairs pairs in $flips flips, every signal in its place"
}
