/// A component: what stands between a BEGIN and its END (RFC 5545 3.6).
public struct Component: Hashable, Sendable {
  /// Its name in upper case.
  public let name: String
  /// Its content lines, BEGIN and END included, as indices into the text's lines.
  public internal(set) var lines: Range<Int>
  /// The component that it stands in, as an index into the text's components.
  public internal(set) var parent: Int?
  /// The index after its last descendant's: components are in the order of their BEGINs.
  public internal(set) var subtreeEnd: Int
  /// Whether its own END is there.
  public internal(set) var isClosed: Bool
}
