import CLinux
import EventLoop
import Glibc
import PlainText
import UserFiles

/// The messages of the user's language, by the gettext of the C library; found when the first text is
/// shown.
struct Catalogue {
  private static let domain = "memorize"
  private static let fileName = "LC_MESSAGES/memorize.mo"

  /// Nil if the language is English or has no catalogue, and if a catalogue is damaged.
  static let current = Catalogue(environment: environment, in: directory)

  /// What the catalogues have of sentences that others made in English; read when there is one.
  static let sentences: [Sentence] =
    current?.paths.compactMap { CatalogueFile($0) }.flatMap(\.sentences) ?? []

  private let paths: [String]
  /// The address of the user's locale, which is in force only while gettext looks for a text: with it
  /// strerror(3), and so libdbus, would answer in another language, for scripts too.
  private let locale: UInt

  /// Beside the directory of the programs, or where the variable of gettext's own tools says.
  private static var directory: String {
    if let named = environment("TEXTDOMAINDIR"), named.hasPrefix("/") { return named }
    let program = FilePath.target(of: "/proc/self/exe") ?? ""
    return UserFile.directory(of: UserFile.directory(of: program)) + "/share/locale"
  }

  private init?(environment: (String) -> String?, in directory: String) {
    guard let languages = Self.languages(environment),
      let names = try? UserFile.names(in: directory).names
    else { return nil }
    // gettext ends the program if a file is damaged, and takes the messages that the first language
    // lacks from the next one.
    var paths: [String] = []
    for name in names where languages.contains(Self.language(of: name)) {
      let path = "\(directory)/\(name)/\(Self.fileName)"
      guard FilePath.kind(of: path) != nil else { continue }
      guard CatalogueFile(path) != nil else { return nil }
      paths.append(path)
    }
    guard !paths.isEmpty, let locale = newlocale(LC_MESSAGES_MASK, "", nil),
      bindtextdomain(Self.domain, directory) != nil,
      bind_textdomain_codeset(Self.domain, "UTF-8") != nil
    else { return nil }
    (self.paths, self.locale) = (paths, UInt(bitPattern: locale))
  }

  /// As `ko`, in the order in which they are wished for; nil if that is English.
  static func languages(_ environment: (String) -> String?) -> [String]? {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    guard let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG"),
      locale != "C", locale != "POSIX"
    else { return nil }
    let names = (value("LANGUAGE") ?? locale).split(separator: ":").map { language(of: String($0)) }
    guard let first = names.first, first != "en", first != "C", first != "POSIX" else { return nil }
    // An alias such as `german`, or a path, is a name of which only gettext knows the file.
    let known = names.allSatisfy { (2...3).contains($0.utf8.count) || $0 == "C" || $0 == "POSIX" }
    return known ? names : nil
  }

  /// The language of a locale: `ko` of `ko_KR.UTF-8`.
  private static func language(of locale: String) -> String {
    guard !locale.utf8.contains(0x2F) else { return "" }
    return String(locale.prefix { !"_.@".contains($0) })
  }

  /// Nil if the catalogue has none, or one that does not fit.
  func translation(of english: Template, context: String?) -> Template? {
    let key = context.map { "\($0)\u{4}\(english.text)" } ?? english.text
    guard !english.text.isEmpty else { return nil }
    let found = key.withCString { key -> String? in
      let text = inLocale { dcgettext(Self.domain, key, LC_MESSAGES) }
      guard let text, text != key else { return nil }
      return String(validatingCString: text)
    }
    return found.flatMap { Self.fitting($0, english, english) }
  }

  func translation(
    of english: (one: Template, other: Template), context: String? = nil, _ count: UInt
  ) -> Template? {
    let key = context.map { "\($0)\u{4}\(english.one.text)" } ?? english.one.text
    let found = key.withCString { one in
      english.other.text.withCString { other -> String? in
        let text = inLocale { dcngettext(Self.domain, one, other, count, LC_MESSAGES) }
        guard let text, text != one, text != other else { return nil }
        return String(validatingCString: text)
      }
    }
    return found.flatMap { Self.fitting($0, english.one, english.other) }
  }

  private func inLocale<Found>(_ find: () -> Found) -> Found {
    let before = uselocale(locale_t(bitPattern: locale))
    defer { uselocale(before) }
    return find()
  }

  /// A translation has the places of the English text and no control characters: nil if not.
  static func fitting(_ text: String, _ one: Template, _ other: Template) -> Template? {
    let limit = 8 * max(one.text.utf8.count, other.text.utf8.count) + 200
    let translation = Template(text)
    let places = Set(translation.names)
    // A form for one number need not name it.
    let needed = Set(one.names).intersection(other.names)
    let known = Set(one.names).union(other.names)
    let hasLines = other.text.utf8.contains(0x0A)
    guard !text.isEmpty, text.utf8.count <= limit, places.isSuperset(of: needed),
      places.isSubset(of: known),
      (hasLines ? text.harmlessLines : text.harmless) == text
    else { return nil }
    return translation
  }
}
