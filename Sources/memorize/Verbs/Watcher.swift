import BoardLayout
import DBus
import EventLoop
import Glibc
import MemorizeBus

/// Follows the game by the contract's rule: subscribe, read all, then take changes one by one.
///
/// While a reading is on its way all signals are dropped: the bus keeps the order, so what comes
/// before the answer is in the answer. After it each transition is one step of the revision; any
/// other step means that something was missed, and all is read again.
final class Watcher {
  /// What is known of the service.
  private enum Phase {
    /// Nothing yet, or it is not there.
    case absent
    /// All is being read; the number tells this reading from an earlier one.
    case reading(Int)
    /// The game is known.
    case following(Snapshot)
  }

  /// The game as it was at a revision.
  private struct Snapshot {
    var properties: Properties<GameContract.Service>
    var game: GameView
    var transition = Transition()
  }

  private let session: Session
  private let printer: WatchPrinter
  private var phase = Phase.absent
  private var readings = 0
  private var end: Result<Void, any Error>?

  init(_ session: Session, _ settings: Settings) {
    self.session = session
    printer = WatchPrinter(settings.form)
  }

  /// Follows until the reader goes, the bus dies or the time is over.
  ///
  /// - Parameter limit: the time, if there is one.
  /// - Returns: success where the reader has gone; else what ended it.
  func run(for limit: Duration?) -> Result<Void, any Error> {
    let loop = session.connection.loop
    // Nothing is awaited of stdout but its end. A regular file and /dev/null cannot be watched.
    _ = try? loop.watch(STDOUT_FILENO, for: []) { [unowned self] _ in end = .success(()) }
    if let limit {
      loop.schedule(after: limit) { [unowned self] in end = .failure(ExitStatus.timedOut) }
    }
    session.connection.onDisconnect = { [unowned self] _ in busIsGone() }
    do {
      try session.waitForBus { end != nil }
    } catch {
      return .failure(error)
    }
    subscribe()
    loop.run { end != nil }
    return (end ?? .success(())).mapError { error in
      (error as? BusError).map { session.explain($0) } ?? error
    }
  }

  private func subscribe() {
    let service = session.service
    let game = GameContract.interface
    service.on(GameContract.gameStarted, of: game) { [unowned self] revision, _, _, cards in
      note(revision) { $0.start(cards: Int(cards)) }
    }
    service.on(GameContract.cardsChanged, of: game) { [unowned self] revision, changes in
      note(revision) { $0.changes = (try? BoardCard.all(changes)) ?? [] }
    }
    service.on(GameContract.matched, of: game) {
      [unowned self] revision, first, second, _, _, points in
      note(revision) { $0.move = Transition.Move(first, second, points, isMatch: true) }
    }
    service.on(GameContract.mismatched, of: game) {
      [unowned self] revision, first, second, points in
      note(revision) { $0.move = Transition.Move(first, second, points, isMatch: false) }
    }
    service.on(GameContract.gameWon, of: game) { [unowned self] revision, _, result in
      note(revision) { $0.win(result) }
    }
    service.onChange(of: game) { [unowned self] in finish($0) }
    session.connection.followOwner(of: MemorizeBus.name) { [unowned self] owner in
      guard owner == nil else { return read() }
      phase = .absent
      attempt { () throws(Output.Failure) in try printer.offline() }
    }
  }

  /// Reads all, and prints the state.
  private func read() {
    readings += 1
    let number = readings
    phase = .reading(number)
    session.restartClock()
    var service = session.service
    service.startsService = false
    service.properties(of: GameContract.interface) { [weak self] answer in
      guard let self, case .reading(number) = phase else { return }
      do {
        let properties = try answer.get()
        let game = try GameView(properties)
        phase = .following(Snapshot(properties: properties, game: game))
        attempt { () throws(Output.Failure) in try printer.state(game) }
      } catch let error as BusError {
        readingFailed(error)
      } catch {
        end = .failure(error)
      }
    }
  }

  /// A service that has gone is told by its name's owner; one that is there has to answer.
  private func readingFailed(_ error: BusError) {
    phase = .absent
    let hasGone: [ErrorName] = [.serviceUnknown, .nameHasNoOwner, .disconnected]
    guard !hasGone.contains(error.name) else { return }
    // It is explained at the end: that may take a call, and so the loop that runs just now.
    end = .failure(error)
  }

  /// Takes a part of a transition.
  private func note(_ revision: UInt64, _ take: (inout Transition) -> Void) {
    guard case .following(var snapshot) = phase, isNext(revision, snapshot.game) else { return }
    take(&snapshot.transition)
    phase = .following(snapshot)
  }

  /// Takes the last signal of a transition, and tells what it was.
  private func finish(_ changed: Properties<GameContract.Service>) {
    guard case .following(var snapshot) = phase else { return }
    guard let revision = changed[GameContract.revision] else {
      snapshot.properties.merge(changed)
      phase = .following(snapshot)
      return
    }
    guard isNext(revision, snapshot.game) else { return }
    snapshot.properties.merge(changed)
    let before = snapshot.game.cards
    let transition = snapshot.transition
    let cards = transition.applied(to: before)
    guard let game = try? GameView(snapshot.properties, cards: cards),
      let happening = transition.happening(cards)
    else { return read() }
    phase = .following(Snapshot(properties: snapshot.properties, game: game))
    attempt { () throws(Output.Failure) in try printer.change(happening, transition, game) }
  }

  /// Whether a revision follows the known one; for any other step but none all is read again.
  private func isNext(_ revision: UInt64, _ game: GameView) -> Bool {
    guard revision != game.revision &+ 1 else { return true }
    if revision != game.revision { read() }
    return false
  }

  private func busIsGone() {
    attempt { () throws(Output.Failure) in try printer.offline() }
    end = .failure(
      ProgramError(
        .notAvailable, name: "Disconnected",
        "The connection to the session bus was lost; there is nothing left to watch."))
  }

  private func attempt(_ write: () throws(Output.Failure) -> Void) {
    do {
      try write()
    } catch {
      end = .failure(error)
    }
  }
}
