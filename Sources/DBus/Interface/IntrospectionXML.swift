internal import PlainText

/// Writes the introspection data of interfaces and objects.
///
/// Documentation is in `org.gtk.GDBus.DocString` annotations: the DTD has no other place for it.
enum IntrospectionXML {
  private static let header = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

    """

  static func node(interfaces: [String], children: [String]) -> String {
    header + "<node>\n" + interfaces.joined()
      + children.map { "  <node name=\"\($0.markupEscaped)\"/>\n" }.joined() + "</node>\n"
  }

  static func interface<Service>(_ interface: InterfaceTable<Service>) -> String {
    var text = "  <interface name=\"\(interface.name)\">\n"
    text += annotation("org.gtk.GDBus.DocString", interface.documentation, indent: 4)
    for method in interface.methods {
      text += "    <method name=\"\(method.name)\">\n"
      text += annotation("org.gtk.GDBus.DocString", method.documentation, indent: 6)
      for argument in method.inputs { text += element(argument, direction: "in") }
      for argument in method.outputs { text += element(argument, direction: "out") }
      text += "    </method>\n"
    }
    for property in interface.properties {
      let access = property.set == nil ? "read" : "readwrite"
      text +=
        "    <property name=\"\(property.name)\" type=\"\(property.type)\" access=\"\(access)\">\n"
      text += annotation("org.gtk.GDBus.DocString", property.documentation, indent: 6)
      text += annotation(
        "org.freedesktop.DBus.Property.EmitsChangedSignal", property.emits.rawValue, indent: 6)
      text += "    </property>\n"
    }
    for signal in interface.signals {
      text += "    <signal name=\"\(signal.name)\">\n"
      text += annotation("org.gtk.GDBus.DocString", signal.documentation, indent: 6)
      for argument in signal.arguments { text += element(argument, direction: nil) }
      text += "    </signal>\n"
    }
    return text + "  </interface>\n"
  }

  private static func element(_ argument: ArgumentDeclaration, direction: String?) -> String {
    let direction = direction.map { " direction=\"\($0)\"" } ?? ""
    let name = argument.name.markupEscaped
    return "      <arg name=\"\(name)\" type=\"\(argument.type)\"\(direction)/>\n"
  }

  private static func annotation(_ name: String, _ value: String, indent: Int) -> String {
    String(repeating: " ", count: indent)
      + "<annotation name=\"\(name)\" value=\"\(value.markupEscaped)\"/>\n"
  }
}

extension Interface {
  /// The interface's introspection data as a file of its own, as it is installed for clients.
  public var document: String {
    let xml = IntrospectionXML.interface(InterfaceTable(self))
    return IntrospectionXML.node(interfaces: [xml], children: [])
  }
}
