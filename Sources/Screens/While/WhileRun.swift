import DBus
import EventLoop
import Glibc
import TerminalKit
import UserFiles
package import UserService

/// A command in front of the terminal and practice, in turn, until the command ends.
///
/// In front, its output passes to our terminal, and our keys to its own. Behind practice, its output
/// is held; nothing is lost, doubled or changed.
package final class WhileRun {
  let loop: Loop
  let job: Job
  let signals: TerminalSignals
  let session: WhileSession
  let minimum: Duration
  private let terminal = OwnTerminal()
  /// To our terminal.
  private let output: OutputQueue
  /// To the command's terminal.
  private let keys: OutputQueue
  private var outputWatch: Loop.WatchID?
  /// Nil while keys are not passed on.
  private var keyWatch: Loop.WatchID?
  /// Until keys may be passed on.
  private var keyTimer: TimerID?
  /// Whether a key has interrupted the command; a script that runs us gets no SIGINT from such a key.
  private var isInterrupted = false
  private var held = HeldOutput()
  var tail = OutputTail()
  /// Whether the command is in front.
  var isInFront = true
  /// Whether practice can be in front.
  var isPossible = true
  /// Whether practice is to come to the front now.
  var isWanted = false
  /// Whether practice comes to the front unasked; not after the user has left it.
  var comesByItself = true
  /// Whether our terminal is gone.
  var isGone = false
  /// Why output can no longer be held.
  var fault: FileError?
  /// Whether the command works while it reads its terminal, as one that passes its input on.
  private var readsAtWork = false
  /// When the command got the terminal, or a key.
  private(set) var quietSince = MonotonicTime.now
  /// A key within this time after another key, or after a question, was meant for practice.
  static let lateKeys = Duration.seconds(1)
  /// Ctrl-O, which brings practice back.
  private static let returnKey: UInt8 = 0x0F
  /// More than a terminal keeps of what a command has written.
  private static let maximumLeft = 1 << 20

  /// Starts the command; throws if it cannot have a terminal of its own.
  package init(
    _ command: CommandWords, over connection: ServiceConnection, deck: String?, minimum: Duration
  ) throws {
    self.minimum = minimum
    loop = connection.bus.loop
    job = try Job(command, modes: terminal.modes)
    signals = try TerminalSignals(loop, waitsForRoom: false)
    session = WhileSession(connection, deck: deck, signals: signals)
    output = OutputQueue(
      Output(descriptor: terminal.output.descriptor), isNonBlocking: terminal.output.isNonBlocking,
      on: loop)
    keys = OutputQueue(
      Output(descriptor: fcntl(job.terminal.descriptor, F_DUPFD_CLOEXEC, 0)), isNonBlocking: true,
      on: loop)
    outputWatch = try loop.watch(job.terminal.descriptor, for: .readable) { [unowned self] in
      readOutput($0)
    }
    output.whenFailed = { [unowned self] _ in isGone = true }
    output.whenFree = { [unowned self] in showMore() }
    keys.whenFree = { [unowned self] in
      if let keyWatch { try? loop.update(keyWatch, for: .readable) }
    }
    signals.handle = { [unowned self] in handle($0) }
    // Last: nothing may fail once the command runs.
    try job.start(blocking: signals.before, on: loop)
  }

  /// Whether all pending output has been written.
  var isShown: Bool { isGone || (!output.isBusy && held.isEmpty) }

  /// Returns when the command has ended and its output is printed.
  package func run() -> ProcessEnd {
    attach()
    awaitQuiet()
    while job.end == nil, !isGone {
      loop.run { job.end != nil || job.isStopped || isWanted || isGone }
      if job.isStopped { stop() }
      if isWanted, job.end == nil { practice() }
    }
    if !isGone { printRest() }
    detach()
    session.leave()
    let end = job.end ?? .killed(SIGHUP)
    if isInterrupted, case .killed(let number) = end, [SIGINT, SIGQUIT].contains(number) {
      kill(0, number)
    }
    return end
  }

  /// Prints the held output, unless a signal interrupts that; keys are left for the shell.
  private func printRest() {
    detach()
    terminal.set(.printing)
    if let outputWatch { loop.remove(outputWatch) }
    outputWatch = nil
    var (left, isBroken) = (Self.maximumLeft, false)
    // What the command leaves running may never stop writing.
    while left > 0, let bytes = job.read() {
      left -= bytes.count
      try? held.append(bytes)
    }
    signals.handle = { [unowned self] event in
      switch event {
      case .end: isBroken = true
      case .stop:
        stop()
        terminal.set(.printing)
      case .continued: terminal.set(.printing)
      case .resized: break
      }
    }
    showMore()
    loop.run { isBroken || isGone || (held.isEmpty && !output.isBusy) }
  }
}

