/// Something the user should know about an edit that was made.
package enum EditNotice: Hashable, Sendable {
  /// The file's own definition of that time zone says nothing of the new time, and it is not ours to add to.
  case zoneTooNarrow(identifier: String)
}
