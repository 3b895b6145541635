internal import Glibc

/// What tells a file from another that has its name later.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// The file that a path leads to; nil where there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that is open; nil where none is.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    (device, number) = (status.st_dev, status.st_ino)
  }
}
