internal import CLinux
internal import DBus
internal import EventLoop
internal import MemorizeBus
internal import Practice
internal import ThemeFiles
internal import UserFiles

/// A large deck's file, read in turns of the loop before the call that changes it: reading and
/// changing it in one turn would make others wait for too long.
final class LargeDeckEdit {
  /// In bytes; a smaller file is read within some milliseconds.
  private static let smallest = 1 << 20
  /// How long it is kept for a call that was refused before it needed the file, or was cancelled.
  private static let delay: Duration = .seconds(5)

  private let loop: Loop
  /// Nil of a file that cannot be read: the call says why.
  private var read: (file: ThemePath, edit: DeckEdit?)?
  private var reading: DeckReading?
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
      self?.reading = (try? file.read()).map(DeckReading.init)
      self?.goOn(file)
    }
    return false
  }

  private func goOn(_ file: ThemePath) {
    // Held twice, all cards would be copied in each turn.
    guard var now = reading else { return end(file, nil) }
    reading = nil
    let slice = TimeSlice()
    guard now.goOn(while: { !slice.isOver }) else { return end(file, DeckEdit(now)) }
    reading = now
    loop.enqueue { [weak self] in self?.goOn(file) }
  }

  private func end(_ file: ThemePath, _ edit: DeckEdit?) {
    read = (file, edit)
    forgetting.touch()
    loop.enqueue { [weak self] in self?.isReading = false }
  }

  /// What was read, if that has this content; it is then forgotten.
  func take(of bytes: [UInt8]) -> DeckEdit? {
    guard let edit = read?.edit, edit.bytes.isSame(as: bytes) else { return nil }
    read = nil
    return edit
  }
}

extension DecksOnBus {
  /// Whether a call imports nothing and changes no large file, or either was prepared for it.
  func isReady(for call: Message) -> Bool {
    if call.isTooLarge { return true }
    if call.member == DecksContract.importReviews.name { return imports.isReady(for: call) }
    guard let change = FileChange(call) else { return true }
    // In each turn while another file is read, cards would be looked for.
    if large.isReading { return false }
    guard let file = file(changedBy: change) else { return true }
    return large.isReady(file)
  }

  /// What a call changes the file of.
  private enum FileChange {
    case deck(String)
    case card(UInt64)

    /// Nil for a call that changes none.
    init?(_ call: Message) {
      switch call.member {
      case DecksContract.addCard.name, DecksContract.addCards.name:
        guard let name = call.firstText else { return nil }
        self = .deck(name)
      case DecksContract.updateCard.name:
        guard let (id, _) = try? call.arguments(of: UInt64.self, [String: Value].self) else {
          return nil
        }
        self = .card(id)
      case DecksContract.removeCard.name:
        guard let id = try? call.arguments(of: UInt64.self) else { return nil }
        self = .card(id)
      default: return nil
      }
    }
  }

  /// The file of a deck of the user's own; of a card in several decks the first one's.
  private func file(changedBy change: FileChange) -> ThemePath? {
    let name: String? =
      switch change {
      case .deck(let name): name
      case .card(let id): (try? known(id))?.decks.first?.deck.name
      }
    return name.flatMap { library.current.theme(named: $0)?.file }.flatMap {
      $0.kind == .decks ? $0 : nil
    }
  }
}
