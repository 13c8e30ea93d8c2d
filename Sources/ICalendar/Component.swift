/// A component: the lines between a BEGIN and its END (RFC 5545 3.6).
package struct Component: Hashable, Sendable {
  /// The name in upper case.
  package let name: String
  /// The content lines including BEGIN and END, as indices into the text's lines.
  package internal(set) var lines: Range<Int>
  /// The parent component, as an index into the text's components.
  package internal(set) var parent: Int?
  /// The index after that of the component's last descendant. Components are in the order of their BEGIN
  /// lines.
  package internal(set) var subtreeEnd: Int
  /// Whether the component has an END.
  package internal(set) var hasEnd: Bool
}
