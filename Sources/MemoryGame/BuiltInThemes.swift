internal import PlainText

package enum Themes {
  /// The themes that come with the game.
  ///
  /// Their emoji are wide in every terminal: East Asian Wide, no variation selector, no joiner.
  /// The eight of `daily` are frozen with the rules version, faces and order alike. No one-sided theme
  /// deals fewer than six pairs by itself: less is over before it is a game.
  package static let builtIn = daily + others

  /// The name of the built-in deck of words.
  package static let japaneseBasics = ThemeName(
    unchecked: english("Japanese basics", context: "theme"))

  // swift-format-ignore
  // One theme a line.
  /// The themes of the daily deal: entry n is for the days with day % 8 = n.
  static let daily: [Theme] = [
    Theme(english("Halloween", context: "theme"), "🎃", "#ff9300", "🦇😱🙀👿🎃👻🍭🍬🍎"),
    Theme(english(
      "Vehicles", context: "theme"), "🚗", "#d9a441", "🚗🚕🚌🚎🚓🚑🚒🚐🚚🚛🚜🛵🚲🚂🚀🚁⛵🚢", .range(6...10)),
    Theme(english("Flowers", context: "theme"), "🌸", "#ff70a6 #ffd670", "🌸🌷🌹🌺🌻🌼💐💮🥀🍀"),
    Theme(english("Animals", context: "theme"), "🐶", "#b0835a", "🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔", .fixed(8)),
    Theme(english("Fruit", context: "theme"), "🍓", "#43aa8b", "🍓🍏🍐🍊🍋🍌🍉🍇🍒🍑🍍🥝🥥", .fixed(10)),
    Theme(english("Sea", context: "theme"), "🐳", "#0077b6 #90e0ef", "🐳🐬🐟🐠🐡🦈🐙🐚🦀🦐🦑🐢", .range(8...12)),
    Theme(english("Sports", context: "theme"), "⚽", "#2a9d8f", "⚽🏀🏈⚾🎾🏐🏉🎱🏓🏸🥊⛳🎳", .fixed(9)),
    Theme(english("Food", context: "theme"), "🍔", "#f4a261", "🍔🍟🍕🌭🥪🌮🌯🥗🍝🍣🍜🍩🍪🍦", .range(6...14)),
  ]

  // swift-format-ignore
  // One theme a line.
  private static let others: [Theme] = [
    Theme(english("Birds", context: "theme"), "🦉", "#6a994e", "🦉🦅🦆🐧🐤🐓🦃🦜🦚🦢", .fixed(8)),
    Theme(english("Insects", context: "theme"), "🐝", "#e9c46a", "🐝🐛🦋🐌🐞🐜🦗🦂"),
    Theme(english("Smileys", context: "theme"), "😀", "#ffcc00", "😀😂😍😎🤓😴🤔😡😭🥶🤠🤡👽🤖", .range(6...14)),
    Theme(english(
      "Music", context: "theme"), "🎵", "#8f5bea #5f8bff #4cc9f0", "🎵🎸🎹🎺🎻🥁🎷🎤🎧📻", .range(6...8)),
    Theme(english("Sky", context: "theme"), "🌙", "#3d79c0 #48cae4", "🌙🌝🌞⭐🌈⚡🔥🌊🌍☔⛄", .range(6...9)),
    Theme(english("Places", context: "theme"), "🏠", "#5b8abf", "🏠🏢🏥🏦🏨🏫🏭🏯🏰🗼🗽⛺🎡🎢", .range(6...14)),
    Theme(english("Garden", context: "theme"), "🥕", "#90be6d", "🥕🍅🍆🌽🥒🥔🥦🍄🥬🌰🥜🌱", .fixed(8)),
    Theme(english("Hearts", context: "theme"), "💜", "#b57bff #ff7fb0", "💜💙💚💛🧡🖤💖💘", .fixed(6)),
    Theme(english(
      "Everything", context: "theme"), "🌐", "#8f5bea #e0669c #f29a5b", "🌀🌁🌂🌃🌄🌆🌇🌈🌉🌋🌌🌍🌎🌏🌑🌕🌙🌚🌜🌝🌞🌟🌠🌮🌯🌰🌱🌳🌴🌵🌷🌹🌺🌻🌼🌽🌿🍀🍁🍂🍄🍅🍆🍇🍈🍊🍋🍌🍍🍏🍐🍑🍒🍔🍕🍖🍗🍘🍚🍛🍜🍝🍟🍠🍡🍢🍣🍥🍦🍧🍨🍪🍫🍬🍭🍮🍰🍱🍲🍳🍵🍶🍷🍸🍺🍻🍼🍾🍿🎁🎂🎃🎄🎆🎇🎈🎉🎊🎌🎍🎎🎏🎑🎒🎓🎠🎢🎣🎤🎥🎦🎨🎩🎪🎫🎭🎮🎯🎰🎱🎳🎴🎵🎶🎸🎹🎺🎻🎽🎾🎿🏀🏁🏃🏄🏅🏆🏈🏉🏊🏏🏐🏒🏓🏠🏡🏣🏤🏥🏦🏧🏩🏪🏫🏬🏮🏯🏰🏸🏺🐀🐁🐂🐃🐅🐆🐇🐈🐊🐋🐌🐍🐎🐐🐑🐒🐓🐕🐖🐗🐘🐚🐛🐜🐝🐞🐠🐡🐢🐣🐥🐦🐧🐨🐩🐫🐬🐭🐮🐰🐱🐲🐳🐴🐶🐷🐸🐹🐻🐼🐽🐾👂👃👄👅👆👈👉👊👋👍👎👏👐👑👓👔👕👖👘👙👚👛👝👞👟👠👡👣👤👥👦👨👩👪👫👬👮👯👰👱👳👴👵👶👸👹👺👻👼👾👿💀💁💃💄💅💆💇💉💊💋💌💎💏💐💑💒💔💕💖💗💙💚💛💜💞💟💠💡💢💤💥💦💧💩💪💫💬💭💯💰💱💲💴💵💶💷💹💺💻💼💽💿📀📁📂📄📅📆📇📈📊📋📌📍📏📐📑📒📓📕📖📗📘📚📜📝📞📠📡📢📣📤📦📧📨📩📫📬📭📮📯📷📸📹📺📼🔦🔧🔨🔪🔫🔬🔭🔮🕌🕍🕎🗼🗾🗿😀😁😂😄😅😆😇😉😊😋😌😎😏😐😑😒😔😕😖😗😙😚😛😜😝😟😠😡😢😤😥😦😧😨😪😫😬😭😯😰😱😲😴😵😶😷😸😺😻😼😽😿🙀🙁🙂🙃🙅🙆🙇🙋🙍🙎🙏🚀🚂🚃🚄🚅🚆🚈🚉🚊🚋🚍🚎🚏🚐🚑🚓🚔🚕🚖🚘🚙🚚🚛🚜🚞🚟🚠🚡🚣🚲🤐🤑🤓🤔🤕🤖🤗🤙🤚🤛🤜🤞🤟🤠🤡🤢🤤🤥🤦🤧🥑🥒🥓🥔🥖🥗🥘🥙🥚🥜🥝🥞🦀🦂🦃🦄🦅🦆🦈🦉🦊🦋🦍🦎🦏🦐", .range(12...24)),
    Theme(english(
      "Multiplication", context: "theme"), "🧮", "#3a7d8c", sides: "7×8=56 6×9=54 6×7=42 8×9=72 7×9=63 8×8=64 6×8=48 7×7=49 9×9=81 4×8=32 5×9=45 3×9=27 4×7=28 5×7=35", .fixed(8)),
    Theme(english(
      "Japanese", context: "theme"), "🗾", "#e8788a #f4b8c2", sides: "いち=one=ichi に=two=ni さん=three=san よん=four=yon ご=five=go ろく=six=roku なな=seven=nana はち=eight=hachi きゅう=nine=kyū じゅう=ten=jū ねこ=cat=neko いぬ=dog=inu みず=water=mizu やま=mountain=yama ほん=book=hon はな=flower=hana", .range(6...12)),
    Theme(english(
      "Capitals", context: "theme"), "🌍", "#5f74d0 #a9c4f0", sides: "France=Paris Italy=Rome Spain=Madrid Germany=Berlin Austria=Vienna Poland=Warsaw Greece=Athens Norway=Oslo Sweden=Stockholm Finland=Helsinki Japan=Tokyo Egypt=Cairo", .random),
  ]
}

