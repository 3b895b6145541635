import Foundation

/// The programs that can be a private bus.
package enum BusKind: String {
  case daemon, broker

  /// From `MEMORIZE_TEST_BUS`; dbus-daemon if that is not set.
  package static let current: BusKind = {
    let name = ProcessInfo.processInfo.environment["MEMORIZE_TEST_BUS"] ?? "daemon"
    guard let kind = BusKind(rawValue: name) else {
      fatalError("MEMORIZE_TEST_BUS is “\(name)”, and has to be “daemon” or “broker”.")
    }
    return kind
  }()

  /// The bus's own program, whatever starts it.
  package var program: String { "dbus-\(rawValue)" }

  /// The command that becomes the bus, and prints its address as soon as it takes connections.
  func command(
    in files: TemporaryDirectory, matchRules: Int
  ) throws -> (program: String, arguments: [String]) {
    let (socket, services) = (files.path("bus"), files.path("services"))
    switch self {
    case .daemon:
      let configuration = try files.write(
        "bus.conf", Self.configuration(socket: socket, services: services, matchRules: matchRules))
      return (program, ["--nofork", "--print-address=1", "--config-file=\(configuration)"])
    case .broker:
      // The launcher that comes with dbus-broker starts services only through a systemd session.
      let script = "/memorize_IntegrationTests.resources/Scripts/private_broker.py"
      return (
        "/usr/bin/python3", ["-B", Programs.directory + script, socket, services]
      )
    }
  }

  private static func configuration(
    socket: String, services: String, matchRules: Int
  ) -> String {
    """
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(socket)</listen>
      <auth>EXTERNAL</auth>
      <servicedir>\(services)</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
      <limit name="max_incoming_bytes">1000000000</limit>
      <limit name="max_outgoing_bytes">1000000000</limit>
      <limit name="max_message_size">1000000000</limit>
      <limit name="max_completed_connections">1000</limit>
      <limit name="max_replies_per_connection">50000</limit>
      <limit name="max_match_rules_per_connection">\(matchRules)</limit>
    </busconfig>
    """
  }
}
