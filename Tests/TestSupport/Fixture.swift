package import Foundation

/// Reads a JSON file among the resources of a test target.
package func fixture<Content: Decodable>(
  _ name: String, in directory: String = "Vectors", of bundle: Bundle
) throws -> Content {
  guard let url = bundle.url(forResource: name, withExtension: "json", subdirectory: directory)
  else { throw CocoaError(.fileNoSuchFile) }
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  return try decoder.decode(Content.self, from: Data(contentsOf: url))
}

/// How far some counts are from being all the same, by Pearson's test.
package func chiSquare(_ counts: some Collection<Int>) -> Double {
  let mean = Double(counts.reduce(0, +)) / Double(counts.count)
  return counts.map { (Double($0) - mean) * (Double($0) - mean) / mean }.reduce(0, +)
}

/// A line without its SGR and CHA sequences; any other control character stays.
package func withoutEscapes(_ line: String) -> String {
  line.replacing(/\u{1B}\[[0-9;]*[mG]/, with: "")
}
