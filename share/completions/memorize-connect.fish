# Completions of memorize-connect for fish.
source (status dirname)/memorized.fish
