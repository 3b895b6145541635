package import DBus
package import MemoryGame
internal import PlainText
package import Practice

/// The settings that anyone may change: the properties of ``SettingsContract``, with their
/// defaults.
package struct UserSettings: Record {
  package var questionsPerSession = UInt32(PracticeSettings().questionsPerSession)
  package var showChoices = true
  package var isLearningEnabled = PracticeSettings().isLearningEnabled
  package var newPerDay = UInt32(PracticeSettings().newPerDay)
  package var mostReviews = UInt32(PracticeSettings().mostReviews)
  package var isSpread = true
  package var easyDays: [String] = []
  package var retention = FSRS().retention
  package var maximumInterval = UInt32(FSRS().maximumInterval)
  package var parameters: [Double] = []
  package var accents = Word(PracticeSettings().accents)
  package var dayStart = ClockTime.usualDayStart.text
  package var reading = Word(PracticeSettings().reading)
  package var dailyReminder = false
  package var dailyReminderTime = ClockTime.usualReminder.text
  package var scoring = Word(Scoring.classic)
  package var faces = Word(FaceSize.large)
  package var showFlips = false
  package var showQuestions = false
  /// In minutes; 0 for none.
  package var questionEvery: UInt32 = 0
  package var quietHours = ""
  package var speak = Word(SpokenSides.off)
  package var sound = Word(HeardSounds.all)
  /// A program and its arguments; empty for the first one that is installed.
  package var soundPlayer = ""

  package init() {}

  package static let fields: [Field<UserSettings>] = [
    Field(
      "QuestionsPerSession", \.questionsPerSession,
      """
      The default number of questions in a practice session, from \
      \(PracticeSettings.questionRange.text). Errors: InvalidArgs, StorageFailed.
      """, .range(PracticeSettings.questionRange)
    ) { PracticeSettings.questionRange.refusal(questions: $0) },
    Field(
      "ShowChoices", \.showChoices,
      """
      Whether clients show the choices with the question, or only on request, so that the user \
      first tries to recall the answer. Error: StorageFailed.
      """),
    Field(
      "LearningEnabled", \.isLearningEnabled,
      "Whether answers reschedule cards. Error: StorageFailed."),
    Field(
      "NewPerDay", \.newPerDay,
      """
      The maximum number of new cards per day in due sessions, from \
      \(PracticeSettings.newPerDayRange.text). Errors: InvalidArgs, StorageFailed.
      """, .range(PracticeSettings.newPerDayRange)
    ) { number in
      let range = PracticeSettings.newPerDayRange
      return english(
        "A day can have \(range.lowerBound) to \(range.upperBound) new cards, not \(number).")
    },
    Field(
      "MostReviews", \.mostReviews,
      """
      The maximum number of due cards asked in a day, from \
      \(PracticeSettings.mostReviewsRange.text); the others wait, and new ones with them. 0 for no \
      bound. Errors: InvalidArgs, StorageFailed.
      """, .zeroOr(PracticeSettings.mostReviewsRange), isOptional: true
    ) { number in
      let range = PracticeSettings.mostReviewsRange
      return english(
        "A day can have \(range.lowerBound) to \(range.upperBound) reviews or any number (0), not "
          + "\(number).")
    },
    Field(
      "Spread", \.isSpread,
      """
      Whether the next review of a card may come a little earlier or later, on the day with the fewest \
      reviews. Error: StorageFailed.
      """, isOptional: true),
    Field(
      "EasyDays", \.easyDays,
      """
      Days of the week that should have fewer reviews, with Spread: mon, tue, wed, thu, fri, sat or \
      sun, with their shares of a usual day's, 0 to 1, as sun=0.5; a day without one has that of the \
      next. Empty for none. Errors: InvalidArgs, StorageFailed.
      """, .easyDays, isOptional: true
    ) { EasyDays.fault(in: $0)?.message ?? "" },
    Field(
      "DayStart", \.dayStart,
      """
      The local time at which a day starts, as HH:MM: cards fall due then, new ones are allowed again, \
      and sessions before it count for the day before. Errors: InvalidArgs, StorageFailed.
      """, .clockTime, isOptional: true
    ) { time in
      english("The start of the day must be HH:MM, from 00:00 to 23:59, not “\(time.printable)”.")
    },
    Field(
      "DailyReminder", \.dailyReminder,
      """
      Whether ReminderDue is sent once a day if that day's session has not been done. Error: \
      StorageFailed.
      """),
    Field(
      "DailyReminderTime", \.dailyReminderTime,
      "The local time of the daily reminder, as HH:MM. Errors: InvalidArgs, StorageFailed.",
      .clockTime
    ) { time in
      english(
        "The time of the reminder must be HH:MM, from 00:00 to 23:59, not “\(time.printable)”.")
    },
    Field(
      "Scoring", \.scoring,
      """
      The default scoring of a new game: classic or timed. Errors: InvalidArgs, StorageFailed.
      """, refusal: { Scoring.refusal(of: "scoring", $0.text.printable) }),
    Field(
      "Faces", \.faces,
      """
      How screens draw faces and short questions: large, as pictures, if the terminal can show them, \
      or text. Errors: InvalidArgs, StorageFailed.
      """, isOptional: true
    ) { word in english("Faces can be large or text, not “\(word.text.printable)”.") },
    Field(
      "ShowFlips", \.showFlips,
      """
      Whether notifications also show cards that are turned up, and why calls were refused, to \
      play with nothing but key bindings. Error: StorageFailed.
      """, isOptional: true),
    Field(
      "ShowQuestions", \.showQuestions,
      """
      Whether notifications show the questions of all practice sessions, not only of those started \
      from a notification. Error: StorageFailed.
      """, isOptional: true),
    Field(
      "Retention", \.retention,
      """
      The chance of being remembered at which a card falls due, from \
      \(FSRS.retentionRange.text). Errors: InvalidArgs, StorageFailed.
      """, .fraction(FSRS.retentionRange), isOptional: true
    ) { share in
      let range = FSRS.retentionRange
      return english(
        "The retention can be \(range.lowerBound) to \(range.upperBound), not \(share).")
    },
    Field(
      "MaximumInterval", \.maximumInterval,
      """
      The longest time until a card is due again, in days, from \
      \(FSRS.maximumIntervalRange.text). Errors: InvalidArgs, StorageFailed.
      """, .range(FSRS.maximumIntervalRange), isOptional: true
    ) { number in
      let range = FSRS.maximumIntervalRange
      return english(
        "The longest interval can be \(range.lowerBound) to \(range.upperBound) days, not "
          + "\(number).")
    },
    Field(
      "Parameters", \.parameters,
      """
      The \(FSRSParameters.ranges.count) parameters of FSRS-6; empty for the published ones. \
      Setting them schedules all cards anew from the log of reviews. Errors: InvalidArgs, \
      StorageFailed.
      """, .parameters, isOptional: true
    ) { FSRSParameters.fault(in: $0) },
    Field(
      "QuestionEvery", \.questionEvery,
      """
      How often QuestionDue is sent while cards are due, in minutes, from \
      \(DayQuestions.periodRange.text); 0 for never. Errors: InvalidArgs, StorageFailed.
      """, .zeroOr(DayQuestions.periodRange), isOptional: true
    ) { number in
      let range = DayQuestions.periodRange
      return english(
        "A question can come every \(range.lowerBound) to \(range.upperBound) minutes or never "
          + "(0), not \(number).")
    },
    Field(
      "QuietHours", \.quietHours,
      """
      The local time in which QuestionDue is not sent, as HH:MM-HH:MM; empty for none. Errors: \
      InvalidArgs, StorageFailed.
      """, .quietHours, isOptional: true
    ) { times in
      english(
        """
        Quiet hours must be two different times as HH:MM-HH:MM, or empty for none, not \
        “\(times.printable)”.
        """)
    },
    Field(
      "Accents", \.accents,
      """
      What a typed answer is that differs from the card's only in accents: strict (wrong), nearly \
      (asked for once more, and rated as hard) or lenient (right). Errors: InvalidArgs, \
      StorageFailed.
      """, isOptional: true
    ) { word in english("Accents can be strict, nearly or lenient, not “\(word.text.printable)”.")
    },
    Field(
      "Speak", \.speak,
      """
      Which sides of a card screens speak if it has no sound of its own: off, questions, answers or \
      both. Errors: InvalidArgs, StorageFailed.
      """, isOptional: true
    ) { word in
      english("Speak can be off, questions, answers or both, not “\(word.text.printable)”.")
    },
    Field(
      "Sound", \.sound,
      """
      Which sounds of cards screens play: all, answers or off. Errors: InvalidArgs, StorageFailed.
      """, isOptional: true
    ) { word in english("Sound can be all, answers or off, not “\(word.text.printable)”.") },
    Field(
      "SoundPlayer", \.soundPlayer,
      """
      The program that screens play sounds with, and its arguments, separated by spaces; the path of \
      the file follows them. Empty for the first of those that are installed. Errors: InvalidArgs, \
      StorageFailed.
      """, .line, isOptional: true
    ) { _ in
      english(
        "The player must be one line of at most \(FieldLimit.maximumLineBytes) bytes, or empty.")
    },
    Field(
      "Reading", \.reading,
      """
      When the pronunciation of a card that is asked is published: with-question or with-answer. \
      Errors: InvalidArgs, StorageFailed.
      """, isOptional: true
    ) { word in
      english("Reading can be with-question or with-answer, not “\(word.text.printable)”.")
    },
  ]
}

