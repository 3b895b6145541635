# Completions of memorize for fish.

# Asks the service, which need not be there, and never starts it.
function __memorize_ask
    set -l words (commandline -opc)
    command $words[1] $argv --plain --no-autostart --timeout 2 2>/dev/null </dev/null
end

# Name and icon of each theme.
function __memorize_themes
    __memorize_ask theme list $argv | string replace -r '^([^\t]*)\t([^\t]*).*' '$1\t$2'
end

# The cards that are down, but for those that stand in the line already.
function __memorize_cards
    set -l given (commandline -opc)
    for card in (__memorize_ask board | string replace -rf '^(\d+)\tdown\t.*' '$1')
        contains -- $card $given; or echo $card
    end
end

# Name of each deck, and how many of its cards are due.
function __memorize_decks
    __memorize_ask practice decks | string replace -r '^([^\t]*)\t\d+\t(\d+).*' '$1\t$2 due'
end

# The numbers of the choices, where they are shown.
function __memorize_choices
    __memorize_ask practice show | string replace -rf '^choice\t(\d+)\t(.*)' '$1\t$2'
end

# The last games that are over, each with its theme.
function __memorize_games
    __memorize_ask history | string match -rv '\tplaying\t' | string replace -r '^(\d+)\t[^\t]*\t([^\t]*).*' '$1\t$2'
end

# The verb that stands in the line, behind those that only lead to others.
function __memorize_verb
    set -l words (commandline -opc)[2..]
    set -l verb
    while set -q words[1]
        set -l word $words[1]
        set -e words[1]
        switch $word
            case --timeout --color --matched
                set -e words[1]
            case -
                echo batch
                return
            case '-*'
            case '*'
                set verb (string join ' ' -- $verb $word)
                contains -- $verb theme practice 'practice config' profile; and continue
                echo $verb
                return
        end
    end
    echo $verb
end

# Whether the line has one of these verbs, or none where that is given as ''.
function __memorize_on
    contains -- "$(__memorize_verb)" $argv
end

# Whether the last word is one of these.
function __memorize_behind
    contains -- (commandline -opc)[-1] $argv
end

complete -c memorize -f

set -l verbs "__memorize_on ''"
complete -c memorize -n $verbs -a new -d 'start a game'
complete -c memorize -n $verbs -a flip -d 'turn cards up'
complete -c memorize -n $verbs -a conceal -d 'turn a mismatch down'
complete -c memorize -n $verbs -a board -d 'print the board'
complete -c memorize -n $verbs -a status -d 'print the game in one line'
complete -c memorize -n $verbs -a play -d 'play in the terminal'
complete -c memorize -n $verbs -a theme -d 'list and show themes, and make new ones'
complete -c memorize -n $verbs -a watch -d 'follow the game'
complete -c memorize -n $verbs -a wait -d 'return when something happens'
complete -c memorize -n $verbs -a history -d 'list past games'
complete -c memorize -n $verbs -a stats -d 'sum up all games'
complete -c memorize -n $verbs -a log -d 'print the transitions of a game'
complete -c memorize -n $verbs -a replay -d 'show a game again'
complete -c memorize -n $verbs -a verify -d 'replay a game and compare'
complete -c memorize -n $verbs -a share -d 'print the daily result without faces'
complete -c memorize -n $verbs -a practice -d 'ask word cards'
complete -c memorize -n $verbs -a profile -d 'say who practises'
complete -c memorize -n $verbs -a batch -d 'do verbs from standard input'
complete -c memorize -n $verbs -a doctor -d 'look for faults'
complete -c memorize -n $verbs -a help -d 'print the help of a verb'
complete -c memorize -n '__memorize_on theme' -a list -d 'list the themes'
complete -c memorize -n '__memorize_on theme' -a show -d 'show a theme and its pairs'
complete -c memorize -n '__memorize_on theme' -a add -d 'add a theme of your own'
complete -c memorize -n '__memorize_on theme' -a remove -d 'remove a theme that was added'
complete -c memorize -n '__memorize_on theme' -a check -d 'look for faults in files of themes and decks'
complete -c memorize -n '__memorize_on theme' -a import -d 'make a deck of a table or a vocabulary'
complete -c memorize -n '__memorize_on theme' -a export -d 'print a theme as a line of a file'
complete -c memorize -n '__memorize_on practice' -a play -d 'practise in the terminal'

