package import MemorizeBus

/// Lets tests write words as the bus has them.
extension Word: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text: text) }
}
