#!/usr/bin/env bash
# Plays a whole game with busctl, and checks with its monitor that every signal came before
# the reply, in order, with the right content.
#
# usage: play_busctl.sh [THEME [PAIRS]]      a one-sided theme (Halloween) and its pairs (8)
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/whole_game.sh"

start_monitor() {
    local line
    # The monitor is told the daemon's name, so somebody should have it.
    busctl --user call "$daemon" "$object" org.freedesktop.DBus.Peer Ping
    exec 3< <(exec busctl --user --json=short monitor "$daemon" 2>&1)
    monitor=$!
    while read -r -t "$deadline" -u 3 line; do
        [[ $line != "Monitoring bus message stream."* ]] || return 0
    done
    fail "busctl monitor did not start" "${line:-}"
}

call() { busctl --user --json=short call "$daemon" "$object" "$game" "$@"; }

# Bodies are compared as texts, just as busctl writes them.
new_game() {
    reply=$(call NewGame 'a{sv}' 2 theme s "$theme" pairs u "$pairs")
    [[ $reply =~ ^\{\"type\":\"tt\",\"data\":\[([0-9]+),([0-9]+)\]\}$ ]] || fail "NewGame answered" "$reply"
    revision=${BASH_REMATCH[1]} id=${BASH_REMATCH[2]}
    body="[$revision,$id]"
}

flip() {
    reply=$(call Flip u "$1")
    [[ $reply =~ ^\{\"type\":\"sita\(uss\)\",\"data\":(\[\"([a-z-]+)\",(-?[0-9]+),([0-9]+),(\[.*\])\])\}$ ]] ||
        fail "Flip answered" "$reply"
    body=${BASH_REMATCH[1]} outcome=${BASH_REMATCH[2]} points=${BASH_REMATCH[3]}
    revision=${BASH_REMATCH[4]} changed=${BASH_REMATCH[5]}
    [[ $changed =~ \[$1,\"(up|matched)\",\"([^\"]+)\"\] ]] || fail "Flip $1 shows no face" "$reply"
    face=${BASH_REMATCH[2]}
}

next_event() {
    local line
    while read -r -t "$deadline" -u 3 line; do
        if [[ $line =~ ^\{\"type\":\"signal\".*\"member\":\"([A-Za-z]+)\",\"payload\":\{\"type\":\"[^\"]*\",\"data\":(.*)\}\}$ ]]; then
            event="${BASH_REMATCH[1]} ${BASH_REMATCH[2]}"
            # The bus' own signals are no part of the game.
            [[ $line == *'"path":"/org/memorized/Memorize1"'* ]] || continue
            return 0
        elif [[ $line =~ ^\{\"type\":\"method_(return|error)\".*\"payload\":\{\"type\":\"(tt|sita\(uss\))\",\"data\":(.*)\}\}$ ]]; then
            event="reply ${BASH_REMATCH[3]}"
            return 0
        fi
    done
    return 1
}

shows_replies() { true; }
reply_body() { echo "$body"; }
game_started() { echo "[$revision,$id,\"$theme\",$((2 * pairs))]"; }
cards_changed() { echo "[$revision,$changed]"; }
matched() { echo "[$revision,$1,$2,\"$3\",\"$4\",$points]"; }
mismatched() { echo "[$revision,$1,$2,$points]"; }
game_won() { echo "[$revision,$id,{"; }
property() {
    if [[ $2 =~ ^[0-9]+$ ]]; then
        local letter=u
        [[ $1 != Revision && $1 != Id ]] || letter=t
        echo "\"$1\":{\"type\":\"$letter\",\"data\":$2}"
    else
        echo "\"$1\":{\"type\":\"s\",\"data\":\"$2\"}"
    fi
}

play_whole_game
