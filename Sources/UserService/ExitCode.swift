/// What the end of a service tells, to systemd and to scripts.
package enum ExitCode: Int32, Sendable {
  /// It ended as it was asked to.
  case done = 0
  /// There is no bus, or it is gone.
  case failure = 1
  /// The arguments are wrong.
  case usage = 2
  /// Another process has the name.
  case nameTaken = 4
}