// The command in front.
extension WhileRun {
  /// Gives the command our terminal, as soon as no other program has it.
  ///
  /// If it replaces a question, keys are dropped until none comes for a moment.
  func attach(dropsKeys: Bool = false) {
    leaveKeys()
    guard job.end == nil else { return }
    guard !Terminal.isInBackground else {
      // A shell's “fg” sends no signal to a job that runs.
      return keyTimer = loop.schedule(after: .seconds(1)) { [weak self] in self?.attach() }
    }
    quietSince = .now
    job.terminal.followSize()
    terminal.set(dropsKeys ? .silent : .passing)
    keyWatch = try? loop.watch(terminal.input, for: .readable) { [unowned self] _ in
      if keyTimer == nil { passKeys() } else { dropKeys() }
    }
    if dropsKeys { awaitLateKeys() }
  }

  private func awaitLateKeys() {
    if let keyTimer { loop.cancel(keyTimer) }
    keyTimer = loop.schedule(after: Self.lateKeys) { [weak self] in self?.attach() }
  }

  func detach() {
    leaveKeys()
    terminal.set(.usual)
  }

  private func leaveKeys() {
    if let keyWatch { loop.remove(keyWatch) }
    if let keyTimer { loop.cancel(keyTimer) }
    (keyWatch, keyTimer) = (nil, nil)
  }

  /// The keys that were pressed, if any, for us or for the command.
  private func readKeys() -> [UInt8]? {
    // After SIGSTOP and “bg” they are the shell's, and reading them would stop us.
    guard !Terminal.isInBackground else {
      attach()
      return nil
    }
    guard let bytes = terminal.readKeys() else {
      isGone = true
      return nil
    }
    guard !bytes.isEmpty else { return nil }
    quietSince = .now
    return bytes
  }

  /// Drops keys, but passes on at once what the terminal answers to the command.
  private func dropKeys() {
    guard let bytes = readKeys() else { return }
    let answers = OwnTerminal.answers(in: bytes)
    try? keys.write(answers)
    if answers.count < bytes.count { awaitLateKeys() }
  }

  private func passKeys() {
    guard let bytes = readKeys() else { return }
    let isAsking = job.terminal.takesKeys || job.isReading && !readsAtWork
    if bytes == [Self.returnKey], isPossible, !isAsking {
      (isWanted, comesByItself) = (true, true)
      return
    }
    isInterrupted = isInterrupted || terminal.interrupts(bytes)
    try? keys.write(bytes)
    if keys.isBusy, let keyWatch { try? loop.update(keyWatch, for: []) }
  }

  private func readOutput(_ readiness: Readiness) {
    guard let bytes = job.read() else {
      // No process has it open any more, which the loop would report again and again.
      if readiness.isOfTheEnd, let outputWatch {
        loop.remove(outputWatch)
        self.outputWatch = nil
      }
      return
    }
    tail.append(bytes)
    do {
      if isInFront, held.isEmpty { try output.write(bytes) } else { try held.append(bytes) }
    } catch let error as FileError {
      // The bytes are in memory now; no more must come.
      fault = error
    } catch {
      isGone = true
    }
    followOutput()
  }

  /// Whether the command waits for keys: it takes each of them, or reads and is silent.
  func wantsKeyboard() -> Bool {
    let isReading = job.isReading
    if !isReading { readsAtWork = false }
    return job.terminal.takesKeys || isReading && job.isSilent && !readsAtWork
  }

  /// Whether the command reads and has just printed something, perhaps a question.
  ///
  /// If it prints again later, and not what the user types, it works.
  func mayAsk(again: Bool) -> Bool {
    guard !job.isSilent, job.isReading else { return false }
    if again, .now - quietSince >= Job.silence { readsAtWork = true }
    return !readsAtWork
  }

  /// Whether keys are passed on.
  var isAttached: Bool { keyWatch != nil && keyTimer == nil }

  /// In front, a slow terminal slows the command down, as it does without us.
  private func followOutput() {
    let isLate = fault != nil && !isInFront || isInFront && (output.isBusy || !held.isEmpty)
    if let outputWatch { try? loop.update(outputWatch, for: isLate ? [] : .readable) }
  }

  /// Prints what is held, as much as there is room for.
  func showMore() {
    do {
      while isInFront, !output.isBusy, !held.isEmpty { try output.write(held.next()) }
    } catch {
      isGone = true
    }
    followOutput()
  }

  func handle(_ event: TerminalSignals.Event) {
    switch event {
    case .resized: job.terminal.followSize()
    case .continued: if isInFront { attach() }
    case .stop: job.send(SIGTSTP)
    case .end(let number): job.send(number)
    }
  }

  /// Stops with the command, and continues with it.
  private func stop() {
    // First: without our mode the terminal would change the ends of lines.
    output.flush()
    detach()
    // A script that runs us must stop too; the key reached only the command.
    kill(0, SIGTSTP)
    signals.stopProcess()
    job.resume()
    attach()
  }
}
