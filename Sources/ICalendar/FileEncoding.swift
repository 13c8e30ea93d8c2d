/// The encoding of a whole file, as its byte order mark says.
package enum FileEncoding: Hashable, Sendable {
  /// UTF-8, or lines in an encoding that contains ASCII.
  case ascii
  case utf16(isBigEndian: Bool)

  package init(of bytes: [UInt8]) {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFE, 0xFF): self = .utf16(isBigEndian: true)
    // Two more zeros are the mark of UTF-32.
    case (0xFF, 0xFE) where !bytes.dropFirst(2).starts(with: [0, 0]): self = .utf16(isBigEndian: false)
    default: self = .ascii
    }
  }

  /// Returns a file in UTF-8, with its byte order mark; nil if its last character is incomplete.
  ///
  /// Surrogates that do not form a pair are encoded like characters, which is not valid UTF-8, so that `bytes` restores
  /// every byte.
  package func text(of bytes: [UInt8]) -> [UInt8]? {
    guard case .utf16(let isBigEndian) = self else { return bytes }
    guard bytes.count.isMultiple(of: 2) else { return nil }
    func unit(_ position: Int) -> UInt32 {
      let (first, second) = (UInt32(bytes[position]), UInt32(bytes[position + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      var code = unit(position)
      position += 2
      if (0xD800...0xDBFF).contains(code), position < bytes.count, (0xDC00...0xDFFF).contains(unit(position))
      {
        code = 0x10000 + (code - 0xD800) << 10 + (unit(position) - 0xDC00)
        position += 2
      }
      Self.append(code, to: &result)
    }
    return result
  }

  private static func append(_ code: UInt32, to bytes: inout [UInt8]) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | code >> shift & 0x3F) }
    switch code {
    case 0..<0x80: bytes.append(UInt8(code))
    case 0x80..<0x800: bytes += [UInt8(0xC0 | code >> 6), continuation(0)]
    case 0x800..<0x10000: bytes += [UInt8(0xE0 | code >> 12), continuation(6), continuation(0)]
    default: bytes += [UInt8(0xF0 | code >> 18), continuation(12), continuation(6), continuation(0)]
    }
  }

  /// Returns the file whose `text` this is.
  package func bytes(of text: [UInt8]) -> [UInt8] {
    guard case .utf16(let isBigEndian) = self else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count * 2)
    func append(_ unit: UInt32) {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      result += isBigEndian ? [high, low] : [low, high]
    }
    var position = 0
    while position < text.count {
      let (code, length) = Self.character(in: text, at: position)
      position += length
      guard code >= 0x10000 else {
        append(code)
        continue
      }
      append(0xD800 + (code - 0x10000) >> 10)
      append(0xDC00 + (code - 0x10000) & 0x3FF)
    }
    return result
  }

  /// Returns the character or surrogate at a position, and the number of its bytes.
  private static func character(in text: [UInt8], at position: Int) -> (code: UInt32, length: Int) {
    let first = text[position]
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let rest = text[(position + 1)...].prefix(length - 1)
    guard first < 0x80 || first >= 0xC0, rest.count == length - 1, rest.allSatisfy({ $0 & 0xC0 == 0x80 })
    else {
      return (0xFFFD, 1)
    }
    let head = length == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
    return (rest.reduce(head) { $0 << 6 | UInt32($1 & 0x3F) }, length)
  }
}
