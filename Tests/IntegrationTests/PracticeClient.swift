import DBus
import Foundation
import MemorizeBus
import Practice
import Store
import TestSupport
import Testing

/// Practice and the profile.
extension DaemonClient {
  func startSession(_ options: [String: Value] = [:]) throws {
    _ = try proxy.callAndWait(PracticeContract.start, options)
  }

  @discardableResult
  func answer(_ question: UInt32, _ choice: UInt32) throws -> Bool {
    try proxy.callAndWait(PracticeContract.answer, question, choice)
  }

  @discardableResult
  func answer(_ question: UInt32, text: String) throws -> Bool {
    try proxy.callAndWait(PracticeContract.answerText, question, text)
  }

  @discardableResult
  func reveal(_ question: UInt32) throws -> String {
    try proxy.callAndWait(PracticeContract.reveal, question)
  }

  func grade(_ question: UInt32, _ grade: UInt32) throws {
    _ = try proxy.callAndWait(PracticeContract.grade, question, grade)
  }

  func undo() throws {
    _ = try proxy.callAndWait(PracticeContract.undo)
  }

  func restartSession() throws {
    _ = try proxy.callAndWait(PracticeContract.restart)
  }

  func stopSession() throws {
    _ = try proxy.callAndWait(PracticeContract.stop)
  }

  func decks() throws -> [[String: Value]] {
    try proxy.wire(PracticeContract.decks.name, of: PracticeContract.interface.name)
  }

  func practiceStatistics() throws -> [String: Value] {
    try proxy.wire(PracticeContract.statistics.name, of: PracticeContract.interface.name)
  }

  func practice() throws -> PracticeState {
    try connection.wait { proxy.state(of: PracticeContract.self, completion: $0) }
  }

  /// How many schedules there are, and how many of them differ from the log.
  func rebuild() throws -> [UInt32] {
    let (all, different) = try proxy.callAndWait(PracticeContract.rebuild, true)
    return [all, different]
  }

  func log(after id: UInt64 = 0) throws -> [ReviewRow] {
    try proxy.callAndWait(PracticeContract.reviews, id, 5000)
  }

  func register(_ name: String, remember: Bool = true) throws {
    _ = try proxy.callAndWait(ProfileContract.register, name, remember)
  }

  func forget(reviewsToo: Bool = false) throws {
    _ = try proxy.callAndWait(ProfileContract.forget, reviewsToo)
  }

  func profile() throws -> Profile {
    try connection.wait { proxy.state(of: ProfileContract.self, completion: $0) }
  }

  /// The second sides by the first ones: the deck is public.
  func answers(of deck: String) throws -> [String: Set<String>] {
    let pairs = try proxy.callAndWait(ThemesContract.pairs, deck, 0, 500)
    return pairs.reduce(into: [:]) { $0[$1.first, default: []].insert($1.second) }
  }

  func rightIndex(_ practice: PracticeState, _ answers: [String: Set<String>]) throws -> UInt32 {
    let right = try #require(answers[practice.question])
    let places = practice.choices.indices.filter { right.contains(practice.choices[$0]) }
    #expect(places.count == 1, "exactly one of \(practice.choices) answers \(practice.question)")
    return UInt32(try #require(places.first))
  }

  /// The name of the error of a call that must be refused.
  func refusalName(_ call: () throws -> Void) throws -> String {
    let error = refusal(call)
    return try #require(error).name.shortName
  }
}

extension PracticeState {
  var counts: [UInt32] { [questions, answered, wrong, firstTry] }
}

extension PrivateBus {
  /// The files of its daemon's store that contain a text.
  func traces(of text: String) throws -> [String] {
    let state = files.path("state/memorize")
    return try FileManager.default.contentsOfDirectory(atPath: state).filter {
      try Data(contentsOf: URL(fileURLWithPath: state + "/" + $0)).range(of: Data(text.utf8))
        != nil
    }
  }
}

extension UserSession {
  /// The daemon's store, before the daemon starts.
  static func store(in files: TemporaryDirectory) throws -> Store.Tables {
    try files.make("state/memorize")
    return try Store.Tables(path: files.path("state/memorize/memorize.sqlite"))
  }
}

extension PracticeTable {
  /// Makes this the only schedule, asked forward.
  func set(_ schedule: Schedule, of card: CardIdentity) throws {
    let id = try cards.record(of: card, at: 0).id
    try replace([(CardDirection(card: id, direction: .forward), schedule)])
  }
}
