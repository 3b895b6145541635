package import DBus
internal import PlainText
package import Practice

package enum DecksContract {
  package typealias Service = any DecksService

  /// The limit for one reply, so that the largest deck does not make a huge message.
  package static let maximumCards: UInt32 = 500
  /// This many of the largest cards fit into one call.
  package static let maximumAdded = 200
  /// The most texts that FindFronts takes.
  package static let maximumFronts = 100

  package static let cards = Method(
    interface, "Cards",
    """
    Returns the cards of a deck in its order: \(CardSummary.keyList). forward and backward are \
    there once the card was reviewed in that direction: \(CardMemory.keyList). A limit above \
    \(maximumCards) counts as \(maximumCards); an offset past the end returns an empty array. \
    Errors: NoSuchDeck, StorageFailed.
    """,
    in: "deck", "offset", "limit", out: "cards"
  ) { (decks: Service, reply: Reply<[CardSummary]>, deck: String, offset: UInt32, limit: UInt32) in
    decks.cards(of: deck, offset: offset, limit: limit, reply)
  }

  package static let search = Method(
    interface, "Search",
    """
    Returns the cards of all decks, as Cards does, that have a text on either side or in the \
    pronunciation, without case and accents: first those of which it is a whole side, then those in \
    which it is a whole word, then those in which a word begins with it, then the others, and \
    finally those with all its words, not together. A limit above \(maximumCards) counts as \
    \(maximumCards). Error: StorageFailed.
    """,
    in: "text", "limit", out: "cards"
  ) { (decks: Service, reply: Reply<[CardSummary]>, text: String, limit: UInt32) in
    decks.search(text, limit: limit, reply)
  }

  package static let find = Method(
    interface, "Find",
    """
    Returns the cards with these numbers, as Search does, in their order: one for each deck that \
    has the card. A number that no deck has a card with is left out. Errors: InvalidArgs (also for \
    more than \(maximumCards) numbers), StorageFailed.
    """,
    in: "ids", out: "cards"
  ) { (decks: Service, reply: Reply<[CardSummary]>, ids: [UInt64]) in
    try decks.cards(ids, reply)
  }

  package static let findFronts = Method(
    interface, "FindFronts",
    """
    Returns the cards of your own decks, as Search does, whose first side is one of these texts, with \
    the same case and accents; a sentence with gaps, given as the file has it, by the cards of all its \
    gaps. At most \(maximumCards) are returned. Errors: InvalidArgs (also for more than \(maximumFronts) texts), \
    StorageFailed.
    """,
    in: "fronts", out: "cards"
  ) { (decks: Service, reply: Reply<[CardSummary]>, fronts: [String]) in
    try decks.cards(withFronts: fronts, reply)
  }

  package static let added = Method(
    interface, "Added",
    """
    Returns the cards of your own decks that were added since a time, in microseconds since 1970-01-01 \
    UTC, as Search does, in the order of their numbers; only dated ones, as AddCard makes them. Of more \
    than \(maximumCards) the last are returned. Error: StorageFailed.
    """,
    in: "since", out: "cards"
  ) { (decks: Service, reply: Reply<[CardSummary]>, since: UInt64) in
    decks.cards(addedSince: since, reply)
  }

  package static let hard = Method(
    interface, "Hard",
    """
    Returns the hard cards of all decks, as Cards does, the most forgotten first: those forgotten \
    \(Schedule.hardLapses) times or more in one direction. Suspended cards are left out. At most \
    \(maximumCards) are returned. Error: StorageFailed.
    """,
    out: "cards"
  ) { (decks: Service, reply: Reply<[CardSummary]>) in decks.hardCards(reply) }

  package static let addCard = Method(
    interface, "AddCard",
    """
    Adds a card at the end of a deck's file: front s and back s; pronunciation s, guid s, note s and \
    tags as (words) may be left out, and dated b: the number is the time at which it is added, in milliseconds since 1970, or \
    the next that is free, and does not follow from the card. A side may name files in the folder of \
    media, [sound:NAME] and <img src="NAME">; a front with gaps, {{c1::answer}}, is one card for each \
    number, and needs no back. Without a deck of that name, one is created. Errors: InvalidArgs, InvalidCard, \
    CardExists (the deck has the same two sides, or the guid, or in a file without guids the same \
    front), DeckBuiltIn, LimitsExceeded (a deck can have \(Deck.maximumCards) cards, and all decks \
    together have limits), StorageFailed.
    """,
    in: "deck", "card", out: "id"
  ) { (decks: Service, reply: Reply<UInt64>, deck: String, card: [String: Value]) in
    decks.addCard(to: deck, card, reply)
  }

  package static let addCards = Method(
    interface, "AddCards",
    """
    Adds up to \(maximumAdded) cards, as AddCard does each of them, and writes the deck's file once. \
    Returns for each its number, or 0 and why it was not added. Errors: InvalidArgs, InvalidCard \
    (other lines of the file would be read differently then), DeckBuiltIn, LimitsExceeded (the file \
    would be too large), StorageFailed.
    """,
    in: "deck", "cards", out: "added"
  ) { (decks: Service, reply: Reply<[AddedCard]>, deck: String, cards: [[String: Value]]) in
    try decks.addCards(to: deck, cards, reply)
  }

  package static let updateCard = Method(
    interface, "UpdateCard",
    """
    Changes texts of a card in its deck's file: front s, back s, pronunciation s, note s; its reviews \
    are kept, and the media of a side whose new text names none. The front of a gap is its whole \
    sentence. A guid that several decks have is one card, which changes in all their files. A session \
    under way keeps its questions. Errors: InvalidArgs, NoSuchCard, InvalidCard (also for one of \
    several cards without guids that have the same front), CardExists, DeckBuiltIn, LimitsExceeded, \
    StorageFailed.
    """,
    in: "id", "changes"
  ) { (decks: Service, reply: Reply<>, id: UInt64, changes: [String: Value]) in
    try decks.updateCard(id, changes, reply)
  }

  package static let removeCard = Method(
    interface, "RemoveCard",
    """
    Removes a card from its deck's file, or from those of all decks that have its guid; its reviews \
    are kept. With a gap its whole sentence is removed. Errors: NoSuchCard, InvalidCard (other lines of the file would be read differently \
    then, or several cards without guids have the same front), DeckBuiltIn, StorageFailed.
    """,
    in: "id"
  ) { (decks: Service, reply: Reply<>, id: UInt64) in decks.removeCard(id, reply) }

  package static let moveCard = Method(
    interface, "MoveCard",
    """
    Moves a card with a guid to the end of another deck's file, with its reviews; with a gap its whole \
    sentence is moved. Without a deck of that name, one is created. If one of the files cannot \
    be changed, it stays where it was. Errors: NoSuchCard, InvalidArgs, InvalidCard (also for a card \
    without a guid), CardExists, DeckBuiltIn, LimitsExceeded, StorageFailed.
    """,
    in: "id", "deck"
  ) { (decks: Service, reply: Reply<>, id: UInt64, deck: String) in
    decks.moveCard(id, to: deck, reply)
  }

  package static let setTags = Method(
    interface, "SetTags",
    """
    Gives a card other tags, words without spaces, in the files of all decks that have it; a sentence \
    with gaps has one list for all. Errors: InvalidArgs, NoSuchCard, InvalidCard, DeckBuiltIn, \
    StorageFailed.
    """,
    in: "id", "tags"
  ) { (decks: Service, reply: Reply<>, id: UInt64, tags: [String]) in
    try decks.setTags(id, tags, reply)
  }

  package static let setLanguage = Method(
    interface, "SetLanguage",
    """
    Names the languages of a deck's two sides in its file, as BCP 47 tags; an empty one is unknown. \
    Errors: InvalidArgs, NoSuchDeck, DeckBuiltIn, InvalidCard (other lines of the file would be read \
    differently then), StorageFailed.
    """,
    in: "deck", "front", "back"
  ) { (decks: Service, reply: Reply<>, deck: String, front: String, back: String) in
    try decks.setLanguage(of: deck, front, back, reply)
  }

  package static let suspend = Method(
    interface, "Suspend",
    """
    Suspends a card, which is then never asked and never due, also in the session under way, or \
    resumes it. Errors: NoSuchCard, StorageFailed.
    """,
    in: "id", "suspended"
  ) { (decks: Service, reply: Reply<>, id: UInt64, isSuspended: Bool) in
    decks.suspend(id, isSuspended, reply)
  }

  package static let suspendDeck = Method(
    interface, "SuspendDeck",
    """
    Suspends a deck, or resumes it. The cards of a suspended deck are never due, new or asked, also in \
    the session under way, unless another deck has them too. Errors: NoSuchDeck, StorageFailed.
    """,
    in: "deck", "suspended"
  ) { (decks: Service, reply: Reply<>, deck: String, isSuspended: Bool) in
    decks.suspendDeck(deck, isSuspended, reply)
  }

  package static let setOrder = Method(
    interface, "SetOrder",
    """
    Sets the order in which sessions over all decks ask new cards. Decks that it leaves out follow by \
    when they were added; an empty order leaves out all. Errors: NoSuchDeck, InvalidArgs (a deck is \
    named twice), StorageFailed.
    """,
    in: "decks"
  ) { (decks: Service, reply: Reply<>, names: [String]) in decks.setOrder(names, reply) }

  package static let importReviews = Method(
    interface, "Import",
    """
    Adds reviews made elsewhere to the log, and suspends cards; returns the number of new reviews. \
    suspended has the guids of cards, each followed by a tab and a number for a gap; a review has the card's guid, the direction (forward, \
    backward), the time, the rating (1 again, 2 hard, 3 good, 4 easy) and the milliseconds it took. \
    A review that the log has already is left out; one of the other direction takes this one. The \
    cards need not be in a deck yet. Errors: InvalidArgs (also for more than \
    \(PracticeContract.maximumReviews) reviews), StorageFailed (what was added before stays).
    """,
    in: "suspended", "reviews", out: "added"
  ) { (decks: Service, reply: Reply<UInt32>, suspended: [String], reviews: [ForeignReview]) in
    try decks.importReviews(reviews, suspended: suspended, dayStart: nil, reply)
  }

  package static let importWithDayStart = Method(
    interface, "ImportWithDayStart",
    """
    As Import, for reviews from a place whose days start at another time, as HH:MM, than the setting \
    DayStart says. Errors: as Import.
    """,
    in: "day_start", "suspended", "reviews", out: "added"
  ) {
    (
      decks: Service, reply: Reply<UInt32>, dayStart: String, suspended: [String],
      reviews: [ForeignReview]
    ) in
    guard let start = ClockTime(dayStart) else {
      throw BusError.invalidArguments(
        english(
          "The start of a day must be HH:MM, from 00:00 to 23:59, not “\(dayStart.printable)”."))
    }
    try decks.importReviews(reviews, suspended: suspended, dayStart: start, reply)
  }

  package static let changed = Signal<String>(
    interface, "Changed",
    "Cards of a deck were added, changed, removed, suspended or resumed, here or in its file, or the "
      + "deck was suspended or resumed.",
    "deck")

  package static let merged = Signal<String, UInt32, UInt32>(
    interface, "Merged",
    "A copy that a synchronizer made of a deck's file was merged into it: cards were added, and of "
      + "others that differed the newer text was kept.",
    "deck", "cards", "texts")

  package static let interface: Interface<Service> = Interface(
    "org.memorized.Memorize1.Decks", "The cards of decks."
  ) {
    cards
    search
    find
    findFronts
    added
    hard
    addCard
    addCards
    updateCard
    removeCard
    moveCard
    setTags
    setLanguage
    suspend
    suspendDeck
    setOrder
    importReviews
    importWithDayStart
    changed
    merged
  }
}

