#!/usr/bin/env bash
# Plays a whole game with gdbus, and checks with its monitor the order and the content of
# every signal. (This monitor shows no replies: that signals come first, the others check.)
#
# usage: play_gdbus.sh [THEME [PAIRS]]       a one-sided theme (Halloween) and its pairs (8)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/whole_game.sh"

start_monitor() {
    local line
    # The first call may have to activate the daemon; the monitor says when it saw the owner.
    gdbus call --session --dest "$daemon" --object-path "$object" --method org.freedesktop.DBus.Peer.Ping >/dev/null
    exec 3< <(exec gdbus monitor --session --dest "$daemon" 2>&1)
    monitor=$!
    while read -r -t "$deadline" -u 3 line; do
        [[ $line != "The name $daemon is owned by "* ]] || return 0
    done
    fail "gdbus monitor did not start" "${line:-}"
}

call() { gdbus call --session --dest "$daemon" --object-path "$object" --method "$game.$1" "${@:2}"; }

new_game() {
    reply=$(call NewGame "{'theme': <'$theme'>, 'pairs': <uint32 $pairs>}")
    [[ $reply =~ ^\(uint64\ ([0-9]+),\ uint64\ ([0-9]+)\)$ ]] || fail "NewGame answered" "$reply"
    revision=${BASH_REMATCH[1]} id=${BASH_REMATCH[2]}
}

flip() {
    reply=$(call Flip "uint32 $1")
    [[ $reply =~ ^\(\'([a-z-]+)\',\ (-?[0-9]+),\ uint64\ ([0-9]+),\ (\[.*\])\)$ ]] || fail "Flip answered" "$reply"
    outcome=${BASH_REMATCH[1]} points=${BASH_REMATCH[2]} revision=${BASH_REMATCH[3]} changed=${BASH_REMATCH[4]}
    [[ $changed =~ \((uint32\ )?$1,\ \'(up|matched)\',\ \'([^\']+)\'\) ]] || fail "Flip $1 shows no face" "$reply"
    face=${BASH_REMATCH[3]}
}

next_event() {
    local line
    while read -r -t "$deadline" -u 3 line; do
        if [[ $line =~ ^"$object: "[A-Za-z0-9.]+\.([A-Za-z]+)\ (.*)$ ]]; then
            event="${BASH_REMATCH[1]} ${BASH_REMATCH[2]}"
            return 0
        fi
    done
    return 1
}

shows_replies() { false; }
game_started() { echo "(uint64 $revision, uint64 $id, '$theme', uint32 $((2 * pairs)))"; }
cards_changed() { echo "(uint64 $revision, $changed)"; }
matched() { echo "(uint64 $revision, uint32 $1, uint32 $2, '$3', '$4', $points)"; }
mismatched() { echo "(uint64 $revision, uint32 $1, uint32 $2, $points)"; }
game_won() { echo "(uint64 $revision, uint64 $id, {"; }
property() {
    case $1 in
    Revision | Id) echo "'$1': <uint64 $2>" ;;
    State) echo "'$1': <'$2'>" ;;
    *) echo "'$1': <uint32 $2>" ;;
    esac
}

play_whole_game
