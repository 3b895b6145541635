import DBus
import EventLoop
import Foundation
import MemorizeBus
import Store
import TestSupport
import Testing

/// A client that practises.
final class PracticeDesk: DaemonDesk {
  /// The properties of a session.
  struct Told: Equatable {
    let revision: UInt64
    let state: String
    let deck: String
    let number: UInt32
    let question: String
    let choices: [String]
    let counts: [UInt32]
    let due: UInt32
    let new: UInt32
  }

  func start(_ options: [String: Value] = [:]) throws {
    _ = try proxy.callAndWait(PracticeContract.start, of: PracticeContract.interface, options)
  }

  @discardableResult
  func answer(_ question: UInt32, _ choice: UInt32) throws -> Bool {
    try proxy.callAndWait(
      PracticeContract.answer, of: PracticeContract.interface, question, choice)
  }

  @discardableResult
  func answer(_ question: UInt32, text: String) throws -> Bool {
    try proxy.callAndWait(
      PracticeContract.answerText, of: PracticeContract.interface, question, text)
  }

  @discardableResult
  func reveal(_ question: UInt32) throws -> String {
    try proxy.callAndWait(PracticeContract.reveal, of: PracticeContract.interface, question)
  }

  func grade(_ question: UInt32, _ grade: UInt32) throws {
    _ = try proxy.callAndWait(
      PracticeContract.grade, of: PracticeContract.interface, question, grade)
  }

  func undo() throws {
    _ = try proxy.callAndWait(PracticeContract.undo, of: PracticeContract.interface)
  }

  func startAnew() throws {
    _ = try proxy.callAndWait(PracticeContract.restart, of: PracticeContract.interface)
  }

  func stop() throws {
    _ = try proxy.callAndWait(PracticeContract.stop, of: PracticeContract.interface)
  }

  func decks() throws -> [[String: Value]] {
    try proxy.wire(PracticeContract.decks.name, of: PracticeContract.interface.name)
  }

  func statistics() throws -> [String: Value] {
    try proxy.wire(PracticeContract.statistics.name, of: PracticeContract.interface.name)
  }

  func properties() throws -> PracticeState {
    let state = try connection.wait { proxy.state(of: PracticeContract.self, completion: $0) }
    return state
  }

  func told() throws -> Told { Told(try properties()) }

  func register(_ name: String, remember: Bool = true) throws {
    _ = try proxy.callAndWait(
      ProfileContract.register, of: ProfileContract.interface, name, remember)
  }

  func forget(reviewsToo: Bool = false) throws {
    _ = try proxy.callAndWait(ProfileContract.forget, of: ProfileContract.interface, reviewsToo)
  }

  func profile() throws -> Profile {
    try connection.wait { proxy.state(of: ProfileContract.self, completion: $0) }
  }

  /// The store's files that contain a text.
  func traces(of text: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: state).filter {
      try Data(contentsOf: URL(fileURLWithPath: state + "/" + $0)).range(of: Data(text.utf8))
        != nil
    }
  }

  /// The second sides by the first ones: the deck is public.
  func answers(of deck: String) throws -> [String: Set<String>] {
    let pairs = try proxy.callAndWait(
      ThemesContract.pairs, of: ThemesContract.interface, deck, 0, 500)
    return pairs.reduce(into: [:]) { $0[$1.first, default: []].insert($1.second) }
  }

  func rightPlace(_ told: Told, _ answers: [String: Set<String>]) throws -> UInt32 {
    let right = try #require(answers[told.question])
    let places = told.choices.indices.filter { right.contains(told.choices[$0]) }
    #expect(places.count == 1, "exactly one of \(told.choices) answers \(told.question)")
    return UInt32(try #require(places.first))
  }

  /// The name of the error of a call that must be refused.
  func refusalName(_ call: () throws -> Void) throws -> String {
    let error = refusal(call)
    return try #require(error).name.shortName
  }

  /// The daemon's store, before the daemon starts.
  static func store(in directory: URL) throws -> Store.Tables {
    let path = directory.path + "/state/memorize"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return try Store.Tables(path: path + "/memorize.sqlite")
  }
}

extension PracticeDesk.Told {
  init(_ told: PracticeState) {
    self.init(
      revision: told.revision, state: told.state,
      deck: told.deck, number: told.questionNumber,
      question: told.question,
      choices: told.choices,
      counts: [
        told.questions, told.answered,
        told.wrong, told.firstTry,
      ], due: told.due, new: told.new)
  }
}
