/// Something in a file that was skipped, could not be read, or violates RFC 5545.
package struct StoreProblem: Hashable, Sendable {
  package enum What: Hashable, Sendable {
    /// Something in the file, in English, for whoever writes such files.
    case text(String)
    /// The file as a whole.
    case error(StoreError)
  }

  /// The file.
  package var path: String
  /// The line, from 1; nil if it concerns the whole file.
  package var line: Int?
  package var what: What
  /// Whether something is not shown for it, or not as it was meant; else it was understood all the same.
  package var isLoss: Bool

  package init(path: String, line: Int? = nil, _ what: What, isLoss: Bool = true) {
    self.path = path
    self.line = line
    self.what = what
    self.isLoss = isLoss
  }
}
