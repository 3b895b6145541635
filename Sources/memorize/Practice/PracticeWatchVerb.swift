import ArgumentParser
import MemorizeBus
import MemorizeText
import PlainText
import Screens

struct PracticeWatchVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Follow practice: print a line for each change.",
    discussion: """
      The first line shows the session and the number of due cards. A line follows for each \
      answer, and when a card falls due. “offline” means that the service is not running; when it \
      is back, the state is printed again. practice watch exits when its reader does.
      """)
  static let examples = ["memorize practice watch", "memorize practice watch --format waybar"]

  @OptionGroup var watch: WatchOptions
  @OptionGroup var format: FormatOption<PracticePlaceholder>
  @OptionGroup var common: CommonOptions

  func validate() throws { try format.check(common) }

  func perform(_ options: Options) throws {
    try watch.perform(
      printing: PracticeNewsLines(style: .init(options.form, format.format)), options)
  }
}

/// The lines of `practice watch`.
struct PracticeNewsLines: WatchLines {
  static let printsUpdates = true

  let style: LineStyle<PracticePlaceholder>

  func lines(of news: PracticeFollower.News) -> [String] {
    switch news {
    case .failure: []
    case .absent: [style.offlineLine]
    case .state(let practice): lines("state", practice)
    case .update(let practice): lines("due", practice)
    case .transition(let transition, let practice):
      lines(transition.name, practice, transition)
    }
  }

  private func lines(
    _ event: String, _ practice: PracticeState, _ transition: PracticeTransition? = nil
  ) -> [String] {
    switch style {
    case .form(.text):
      return lines(transition, transition?.response?.text(practice), practice.statusLine)
    case .form(.plain):
      return lines(transition, transition?.response?.plain(practice), practice.plainStatus)
    case .form(.json):
      return [
        json(event).with("revision", .integer(practice.revision))
          .with("response", transition?.response?.json(practice))
          .with("result", transition?.result.map { JSON($0) })
          .with("practice", practice.summary).text
      ]
    case .format(let format): return [format.line(practice)]
    }
  }

  /// A response, unless it alone says everything followed by the status.
  private func lines(
    _ transition: PracticeTransition?, _ response: String?, _ status: String
  ) -> [String] {
    guard let response else { return [status] }
    let isAll = transition?.isAsked != true && transition?.result == nil
    return isAll ? [response] : [response, status]
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
  /// `practice` is the session after the response.
  fileprivate func text(_ practice: PracticeState) -> String {
    guard !answer.isEmpty else {
      let shown = question.shownSide(ofDeck: practice.askedDeck)
      return PracticeText.answered(shown, isCorrect: isCorrect).harmless
    }
    return event(practice).text
  }

  fileprivate func plain(_ practice: PracticeState) -> String {
    if answer.isEmpty { return ((isCorrect ? "right: " : "wrong: ") + question).harmless }
    return event(practice).plain
  }

  private func event(_ practice: PracticeState) -> PracticeEvent {
    .answered(
      number, question, answer, typed: answer, isCorrect: isCorrect, ofDeck: practice.askedDeck,
      after: practice)
  }

  fileprivate func json(_ practice: PracticeState) -> JSON {
    PracticeEvent.response(
      number, question, answer, isCorrect: isCorrect, nearly: practice.nearly)
  }
}
