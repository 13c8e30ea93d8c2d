/// Text that is compared byte for byte: UIDs, file names and paths.
///
/// A `String` is equal to every other one of the same Unicode normal form, so that two files called “é”, of which
/// one is written with a combining accent, or two events with such UIDs, would be taken for one. Nor can it hold a
/// file's name that is not UTF-8, which file systems allow.
package struct ByteString: Hashable, Sendable {
  /// The bytes; UTF-8 unless somebody else chose otherwise.
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// That text in UTF-8.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The text, to be shown; what is not UTF-8 is replaced by U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Hashes all bytes at once.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes.count)
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  package var isEmpty: Bool { bytes.isEmpty }

  /// Whether it begins with those bytes.
  package func hasPrefix(_ prefix: ByteString) -> Bool { bytes.starts(with: prefix.bytes) }

  /// Whether it ends with those bytes.
  package func hasSuffix(_ suffix: ByteString) -> Bool {
    bytes.suffix(suffix.bytes.count) == suffix.bytes[...]
  }
}

extension ByteString: Comparable {
  /// The order of the bytes, which for UTF-8 is that of the code points.
  package static func < (a: ByteString, b: ByteString) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

extension ByteString: ExpressibleByStringInterpolation {
  /// That text in UTF-8.
  package init(stringLiteral text: String) { self.init(text) }
}

extension ByteString: CustomStringConvertible {
  /// The text, to be shown.
  package var description: String { text }
}
