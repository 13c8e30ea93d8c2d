import CalendarModel

/// Text in the query language of Evolution Data Server.
enum SExpression {
  /// Returns a string literal.
  ///
  /// This function works on scalars, because Swift treats a quotation mark followed by a combining accent as a single
  /// character that is not a quotation mark.
  static func literal(_ text: String) -> String {
    var literal = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { literal.append("\\") }
      literal.append(scalar)
    }
    literal.append("\"")
    return String(literal)
  }

  /// Returns a query for the components with the given UIDs. `uid?` matches only a single UID.
  static func query(forUIDs uids: some Sequence<ByteString>) -> String {
    "(or " + uids.map { "(uid? \(literal($0.text)))" }.joined(separator: " ") + ")"
  }
}
