import DBus
package import EventLoop
import Glibc
import MemorizeBus
import PlainText
import UserService

/// Plays files and speaks texts on this machine, one after the other.
package final class SoundQueue {
  private let loop: Loop
  private let report: (SoundFault) -> Void
  /// The setting `SoundPlayer`.
  package var player = ""
  private var waiting: [SoundItem] = []
  private var current: Current?
  /// The programs that run, and those that are ended but not gone yet.
  private var running = 0
  private var voices: [Voice]?
  private var reported: Set<SoundFault> = []

  private final class Current {
    let item: SoundItem
    let voice: Voice?
    let program: String
    var process: SoundProcess?
    /// Until a voice is late.
    var limit: TimerID?

    init(_ item: SoundItem, _ voice: Voice?, _ program: String) {
      (self.item, self.voice, self.program) = (item, voice, program)
    }
  }

  /// Reports each fault once.
  package init(on loop: Loop, report: @escaping (SoundFault) -> Void) {
    (self.loop, self.report) = (loop, report)
  }

  deinit { stop() }

  /// Whether nothing plays or waits.
  package var isIdle: Bool { waiting.isEmpty && running == 0 }

  /// Plays them after all that waits.
  package func add(_ items: [SoundItem]) {
    waiting += items
    startNext()
  }

  /// Ends what plays, and plays these.
  package func play(_ items: [SoundItem]) {
    stop()
    add(items)
  }

  /// Ends what plays, and forgets what waits.
  package func stop() {
    waiting = []
    guard let current else { return }
    finish(current)
    current.process?.end()
    guard let words = current.voice?.cancellation, let process = start(words, whenOver: { _ in })
    else { return }
    // What follows waits for it.
    loop.schedule(after: .seconds(2)) { process.end() }
  }

  private func startNext() {
    while running == 0, !waiting.isEmpty { start(waiting.removeFirst()) }
  }

  private func start(_ item: SoundItem) {
    let (words, input, voice): ([String], String, Voice?)
    switch item {
    case .file(let path):
      guard let player = SoundPlayer.words(player) else { return fail(.noPlayer(player)) }
      (words, input, voice) = (player + [path], "", nil)
    case .speech(let text, let language):
      guard let first = installedVoices.first else { return fail(.noVoice) }
      (words, input, voice) = (first.words(language), first.input(text), first)
    }
    let started = Current(item, voice, words[0])
    current = started
    started.process = start(words, input: input) { [weak self] in self?.end(started, $0) }
    if started.process == nil { return end(started, nil) }
    guard case .speech(let text, _) = item else { return }
    started.limit = loop.schedule(after: Self.limit(of: text)) { started.process?.end() }
  }

  /// A server of speech whose voice has crashed never says that a text was spoken; nobody speaks as
  /// slowly as this.
  private static func limit(of text: String) -> Duration { .seconds(10 + text.count / 2) }

  private func finish(_ ended: Current) {
    current = nil
    if let limit = ended.limit { loop.cancel(limit) }
  }

  private var installedVoices: [Voice] {
    let found = voices ?? Voice.allCases.filter(\.isInstalled)
    voices = found
    return found
  }

  private func start(
    _ words: [String], input: String = "", whenOver: @escaping (ProcessEnd?) -> Void
  ) -> SoundProcess? {
    let process = try? SoundProcess(words, input: input, on: loop) { [weak self] end in
      self?.running -= 1
      whenOver(end)
      self?.startNext()
    }
    if process != nil { running += 1 }
    return process
  }

  private func end(_ ended: Current, _ end: ProcessEnd?) {
    // It was stopped.
    guard current === ended else { return }
    finish(ended)
    guard end != .exited(0) else { return }
    if let voice = ended.voice, let voices, voices.first == voice, voices.count > 1 {
      // A server that does not answer; the next program speaks by itself.
      self.voices = Array(voices.dropFirst())
      waiting.insert(ended.item, at: 0)
    } else {
      fail(.failed(program: ended.program))
    }
  }

  /// Reports a fault, if it was not reported before.
  func fail(_ fault: SoundFault) {
    if reported.insert(fault).inserted { report(fault) }
  }
}

extension ServiceConnection {
  /// Plays or speaks on this machine, and returns when it is over.
  package func hear(_ items: [SoundItem]) throws(ProgramError) {
    guard !items.isEmpty else {
      throw ProgramError(.noSuchThing, name: "NoSound", english("There is nothing to hear."))
    }
    var fault: SoundFault?
    let queue = SoundQueue(on: bus.loop) { fault = fault ?? $0 }
    queue.player = try serviceSettings().soundPlayer
    var signal: Int32?
    let ending = { (number: Int32) in
      {
        signal = number
        queue.stop()
      }
    }
    let watch = try? bus.loop.handleSignals([SIGINT: ending(SIGINT), SIGTERM: ending(SIGTERM)])
    queue.add(items)
    run { queue.isIdle }
    if let watch { bus.loop.remove(watch) }
    if let signal { exit(128 + signal) }
    if let fault { throw fault.error }
  }
}
