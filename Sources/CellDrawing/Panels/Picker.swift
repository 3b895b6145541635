internal import PlainText
import Translation

/// A list to choose a line from, with a filter and details of the chosen line.
package struct Picker: Equatable {
  package struct Item: Equatable {
    /// Before the name; the filter does not search it.
    package var icon = ""
    package let name: String
    /// At the right, such as “12 due”.
    package var note = ""
    /// One line, for a screen without room for the details.
    package var summary = ""

    package init(icon: String = "", name: String, note: String = "", summary: String = "") {
      (self.icon, self.name, self.note, self.summary) = (icon, name, note, summary)
    }
  }

  /// An option with several values, for all lines.
  package struct Choice: Equatable {
    package let name: String
    package let values: [String]
    package var chosen = 0
    /// The keys that change it, in words.
    package let key: String
    /// The word beside them.
    let hint: String

    package init(name: String, values: [String], chosen: Int = 0, key: String, hint: String) {
      (self.name, self.values, self.chosen) = (name, values, chosen)
      (self.key, self.hint) = (key, hint)
    }
  }

  /// What a key did.
  package enum Outcome: Equatable {
    case none
    /// Another line is chosen.
    case moved
    case chosen(Int)
    case closed
  }

  let title: String
  let items: [Item]
  /// What Enter does.
  let action: String
  /// At most two: Tab changes the first, left and right the second.
  package private(set) var choices: [Choice]
  /// Nil unless lines are filtered.
  private(set) var filter: String?
  /// The chosen item; it cannot be started while the filter hides it.
  package private(set) var item: Int

  /// More is not needed to find a name.
  private static let maximumFilterLength = 64

  package init(
    _ title: String, _ items: [Item], action: String, choices: [Choice] = [], chosen: Int = 0
  ) {
    (self.title, self.items, self.action, self.choices) = (title, items, action, choices)
    item = min(max(chosen, 0), max(items.count - 1, 0))
  }

  /// The items that the filter leaves, the best matches first.
  var shown: [Int] {
    let key = WrittenText.caselessKey(filter ?? "")
    guard !key.isEmpty else { return Array(items.indices) }
    // How the filter matches a name, from the best match to the least.
    let kinds: [(String) -> Bool] = [
      { $0 == key }, { $0.hasPrefix(key) },
      { $0.split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(key) } },
      { $0.contains(key) },
    ]
    let matches = items.map { item in
      let name = WrittenText.caselessKey(item.name)
      return kinds.firstIndex { $0(name) }
    }
    return kinds.indices.flatMap { kind in items.indices.filter { matches[$0] == kind } }
  }

  /// Whether characters are typed into its filter.
  package var isFiltering: Bool { filter != nil }

  /// The chosen item; nil while the filter hides it.
  package var chosen: Int? { shown.contains(item) ? item : nil }

  var keys: [KeyHint] {
    let enter = KeyHint(.enter, action)
    guard filter == nil else {
      return [enter, KeyHint(.escape, tr("show all", context: "key"))]
    }
    let changes = choices.enumerated().map { index, choice in
      KeyHint(
        label: choice.key, choice.hint, rank: 2, key: index == 0 ? .tab : nil)
    }
    return [enter] + changes + [
      KeyHint("/", tr("filter", context: "key"), rank: 1),
      KeyHint(.escape, tr("close", context: "key")),
    ]
  }

  /// `page` is the number of visible lines.
  package mutating func handle(_ key: Key, page: Int) -> Outcome {
    if case .character(let character) = key, let text = filter {
      return text.count < Self.maximumFilterLength ? narrow(to: text + String(character)) : .none
    }
    switch key {
    case .wheelUp: return move(.up, page)
    case .wheelDown: return move(.down, page)
    case .enter, " ": return chosen.map { .chosen($0) } ?? .none
    case .tab: change(0, by: 1)
    case .left: change(1, by: -1)
    case .right: change(1, by: 1)
    case .escape where filter != nil: return narrow(to: nil)
    case .escape, "q": return .closed
    case .backspace:
      guard let text = filter else { return .none }
      return narrow(to: text.isEmpty ? nil : String(text.dropLast()))
    case .eraseLine: return filter == nil ? .none : narrow(to: "")
    case "/": return narrow(to: "")
    default: return CursorMove.keys[key].map { move($0, page) } ?? .none
    }
    return .none
  }

  private mutating func move(_ move: CursorMove, _ page: Int) -> Outcome {
    let shown = shown
    let place = shown.firstIndex(of: item) ?? 0
    let next = move.index(from: place, count: shown.count, columns: 1, page: max(page, 1))
    return shown.indices.contains(next) ? choose(shown[next]) : .none
  }

  /// Chooses the best match; without a filter the chosen line stays.
  private mutating func narrow(to text: String?) -> Outcome {
    filter = text
    return text?.isEmpty == false ? choose(shown.first ?? item) : .none
  }

  mutating func choose(_ item: Int) -> Outcome {
    guard items.indices.contains(item), item != self.item else { return .none }
    self.item = item
    return .moved
  }

  mutating func choose(_ value: Int, of choice: Int) {
    guard choices.indices.contains(choice), choices[choice].values.indices.contains(value) else {
      return
    }
    choices[choice].chosen = value
  }

  private mutating func change(_ choice: Int, by step: Int) {
    guard choices.indices.contains(choice) else { return }
    let count = choices[choice].values.count
    choose((choices[choice].chosen + step + count) % count, of: choice)
  }
}
