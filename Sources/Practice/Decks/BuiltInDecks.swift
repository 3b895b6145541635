internal import MemoryGame

extension Deck {
  /// The decks that come with the game: Japanese basics, then the two-sided themes.
  public static let builtIn: [Deck] =
    [japaneseBasics].compactMap { $0 } + Themes.builtIn.all.compactMap(Deck.init)

  /// The deck of a session that names none, where none was practised before; held to be there by a
  /// test.
  public static let japaneseBasics: Deck? = {
    guard let name = try? ThemeName("Japanese basics") else { return nil }
    let cards = japaneseWords.map { WordCard($0.word, $0.meaning, pronunciation: $0.said) }
    return Deck(name: name, cards: cards)
  }()

  // swift-format-ignore
  // One word a line.
  /// The words with their meaning; said in kana where written in kanji, in Latin letters elsewhere.
  private static let japaneseWords: [(word: String, said: String, meaning: String)] = [
    ("はい", "hai", "yes"),
    ("いいえ", "iie", "no"),
    ("ありがとう", "arigatō", "thank you"),
    ("すみません", "sumimasen", "excuse me"),
    ("おはよう", "ohayō", "good morning"),
    ("こんにちは", "konnichiwa", "good day; hello"),
    ("こんばんは", "konbanwa", "good evening"),
    ("おやすみ", "oyasumi", "good night"),
    ("さようなら", "sayōnara", "goodbye"),
    ("どうぞ", "dōzo", "please; go ahead"),
    ("私", "わたし", "I; me"),
    ("人", "ひと", "person"),
    ("友達", "ともだち", "friend"),
    ("子供", "こども", "child"),
    ("先生", "せんせい", "teacher"),
    ("学生", "がくせい", "student"),
    ("名前", "なまえ", "name"),
    ("母", "はは", "mother"),
    ("父", "ちち", "father"),
    ("家", "いえ", "house"),
    ("学校", "がっこう", "school"),
    ("駅", "えき", "station"),
    ("店", "みせ", "shop"),
    ("町", "まち", "town"),
    ("国", "くに", "country"),
    ("道", "みち", "road; way"),
    ("山", "やま", "mountain"),
    ("川", "かわ", "river"),
    ("海", "うみ", "sea"),
    ("空", "そら", "sky"),
    ("雨", "あめ", "rain"),
    ("雪", "ゆき", "snow"),
    ("風", "かぜ", "wind"),
    ("木", "き", "tree"),
    ("花", "はな", "flower"),
    ("犬", "いぬ", "dog"),
    ("猫", "ねこ", "cat"),
    ("鳥", "とり", "bird"),
    ("魚", "さかな", "fish"),
    ("水", "みず", "water"),
    ("お茶", "おちゃ", "tea"),
    ("ご飯", "ごはん", "cooked rice; meal"),
    ("パン", "pan", "bread"),
    ("肉", "にく", "meat"),
    ("卵", "たまご", "egg"),
    ("果物", "くだもの", "fruit"),
    ("本", "ほん", "book"),
    ("手紙", "てがみ", "letter"),
    ("電話", "でんわ", "telephone"),
    ("車", "くるま", "car"),
    ("電車", "でんしゃ", "train"),
    ("お金", "おかね", "money"),
    ("時間", "じかん", "time"),
    ("今日", "きょう", "today"),
    ("明日", "あした", "tomorrow"),
    ("昨日", "きのう", "yesterday"),
    ("朝", "あさ", "morning"),
    ("夜", "よる", "night; evening"),
    ("目", "め", "eye"),
    ("耳", "みみ", "ear"),
    ("口", "くち", "mouth"),
    ("手", "て", "hand"),
    ("足", "あし", "foot; leg"),
    ("大きい", "おおきい", "big"),
    ("小さい", "ちいさい", "small"),
    ("新しい", "あたらしい", "new"),
    ("古い", "ふるい", "old"),
    ("高い", "たかい", "high; expensive"),
    ("安い", "やすい", "cheap"),
    ("暑い", "あつい", "hot"),
    ("寒い", "さむい", "cold"),
    ("行く", "いく", "to go"),
    ("来る", "くる", "to come"),
    ("食べる", "たべる", "to eat"),
    ("飲む", "のむ", "to drink"),
    ("見る", "みる", "to see; to look"),
    ("聞く", "きく", "to hear; to ask"),
    ("話す", "はなす", "to speak"),
    ("読む", "よむ", "to read"),
    ("書く", "かく", "to write"),
  ]
}
