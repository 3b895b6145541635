import ArgumentParser
import PlainText
import Screens

extension RemoteHost {
  /// Characters that a shell does not treat as part of a word: errors name commands with the machine.
  private static let shellCharacters = Set(#"'"\$`&|;<>(){}*?!#~^"#.unicodeScalars)

  /// A dash would make it an option of ssh.
  init(argument: String) throws {
    let isPlain = argument.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && !$0.isHarmful && !Self.shellCharacters.contains($0)
    }
    guard !argument.isEmpty, !argument.hasPrefix("-"), isPlain else {
      throw ValidationError(english("Give a machine as ssh takes it, such as pi or ada@pi."))
    }
    self.init(name: argument)
  }
}

extension RemoteHost {
  private static let option = "--host"

  /// Removes the option and its value.
  static func removingHost(from words: [String]) -> [String] {
    var rest: [String] = []
    var index = 0
    while index < words.count, words[index] != "--" {
      let end = end(ofHostAt: index, in: words)
      if end == index { rest.append(words[index]) }
      index = max(end, index + 1)
    }
    return rest + words[index...]
  }

  /// The index after the option and its value; the same index if another word stands there.
  static func end(ofHostAt index: Int, in words: [String]) -> Int {
    guard index < words.count else { return index }
    if words[index] == option { return min(index + 2, words.count) }
    return words[index].hasPrefix(option + "=") ? index + 1 : index
  }
}
