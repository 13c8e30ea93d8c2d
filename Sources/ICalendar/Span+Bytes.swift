// Bytes are read through spans: every access is bounds-checked, and there is no copying or reference
// counting.
extension Span<UInt8> {
  /// Returns the eight bytes at a position as a little-endian integer.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// Returns whether `count` bytes at a position are equal to those at a position of another span.
  func hasEqualBytes(_ count: Int, at position: Int, as other: Span<UInt8>, at otherPosition: Int) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      guard word(at: position + offset) == other.word(at: otherPosition + offset) else { return false }
      offset += 8
    }
    while offset < count {
      guard self[position + offset] == other[otherPosition + offset] else { return false }
      offset += 1
    }
    return true
  }

  /// Returns whether a string occurs at a position, ignoring case, and is followed by at least one byte. The
  /// string must be given in lower case.
  @inline(__always)
  func hasText(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard position >= 0, count - position > length else { return false }
    let textBytes = UnsafeBufferPointer(start: text.utf8Start, count: length)
    for index in 0..<length where self[position + index] | 0x20 != textBytes[index] | 0x20 { return false }
    return true
  }

  /// Returns whether the bytes between two positions are equal to a string, ignoring case. The string must be
  /// given in lower case.
  @inline(__always)
  package func equals(_ text: StaticString, _ start: Int, _ end: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard end - start == length else { return false }
    let textBytes = UnsafeBufferPointer(start: text.utf8Start, count: length)
    for index in 0..<length {
      let (byte, expectedByte) = (self[start + index], textBytes[index])
      // Only letters have case.
      guard byte == expectedByte || (expectedByte >= 0x61 && byte | 0x20 == expectedByte) else {
        return false
      }
    }
    return true
  }
}
