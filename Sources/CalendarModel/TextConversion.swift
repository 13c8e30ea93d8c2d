/// How the text of a file had to be converted to be read.
package enum TextConversion: Comparable, Sendable {
  /// It is as RFC 5545 requires.
  case none
  /// From another encoding.
  case complete
  /// Some of it cannot be read.
  case lossy
}
