# Completions of memorize-notify for fish.
source (status dirname)/memorized.fish
