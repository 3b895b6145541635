import Foundation
import TestSupport
import Testing

/// A service that says what a test has it say, be it nonsense.
final class PuppetGame {
  private let child: Child
  private let strings: Int32

  /// Starts it, and waits until it has the service's name; of two pairs all cards are down.
  init(on bus: PrivateBus) throws {
    let (reading, writing) = try Child.pipe()
    defer { close(reading) }
    strings = writing
    child = try Child(
      "/usr/bin/python3", ["-c", Self.script], environment: bus.environment, input: reading)
    try #require(child.output.next() == "ready", "\(child.errors.rest())")
  }

  deinit {
    close(strings)
    child.signal(SIGKILL)
  }

  /// Has it flip card 0 up and down, so many transitions in all.
  func flip(_ count: Int) { pull("flip \(count)") }

  /// Has it say that a card has changed.
  func change(card: UInt32) { pull("change \(card)") }

  /// Has it say that so many cards were dealt, though its properties know of 4.
  func deal(_ cards: UInt32) { pull("deal \(cards)") }

  /// Has it say that so many cards were dealt, and that they are so many pairs.
  func deal(_ cards: UInt32, pairs: UInt32) { pull("deal \(cards) \(pairs)") }

  /// Has it say that the score has changed, and of no transition.
  func score(_ points: Int) { pull("score \(points)") }

  /// Has it leave out a revision, which has whoever follows read everything anew.
  func skip() { pull("skip 0") }

  /// Waits until somebody reads the properties; false where nobody does within 60 s.
  func isRead() -> Bool { child.output.next() == "read" }

  private func pull(_ order: String) {
    let bytes = Array((order + "\n").utf8)
    _ = Glibc.write(strings, bytes, bytes.count)
  }

  private static let script = """
    import asyncio, sys
    from dbus_next import Message, Variant
    from dbus_next.aio import MessageBus

    PATH, GAME = '/org/memorized/Memorize1', 'org.memorized.Memorize1.Game'
    values = {
        'Revision': ('t', 7), 'Id': ('t', 1), 'State': ('s', 'playing'), 'Theme': ('s', 'X'),
        'Icon': ('s', 'X'), 'Colors': ('as', []), 'Pairs': ('u', 2), 'MatchedPairs': ('u', 0),
        'Score': ('i', 0), 'Flips': ('u', 0), 'Moves': ('u', 0), 'Scoring': ('s', 'classic'),
        'Seeded': ('b', False), 'Daily': ('s', ''), 'StartedAt': ('t', 1), 'LastFlipAt': ('t', 1),
        'Par': ('d', 1.0), 'Regret': ('d', 0.0), 'Luck': ('d', 0.0), 'Players': ('a(si)', []),
        'Turn': ('u', 0), 'Cards': ('a(ss)', [['down', '']] * 4)}
    silence = None

    def answer(message):
        if message.member == 'GetAll':
            if silence:
                silence.cancel()
            print('read', flush=True)
            every = {name: Variant(*value) for name, value in values.items()}
            return Message.new_method_return(message, 'a{sv}', [every])

    def set(name, value):
        values[name] = (values[name][0], value)
        return name, Variant(*values[name])

    async def main():
        global silence
        bus = await MessageBus().connect()
        bus.add_message_handler(answer)
        await bus.request_name('org.memorized.Memorize1')
        print('ready', flush=True)

        def signal(member, signature, body, interface=GAME):
            return bus.send(Message.new_signal(PATH, interface, member, signature, body))

        def changed(**more):
            news = dict([set('Revision', revision())] + [set(*item) for item in more.items()])
            return signal('PropertiesChanged', 'sa{sv}as', [GAME, news, []],
                          'org.freedesktop.DBus.Properties')

        def revision():
            return values['Revision'][1] + 1

        while order := (await asyncio.to_thread(sys.stdin.readline)).split():
            word, number = order[0], int(order[1])
            if word == 'flip':
                for _ in range(number):
                    flips = values['Flips'][1] + 1
                    card = ['up', 'a'] if flips % 2 else ['down', '']
                    values['Cards'][1][0] = card
                    signal('CardsChanged', 'ta(uss)', [revision(), [[0] + card]])
                    await changed(Flips=flips)
            elif word == 'change':
                signal('CardsChanged', 'ta(uss)', [revision(), [[number, 'up', 'a']]])
                await changed()
            elif word == 'deal':
                signal('GameStarted', 'ttsu', [revision(), 2, 'X', number])
                await (changed(Pairs=int(order[2])) if order[2:] else changed())
            elif word == 'score':
                news = dict([set('Score', number)])
                await signal('PropertiesChanged', 'sa{sv}as', [GAME, news, []],
                             'org.freedesktop.DBus.Properties')
            elif word == 'skip':
                set('Revision', revision())
                await changed()
            silence = asyncio.get_running_loop().call_later(
                60, lambda: print('silent', flush=True))

    asyncio.run(main())
    """
}
