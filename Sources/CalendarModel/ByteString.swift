/// Text that is compared byte for byte: UIDs, file names and paths.
///
/// Swift strings that are canonically equivalent compare equal. With a `String`, two files called “é”, of
/// which only one has a name with a combining accent, would therefore count as one file. The same applies to
/// the UIDs of events. A `String` also cannot contain a file name that is not UTF-8, which file systems
/// allow.
package struct ByteString: Hashable, Sendable {
  /// The bytes, which are usually UTF-8. Other programs may have written something else.
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Creates a byte string from the UTF-8 bytes of `text`.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The text for display. Invalid UTF-8 is replaced by U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.count)
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  package var isEmpty: Bool { bytes.isEmpty }

  package func hasPrefix(_ prefix: ByteString) -> Bool { bytes.starts(with: prefix.bytes) }

  package func hasSuffix(_ suffix: ByteString) -> Bool {
    bytes.suffix(suffix.bytes.count) == suffix.bytes[...]
  }
}

extension ByteString: Comparable {
  /// Returns whether `a` precedes `b` in byte order, which for UTF-8 is the order of the code points.
  package static func < (a: ByteString, b: ByteString) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

extension ByteString: ExpressibleByStringInterpolation {
  /// Creates a byte string from the UTF-8 bytes of `text`.
  package init(stringLiteral text: String) { self.init(text) }
}

extension ByteString: CustomStringConvertible {
  package var description: String { text }
}
