internal import func Glibc.exp
internal import func Glibc.log
internal import func Glibc.pow

/// A number and its derivatives by the parameters of FSRS; numbers compare by their values alone.
struct Dual: FSRSNumber {
  let value: Double
  let gradient: Gradient

  init(_ value: Double, gradient: Gradient) {
    self.value = value
    self.gradient = gradient
  }

  /// A constant.
  init(_ value: Double) { self.init(value, gradient: Gradient()) }
  init(floatLiteral value: Double) { self.init(value) }

  /// A parameter.
  init(_ value: Double, parameter index: Int) {
    var gradient = Gradient()
    gradient[index] = 1
    self.init(value, gradient: gradient)
  }

  /// By the chain rule: a function with these derivatives by one number or two.
  private init(_ value: Double, _ slope: Double, _ number: Dual) {
    self.init(value, gradient: Gradient(slope, number.gradient, 0, number.gradient))
  }

  private init(
    _ value: Double, _ slope: Double, _ number: Dual, _ otherSlope: Double, _ other: Dual
  ) {
    self.init(value, gradient: Gradient(slope, number.gradient, otherSlope, other.gradient))
  }

  static func == (left: Dual, right: Dual) -> Bool { left.value == right.value }
  static func < (left: Dual, right: Dual) -> Bool { left.value < right.value }

  static func + (left: Dual, right: Dual) -> Dual {
    Dual(left.value + right.value, 1, left, 1, right)
  }

  static func - (left: Dual, right: Dual) -> Dual {
    Dual(left.value - right.value, 1, left, -1, right)
  }

  static func * (left: Dual, right: Dual) -> Dual {
    Dual(left.value * right.value, right.value, left, left.value, right)
  }

  static func / (left: Dual, right: Dual) -> Dual {
    let quotient = left.value / right.value
    return Dual(quotient, 1 / right.value, left, -quotient / right.value, right)
  }

  static prefix func - (number: Dual) -> Dual { Dual(-number.value, -1, number) }

  static func exp(_ exponent: Dual) -> Dual {
    let value = Glibc.exp(exponent.value)
    return Dual(value, value, exponent)
  }

  /// The number must be positive.
  static func log(_ number: Dual) -> Dual {
    Dual(Glibc.log(number.value), 1 / number.value, number)
  }

  /// The base must be positive.
  static func pow(_ base: Dual, _ exponent: Dual) -> Dual {
    let value = Glibc.pow(base.value, exponent.value)
    return Dual(
      value, value * exponent.value / base.value, base, value * Glibc.log(base.value), exponent)
  }
}

/// A number for each parameter of FSRS.
struct Gradient: Sendable {
  private var numbers = InlineArray<21, Double>(repeating: 0)

  init() {}

  /// The sum of two gradients, each times a factor.
  init(_ factor: Double, _ gradient: Gradient, _ otherFactor: Double, _ other: Gradient) {
    // The compiler copies all numbers of an array for each that is read, but none of a span.
    let left = gradient.numbers.span
    let right = other.numbers.span
    for index in numbers.indices {
      numbers[index] = factor * left[index] + otherFactor * right[index]
    }
  }

  subscript(index: Int) -> Double {
    get { numbers[index] }
    set { numbers[index] = newValue }
  }
}