/// All may answer later: decks and files may have to be read first.
package protocol DecksService: AnyObject {
  func cards(of deck: String, offset: UInt32, limit: UInt32, _ reply: Reply<[CardSummary]>)
  func search(_ text: String, limit: UInt32, _ reply: Reply<[CardSummary]>)
  func cards(_ ids: [UInt64], _ reply: Reply<[CardSummary]>) throws
  func cards(withFronts fronts: [String], _ reply: Reply<[CardSummary]>) throws
  func cards(addedSince time: UInt64, _ reply: Reply<[CardSummary]>)
  func hardCards(_ reply: Reply<[CardSummary]>)
  func addCard(to deck: String, _ card: [String: Value], _ reply: Reply<UInt64>)
  func addCards(
    to deck: String, _ cards: [[String: Value]], _ reply: Reply<[AddedCard]>) throws
  func updateCard(_ id: UInt64, _ changes: [String: Value], _ reply: Reply<>) throws
  func removeCard(_ id: UInt64, _ reply: Reply<>)
  func moveCard(_ id: UInt64, to deck: String, _ reply: Reply<>)
  func setTags(_ id: UInt64, _ tags: [String], _ reply: Reply<>) throws
  func setLanguage(of deck: String, _ front: String, _ back: String, _ reply: Reply<>) throws
  func suspend(_ id: UInt64, _ isSuspended: Bool, _ reply: Reply<>)
  func suspendDeck(_ name: String, _ isSuspended: Bool, _ reply: Reply<>)
  func setOrder(_ names: [String], _ reply: Reply<>)
  /// `dayStart` is when days start where the reviews were made; nil for here.
  func importReviews(
    _ reviews: [ForeignReview], suspended: [String], dayStart: ClockTime?, _ reply: Reply<UInt32>
  ) throws
}
