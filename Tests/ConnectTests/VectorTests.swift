import Foundation
import TestSupport
import Testing

/// The protocol by examples: requests in their order, and the answers to them.
///
/// In an answer, `$name` stands for any value, which is the same wherever the name is written again, also
/// in requests, and `~text` for a text that contains it.
@Suite(.timeLimit(.minutes(5))) struct VectorTests {
  @Test(arguments: ["protocol", "adding", "media", "searching", "changing"])
  func actionsAnswerAsTheyAreSaidTo(_ name: String) throws {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors"))
    let steps = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [[String: Any]])
    let door = try OpenDoor()
    var known: [String: Any] = [:]
    for step in steps {
      let raw = step["raw"] as? String
      let sent =
        try raw.map { Data($0.utf8) }
        ?? JSONSerialization.data(withJSONObject: filled(step["send"] as Any, known))
      let reply = try door.post(Array(sent))
      let expected = try #require(step["get"])
      #expect(reply.status == 200)
      let fits =
        reply.json.map { matches($0, expected, &known) } ?? (reply.text == expected as? String)
      #expect(fits, "\(String(decoding: sent, as: UTF8.self)) got \(reply.text), not \(expected)")
    }
  }

  private func filled(_ value: Any, _ known: [String: Any]) -> Any {
    switch value {
    case let text as String: known[text] ?? text
    case let list as [Any]: list.map { filled($0, known) }
    case let object as [String: Any]: object.mapValues { filled($0, known) }
    default: value
    }
  }

  private func matches(_ value: Any, _ expected: Any, _ known: inout [String: Any]) -> Bool {
    switch expected {
    case let name as String where name.hasPrefix("$"):
      if let before = known[name] { return matches(value, before, &known) }
      known[name] = value
      return true
    case let text as String where text.hasPrefix("~"):
      return (value as? String)?.contains(text.dropFirst()) == true
    case let list as [Any]:
      guard let values = value as? [Any], values.count == list.count else { return false }
      return zip(values, list).allSatisfy { matches($0, $1, &known) }
    case let object as [String: Any]:
      guard let values = value as? [String: Any], Set(values.keys) == Set(object.keys) else {
        return false
      }
      return object.allSatisfy { key, part in matches(values[key] as Any, part, &known) }
    default: return (value as? NSObject) == (expected as? NSObject)
    }
  }
}