set -l practice '__memorize_on practice'
complete -c memorize -n $practice -a start -d 'start a session'
complete -c memorize -n $practice -a show -d 'print the question'
complete -c memorize -n $practice -a answer -d 'answer the question'
complete -c memorize -n $practice -a reveal -d 'tell the answer'
complete -c memorize -n $practice -a grade -d 'say how well an answer was remembered'
complete -c memorize -n $practice -a undo -d 'take the last response back'
complete -c memorize -n $practice -a restart -d 'start a session like the last one'
complete -c memorize -n $practice -a stop -d 'end the session'
complete -c memorize -n $practice -a status -d 'print the session in one line'
complete -c memorize -n $practice -a decks -d 'list the decks'
complete -c memorize -n $practice -a stats -d 'sum up all reviews'
complete -c memorize -n $practice -a config -d 'tell and change settings'
complete -c memorize -n '__memorize_on "practice config"' -a get -d 'print settings'
complete -c memorize -n '__memorize_on "practice config"' -a set -d 'change a setting'
complete -c memorize -n '__memorize_on profile' -a show -d 'print who practises'
complete -c memorize -n '__memorize_on profile' -a register -d 'say who practises'
complete -c memorize -n '__memorize_on profile' -a forget -d 'forget who practises'

complete -c memorize -n '__memorize_on flip' -k -a '(__memorize_cards)' -d card
complete -c memorize -n '__memorize_on "theme show" "theme export"' -a '(__memorize_themes)'
complete -c memorize -n '__memorize_on "theme remove"' -a '(__memorize_themes --added)'
complete -c memorize -n '__memorize_on "theme check" "theme import"' -F
complete -c memorize -n '__memorize_on wait' -a 'matched mismatched won started changed'
complete -c memorize -n '__memorize_on log replay verify' -k -a '(__memorize_games)'
set -l help '__memorize_on help; and __memorize_behind'
complete -c memorize -n "$help theme" -a 'list show add remove check import export'
complete -c memorize -n "$help practice" -a 'play start show answer reveal grade undo restart stop status decks stats config'
complete -c memorize -n "$help config" -a 'get set'
complete -c memorize -n "$help profile" -a 'show register forget'
complete -c memorize -n "$help help" -a 'new flip conceal board status play theme watch wait history stats log replay verify share practice profile batch doctor help'
complete -c memorize -n '__memorize_on "practice answer"' -k -a '(__memorize_choices)'
complete -c memorize -n '__memorize_on "practice grade"' -a 'again hard good easy'
complete -c memorize -n '__memorize_on "practice config get" "practice config set"; and __memorize_behind get set' -a 'questions-per-session show-choices learning-enabled new-per-day daily-reminder daily-reminder-time scoring'
complete -c memorize -n '__memorize_on "practice config set"; and __memorize_behind show-choices learning-enabled daily-reminder' -a 'yes no'
complete -c memorize -n '__memorize_on "practice config set"; and __memorize_behind scoring' -a 'classic timed'

set -l new '__memorize_on new'
complete -c memorize -n $new -l theme -x -a '(__memorize_themes)' -d 'the theme'
complete -c memorize -n '__memorize_on new "theme add"' -l pairs -x -a 'random all' -d 'how many pairs'
complete -c memorize -n $new -l seed -x -d 'deal the same cards for the same seed'
complete -c memorize -n $new -l scoring -x -a 'classic timed' -d 'how points are counted'
complete -c memorize -n $new -l daily -d 'play the deal of the day'
complete -c memorize -n $new -l player -x -d 'a player by turns'
complete -c memorize -n '__memorize_on flip' -l peek -x -d 'turn a mismatch down after that time'
complete -c memorize -n '__memorize_on play' -l conceal-after -x -d 'turn a mismatch down by itself'
complete -c memorize -n '__memorize_on status "practice status"' -l exit-code -d 'tell by the exit code how the game stands'
complete -c memorize -n '__memorize_on status watch' -l format -x -a 'waybar i3blocks polybar' -d 'print a line for a bar, or by a template'
complete -c memorize -n '__memorize_on watch wait' -l start -d 'start the service where it is not there'
complete -c memorize -n '__memorize_on watch' -l coalesce -x -d 'gather the changes of that time'
complete -c memorize -n '__memorize_on watch' -l count -x -d 'end after so many lines'
complete -c memorize -n '__memorize_on watch' -s 0 -l null -d 'end each line by NUL'
complete -c memorize -n '__memorize_on wait' -l since -x -d 'what was seen last'
complete -c memorize -n '__memorize_on history' -l limit -x -d 'how many games'
complete -c memorize -n '__memorize_on history' -l before -x -d 'only older games than that'
complete -c memorize -n '__memorize_on history stats share "theme list" "theme show" "practice stats" "practice play"' -l ascii -d 'keep to ASCII'
complete -c memorize -n '__memorize_on replay verify' -l from -r -F -d 'take the game from a file'
complete -c memorize -n '__memorize_on replay' -l speed -x -d 'how many times as fast'
complete -c memorize -n '__memorize_on replay' -l delay -x -d 'wait so long before each transition'
complete -c memorize -n '__memorize_on replay' -l step -d 'go on by a key'
complete -c memorize -n '__memorize_on batch' -l keep-going -d 'go on after a line that fails'
complete -c memorize -n '__memorize_on "theme list"' -l added -d 'list only what was added'
complete -c memorize -n '__memorize_on "theme add"' -l icon -x -d 'the icon'
complete -c memorize -n '__memorize_on "theme check"' -l deck -d 'take for a deck what does not end in .themes'
complete -c memorize -n '__memorize_on "theme export"' -l format -x -a 'themes tsv' -d 'a line of a file, or a deck'