extension Theme {
  fileprivate init(
    _ name: String, _ icon: String, _ colors: String, _ faces: String, _ rule: PairRule = .all
  ) {
    self.init(
      unchecked: ThemeName(unchecked: name), icon: icon, colors: words(colors),
      pairs: faces.map { Pair(unchecked: Face(unchecked: String($0))) }, rule: rule)
  }

  /// Makes a two-sided theme from `first=second` or `first=second=pronunciation`.
  fileprivate init(
    _ name: String, _ icon: String, _ colors: String, sides: String, _ rule: PairRule = .all
  ) {
    let pairs = words(sides).map { word in
      let parts = word.split(separator: "=").map(String.init)
      return Pair(
        unchecked: Face(unchecked: parts[0]), Face(unchecked: parts[1]),
        pronunciation: parts.count > 2 ? parts[2] : nil)
    }
    self.init(
      unchecked: ThemeName(unchecked: name), icon: icon, colors: words(colors), pairs: pairs,
      rule: rule)
  }
}

extension [Theme] {
  /// Draws a theme uniformly, never the last one if there is another.
  package func random(
    excluding last: String?, using generator: inout some RandomNumberGenerator
  ) -> Theme? {
    let lastKey = last.map(ThemeName.comparisonKey(of:))
    let others = filter { $0.themeName.comparisonKey != lastKey }
    return (others.isEmpty ? self : others).randomElement(using: &generator)
  }
}

private func words(_ text: String) -> [String] {
  text.split(separator: " ").map(String.init)
}
