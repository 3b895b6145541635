import Translation

/// What the keys of a screen do, in the order of its help.
///
/// The line at the bottom, the help on the screen and that of its verb come from this table, and
/// so does the effect of a click on a key.
package struct KeyTable<Command> {
  private let bindings: [KeyBinding<Command>]

  package init(_ bindings: [KeyBinding<Command>]) { self.bindings = bindings }

  package subscript(key: Key) -> Command? { bindings.lazy.compactMap { $0.commands[key] }.first }

  /// The keys that work now.
  package var hints: [KeyHint] {
    bindings.sorted { $0.place < $1.place }.compactMap(\.hint)
  }

  private var listed: [KeyBinding<Command>] { bindings.filter { !$0.help.isEmpty } }

  package var help: Panel {
    let rows = listed.map { PanelBlock.row($0.label, $0.help, $0.clicked) }
    return Panel(tr("Keys", context: "title"), rows, keys: [.anyKey])
  }

  /// The help as text, a line each.
  package var text: String {
    let width = (listed.map(\.label.cells).max() ?? 0) + 3
    return listed.map { $0.label.padded(to: width) + $0.help }.joined(separator: "\n")
  }
}

/// Keys that do the same or belong together.
package struct KeyBinding<Command> {
  let commands: [Key: Command]
  let label: String
  /// Empty if the help leaves them out.
  let help: String
  /// Nil while they do nothing, or need not be named at the bottom.
  let hint: KeyHint?
  let place: Int
  /// The key that a click on their line in the help presses.
  let clicked: Key?

  /// The line at the bottom calls them `shown`, by default the label of `key`, which a click there
  /// presses; bindings with a lower `place` come first.
  package init(
    _ label: String, _ help: String, _ commands: [Key: Command] = [:], key: Key? = nil,
    shown: String? = nil, does: String? = nil, rank: Int = 0, place: Int = 0
  ) {
    (self.label, self.help, self.commands, self.place) = (label, help, commands, place)
    let key = key ?? (commands.count == 1 ? commands.keys.first : nil)
    hint = does.map { KeyHint(label: shown ?? key?.label ?? "", $0, rank: rank, key: key) }
    clicked = key?.label == label ? key : nil
  }
}
