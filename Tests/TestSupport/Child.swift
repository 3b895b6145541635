public import Foundation

/// A child process of a test, killed when the test lets go of it.
public final class Child {
  public let process = Process()
  public let errors: LineReader
  public let output: LineReader

  /// Starts a program; its output is kept and can be read line by line.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    self.output = LineReader(output.fileHandleForReading)
    self.errors = LineReader(errors.fileHandleForReading)
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Waits for the end, and answers the exit code; a signal's number plus 128 where one ended it.
  @discardableResult
  public func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  public func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }
}

/// What a child writes, line by line as it comes.
public final class LineReader {
  private let handle: FileHandle
  private var buffer = Data()
  public private(set) var lines: [String] = []

  init(_ handle: FileHandle) {
    self.handle = handle
  }

  /// The next line; nil at the end. It waits for the line, and for nothing else.
  public func next() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
        buffer = Data(buffer[(end + 1)...])
        lines.append(line)
        return line
      }
      let more = handle.availableData
      if more.isEmpty {
        guard !buffer.isEmpty else { return nil }
        let line = String(decoding: buffer, as: UTF8.self)
        buffer = Data()
        lines.append(line)
        return line
      }
      buffer.append(more)
    }
  }

  /// Reads up to a line that holds the text; false where the end comes first.
  public func waits(for text: String) -> Bool {
    while let line = next() {
      if line.contains(text) { return true }
    }
    return false
  }

  /// All that is still to come.
  public func rest() -> String {
    while next() != nil {}
    return lines.joined(separator: "\n")
  }
}

/// Runs a program to its end.
public struct Outcome {
  public let code: Int32
  public let output: String
  public let errors: String

  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws {
    let child = try Child("/usr/bin/env", [program] + arguments, environment: environment)
    // Errors are few: they fit the pipe while the output is read.
    output = child.output.rest()
    errors = child.errors.rest()
    code = child.wait()
  }
}
