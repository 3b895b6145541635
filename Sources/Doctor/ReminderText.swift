import PlainText

/// What is said of a setting that lets the notifier speak first.
struct ReminderText {
  let appears: String
  let ifRunning: String
  let notAtLogin: String
  let withoutNotifier: String
  let withoutServer: String

  static func reminder(at time: String) -> ReminderText {
    ReminderText(
      appears: english("The daily reminder appears at \(time)."),
      ifRunning: english(
        "The daily reminder appears at \(time), if the service is running."),
      notAtLogin: english(
        """
        The daily reminder is set for \(time), but after login it appears only once something has \
        started the service.
        """),
      withoutNotifier: english(
        "The daily reminder is set for \(time), but no notifier is running to show it."),
      withoutServer: english(
        """
        The daily reminder is set for \(time), but no notification server is running to show it.
        """))
  }

  static func question(everyMinutes minutes: UInt32) -> ReminderText {
    ReminderText(
      appears: english("A question appears every \(minutes) minutes while cards are due."),
      ifRunning: english(
        """
        A question appears every \(minutes) minutes while cards are due, if the service is running.
        """),
      notAtLogin: english(
        """
        A question is set for every \(minutes) minutes, but after login it appears only once \
        something has started the service.
        """),
      withoutNotifier: english(
        "A question is set for every \(minutes) minutes, but no notifier is running to show it."),
      withoutServer: english(
        """
        A question is set for every \(minutes) minutes, but no notification server is running to \
        show it.
        """))
  }
}