set -l quiz '__memorize_on "practice play"'
complete -c memorize -n $quiz -l deck -x -a '(__memorize_decks)' -d 'the deck'
complete -c memorize -n $quiz -l questions -x -d 'how many questions'
complete -c memorize -n $quiz -l direction -x -a 'forward backward' -d 'which side is asked'
complete -c memorize -n $quiz -l mode -x -a 'choices typed recall' -d 'how it is answered'
complete -c memorize -n $quiz -l due -d 'ask only what is due, then new cards'
complete -c memorize -n $quiz -l layout -x -a 'wide stacked auto' -d 'where the answers stand'

set -l import '__memorize_on "theme import"'
complete -c memorize -n $import -l front -x -d 'the column of the first side'
complete -c memorize -n $import -l back -x -d 'the column of the second side'
complete -c memorize -n $import -l pronunciation -x -d 'the column of the pronunciation'
complete -c memorize -n $import -l name -x -d 'the name of the deck'
complete -c memorize -n $import -l separator -x -a 'tab comma semicolon space pipe colon' -d 'what stands between fields'
complete -c memorize -n $import -l html -d 'take the fields for HTML'
complete -c memorize -n $import -l dry-run -d 'print the first cards, and write nothing'
complete -c memorize -n $import -l force -d 'replace a deck of that name'

set -l start '__memorize_on "practice start"'
complete -c memorize -n $start -l deck -x -a '(__memorize_decks)' -d 'the deck'
complete -c memorize -n $start -l questions -x -d 'how many questions'
complete -c memorize -n $start -l direction -x -a 'forward backward' -d 'which side is asked'
complete -c memorize -n $start -l mode -x -a 'choices typed recall' -d 'how it is answered'
complete -c memorize -n $start -l due -d 'ask only what is due, then new cards'
complete -c memorize -n '__memorize_on "practice "{start,show,answer,reveal,grade,undo,restart}' -l choices -d 'print the choices in any case'
complete -c memorize -n '__memorize_on "practice "{answer,reveal,grade}' -l question -x -d 'only where that question is asked'
complete -c memorize -n '__memorize_on "profile register"' -l remember -d 'keep the name when the service ends'
complete -c memorize -n '__memorize_on "profile forget"' -l reviews -d 'forget all reviews too'

set -l board "__memorize_on '' new flip conceal board play replay batch"
complete -c memorize -n $board -l ascii -d 'print names in place of emoji'
complete -c memorize -n $board -l matched -x -a 'show blank' -d 'in the place of matched cards'

# All verbs but those that only lead to others.
set -l all 'not __memorize_on theme practice "practice config" profile help'
complete -c memorize -n $all -l timeout -x -d 'wait for so long'
complete -c memorize -n $all -l no-autostart -d 'do not start the service'
complete -c memorize -n $all -l json -d 'print JSON'
complete -c memorize -n $all -l plain -d 'print plain lines'
complete -c memorize -n $all -l color -x -a 'auto always never' -d 'when to use colours'
complete -c memorize -n $all -s q -l quiet -d 'print nothing where all went well'
complete -c memorize -l version -d 'print the version'
complete -c memorize -s h -l help -d 'print the help'
