# Completions of memorize-notify for fish.
complete -c memorize-notify -f
complete -c memorize-notify -l show-flips -d 'show cards that are turned up'
complete -c memorize-notify -l questions -d 'show the questions of all practice sessions'
complete -c memorize-notify -l play-command -x -a '(__fish_complete_command)' -d 'run this for Play'
complete -c memorize-notify -l practice-command -x -a '(__fish_complete_command)' -d 'run this for Practise in the terminal'
complete -c memorize-notify -l log-level -x -a 'error warning notice info debug' -d 'say so much on standard error'
complete -c memorize-notify -s h -l help -d 'print a help text'
complete -c memorize-notify -l version -d 'print the version'
