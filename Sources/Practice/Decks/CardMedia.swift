/// The sounds and pictures of a card, by their names in the folder of media.
package struct CardMedia: Hashable, Sendable {
  package var front = SideMedia()
  package var back = SideMedia()

  package init() {}

  package init(front: SideMedia = SideMedia(), back: SideMedia = SideMedia()) {
    (self.front, self.back) = (front, back)
  }

  package var isEmpty: Bool { front.isEmpty && back.isEmpty }

  /// The names of all sounds and pictures.
  package var names: [String] {
    [front, back].flatMap { $0.sounds + [$0.picture].compactMap(\.self) }
  }

  /// The same under other names, without those that have none.
  package func renamed(_ name: (String) -> String?) -> CardMedia {
    CardMedia(front: front.renamed(name), back: back.renamed(name))
  }

  /// With the sounds of a side of another card, if this one has none there, and its picture; not those
  /// that are on the other side now.
  package func completed(by other: CardMedia) -> CardMedia {
    let own = Set(names)
    let other = other.renamed { own.contains($0) ? nil : $0 }
    return CardMedia(
      front: front.completed(by: other.front), back: back.completed(by: other.back))
  }
}

/// The sounds of a side, in their order, and its picture.
package struct SideMedia: Hashable, Sendable {
  private var files: Boxed<Files>?

  private struct Files: Hashable {
    var sounds: [String]
    var picture: String?
  }

  package init() {}

  package init(sounds: [String] = [], picture: String? = nil) {
    files =
      sounds.isEmpty && picture == nil ? nil : .value(Files(sounds: sounds, picture: picture))
  }

  package var sounds: [String] {
    get { files?.value.sounds ?? [] }
    set { self = SideMedia(sounds: newValue, picture: picture) }
  }

  package var picture: String? { files?.value.picture }

  package var isEmpty: Bool { files == nil }

  package func renamed(_ name: (String) -> String?) -> SideMedia {
    SideMedia(sounds: sounds.compactMap(name), picture: picture.flatMap(name))
  }

  fileprivate func completed(by other: SideMedia) -> SideMedia {
    SideMedia(sounds: sounds.isEmpty ? other.sounds : sounds, picture: picture ?? other.picture)
  }

  /// Adds those of another field, but for sounds that it has; the first picture stays.
  package mutating func add(_ other: SideMedia) {
    if other.isEmpty { return }
    let known = Set(sounds)
    self = SideMedia(
      sounds: sounds + other.sounds.filter { !known.contains($0) },
      picture: picture ?? other.picture)
  }
}

/// A value behind a reference, so that what few have is little to copy for the others.
indirect enum Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  case value(Value)

  var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}
