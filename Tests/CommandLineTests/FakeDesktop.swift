import TestSupport
import Testing

/// The user manager of systemd and a notification server, as on a desktop.
enum FakeDesktop {
  /// Starts both in one process, and waits until they have their names; `process` is the main one of
  /// `memorized.service`.
  static func start(
    on bus: PrivateBus, loadState: String = "loaded", activeState: String = "active",
    process: Int32 = 0
  ) throws -> Child {
    let child = try Child(
      "/usr/bin/python3", ["-c", script, loadState, activeState, "\(process)"],
      environment: bus.environment)
    try #require(child.output.next() == "ready", "\(child.errors.rest())")
    return child
  }

  private static let script = """
    import asyncio, sys
    from dbus_next.aio import MessageBus
    from dbus_next.service import ServiceInterface, dbus_property, method
    from dbus_next.constants import PropertyAccess

    load_state, active_state, process = sys.argv[1], sys.argv[2], int(sys.argv[3])

    class Manager(ServiceInterface):
        @method()
        def LoadUnit(self, name: 's') -> 'o':
            return '/unit/' + name.replace('.', '_').replace('-', '_')

    def constant(signature, value):
        def get(self) -> signature:
            return value
        return get

    def interface(name, properties):
        members = {}
        for key, (signature, value) in properties.items():
            get = constant(signature, value)
            get.__name__ = key
            members[key] = dbus_property(access=PropertyAccess.READ)(get)
        return type('Properties', (ServiceInterface,), members)(name)

    class Notifications(ServiceInterface):
        @method()
        def GetServerInformation(self) -> 'ssss':
            return ['fake\\x1b[2J', 'nobody', '7', '1.2']

        @method()
        def GetCapabilities(self) -> 'as':
            return ['body', 'actions']

    async def main():
        bus = await MessageBus().connect()
        bus.export('/org/freedesktop/systemd1', Manager('org.freedesktop.systemd1.Manager'))
        for unit in ['memorized_service', 'memorize_notify_service']:
            bus.export('/unit/' + unit, interface('org.freedesktop.systemd1.Unit', {
                'LoadState': ('s', load_state), 'ActiveState': ('s', active_state),
                'SubState': ('s', 'running'), 'FragmentPath': ('s', '/units/memorized.service'),
                'DropInPaths': ('as', []), 'NeedDaemonReload': ('b', False),
                'UnitFileState': ('s', 'static')}))
            bus.export('/unit/' + unit, interface('org.freedesktop.systemd1.Service', {
                'Result': ('s', 'exit-code'), 'ExecMainStatus': ('i', 3),
                'MainPID': ('u', process)}))
        bus.export('/org/freedesktop/Notifications', Notifications('org.freedesktop.Notifications'))
        await bus.request_name('org.freedesktop.systemd1')
        await bus.request_name('org.freedesktop.Notifications')
        print('ready', flush=True)
        await asyncio.Event().wait()

    asyncio.run(main())
    """
}
