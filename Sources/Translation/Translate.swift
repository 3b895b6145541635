import Glibc
import PlainText

/// The values of a message's places, by their names.
package typealias Places = KeyValuePairs<String, any CustomStringConvertible>

/// A whole sentence, or a word that stands alone, in the user's language.
///
/// `tr("{found} of {pairs} pairs", ["found": 3, "pairs": 8])`. The English text is a literal without
/// interpolation, since it is also the name by which catalogues know it. `context` tells apart what is
/// one word in English only.
package func tr(
  _ english: StaticString, context: StaticString? = nil, _ places: Places = [:]
) -> String {
  let template = Template(english.description)
  let translated = Catalogue.current?.translation(of: template, context: context?.description)
  return (translated ?? template).filled { name in
    places.first { $0.key == name }?.value.description
  }
}

/// A sentence about a number of things; `{n}` is the number.
package func tr(
  _ count: some BinaryInteger, _ one: StaticString, _ other: StaticString, _ places: Places = [:]
) -> String {
  let forms = (one: Template(one.description), other: Template(other.description))
  let translated = Catalogue.current?.translation(of: forms, UInt(clamping: count.magnitude))
  return (translated ?? (count == 1 ? forms.one : forms.other)).filled { name in
    places.first { $0.key == name }?.value.description ?? (name == "n" ? count.description : nil)
  }
}

/// A text that was marked where it is declared, such as the help of an option, in the user's language.
package func translated(_ english: String, context: StaticString? = nil) -> String {
  Catalogue.current?.translation(of: Template(english), context: context?.description)?.text
    ?? english
}
