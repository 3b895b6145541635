internal import PlainText

// Cards and reviews as fields of a line.
extension CardIdentity {
  /// The most bytes of a guid or a side: sides that have only sounds are the names of their files.
  private static let maximumBytes = 1 << 14

  func add(to fields: inout LineFields, as prefix: String = "") {
    switch self {
    case .guid: fields.add(prefix + "guid", text)
    case .side(let deck, _):
      fields.add(prefix + "deck", deck)
      fields.add(prefix + "side", text)
    }
    fields.add(prefix + "gap", gap)
  }

  /// Nil if there is none, or one that no deck can have.
  init?(_ fields: LineFields, as prefix: String = "") {
    let gap: Int? = fields.number(prefix + "gap")
    guard gap.map((1...GapSentence.maximumNumber).contains) ?? !fields.has(prefix + "gap") else {
      return nil
    }
    func text(_ name: String) -> String? {
      fields[prefix + name].flatMap { text in
        let isPossible =
          !text.isEmpty && text.utf8.count <= Self.maximumBytes
          && !text.utf8.contains { $0 < 0x20 }
        return isPossible ? text : nil
      }
    }
    if let guid = text("guid") {
      self = .guid(guid, gap: gap)
    } else if let deck = text("deck"), let side = text("side") {
      self = .side(deck: deck, first: side + (gap.map(Self.suffix(ofGap:)) ?? ""))
    } else {
      return nil
    }
  }
}

extension ReviewEvent {
  /// Returns whether it is a schedule that was taken over.
  func add(to fields: inout LineFields) -> Bool {
    card.add(to: &fields)
    fields.add("direction", direction.rawValue)
    fields.add("at", at)
    fields.add("on", day)
    fields.add("chosen", chosenDay)
    switch content {
    case .answer(let rating, let mode):
      fields.add("rating", rating.rawValue)
      fields.add("took", took)
      fields.add("mode", mode.rawValue)
      return false
    case .imported(let rating):
      fields.add("rating", rating.rawValue)
      fields.add("took", took)
      return false
    case .state(let memory, let introducedAt):
      fields.add("stability", "\(memory.stability)")
      fields.add("difficulty", "\(memory.difficulty)")
      fields.add("introduced", introducedAt)
      return true
    }
  }

  init?(_ fields: LineFields) {
    guard let rating = (fields.number("rating") as Int?).flatMap(Rating.init) else { return nil }
    if fields.has("mode") {
      guard let mode = PracticeMode(rawValue: fields["mode"] ?? "") else { return nil }
      self.init(fields, .answer(rating, mode))
    } else {
      self.init(fields, .imported(rating))
    }
  }

  init?(state fields: LineFields) {
    guard let stability = fields["stability"].flatMap(Double.init),
      let difficulty = fields["difficulty"].flatMap(Double.init),
      let memory = MemoryState(stability: stability, difficulty: difficulty),
      let introducedAt: UInt64 = fields.number("introduced"), introducedAt <= LogLine.latestStamp
    else { return nil }
    self.init(fields, .state(memory, introducedAt: introducedAt))
  }

  private init?(_ fields: LineFields, _ content: Content) {
    guard let card = CardIdentity(fields),
      let direction = Direction(rawValue: fields["direction"] ?? ""),
      let at: UInt64 = fields.number("at"), at <= LogLine.latestStamp,
      let day = fields["on"].flatMap({ Int32($0) })
    else { return nil }
    let chosenDay = fields["chosen"].flatMap { Int32($0) }
    self.init(
      card, direction, content, at: at, on: Int(day),
      took: min(fields.number("took") ?? 0, Response.maximumTook),
      chosenDay: chosenDay.map(Int.init))
  }
}
