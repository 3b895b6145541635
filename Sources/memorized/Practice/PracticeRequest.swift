internal import DBus
internal import Practice

struct PracticeRequest {
  /// Nil if it is not given: then the last deck counts.
  let deck: String?
  /// Nil if it is not given: then the setting counts.
  let questions: Int?
  let direction: Direction
  let mode: PracticeMode
  let isDue: Bool

  init(options given: [String: Value]) throws(BusError) {
    var options = CallOptions(given)
    deck = try options.take("deck")
    let count: UInt32? = try options.take("questions")
    questions = if let count { try Self.questions(count) } else { nil }
    direction = try Self.choice("direction", &options) ?? .forward
    mode = try Self.choice("mode", &options) ?? .choices
    isDue = try options.take("due") ?? false
    try options.end("Start has no option")
  }

  private static func questions(_ count: UInt32) throws(BusError) -> Int {
    guard PracticeSettings.questionRange.contains(Int(count)) else {
      throw .invalidArguments(PracticeRefusal.questionsOutOfRange(Int(count)).message)
    }
    return Int(count)
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ options: inout CallOptions
  ) throws(BusError) -> Choice? {
    guard let name: String = try options.take(key) else { return nil }
    guard let choice = Choice(rawValue: name) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidArguments(
        "There is no \(key) “\(name.printable)”: it is one of \(known).")
    }
    return choice
  }
}
