/// The name of one argument of a given type; written as a string literal.
public struct Argument<Type>: ExpressibleByStringLiteral, Sendable {
  let name: String

  /// Takes the name as it stands in the source.
  public init(stringLiteral name: String) {
    self.name = name
  }
}

extension Argument where Type: BusType {
  var declaration: ArgumentDeclaration {
    ArgumentDeclaration(name: name, type: Type.signature)
  }
}

/// An argument's name and type, as introspection tells them.
struct ArgumentDeclaration: Sendable {
  let name: String
  let type: Signature
}

/// Stands for the types of several arguments; only its type is of use.
public struct Arguments<each Type>: Sendable {}

func declarations<each T: BusType>(_ names: repeat Argument<each T>) -> [ArgumentDeclaration] {
  var result: [ArgumentDeclaration] = []
  for name in repeat each names { result.append(name.declaration) }
  return result
}
