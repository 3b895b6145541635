/// A copy that a synchronizer made of a file because two machines changed it.
///
/// The names are those of Syncthing, Nextcloud, Dropbox and ownCloud. Each has a date: a deck may be
/// named `my_conflict-words`.
package struct ConflictCopy: Equatable, Sendable {
  /// The name of the file, which is not a copy itself.
  package let original: String

  /// Nil for the name of a file that is not a copy.
  package init?(named name: String) {
    let bytes = Array(name.utf8)
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let digit = UInt8(ascii: "0")
    var stem = bytes[..<dot].map { ASCII.isDigit($0) ? digit : $0 }[...]
    while let mark = Self.mark(atEndOf: stem) { stem = stem[..<mark] }
    if stem.isEmpty || stem.count == dot { return nil }
    original = String(decoding: bytes[..<stem.endIndex] + bytes[dot...], as: UTF8.self)
  }

  /// Where the mark of a copy begins, in a name whose digits are all 0.
  private static func mark(atEndOf name: ArraySlice<UInt8>) -> Int? {
    syncthing(name) ?? ownCloud(name) ?? inParentheses(name)
  }

  /// `.sync-conflict-20261128-131500-ABCDEFG`; the machine is missing in old ones.
  private static func syncthing(_ name: ArraySlice<UInt8>) -> Int? {
    guard let mark = last(".sync-conflict-00000000-000000", in: name) else { return nil }
    let machine = name[mark.upperBound...]
    let isMachine = machine.dropFirst().allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
    return isMachine && isEmptyOrAfterHyphen(machine) ? mark.lowerBound : nil
  }

  /// `_conflict-20261128-131500` or `_conflict-ann-20261128-131500`.
  private static func ownCloud(_ name: ArraySlice<UInt8>) -> Int? {
    guard let date = last("-00000000-000000", in: name), date.upperBound == name.endIndex,
      let mark = last("_conflict", in: name[..<date.lowerBound])
    else { return nil }
    return isEmptyOrAfterHyphen(name[mark.upperBound..<date.lowerBound]) ? mark.lowerBound : nil
  }

  /// ` (conflicted copy 2026-11-28 131500)` or ` (Ann's conflicted copy 2026-11-28)`.
  private static func inParentheses(_ name: ArraySlice<UInt8>) -> Int? {
    let end = UInt8(ascii: ")")
    guard name.last == end, let words = last("conflicted copy ", in: name),
      last("0000-00-00", in: name[words.upperBound...]) != nil,
      let mark = last(" (", in: name[..<words.lowerBound]),
      !name[mark.upperBound..<words.lowerBound].contains(end)
    else { return nil }
    return mark.lowerBound
  }

  private static func isEmptyOrAfterHyphen(_ part: ArraySlice<UInt8>) -> Bool {
    part.first ?? UInt8(ascii: "-") == UInt8(ascii: "-")
  }

  private static func last(_ text: String, in name: ArraySlice<UInt8>) -> Range<Int>? {
    name.ranges(of: Array(text.utf8)).last
  }
}
