import Foundation
import TestSupport
import Testing

/// A service that says of practice what a test has it say, be it nonsense.
final class FakePractice {
  private let child: Child
  private let strings: Int32

  /// Starts it, and waits until it has the service's name.
  ///
  /// - Parameters:
  ///   - bus: the bus.
  ///   - text: what each text is: question, choices, names of decks, who practises.
  /// - Throws: what the system says, or an expectation where it never is ready.
  init(on bus: PrivateBus, saying text: String = "X") throws {
    let (reading, writing) = try Child.pipe()
    defer { close(reading) }
    strings = writing
    child = try Child(
      "/usr/bin/python3", ["-c", Self.script, text], environment: bus.environment, input: reading)
    try #require(child.output.next() == "ready", "\(child.errors.rest())")
  }

  deinit {
    close(strings)
    child.signal(SIGKILL)
  }

  /// Has it say that so many cards are due now.
  func fallDue(_ count: Int) { pull("due \(count)") }

  /// Has it say that so many flips were made.
  func flip(_ count: Int) { pull("flips \(count)") }

  /// Has it end, and waits until it has.
  func end() {
    child.signal(SIGKILL)
    child.wait()
  }

  /// Whose properties were read, in the order in which that was asked.
  func whatWasRead() -> [String] {
    pull("tell")
    var read: [String] = []
    while let line = child.output.next(), line != "told" { read.append(line) }
    return read
  }

  private func pull(_ order: String) {
    let bytes = Array((order + "\n").utf8)
    _ = Glibc.write(strings, bytes, bytes.count)
  }

  private static let script = """
    import asyncio, sys
    from dbus_next import Message, Variant as V
    from dbus_next.aio import MessageBus

    PATH, NAME, text = '/org/memorized/Memorize1', 'org.memorized.Memorize1', sys.argv[1]
    values = {
        'Game': {
            'Revision': V('t', 7), 'Id': V('t', 1), 'State': V('s', 'playing'),
            'Theme': V('s', 'X'), 'Icon': V('s', 'X'), 'Colors': V('as', []), 'Pairs': V('u', 2),
            'MatchedPairs': V('u', 0), 'Score': V('i', 0), 'Flips': V('u', 0), 'Moves': V('u', 0),
            'Scoring': V('s', 'classic'), 'Seeded': V('b', False), 'Daily': V('s', ''),
            'StartedAt': V('t', 1), 'LastFlipAt': V('t', 1), 'Par': V('d', 1.0),
            'Regret': V('d', 0.0), 'Luck': V('d', 0.0), 'Players': V('a(si)', []),
            'Turn': V('u', 0), 'Cards': V('a(ss)', [['down', '']] * 4)},
        'Practice': {
            'Revision': V('t', 7), 'State': V('s', 'asking'), 'Deck': V('s', text),
            'Mode': V('s', 'choices'), 'Direction': V('s', 'forward'), 'QuestionNumber': V('u', 1),
            'Question': V('s', text), 'Pronunciation': V('s', text), 'Choices': V('as', [text] * 3),
            'Questions': V('u', 5), 'Answered': V('u', 0), 'Wrong': V('u', 0),
            'FirstTry': V('u', 0), 'Due': V('u', 3), 'New': V('u', 0)},
        'Settings': {
            'QuestionsPerSession': V('u', 5), 'ShowChoices': V('b', True),
            'LearningEnabled': V('b', True), 'NewPerDay': V('u', 10), 'DailyReminder': V('b', False),
            'DailyReminderTime': V('s', text), 'Scoring': V('s', text)},
        'Profile': {
            'UserName': V('s', text), 'Registered': V('b', True), 'Remembered': V('b', True)}}
    answers = {
        'Start': ('', []), 'Undo': ('', []), 'Answer': ('b', [False]), 'Reveal': ('s', [text]),
        'Decks': ('aa{sv}', [[{
            'name': V('s', text), 'cards': V('u', 1), 'due': V('u', 0), 'new': V('u', 0)}]]),
        'Statistics': ('a{sv}', [{
            'answers': V('u', 9), 'reviewed': V('u', 2), 'recalled': V('u', 7),
            'retrievability': V('d', float('nan')), 'ahead': V('au', [4294967295] * 4000),
            'days': V('a(suu)', [[text, 4, 3], [text, 0, 0], [text, 1, 4294967295]])}])}
    read = []

    def answer(message):
        if message.member == 'GetAll':
            read.append(message.body[0].split('.')[-1])
            return Message.new_method_return(message, 'a{sv}', [values[read[-1]]])
        if message.member in answers:
            return Message.new_method_return(message, *answers[message.member])

    async def main():
        bus = await MessageBus().connect()
        bus.add_message_handler(answer)
        await bus.request_name(NAME)
        print('ready', flush=True)

        async def changed(interface, **news):
            values[interface].update(news)
            await bus.send(Message.new_signal(
                PATH, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as',
                [NAME + '.' + interface, news, []]))

        while order := (await asyncio.to_thread(sys.stdin.readline)).split():
            if order[0] == 'due':
                await changed('Practice', Due=V('u', int(order[1])))
            elif order[0] == 'flips':
                revision = values['Game']['Revision'].value + 1
                await bus.send(Message.new_signal(
                    PATH, NAME + '.Game', 'CardsChanged', 'ta(uss)', [revision, [[0, 'up', 'a']]]))
                await changed('Game', Revision=V('t', revision), Flips=V('u', int(order[1])))
            elif order[0] == 'tell':
                print(*read, 'told', sep='\\n', flush=True)

    asyncio.run(main())
    """
}
