/// The name of one argument of a given type; written as a string literal.
public struct Argument<Type>: ExpressibleByStringLiteral, Sendable {
  let name: String

  /// Makes it of the name.
  public init(stringLiteral name: String) {
    self.name = name
  }
}

/// An argument's name and type.
struct ArgumentDeclaration: Sendable {
  let name: String
  let type: Signature
}

/// Stands for the types of several arguments; only its type is of use.
public struct Arguments<each Type>: Sendable {}

func declarations<each T: BusType>(_ names: repeat Argument<each T>) -> [ArgumentDeclaration] {
  var result: [ArgumentDeclaration] = []
  for (name, type) in repeat (each names, (each T).self) {
    result.append(ArgumentDeclaration(name: name.name, type: type.signature))
  }
  return result
}
