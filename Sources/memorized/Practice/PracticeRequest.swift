internal import DBus
internal import Practice

struct PracticeRequest {
  /// Nil if it is not given: then the last deck counts.
  private(set) var deck: String?
  /// Nil if it is not given: then the setting counts.
  private(set) var questions: Int?
  private(set) var direction = Direction.forward
  private(set) var mode = PracticeMode.choices
  private(set) var isDue = false

  init(options: [String: Value]) throws(BusError) {
    // Sorted, so that the error does not depend on the dictionary's order.
    for (key, value) in options.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "deck": deck = try value.option(key)
      case "questions": questions = try Self.questions(value.option(key))
      case "direction": direction = try Self.choice(value.option(key), key)
      case "mode": mode = try Self.choice(value.option(key), key)
      case "due": isDue = try value.option(key)
      default: throw .invalidArguments("Start has no option “\(key.printable)”.")
      }
    }
  }

  private static func questions(_ count: UInt32) throws(BusError) -> Int {
    guard PracticeSettings.questionRange.contains(Int(count)) else {
      throw .invalidArguments(PracticeRefusal.questionsOutOfRange(Int(count)).message)
    }
    return Int(count)
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ key: String
  ) throws(BusError) -> Choice {
    guard let choice = Choice(rawValue: name) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidArguments(
        "There is no \(key) “\(name.printable)”: it is one of \(known).")
    }
    return choice
  }
}
