/// What makes text of the bus harmless in a bar; control characters are gone before.
extension String {
  /// The text without the beginning of a formatting tag of polybar, which has no escape for it.
  var withoutPolybarTags: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "{", result.last == "%" { result.append(" ") }
      result.append(scalar)
    }
    return String(result)
  }
}
