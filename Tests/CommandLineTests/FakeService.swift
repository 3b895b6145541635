import TestSupport
import Testing

/// A service in Python that answers what a test wants, even nonsense.
enum FakeService {
  /// Starts it, and waits until it has its names.
  ///
  /// The script may change `names`, and says `answers`: for each member a signature, and the values or a
  /// function that makes the only one of the call's arguments. Those of GetAll stand by the interface's
  /// last word. `live` is what else it does.
  static func start(
    on bus: PrivateBus, _ script: String, _ arguments: [String] = [], input: Int32? = nil
  ) throws -> Child {
    let child = try Child(
      "/usr/bin/python3", ["-c", [beginning, script, end].joined(separator: "\n")] + arguments,
      environment: bus.environment, input: input)
    var line = child.output.next()
    // A client that followed another service may read this one before it is ready.
    while line?.hasPrefix("read ") == true { line = child.output.next() }
    try #require(line == "ready", "\(child.errors.rest())")
    return child
  }

  /// Owns the service's name, but has another version, or none as something else would.
  static func start(on bus: PrivateBus, version: String?) throws -> Child {
    try start(on: bus, version.map { "answers['Get'] = ('v', [V('s', '\($0)')])" } ?? "")
  }

  private static let beginning = """
    import asyncio, sys
    from dbus_next import Message, MessageType, Variant as V
    from dbus_next.aio import MessageBus

    names, answers = ['org.memorized.Memorize1'], {}

    async def live(bus):
        await asyncio.Event().wait()
    """

  private static let end = """
    def answer(message):
        if message.message_type != MessageType.METHOD_CALL:
            return
        member = message.body[0].split('.')[-1] if message.member == 'GetAll' else message.member
        if member in answers:
            signature, body = answers[member]
            values = [body(message.body)] if callable(body) else body
            return Message.new_method_return(message, signature, values)

    async def main():
        bus = await MessageBus().connect()
        bus.add_message_handler(answer)
        for name in names:
            await bus.request_name(name)
        print('ready', flush=True)
        await live(bus)

    asyncio.run(main())
    """
}
