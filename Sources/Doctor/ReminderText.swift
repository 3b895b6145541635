/// What is said of a setting that lets the notifier speak first.
struct ReminderText {
  let appears: String
  let ifRunning: String
  let notAtLogin: String
  let withoutNotifier: String
  let withoutServer: String

  static func reminder(at time: String) -> ReminderText {
    ReminderText(
      appears: "The daily reminder appears at \(time).",
      ifRunning: "The daily reminder appears at \(time), if the service is running.",
      notAtLogin: """
        The daily reminder is set for \(time), but after login it appears only once something has \
        started the service.
        """,
      withoutNotifier:
        "The daily reminder is set for \(time), but no notifier is running to show it.",
      withoutServer:
        "The daily reminder is set for \(time), but no notification server is running to show it.")
  }

  static func question(everyMinutes minutes: UInt32) -> ReminderText {
    ReminderText(
      appears: "A question appears every \(minutes) minutes while cards are due.",
      ifRunning: """
        A question appears every \(minutes) minutes while cards are due, if the service is running.
        """,
      notAtLogin: """
        A question is set for every \(minutes) minutes, but after login it appears only once \
        something has started the service.
        """,
      withoutNotifier:
        "A question is set for every \(minutes) minutes, but no notifier is running to show it.",
      withoutServer: """
        A question is set for every \(minutes) minutes, but no notification server is running to \
        show it.
        """)
  }
}
