#!/usr/bin/env bash
# Memorize in GNOME: Super+Alt+N starts a game of 8 cards, Super+Alt+R resumes the one that it
# abandoned, Super+Alt+0 to Super+Alt+7 turn cards up.
#
# It replaces your list of custom shortcuts. To see the current list:
#   gsettings get org.gnome.settings-daemon.plugins.media-keys custom-keybindings
set -euo pipefail
keys=org.gnome.settings-daemon.plugins.media-keys
path=/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings
bind() { # bind ID KEY COMMAND
    gsettings set "$keys.custom-keybinding:$path/$1/" name "$3"
    gsettings set "$keys.custom-keybinding:$path/$1/" binding "<Super><Alt>$2"
    gsettings set "$keys.custom-keybinding:$path/$1/" command "$3"
    list="${list:+$list, }'$path/$1/'"
}
list=
bind memorize-new n 'memorize new --pairs 4 --quiet'
bind memorize-resume r 'memorize resume --quiet'
for card in 0 1 2 3 4 5 6 7; do bind "memorize-$card" "$card" "memorize flip $card --quiet"; done
gsettings set "$keys" custom-keybindings "[$list]"
