/// Something that the user should know about a completed edit.
package enum EditNotice: Hashable, Sendable {
  /// The file's own definition of the time zone does not cover the new time, and Handspan could not safely
  /// extend the definition.
  case timeOutsideZoneDefinition(identifier: String)
}
