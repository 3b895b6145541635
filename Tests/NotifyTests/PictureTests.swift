import CellDrawing
import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// The picture of a matched face, with a closure in place of the fonts.
@Suite struct PictureTests {
  private let points: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 128]

  /// The bubble of a match, as the server gets it.
  private func request(
    _ faces: (String, String), specification: String = "1.2",
    _ facePicture: ((String) -> Picture?)?
  ) throws -> (FakeServer.Request, FakeServer) {
    let stage = try ControllerStage()
    stage.server.specification = specification
    stage.shown.facePicture = facePicture
    stage.shown.show(.match(faces, GameState()))
    try stage.waits { stage.server.requests.count == 1 }
    // Its server is not asked again for the next one.
    stage.shown.show(.match(faces, GameState()))
    try stage.waits { stage.server.requests.count == 2 }
    return (stage.server.requests[1], stage.server)
  }

  @Test func aMatchCarriesItsFace() throws {
    var drawn: [String] = []
    let (request, server) = try request(("👻", "👻")) { [points] face in
      drawn.append(face)
      return Picture(width: 2, height: 1, bytes: points)
    }
    let hint = try #require(request.hints["image-data"])
    #expect(hint.signature == "(iiibiiay)")
    #expect(
      hint
        == .structure([
          .int32(2), .int32(1), .int32(8), .boolean(true), .int32(8), .int32(4),
          .array("y", points.map { .byte($0) }),
        ]))
    #expect(drawn == ["👻", "👻"] && server.timesIdentified == 1)
  }

  /// A server of version 1.1 knows the hint by another name.
  @Test(arguments: [("1.2", true), ("1.3", true), ("2.0", true), ("1.1", false), ("", false)])
  func onlyAServerThatKnowsPicturesGetsThem(specification: String, isKnown: Bool) throws {
    let (request, _) = try request(("👻", "👻"), specification: specification) { [points] _ in
      Picture(width: 2, height: 1, bytes: points)
    }
    #expect((request.hints["image-data"] != nil) == isKnown)
  }

  @Test func withoutAPictureThereIsNoHint() throws {
    #expect(try request(("👻", "👻")) { _ in nil }.0.hints["image-data"] == nil)
    // Then nobody asks what the server knows.
    let (request, server) = try request(("👻", "👻"), nil)
    #expect(request.hints["image-data"] == nil && server.timesIdentified == 0)
    // Two sides are words, not a picture.
    let words = try self.request(("犬", "dog")) { [points] _ in
      Picture(width: 2, height: 1, bytes: points)
    }
    #expect(words.0.hints["image-data"] == nil)
  }

  @Test func aPictureHasFourBytesForEachPoint() {
    #expect(Picture(width: 2, height: 1, bytes: points) != nil)
    #expect(Picture(width: 1, height: 1, bytes: points) == nil)
    #expect(Picture(width: -2, height: -1, bytes: points) == nil)
    #expect(Picture(width: 0, height: 0, bytes: []) == nil)
    #expect(Picture(width: .max, height: .max, bytes: points) == nil)
  }
}
