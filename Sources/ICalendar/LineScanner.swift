/// Where a content line begins. It reaches to where the next one begins.
struct Line: Hashable, Sendable {
  /// Offset of its first byte. 32 bits, because there are many of these and `Budget.fileSize` is less.
  var start: UInt32
  /// The number of its first physical line, counted from 1.
  var number: UInt32
}

/// The control characters that make lines.
enum Ascii {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let comma: UInt8 = 0x2C
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let equals: UInt8 = 0x3D
  static let backslash: UInt8 = 0x5C
  static let caret: UInt8 = 0x5E
}

/// Finds the content lines of a file: physical lines, joined where the next begins with a space or a tab
/// (RFC 5545 3.1).
///
/// Files in the wild end their lines with CR LF, LF, CR, and CR CR LF (a text-mode writer that was handed CR LF);
/// each is one line end, and a file may mix them.
///
/// Some programs put an empty line after every line, or after some. What a continuation behind empty lines continues
/// is the last line that is not empty; only BEGIN and END are never continued so, because nobody folds them and what
/// stands there by mistake must not hide a component.
struct LineScanner {
  private(set) var lines: [Line] = []
  /// How many physical lines there are.
  private(set) var physicalLines = 0

  init(_ bytes: [UInt8]) throws(ICalendarError) {
    guard bytes.count <= Budget.fileSize else { throw .tooLarge(bytes: bytes.count) }
    lines.reserveCapacity(min(bytes.count / 32 + 1, Budget.lines))
    let finished = bytes.withUnsafeBufferPointer { scan($0) }
    guard finished else { throw .tooManyLines }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = LineScanner.byteOrderMark(bytes)
    // How many of the last lines are empty.
    var empty = 0
    while position < bytes.count {
      physicalLines += 1
      let continues = bytes[position] == Ascii.space || bytes[position] == Ascii.tab
      if !continues || lines.isEmpty {
        guard lines.count < Budget.lines else { return false }
        lines.append(Line(start: UInt32(position), number: UInt32(physicalLines)))
      } else if empty > 0, empty < lines.count,
        !LineScanner.isBeginOrEnd(bytes[Int(lines[lines.count - empty - 1].start)...])
      {
        lines.removeLast(empty)
      }
      let start = position
      while position < bytes.count, bytes[position] != Ascii.lineFeed,
        bytes[position] != Ascii.carriageReturn
      { position += 1 }
      empty = position == start ? empty + 1 : 0
      position += LineScanner.lineEnd(in: bytes, at: position)
    }
    return true
  }

  /// Whether a line begins or ends a component, whatever comes after the name.
  private static func isBeginOrEnd(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    func starts(with name: StaticString) -> Bool {
      line.count > name.utf8CodeUnitCount
        && zip(line, UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
          .allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
    return starts(with: "BEGIN:") || starts(with: "END:")
  }

  /// The length of a UTF-8 byte order mark at the beginning: 0 or 3. It belongs to no line.
  private static func byteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// The length of the line end at a position: 0 if there is none, at most 3.
  static func lineEnd<Bytes: RandomAccessCollection>(in bytes: Bytes, at position: Int) -> Int
  where Bytes.Element == UInt8, Bytes.Index == Int {
    guard position < bytes.endIndex else { return 0 }
    if bytes[position] == Ascii.lineFeed { return 1 }
    guard bytes[position] == Ascii.carriageReturn else { return 0 }
    let next = position + 1
    guard next < bytes.endIndex else { return 1 }
    if bytes[next] == Ascii.lineFeed { return 2 }
    let third = next + 1
    let doubled = bytes[next] == Ascii.carriageReturn && third < bytes.endIndex
    return doubled && bytes[third] == Ascii.lineFeed ? 3 : 1
  }
}
