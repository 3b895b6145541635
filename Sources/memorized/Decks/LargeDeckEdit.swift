internal import CLinux
internal import DBus
internal import EventLoop
internal import MemorizeBus
internal import Practice
internal import ThemeFiles
internal import UserFiles

/// A large deck's file, read in a turn of the loop before the call that changes it: reading and
/// changing it in one turn would make others wait for too long.
final class LargeDeckEdit {
  /// In bytes; a smaller file is read within some milliseconds.
  private static let smallest = 1 << 20
  /// How long it is kept for a call that was refused before it needed the file, or was cancelled.
  private static let delay: Duration = .seconds(5)

  private let loop: Loop
  /// Nil of a file that cannot be read: the call says why.
  private var read: (file: ThemePath, edit: DeckEdit?)?
  /// Whether a file is being read, or was read in this turn.
  private(set) var isReading = false
  private lazy var forgetting = BurstTimer(loop: loop, quiet: Self.delay) { [weak self] in
    self?.read = nil
    malloc_trim(0)
  }

  init(loop: Loop) {
    self.loop = loop
  }

  /// Whether a file can be changed now; if not, reads it.
  func isReady(_ file: ThemePath) -> Bool {
    if isReading { return false }
    guard read?.file != file, let version = try? FileVersion(of: file.path),
      version.size >= Self.smallest
    else { return true }
    isReading = true
    loop.enqueue { [weak self] in
      guard let self else { return }
      read = (file, (try? file.read()).map(DeckEdit.init))
      forgetting.touch()
      loop.enqueue { [weak self] in self?.isReading = false }
    }
    return false
  }

  /// What was read, if that has this content; it is then forgotten.
  func take(of bytes: [UInt8]) -> DeckEdit? {
    guard let edit = read?.edit, edit.isOf(bytes) else { return nil }
    read = nil
    return edit
  }
}

extension DecksOnBus {
  /// Whether a call imports nothing and changes no large file, or either was prepared for it.
  func isReady(for call: Message) -> Bool {
    if call.isTooLarge { return true }
    if call.member == DecksContract.importReviews.name { return imports.isReady(for: call) }
    guard let file = fileChanged(by: call) else { return true }
    return large.isReady(file)
  }

  /// The deck's file that a call changes; of a card in several decks the first one.
  private func fileChanged(by call: Message) -> ThemePath? {
    let name: String?
    switch call.member {
    case DecksContract.addCard.name, DecksContract.addCards.name: name = call.firstText
    case DecksContract.updateCard.name:
      guard let (id, _) = try? call.arguments(of: UInt64.self, [String: Value].self) else {
        return nil
      }
      name = deck(of: id)
    case DecksContract.removeCard.name:
      guard let id = try? call.arguments(of: UInt64.self) else { return nil }
      name = deck(of: id)
    default: return nil
    }
    return name.flatMap { library.current.theme(named: $0)?.file }.flatMap {
      $0.kind == .decks ? $0 : nil
    }
  }

  private func deck(of id: UInt64) -> String? {
    (try? known(id))?.decks.first?.deck.name
  }
}
