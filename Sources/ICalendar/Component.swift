/// A component: the lines between a BEGIN and its END (RFC 5545 3.6).
package struct Component: Hashable, Sendable {
  /// Its name in upper case.
  package let name: String
  /// Its content lines, BEGIN and END included, as indices into the text's lines.
  package internal(set) var lines: Range<Int>
  /// The component that it stands in, as an index into the text's components.
  package internal(set) var parent: Int?
  /// The index after its last descendant's: components are in the order of their BEGINs.
  package internal(set) var subtreeEnd: Int
  /// Whether its own END is there.
  package internal(set) var isClosed: Bool
}
