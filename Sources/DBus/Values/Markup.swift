extension String {
  /// The text as it stands in XML and in markup like it: the five characters that mean something
  /// there are entities.
  package var markupEscaped: String {
    var result = ""
    // By scalars: a character may begin with one of the five and go on with an accent.
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
