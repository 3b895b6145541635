import Foundation
import TestSupport
import Testing

/// A service that publishes any game and practice a test wants, even nonsense.
final class FakeGameService {
  private let child: Child
  private let strings: Int32

  /// Starts it, and waits until it has the service's name.
  ///
  /// Each text of practice is that text. So are the game's if they are `named`, with one card of three
  /// face down; else all cards of two pairs are.
  init(on bus: PrivateBus, saying text: String = "X", named: Bool = false) throws {
    let (reading, writing) = try Child.pipe()
    defer { close(reading) }
    strings = writing
    child = try FakeService.start(
      on: bus, Self.script, [text, named ? "named" : ""], input: reading)
  }

  deinit {
    close(strings)
    child.signal(SIGKILL)
  }

  /// Ends it, and waits until it has.
  func end() {
    child.signal(SIGKILL)
    child.wait()
  }

  /// Flips card 0 up and down, `count` transitions in all.
  func flip(_ count: Int) { pull("flip \(count)") }

  func change(card: UInt32) { pull("change \(card)") }

  /// Publishes a deal of that many cards and pairs; its own properties hold 4 cards.
  func deal(_ cards: UInt32, pairs: UInt32? = nil) {
    pull("deal \(cards) \(pairs.map(String.init) ?? "")")
  }

  /// Changes the score without a transition.
  func score(_ points: Int) { pull("score \(points)") }

  /// Skips a revision, so that followers read everything again.
  func skip() { pull("skip 0") }

  func fallDue(_ count: Int) { pull("due \(count)") }

  /// False if nobody reads properties within 60 s.
  func isRead() -> Bool { child.output.next()?.hasPrefix("read") == true }

  /// The interfaces whose properties were read so far, in order.
  func whatWasRead() -> [String] {
    pull("mark 0")
    while let line = child.output.next(), line != "marked" {}
    return child.output.lines.filter { $0.hasPrefix("read ") }.map { String($0.dropFirst(5)) }
  }

  private func pull(_ order: String) {
    let bytes = Array((order + "\n").utf8)
    _ = Glibc.write(strings, bytes, bytes.count)
  }

  private static let script = """
    PATH, NAME, text = '/org/memorized/Memorize1', names[0], sys.argv[1]
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
    game = values['Game']
    if sys.argv[2] == 'named':
        game.update({
            'Theme': V('s', text), 'Icon': V('s', text), 'Colors': V('as', [text]),
            'MatchedPairs': V('u', 1), 'Score': V('i', -1), 'Flips': V('u', 3), 'Moves': V('u', 1),
            'Players': V('a(si)', [[text, 1]]),
            'Cards': V('a(ss)', [['up', text], ['matched', text], ['down', '']])})
    answers = {
        'Start': ('', []), 'Undo': ('', []), 'Answer': ('b', [False]), 'Reveal': ('s', [text]),
        'Decks': ('aa{sv}', [[{
            'name': V('s', text), 'cards': V('u', 1), 'due': V('u', 0), 'new': V('u', 0)}]]),
        'Statistics': ('a{sv}', [{
            'answers': V('u', 9), 'reviewed': V('u', 2), 'recalled': V('u', 7),
            'retrievability': V('d', float('nan')), 'ahead': V('au', [4294967295] * 4000),
            'days': V('a(suu)', [[text, 4, 3], [text, 0, 0], [text, 1, 4294967295]])}])}
    silence = None

    def read(interface):
        if silence:
            silence.cancel()
        print('read', interface, flush=True)
        return values[interface]

    for interface in values:
        answers[interface] = ('a{sv}', lambda call: read(call[0].split('.')[-1]))

    async def live(bus):
        global silence

        def signal(member, signature, *body):
            return bus.send(Message.new_signal(PATH, NAME + '.Game', member, signature, list(body)))

        def changed(interface='Game', **news):
            values[interface].update(news)
            return bus.send(Message.new_signal(
                PATH, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as',
                [NAME + '.' + interface, news, []]))

        def next_revision():
            return game['Revision'].value + 1

        def step(**news):
            return changed(Revision=V('t', next_revision()), **news)

        while order := (await asyncio.to_thread(sys.stdin.readline)).split():
            word, number = order[0], int(order[1])
            if word == 'flip':
                for _ in range(number):
                    flips = game['Flips'].value + 1
                    card = ['up', 'a'] if flips % 2 else ['down', '']
                    game['Cards'].value[0] = card
                    signal('CardsChanged', 'ta(uss)', next_revision(), [[0] + card])
                    await step(Flips=V('u', flips))
            elif word == 'change':
                signal('CardsChanged', 'ta(uss)', next_revision(), [[number, 'up', 'a']])
                await step()
            elif word == 'deal':
                signal('GameStarted', 'ttsu', next_revision(), 2, 'X', number)
                await (step(Pairs=V('u', int(order[2]))) if order[2:] else step())
            elif word == 'score':
                await changed(Score=V('i', number))
            elif word == 'skip':
                game['Revision'] = V('t', next_revision())
                await step()
            elif word == 'due':
                await changed('Practice', Due=V('u', number))
            elif word == 'mark':
                print('marked', flush=True)
            silence = asyncio.get_running_loop().call_later(
                60, lambda: print('silent', flush=True))
    """
}
