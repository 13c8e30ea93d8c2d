/// The start of a content line, which extends to the start of the next one.
struct Line: Hashable, Sendable {
  /// The offset of the line's first byte and, in the highest bit, whether the line is folded. A file has many
  /// lines, so 32 bits are used to save memory; `ReadingLimits.fileSize` fits in 31 bits.
  private var bits: UInt32
  /// The number of the line's first physical line, counted from 1.
  var number: UInt32

  init(start: Int, number: Int) {
    bits = UInt32(start)
    self.number = UInt32(number)
  }

  private static let foldedBit: UInt32 = 1 << 31

  /// The offset of the line's first byte.
  var start: Int {
    get { Int(bits & ~Line.foldedBit) }
    set { bits = bits & Line.foldedBit | UInt32(newValue) }
  }

  /// Whether the line continues on the next physical line. If not, its only line break is at its end.
  var isFolded: Bool {
    get { bits & Line.foldedBit != 0 }
    set { bits = newValue ? bits | Line.foldedBit : bits & ~Line.foldedBit }
  }
}

/// ASCII characters that structure lines.
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

/// Finds the content lines of a file: physical lines, joined where the next one begins with a space or a tab
/// (RFC 5545 3.1).
///
/// Files in the wild use CR LF, LF, CR, and CR CR LF (from a program that wrote CR LF in text mode). Each is
/// one line break, and a file may mix them.
///
/// Some programs write an empty line after every line, or after some. A continuation after empty lines
/// continues the last line that is not empty. BEGIN and END are never continued in this way: no program folds
/// them, and a stray line after them must not hide a component.
///
/// In quoted-printable text, “=” before a line break continues the line too. A component is not hidden in this way either.
struct LineScanner {
  private(set) var lines: [Line] = []
  /// The number of physical lines.
  private(set) var physicalLineCount = 0

  init(_ bytes: [UInt8], limit: Int = ReadingLimits.fileSize) throws(ICalendarError) {
    guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count) }
    let maximumLineCount = ReadingLimits.lines(inBytes: bytes.count)
    lines.reserveCapacity(bytes.count / 36 + 1)
    guard scan(bytes.span, maximumLineCount: maximumLineCount) else {
      throw .tooManyLines(limit: maximumLineCount)
    }
  }

  private mutating func scan(_ bytes: Span<UInt8>, maximumLineCount: Int) -> Bool {
    var position = LineScanner.byteOrderMarkLength(bytes)
    // The number of empty lines before the current one.
    var emptyLineCount = 0
    var isSoftlyBroken = false
    var softLine = QuotedPrintableLine()
    while position < bytes.count {
      physicalLineCount += 1
      let isContinuation = LineScanner.isBlank(bytes[position])
      if isSoftlyBroken, !LineScanner.isDelimiter(bytes, at: position) {
        lines[lines.count - 1].isFolded = true
      } else if !isContinuation || lines.isEmpty {
        guard lines.count < maximumLineCount else { return false }
        lines.append(Line(start: position, number: physicalLineCount))
      } else {
        if emptyLineCount > 0, emptyLineCount < lines.count,
          !LineScanner.isBeginOrEnd(bytes, at: lines[lines.count - emptyLineCount - 1].start)
        {
          lines.removeLast(emptyLineCount)
        }
        lines[lines.count - 1].isFolded = true
      }
      let end = LineScanner.endOfPhysicalLine(in: bytes, from: position)
      emptyLineCount = end == position && !isSoftlyBroken ? emptyLineCount + 1 : 0
      isSoftlyBroken =
        end > position && bytes[end - 1] == Ascii.equals
        && softLine.isQuotedPrintable(bytes, from: lines[lines.count - 1].start)
      position = end + LineScanner.lineBreakLength(in: bytes, at: end)
    }
    return true
  }

  /// Returns the start of the next line break, or the end of the bytes. Examines eight bytes at a time.
  static func endOfPhysicalLine(in bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while position + 8 <= bytes.count {
      let word = bytes.word(at: position)
      let lineBreaks = zeroBytes(word ^ 0x0A0A_0A0A_0A0A_0A0A) | zeroBytes(word ^ 0x0D0D_0D0D_0D0D_0D0D)
      if lineBreaks != 0 { return position + lineBreaks.trailingZeroBitCount / 8 }
      position += 8
    }
    while position < bytes.count, bytes[position] != Ascii.lineFeed, bytes[position] != Ascii.carriageReturn {
      position += 1
    }
    return position
  }

  /// Returns a word in which the highest bit of each zero byte is set. Only the lowest set bit is reliable.
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Returns whether a line begins or ends a component, whatever its name.
  private static func isBeginOrEnd(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    bytes.hasText("begin:", at: start) || bytes.hasText("end:", at: start)
  }

  /// Returns whether the physical line at a position is a BEGIN or an END and nothing else. Blanks around the name do not
  /// count, as in `ComponentTree`.
  private static func isDelimiter(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    guard isBeginOrEnd(bytes, at: start) else { return false }
    var position = start + (bytes[start] | 0x20 == 0x62 ? 6 : 4)
    while position < bytes.count, isBlank(bytes[position]) { position += 1 }
    while position < bytes.count, ContentLine.isNameByte(bytes[position]) { position += 1 }
    while position < bytes.count, isBlank(bytes[position]) { position += 1 }
    return position == bytes.count || lineBreakLength(in: bytes, at: position) > 0
  }

  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool { byte == Ascii.space || byte == Ascii.tab }

  /// Returns the length of a UTF-8 byte order mark at the beginning: 0 or 3. The mark is not part of any
  /// line.
  private static func byteOrderMarkLength(_ bytes: Span<UInt8>) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// Returns the length of the line break at a position: 0 if there is none, at most 3.
  static func lineBreakLength(in bytes: Span<UInt8>, at position: Int) -> Int {
    lineBreakLength(at: position, before: bytes.count) { bytes[$0] }
  }

  /// Returns the length of the line break at a position: 0 if there is none, at most 3.
  static func lineBreakLength<Bytes: RandomAccessCollection>(in bytes: Bytes, at position: Int) -> Int
  where Bytes.Element == UInt8, Bytes.Index == Int {
    lineBreakLength(at: position, before: bytes.endIndex) { bytes[$0] }
  }

  /// Returns the length of the line break at a position: LF, CR, CR LF, or CR CR LF, which some programs
  /// write.
  @inline(__always)
  private static func lineBreakLength(at position: Int, before end: Int, _ byte: (Int) -> UInt8) -> Int {
    guard position < end else { return 0 }
    if byte(position) == Ascii.lineFeed { return 1 }
    guard byte(position) == Ascii.carriageReturn else { return 0 }
    let next = position + 1
    guard next < end else { return 1 }
    if byte(next) == Ascii.lineFeed { return 2 }
    let third = next + 1
    let isDoubled = byte(next) == Ascii.carriageReturn && third < end
    return isDoubled && byte(third) == Ascii.lineFeed ? 3 : 1
  }
}

/// Whether a content line is quoted-printable. This is found out once, however many physical lines the line has.
private struct QuotedPrintableLine {
  private var start: Int?
  private var answer = false

  mutating func isQuotedPrintable(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    if start != self.start {
      answer = bytes.isQuotedPrintable(from: start)
      self.start = start
    }
    return answer
  }
}
