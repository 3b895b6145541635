internal import EventLoop
internal import FoundationEssentials
internal import Glibc
internal import MemorizeFiles
internal import PlainText
internal import Screens
internal import ThemeFiles
internal import UserFiles

/// The sounds and pictures that tools send, in the folder of media.
///
/// There they have names made from their content; the fields of a note name them as the tool did, so that
/// is remembered in links from one name to the other.
final class ToolMedia {
  /// How long a tool may take from a file to the note that names it.
  private static let remembered = 7 * 24 * 3600
  /// As in Anki.
  private static let maximumNameBytes = 120

  let folder: String
  private let links: String
  private var draft: MediaDraft?
  private var hasForgotten = false

  init() throws(Refusal) {
    guard let folder = MediaDirectory.path, let state = UserDirectories.current.memorizeState else {
      throw Refusal("There is no place for media: neither XDG_DATA_HOME nor HOME names one.")
    }
    (self.folder, links) = (folder, state + "/connect")
  }

  /// Throws why a file cannot be taken.
  static func check(_ given: GivenMedia) throws(Refusal) {
    guard given.data != nil else {
      throw given.url == nil && given.path == nil
        ? Refusal("A file needs its content in “data”, in Base64.")
        : Refusal(
          "Memorize fetches nothing from the network, and reads no file by its path: let the tool send "
            + "the content in “data”.")
    }
  }

  /// The last part of a path as the name of a file, without what a field could not name.
  static func name(_ path: String?) -> String {
    let last = NormalForm.composed(path?.split(separator: "/").last.map(String.init) ?? "")
    let kept = WrittenText.harmless(last, replacement: "_").filter { !"[]<>:\"?*^\\|".contains($0) }
    let name = WrittenText.trimmed(String(kept.drop { $0 == "." }))
    if name.isEmpty { return "file" }
    let ending =
      name.lastIndex(of: ".").map { name[$0...] }.flatMap { $0.utf8.count < 12 ? $0 : nil } ?? ""
    // By scalars: one character can have any length.
    var stem = String(name.dropLast(ending.count)).unicodeScalars
    while String(stem).utf8.count + ending.utf8.count > maximumNameBytes { stem.removeLast() }
    return (stem.isEmpty ? "file" : String(stem)) + ending
  }

  /// Stores a file, and returns the name that it has in the folder.
  func store(_ given: GivenMedia) throws(Refusal) -> String {
    try Self.check(given)
    guard let data = Data(base64Encoded: given.data ?? "", options: .ignoreUnknownCharacters),
      !data.isEmpty
    else { throw Refusal("“data” must be a file in Base64.") }
    let name = Self.name(given.filename)
    let stored = try add([UInt8](data), named: name)
    try remember(name, as: stored)
    return stored
  }

  private func add(_ bytes: [UInt8], named name: String) throws(Refusal) -> String {
    do {
      let draft = try self.draft ?? MediaDraft(folder: folder)
      self.draft = draft
      let stored = try draft.add(bytes, named: name)
      try draft.publish([stored])
      return stored
    } catch let error as FileError {
      throw Refusal("The file was not stored: \(error.reason).")
    } catch MediaDraft.Fault.file(let error) {
      throw Refusal("The file was not stored: \(error.reason).")
    } catch {
      throw Refusal("The folder of media can have \(MediaDraft.maximumFiles) files.")
    }
  }

  /// The name in the folder of a file that a field names.
  ///
  /// A tool that knows the folder puts the file there itself, perhaps later.
  func name(of given: String) -> String {
    target(of: given) ?? given
  }

  /// The content of a file by either name; nil if there is none.
  func read(_ name: String) -> [UInt8]? {
    let stored = target(of: name) ?? name
    return MediaDirectory.file(publishedAs: stored).flatMap {
      try? UserFile.read($0, limit: MediaDraft.maximumBytes)
    }
  }

  private func target(of name: String) -> String? {
    let name = NormalForm.composed(name)
    return MediaMarkup.isName(name) ? FilePath.target(of: "\(links)/\(name)") : nil
  }

  private func remember(_ name: String, as stored: String) throws(Refusal) {
    if name == stored { return }
    do throws(FileError) {
      try UserFile.makeDirectory(links)
    } catch {
      throw Refusal("The name of the file was not stored: \(error.reason).")
    }
    forgetOld()
    let link = "\(links)/\(name)"
    unlink(link)
    guard symlink(stored, link) == 0 else {
      throw Refusal("The name of the file was not stored: \(FileError.system(errno).reason).")
    }
  }

  private func forgetOld() {
    if hasForgotten { return }
    hasForgotten = true
    let oldest = time(nil) - Self.remembered
    for name in (try? UserFile.names(in: links).names) ?? [] {
      var status = stat()
      if lstat("\(links)/\(name)", &status) == 0, status.st_mtim.tv_sec < oldest {
        unlink("\(links)/\(name)")
      }
    }
  }
}

// The actions.
extension ToolResponder {
  struct MediaName: Decodable {
    let filename: String
  }

  /// Answers the name that the tool has given, which its notes use.
  func storeMedia(_ given: GivenMedia) throws(Refusal) -> JSON {
    _ = try ToolMedia().store(given)
    return .string(ToolMedia.name(given.filename))
  }

  func retrieveMedia(_ given: MediaName) throws(Refusal) -> JSON {
    guard let bytes = try ToolMedia().read(given.filename) else { return .boolean(false) }
    return .string(Data(bytes).base64EncodedString())
  }

  /// The tool is about to write there.
  func mediaPath() throws(Refusal) -> JSON {
    let folder = try ToolMedia().folder
    do throws(FileError) {
      try UserFile.makeDirectory(folder)
    } catch {
      throw Refusal("The folder of media was not created: \(error.reason).")
    }
    return .string(folder)
  }
}
