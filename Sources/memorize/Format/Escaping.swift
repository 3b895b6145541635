/// What makes text of the bus harmless in a bar; control characters are gone before.
extension String {
  /// The text as Pango markup.
  var pangoEscaped: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "'": result += "&#39;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

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
