import TestSupport
import Testing

/// A service whose themes have names that ours would refuse.
enum FakeGame {
  /// Starts it, and waits until it has the service's name.
  ///
  /// Theme, icon, player and faces are that text; of three cards one is down.
  static func start(on bus: PrivateBus, naming text: String) throws -> Child {
    let child = try Child("/usr/bin/python3", ["-c", script, text], environment: bus.environment)
    try #require(child.output.next() == "ready", "\(child.errors.rest())")
    return child
  }

  private static let script = """
    import asyncio, sys
    from dbus_next import Message, MessageType, Variant
    from dbus_next.aio import MessageBus

    text = sys.argv[1]
    values = {
        'Revision': ('t', 7), 'Id': ('t', 1), 'State': ('s', 'playing'), 'Theme': ('s', text),
        'Icon': ('s', text), 'Colors': ('as', [text]), 'Pairs': ('u', 2), 'MatchedPairs': ('u', 1),
        'Score': ('i', -1), 'Flips': ('u', 3), 'Moves': ('u', 1), 'Scoring': ('s', 'classic'),
        'Seeded': ('b', False), 'Daily': ('s', ''), 'StartedAt': ('t', 1), 'LastFlipAt': ('t', 1),
        'Par': ('d', 1.0), 'Regret': ('d', 0.0), 'Luck': ('d', 0.0), 'Players': ('a(si)', [[text, 1]]),
        'Turn': ('u', 0), 'Cards': ('a(ss)', [['up', text], ['matched', text], ['down', '']])}

    def answer(message):
        if message.member == 'GetAll':
            every = {name: Variant(*value) for name, value in values.items()}
            return Message.new_method_return(message, 'a{sv}', [every])

    async def main():
        bus = await MessageBus().connect()
        bus.add_message_handler(answer)
        await bus.request_name('org.memorized.Memorize1')
        print('ready', flush=True)
        await asyncio.Event().wait()

    asyncio.run(main())
    """
}
