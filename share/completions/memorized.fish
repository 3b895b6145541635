# Completions of memorized, memorize-notify and memorize-connect for fish; their options are read from
# their help.
for program in memorized memorize-notify memorize-connect
    complete -c $program -f
    for line in (command $program --help 2>/dev/null </dev/null | string replace -rf '^  --([a-z-]+)( [A-Z]+)? *(.*)' '$1\t$2\t$3')
        set -l option (string split \t -- $line)
        set -l value
        switch $option[2]
            case ' LEVEL'
                set value -x -a (string replace -r '^([a-z, ]*)\..*' '$1' $option[3] | string replace -a , '')
            case ' COMMAND'
                set value -x -a '(__fish_complete_command)'
            case ' *'
                set value -x
        end
        complete -c $program -l $option[1] -d "$option[3]" $value
    end
end
