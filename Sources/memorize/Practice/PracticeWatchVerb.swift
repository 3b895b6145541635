import ArgumentParser
import DBus
import MemorizeBus

struct PracticeWatchVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Follow practice: print a line for each change.",
    discussion: """
      The first line shows the session and the number of due cards. A line follows for each \
      answer, and when a card falls due. “offline” means that the service is not running; when it \
      is back, the state is printed again. practice watch exits when its reader does.
      """)

  @OptionGroup var watch: WatchOptions

  @Option(
    help: ArgumentHelp(
      "Print a line for Waybar, i3blocks or polybar.",
      discussion: """
        The text is the number of due cards, such as “12 due”, and during a session its progress. \
        In Waybar's JSON, alt and class are due, none, asking (a question is waiting for an \
        answer) or offline.
        """))
  var format: LineFormat.Bar?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard format != nil, common.json || common.plain else { return }
    throw ValidationError(FormatOption.clash)
  }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(following: options)
    let lines = PracticeNewsLines(form: options.form, bar: format)
    let watcher = Watcher(
      connection, watch.printer(of: lines, on: connection.bus.loop), starts: watch.start)
    guard try watcher.run(for: options.timeout) != .timeOver else { throw ExitStatus.timedOut }
  }
}

extension LineFormat.Bar: ExpressibleByArgument {}

/// The lines of `practice watch`.
struct PracticeNewsLines: WatchLines {
  static let printsUpdates = true

  let form: Options.Form
  /// A bar takes precedence over the form.
  let bar: LineFormat.Bar?

  func lines(of news: PracticeFollower.News) -> [String] {
    switch news {
    case .failure: []
    case .absent:
      [bar.map(BarItem.offline.line(for:)) ?? (form == .json ? json("offline").text : "offline")]
    case .state(let practice): lines("state", practice)
    case .update(let practice): lines("due", practice)
    case .transition(let transition, let practice):
      lines(transition.name, practice, transition)
    }
  }

  private func lines(
    _ event: String, _ practice: PracticeState, _ transition: PracticeTransition? = nil
  ) -> [String] {
    if let bar { return [BarItem(practice).line(for: bar)] }
    if form == .json {
      return [
        json(event).with("revision", .integer(practice.revision))
          .with("response", transition?.response?.json)
          .with("result", transition?.result.map { JSON($0) })
          .with("practice", practice.summary).text
      ]
    }
    let response = transition?.response.map { $0.line.harmless }
    if let response, transition?.isAsked != true, transition?.result == nil { return [response] }
    return (response.map { [$0] } ?? []) + [practice.statusLine]
  }

  private func json(_ event: String) -> JSON { ["event": .string(event)] }
}

extension PracticeTransition {
  /// The signals do not distinguish a start from an undo, nor a stop from anything else.
  fileprivate var name: String {
    if result != nil { return "finished" }
    if response != nil { return "answered" }
    return isAsked ? "asked" : "changed"
  }
}

extension PracticeTransition.Response {
  fileprivate var line: String {
    let mark = isCorrect ? "right: " : "wrong: "
    if answer.isEmpty { return mark + question }
    return mark + (isCorrect ? "\(question) = \(answer)" : "\(question) is not “\(answer)”")
  }

  fileprivate var json: JSON {
    [
      "question_number": .integer(number), "question": .string(question),
      "answer": .string(answer), "correct": .boolean(isCorrect),
    ]
  }
}

extension BarItem {
  /// What is due, and a session's progress while a question waits.
  init(_ practice: PracticeState) {
    let due = "\(practice.due) due"
    let (state, color): (String, String?) =
      practice.isOn
      ? ("asking", "#57ab5a") : practice.due > 0 ? ("due", "#d79921") : ("none", nil)
    self.init(
      state: state, color: color,
      text: practice.isOn ? "\(practice.place), \(due)" : due, shortText: due,
      percentage: practice.isThere
        ? Int(practice.answered.percent(of: practice.questions) ?? 0) : 0,
      tooltip: practice.statusLine)
  }
}
