/// Why a picture could not be written.
package enum PictureFailure: Error, Hashable, Sendable {
  /// What went wrong with its file.
  package enum Reason: Hashable, Sendable {
    /// Its folder is missing, full or read-only.
    case folder
    /// It could not be painted; the painter's number says why.
    case painting(code: Int)
  }

  /// It has more pixels to a side than can be painted.
  case tooLarge(width: Int, height: Int, limit: Int)
  /// The file could not be written.
  case notWritten(path: String, reason: Reason)
}
