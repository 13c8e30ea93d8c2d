/// Something in a file that was skipped, could not be read, or violates RFC 5545.
package struct StoreProblem: Hashable, Sendable {
  package enum Detail: Hashable, Sendable {
    /// A description of the problem in English, for authors of programs that write such files.
    case text(String)
    /// A problem with the file as a whole.
    case error(StoreError)
  }

  /// The path of the file.
  package var path: String
  /// The line number, counted from 1; nil if the problem concerns the whole file.
  package var line: Int?
  package var detail: Detail
  /// Whether content is missing or shown differently than intended. If false, the content was understood
  /// despite the problem.
  package var affectsContent: Bool

  package init(path: String, line: Int? = nil, _ detail: Detail, affectsContent: Bool = true) {
    self.path = path
    self.line = line
    self.detail = detail
    self.affectsContent = affectsContent
  }
}
