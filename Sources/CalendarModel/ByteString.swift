/// Text that is compared byte for byte: UIDs, file names and paths.
///
/// Swift strings that are canonically equivalent compare equal. Two files called “é”, one of them
/// written with a combining accent, or two events with such UIDs, would therefore be treated as one. Nor can
/// a `String` hold a file name that is not UTF-8, which file systems allow.
package struct ByteString: Hashable, Sendable {
  /// The bytes. Usually UTF-8, but other programs may have written something else.
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The UTF-8 bytes of `text`.
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
  /// Byte order, which for UTF-8 is the order of the code points.
  package static func < (a: ByteString, b: ByteString) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

extension ByteString: ExpressibleByStringInterpolation {
  /// The UTF-8 bytes of `text`.
  package init(stringLiteral text: String) { self.init(text) }
}

extension ByteString: CustomStringConvertible {
  package var description: String { text }
}
