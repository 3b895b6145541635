package import EventLoop

extension Loop {
  /// Runs until the condition holds; false on timeout.
  package func waits(_ limit: Duration = .patience, until isDone: () -> Bool) -> Bool {
    var isLate = false
    let timer = schedule(after: limit) { isLate = true }
    run { isLate || isDone() }
    cancel(timer)
    return !isLate
  }

  /// Runs until a child has nothing to do; false on timeout.
  package func waits(forRestOf child: Child) -> Bool {
    for _ in 0..<6000 where !child.sleepsUntilCalled { passes(.milliseconds(10)) }
    return child.sleepsUntilCalled
  }

  /// Runs for a time, to see what happens in it, or that nothing does.
  package func passes(_ time: Duration) {
    var isOver = false
    schedule(after: time) { isOver = true }
    run { isOver }
  }
}

extension Duration {
  /// How long tests wait for something that must come: long enough for a sanitizer on a busy
  /// machine, since only a hang may fail.
  package static let patience: Duration = .seconds(60)

  /// How long tests wait for children, which may have much to do.
  package static let hang: Duration = .seconds(300)
}
