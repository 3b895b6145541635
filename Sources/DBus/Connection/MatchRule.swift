/// Selects signals: each given field must be equal.
public struct MatchRule: Hashable, Sendable {
  /// The sender; a well-known name means its current owner.
  public var sender: BusName?
  /// The object that sends it.
  public var path: ObjectPath?
  /// The signal's interface.
  public var interface: InterfaceName?
  /// The signal's name.
  public var member: MemberName?
  /// The first argument, if it is a string.
  public var firstArgument: String?

  /// Makes a rule.
  public init(
    sender: BusName? = nil, path: ObjectPath? = nil, interface: InterfaceName? = nil,
    member: MemberName? = nil, firstArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
  }

  /// The rule as the bus' `AddMatch` takes it.
  public var text: String {
    var text = "type='signal'"
    if let sender { text += ",sender='\(sender)'" }
    if let path { text += ",path='\(path)'" }
    if let interface { text += ",interface='\(interface)'" }
    if let member { text += ",member='\(member)'" }
    if let firstArgument {
      // No character is special within quotes. For a quote itself, close them, escape the quote,
      // and open them again.
      text += ",arg0='"
      for scalar in firstArgument.unicodeScalars { text += scalar == "'" ? "'\\''" : "\(scalar)" }
      text += "'"
    }
    return text
  }

  /// Whether a signal matches, regardless of its sender.
  func matches(_ signal: Message) -> Bool {
    // The member first: most rules of one sender differ in it.
    if let member, signal.member != member { return false }
    if let path, signal.path != path { return false }
    if let interface, signal.interface != interface { return false }
    return firstArgument == nil || firstArgument == signal.firstText
  }
}
