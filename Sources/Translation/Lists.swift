// Lists and sentences as people write them in the user's language.

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  package var enumerationText: String {
    // Translators: the end of a list; {list} may be a list with commas.
    list { tr("{list} and {last}", ["list": $0, "last": $1]) }
  }

  /// `a`, `a or b`, `a, b or c`.
  package var alternativesText: String {
    // Translators: the end of a list; {list} may be a list with commas.
    list { tr("{list} or {last}", ["list": $0, "last": $1]) }
  }

  /// `a, b, c`: facts beside one another.
  package var listText: String {
    // Translators: what stands between the items of a list.
    joined(separator: tr(", ", context: "list"))
  }

  /// `a; b`: facts that have commas.
  package var clausesText: String { joined(separator: tr("; ", context: "list")) }

  /// Sentences, one after another; empty ones are left out.
  package var sentencesText: String {
    filter { !$0.isEmpty }.joined(separator: String.sentenceGap)
  }

  private func list(_ end: (_ list: String, _ last: String) -> String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return end(Array(dropLast()).listText, last)
  }
}

extension String {
  /// What stands between two sentences; no text of its own, since a translation is never empty.
  static var sentenceGap: String {
    // Translators: two sentences; some languages have no space between them.
    tr("{first} {second}", context: "sentences", ["first": "", "second": ""])
  }

  /// A list of words or of quoted texts that was made in English; nil if it is none.
  var translatedList: String? {
    let item = #/“([^“”]*)”|[\w\-]+/#
    let list =
      #/
      ((?: “[^“”]*” | [\w\-]+ ) (?: ,\ (?: “[^“”]*” | [\w\-]+ ))*)
      (?: \ (or|and)\ ( “[^“”]*” | [\w\-]+ ))?
    /#
    guard let match = wholeMatch(of: list) else { return nil }
    let items = [match.output.1, match.output.3 ?? ""].flatMap { part in
      part.matches(of: item).map { item in
        // Translators: a command or a name in a list, in the quotation marks of the language.
        item.output.1.map { tr("“{text}”", context: "quoted", ["text": $0]) } ?? "\(item.output.0)"
      }
    }
    return switch match.output.2 {
    case "or": items.alternativesText
    case "and": items.enumerationText
    default: items.listText
    }
  }
}
