/// Something the user should know about a completed edit.
package enum EditNotice: Hashable, Sendable {
  /// The file's own definition of the time zone does not cover the new time, and Handspan may not extend it.
  case zoneTooNarrow(identifier: String)
}
