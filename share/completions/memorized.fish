# Completions of memorized for fish.
complete -c memorized -f
complete -c memorized -l replace -d 'take over from a daemon that runs'
complete -c memorized -l idle-exit -x -d 'end when idle for so long'
complete -c memorized -l log-level -x -a 'error warning notice info debug' -d 'say so much on standard error'
complete -c memorized -s h -l help -d 'print a help text'
complete -c memorized -l version -d 'print the version'
