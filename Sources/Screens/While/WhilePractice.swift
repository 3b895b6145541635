import EventLoop
import Glibc
import TerminalKit
import Translation
import UserFiles

// Practice in front.
extension WhileRun {
  /// Brings practice to the front once the command has had the terminal for a while without using
  /// keys.
  ///
  /// `mightAsk` says that it might have asked something when this last looked.
  func awaitQuiet(after delay: Duration? = nil, mightAsk: Bool = false) {
    loop.schedule(after: delay ?? minimum) { [weak self] in
      guard let self, comesByItself, isPossible, isInFront, job.end == nil else { return }
      let left = minimum - (.now - quietSince)
      if left > .zero { return awaitQuiet(after: left) }
      let mayAsk = mayAsk(again: mightAsk)
      guard isAttached, !mayAsk, !wantsKeyboard() else {
        return awaitQuiet(after: max(minimum, Job.silence), mightAsk: mayAsk)
      }
      isWanted = true
    }
  }

  /// Shows practice until the user leaves it or the command needs our terminal.
  func practice() {
    isWanted = false
    session.connection.showsQuestions(true)
    defer { session.connection.showsQuestions(false) }
    isPossible = session.begin()
    // What the command has printed before stands above the screen.
    loop.run { isShown }
    guard isPossible, job.end == nil, !job.isStopped, !isGone else { return }
    detach()
    guard let practice = try? session.screen() else {
      isPossible = false
      return attach()
    }
    isInFront = false
    let isTaken = show(practice)
    isInFront = true
    if let fault { report(fault) }
    // The rest is printed in another mode.
    guard job.end == nil else { return }
    attach(dropsKeys: isTaken)
    showMore()
    if comesByItself { awaitQuiet() }
  }

  /// Returns whether the command took the terminal for itself.
  private func show(_ practice: PracticeScreen) -> Bool {
    let screen = practice.screen
    var isTaken = false
    let update = { [unowned self, unowned screen] in
      var running = RunningCommand(job.command)
      (running.duration, running.lastLine, running.end) = (job.duration, tail.line, job.end)
      screen.scene.running = running
      isTaken = job.end == nil && wantsKeyboard()
      if isTaken || job.isStopped || fault != nil { screen.finish() }
    }
    var timer: TimerID?
    func updateEachSecond() {
      update()
      timer = job.end == nil ? loop.schedule(after: .seconds(1), handler: updateEachSecond) : nil
    }
    job.onChange = update
    screen.intercept = { [unowned self] in handleBehind($0) }
    updateEachSecond()
    let ending = Result { try screen.show { practice.begin() } }
    if let timer { loop.cancel(timer) }
    job.onChange = {}
    practice.end()
    loop.run { !screen.isWaiting }
    switch ending {
    case .success(SIGHUP?): isGone = true
    case .success: if !isTaken, !job.isStopped { comesByItself = false }
    // The bus is gone.
    case .failure: isPossible = false
    }
    return isTaken
  }

  /// Returns whether a signal was for the command.
  private func handleBehind(_ event: TerminalSignals.Event) -> Bool {
    switch event {
    case .resized, .continued:
      job.terminal.followSize()
      return false
    case .stop, .end:
      guard job.end == nil else { return false }
      handle(event)
      return true
    }
  }

  private func report(_ fault: FileError) {
    self.fault = nil
    isPossible = false
    let message = tr(
      """
      The command's output cannot be held in {directory}: {reason}. You can also set TMPDIR to another \
      directory. From now on the output is printed at once, without practice.
      """, ["directory": HeldOutput.directory, "reason": translatedSentence(fault.reason)])
    Output.messages.print("memorize: " + message)
  }
}
