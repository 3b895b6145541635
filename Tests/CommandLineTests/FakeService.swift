import TestSupport
import Testing

/// Owns the service's name, but has another version or is something else.
enum FakeService {
  /// Waits until it has the name.
  ///
  /// With nil it publishes no version.
  static func start(on bus: PrivateBus, version: String?) throws -> Child {
    let child = try Child(
      "/usr/bin/python3", ["-c", script, version ?? ""], environment: bus.environment)
    try #require(child.output.next() == "ready", "\(child.errors.rest())")
    return child
  }

  private static let script = """
    import asyncio, sys
    from dbus_next.aio import MessageBus
    from dbus_next.service import ServiceInterface, dbus_property
    from dbus_next.constants import PropertyAccess

    class Service(ServiceInterface):
        @dbus_property(access=PropertyAccess.READ)
        def Version(self) -> 's':
            return sys.argv[1]

    class Other(ServiceInterface):
        pass

    async def main():
        bus = await MessageBus().connect()
        service = Service('org.memorized.Memorize1') if sys.argv[1] else Other('org.example.Other')
        bus.export('/org/memorized/Memorize1', service)
        await bus.request_name('org.memorized.Memorize1')
        print('ready', flush=True)
        await asyncio.Event().wait()

    asyncio.run(main())
    """
}
