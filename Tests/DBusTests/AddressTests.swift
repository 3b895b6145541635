import DBus
import EventLoop
import Foundation
import TestSupport
import Testing

@Suite struct AddressTests {
  private func session(_ variables: [String: String]) throws -> String {
    try BusAddress.session { variables[$0] }.text
  }

  @Test func comesFromTheEnvironment() throws {
    #expect(try session(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a"]) == "unix:path=/a")
    #expect(try session(["XDG_RUNTIME_DIR": "/run/user/1"]) == "unix:path=/run/user/1/bus")
    let both = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a;tcp:host=b", "XDG_RUNTIME_DIR": "/run"]
    #expect(try session(both) == "unix:path=/a;tcp:host=b")
    #expect(
      try session(["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/r"]) == "unix:path=/r/bus")
  }

  @Test(arguments: [
    [:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "relative"],
    ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:", "XDG_RUNTIME_DIR": "/run"],
    ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a;autolaunch:scope=x"],
    ["DBUS_SESSION_BUS_ADDRESS": "disabled:"], ["DBUS_SESSION_BUS_ADDRESS": "nonsense"],
    ["DBUS_SESSION_BUS_ADDRESS": ";"], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a\0b"],
  ]) func refuses(_ variables: [String: String]) {
    expectError(.noServer) { try session(variables) }
  }

  @Test func theSystemBusHasAUsualPlace() throws {
    let usual = "unix:path=/var/run/dbus/system_bus_socket"
    #expect(try BusAddress.system { _ in nil }.text == usual)
    #expect(try BusAddress.system { _ in "" }.text == usual)
    let other = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/a"]
    #expect(try BusAddress.system { other[$0] }.text == "unix:path=/a")
  }

  @Test func aDirectoryWithMarksOfAnAddressIsFound() throws {
    let bus = try PrivateBus()
    try bus.files.link("run time,é;=", to: bus.files.root)
    let directory = bus.files.path("run time,é;=")
    let address = try BusAddress.session { ["XDG_RUNTIME_DIR": directory][$0] }
    let connection = try Connection(to: address, loop: Loop())
    #expect(connection.uniqueName?.isUnique == true)
  }
}
