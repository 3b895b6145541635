/// All checks, in the order in which they are told.
struct Report {
  /// The checks.
  let checks: [Check]

  /// Of several faults the one that the others follow from comes first: without the bus there is no
  /// service, without an answer no version.
  private static let order: [ExitStatus] = [.notAvailable, .timedOut, .versions, .unexpected]

  /// The worst of all.
  var worst: Check.Status {
    checks.map(\.status).max { $0.severity < $1.severity } ?? .ok
  }

  /// What the program ends with: only faults count.
  var exitStatus: ExitStatus {
    let faults = checks.compactMap { check -> ExitStatus? in
      guard case .fault(let exit) = check.status else { return nil }
      return exit
    }
    return Self.order.first { faults.contains($0) } ?? faults.first ?? .done
  }

  /// For people: a line a check, and a line below it for what to do.
  var text: String {
    checks.map { check in
      let line = "\(check.status.mark) \(check.subject.rawValue): \(check.text)".harmless + "\n"
      return check.fix.isEmpty ? line : line + "      → \(check.fix)".harmless + "\n"
    }.joined()
  }

  /// For screen readers and scripts: status, check, text and what to do, separated by tabs.
  var plain: String {
    checks.map { check in
      [check.status.name, check.subject.rawValue, check.text, check.fix].map(\.harmless)
        .joined(separator: "\t") + "\n"
    }.joined()
  }

  /// For programs.
  var json: JSON {
    [
      "checks": .array(
        checks.map { check in
          [
            "name": .string(check.subject.rawValue), "status": .string(check.status.name),
            "text": .string(check.text), "fix": .string(check.fix),
          ]
        }),
      "worst": .string(worst.name),
    ]
  }
}
