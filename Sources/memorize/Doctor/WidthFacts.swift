/// What is known of how wide emoji are drawn.
struct WidthFacts {
  /// An emoji of each kind that terminals disagree about.
  static let samples: [(kind: String, emoji: String)] = [
    ("plain", "🍭"), ("joined", "👩‍🚀"), ("flag", "🇫🇮"), ("keycap", "3️⃣"), ("by selector", "❤️"),
  ]

  /// The cells that each sample is taken for.
  var assumed: [Int]
  /// What the terminal itself says.
  var measured: CursorProbe.Outcome

  /// What is to be said of it.
  var checks: [Check] {
    switch measured {
    case .widths(let widths) where widths == assumed:
      [.ok(.widths, "The terminal draws \(list(assumed)) cells wide, as assumed.")]
    case .widths(let widths): different(widths)
    case .silent:
      [.note(.widths, "\(assumption); the terminal does not say where its cursor is.")]
    case .notMeasured(let reason):
      [.note(.widths, "\(assumption); not measured, for \(reason).")]
    }
  }

  private var assumption: String { "Assumed are \(list(assumed)) cells" }

  private func different(_ widths: [Int]) -> [Check] {
    zip(Self.samples, zip(widths, assumed)).compactMap { sample, cells in
      let (drawn, assumed) = cells
      guard drawn != assumed else { return nil }
      return .warning(
        .widths,
        "The terminal draws \(sample.emoji) (\(sample.kind)) \(drawn) cell\(drawn == 1 ? "" : "s") "
          + "wide, assumed are \(assumed).",
        fix: "Boards stay straight, but the face may be cut off or stand aside; use --ascii, or "
          + "another terminal or font.")
    }
  }

  /// Each sample and its cells: `🍭 2, 👩‍🚀 2`.
  private func list(_ widths: [Int]) -> String {
    zip(Self.samples, widths).map { "\($0.emoji) \($1)" }.joined(separator: ", ")
  }
}

extension WidthFacts {
  /// Takes the widths as boards do, and measures them where that is possible.
  ///
  /// What is plain is read aloud, or by a script: nothing else is written there.
  init(_ options: Options, within limit: Duration) {
    let texts = Self.samples.map(\.emoji)
    assumed = texts.map { $0.reduce(0) { $0 + CellWidth.of($1) } }
    if options.form == .plain {
      measured = .notMeasured("--plain writes nothing but lines")
    } else if !Terminal(.results, color: options.color).placesCursor {
      measured = .notMeasured("stdout is no terminal that places its cursor")
    } else {
      measured = CursorProbe.measure(texts, within: limit)
    }
  }
}