/// The sides of cards that are spoken.
package enum SpokenSides: String, CaseIterable, Sendable {
  case off, questions, answers, both
}

/// The sides of cards whose sounds are played.
package enum HeardSounds: String, CaseIterable, Sendable {
  case all, answers, off
}

/// How screens draw the faces of cards.
package enum FaceSize: String, CaseIterable, Sendable {
  /// As pictures, if the terminal and the fonts have them.
  case large
  case text
}

extension UserSettings {
  /// The scheduler that they set.
  package var fsrs: FSRS {
    FSRS(
      parameters: FSRSParameters(parameters) ?? .published, retention: retention,
      maximumInterval: Int(maximumInterval))
  }
}

extension UserSettings {
  /// What practice is to be like, with the planned breaks.
  package func practice(breaks: [String]) -> PracticeSettings {
    var result = PracticeSettings()
    result.questionsPerSession = Int(questionsPerSession)
    result.newPerDay = Int(newPerDay)
    result.mostReviews = Int(mostReviews)
    result.plan = DayPlan(breaks: breaks)
    result.plan.isSpread = isSpread
    result.plan.easyDays = (try? EasyDays(easyDays)) ?? result.plan.easyDays
    result.isLearningEnabled = isLearningEnabled
    result.accents = accents.known ?? result.accents
    result.reading = reading.known ?? result.reading
    return result
  }
}

extension ClosedRange<Double> {
  /// `0.70 to 0.97`.
  fileprivate var text: String { "\(lowerBound) to \(upperBound)" }
}

package enum SettingsContract: Contract {
  package typealias Service = any SettingsService
  package typealias State = UserSettings

  package static let interface = Interface<Service>(
    "org.memorized.Memorize1.Settings", "Settings, saved across restarts."
  ) {
    UserSettings.fields.map { setting in
      setting.property(
        get: { setting.get($0.settings) },
        set: { service, value, reply in
          try setting.description.check(value)
          try service.set(setting, to: value, reply)
        })
    }
  }
}

package protocol SettingsService: AnyObject {
  var settings: UserSettings { get }
  /// The value has already been checked.
  func set(_ setting: Field<UserSettings>, to value: Value, _ reply: Reply<>) throws
}
