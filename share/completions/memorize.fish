# Completions of memorize for fish. memorize itself provides the candidates.

function __memorize_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l program (string replace -r '^~/' $HOME/ -- $words[1])
    for line in (command $program __complete $words[2..] "$typed" 2>/dev/null </dev/null)
        if test "$line" = \tfiles
            __fish_complete_path $typed
        # Without quotes fish would expand a name that begins with ~, and it does not escape it.
        else if not string match -q '~*' -- $line; or string match -qr '^["\']' -- $typed
            echo $line
        end
    end
end

complete -c memorize -f -k -a '(__memorize_complete)'
