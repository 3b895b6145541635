extension HelpPage {
  /// Two command lines for each verb, by its path.
  static let examples: [String: [String]] = [
    "new": ["memorize new Sea --pairs 6", "memorize new --against 7"],
    "flip": ["memorize flip 0 5", "memorize flip 7 --quiet"],
    "conceal": ["memorize conceal", "memorize conceal --quiet"],
    "board": ["memorize board", "memorize board --matched blank"],
    "bot": [
      "memorize bot --player Grace --memory 5", "memorize bot --memory perfect --pace 0.2",
    ],
    "status": [
      "memorize status --format waybar", "memorize status --format '{icon} {matched}/{pairs}'",
    ],
    "play": ["memorize play --theme Sea", "memorize play --against 7"],
    "watch": ["memorize watch", "memorize watch --format polybar --coalesce 200"],
    "wait": ["memorize wait won --timeout 60", "memorize wait changed --json"],
    "history": ["memorize history", "memorize history --limit 5 --plain"],
    "stats": ["memorize stats", "memorize stats --json"],
    "log": ["memorize log 12", "memorize log 12 --json"],
    "replay": ["memorize replay 12 --speed 4", "memorize replay M1E00F111T00M9EFZ47MT"],
    "verify": ["memorize verify 12", "memorize verify M1E00F111T00M9EFZ47MT"],
    "share": ["memorize share", "memorize share --ascii"],
    "while": ["memorize while -- make", "memorize while --deck German -- ssh build make all"],
    "deck": ["memorize deck import words.csv", "memorize deck export German"],
    "deck import": [
      "memorize deck import words.csv --dry-run",
      "memorize deck import words.csv --front Word --back Wort --encoding latin1",
    ],
    "deck export": ["memorize deck export German", "memorize deck export German --to csv"],
    "theme": ["memorize theme list", "memorize theme show Sea"],
    "theme list": ["memorize theme list", "memorize theme list --added"],
    "theme show": ["memorize theme show Sea", "memorize theme show Sea --ascii"],
    "theme add": [
      ##"memorize theme add "Deep Sea" "#0066aa" "🐙🦑🦐🐡""##,
      #"memorize theme add Numbers "" "いち [ichi] = one; に [ni] = two""#,
    ],
    "theme remove": [
      #"memorize theme remove "Deep Sea""#, "memorize theme remove German --yes",
    ],
    "theme check": ["memorize theme check", "memorize theme check pond.themes"],
    "theme export": ["memorize theme export Sea", "memorize theme export German --format tsv"],
    "practice": ["memorize practice", "memorize practice start --mode typed"],
    "practice due": ["memorize practice", "memorize practice due --choices"],
    "practice start": [
      #"memorize practice start --deck "Japanese basics" --mode typed"#,
      "memorize practice start --due",
    ],
    "practice show": ["memorize practice show", "memorize practice show --choices"],
    "practice answer": ["memorize practice answer 2", "memorize practice answer good morning"],
    "practice reveal": ["memorize practice reveal", "memorize practice reveal --question 3"],
    "practice grade": ["memorize practice grade good", "memorize practice grade 1"],
    "practice undo": ["memorize practice undo", "memorize practice undo --quiet"],
    "practice restart": ["memorize practice restart", "memorize practice restart --json"],
    "practice stop": ["memorize practice stop", "memorize practice stop --quiet"],
    "practice status": ["memorize practice status", "memorize practice status --exit-code"],
    "practice decks": ["memorize practice decks", "memorize practice decks --plain"],
    "practice stats": ["memorize practice stats", "memorize practice stats --plain"],
    "practice optimize": ["memorize practice optimize", "memorize practice optimize --dry-run"],
    "practice watch": ["memorize practice watch", "memorize practice watch --format waybar"],
    "practice wait": [
      "memorize practice wait finished", "memorize practice wait due --timeout 3600",
    ],
    "practice reviews": [
      "memorize practice reviews --since 2026-01-31", "memorize practice reviews --csv",
    ],
    "practice rebuild": [
      "memorize practice rebuild --dry-run", "memorize practice rebuild",
    ],
    "deck list": ["memorize deck list", "memorize deck list --plain"],
    "deck show": [#"memorize deck show "Japanese basics""#, "memorize deck show German --json"],
    "deck search": ["memorize deck search cat", "memorize deck search good morning --limit 5"],
    "deck add": [
      "memorize deck add German Hund dog", "memorize deck add Japanese 猫 cat --pronunciation ねこ",
    ],
    "deck edit": [
      #"memorize deck edit 1742118 --back "the dog""#,
      #"memorize deck edit 1742118 --pronunciation """#,
    ],
    "deck remove": [
      "memorize deck remove 1742118", "memorize deck remove 1742118023394655 --yes",
    ],
    "deck suspend": ["memorize deck suspend 1742118", "memorize deck suspend 1742118 3301957"],
    "deck resume": ["memorize deck resume 1742118", "memorize deck resume 1742118 3301957"],
    "practice config": [
      "memorize practice config get", "memorize practice config set daily-reminder yes",
    ],
    "practice config get": [
      "memorize practice config get", "memorize practice config get new-per-day",
    ],
    "practice config set": [
      "memorize practice config set daily-reminder yes",
      "memorize practice config set daily-reminder-time 18:30",
    ],
    "practice play": ["memorize practice play", "memorize practice play --mode recall --due"],
    "profile": ["memorize profile register Ada", "memorize profile show"],
    "profile show": ["memorize profile show", "memorize profile show --json"],
    "profile register": [
      "memorize profile register Ada --remember", #"memorize profile register "Ada Lovelace""#,
    ],
    "profile forget": ["memorize profile forget", "memorize profile forget --reviews --yes"],
    "backup": ["memorize backup memorize.backup", "memorize backup ~/memorize-2026.sqlite"],
    "restore": ["memorize restore memorize.backup", "memorize restore ~/memorize-2026.sqlite"],
    "doctor": ["memorize doctor", "memorize doctor --seen"],
  ]
}
