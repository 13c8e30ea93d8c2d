/// The reason why a picture could not be written.
package enum PictureFailure: Error, Hashable, Sendable {
  /// The reason why writing the file failed.
  package enum Reason: Hashable, Sendable {
    /// The folder is missing or read-only, or the disk is full.
    case folder
    /// The picture could not be painted; `code` is the painter's status.
    case painting(code: Int)
  }

  /// The picture is wider or taller than `limit` pixels, the maximum that can be painted.
  case tooLarge(width: Int, height: Int, limit: Int)
  /// The file could not be written.
  case notWritten(path: String, reason: Reason)
}
