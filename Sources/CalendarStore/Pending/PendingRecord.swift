import CalendarDocument
import CalendarModel

/// What of one file is not on disk, so that it can be made there later, by another run of the program: the whole file as
/// it is to be and as it was. What was changed is what differs, and is merged with what the file says by then.
struct PendingRecord: Hashable, Sendable {
  /// The calendar's path, as it was opened.
  var calendar: String
  /// The file's name within a folder.
  var file: ByteString?
  /// How many changes it is, to be told.
  var changes: Int
  /// The file before them; nil for a file that was new.
  var base: [UInt8]?
  /// The file with them.
  var mine: [UInt8]

  private static let heading = "Handspan-Pending: 1"

  /// The form in which it is kept: some lines of words, then both versions byte for byte.
  var bytes: [UInt8] {
    var lines = [Self.heading, "Calendar: \(Self.quoted(ByteString(calendar)))"]
    if let file { lines.append("File: \(Self.quoted(file))") }
    lines.append("Changes: \(changes)")
    if let base { lines.append("Base: \(base.count)") }
    lines += ["Mine: \(mine.count)", "", ""]
    return Array(lines.joined(separator: "\n").utf8) + (base ?? []) + mine
  }

  init(calendar: String, file: ByteString?, changes: Int, base: [UInt8]?, mine: [UInt8]) {
    (self.calendar, self.file, self.changes) = (calendar, file, changes)
    (self.base, self.mine) = (base, mine)
  }

  /// Reads what `bytes` made; nil if that is not whole.
  init?(_ bytes: [UInt8]) {
    var fields: [String: String] = [:]
    var rest = bytes[...]
    var isHeading = true
    while true {
      guard let end = rest.firstIndex(of: 0x0A) else { return nil }
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      if line.isEmpty { break }
      if isHeading, line != Self.heading { return nil }
      isHeading = false
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      fields[String(parts[0])] = String(parts[1].dropFirst())
    }
    guard let calendar = fields["Calendar"].map({ Self.unquoted($0).text }),
      let mine = fields["Mine"].flatMap({ Int($0) }),
      let changes = fields["Changes"].flatMap({ Int($0) })
    else { return nil }
    let base = fields["Base"].flatMap { Int($0) }
    guard mine >= 0, (base ?? 0) >= 0, rest.count == mine + (base ?? 0) else { return nil }
    self.init(
      calendar: calendar, file: fields["File"].map(Self.unquoted), changes: changes,
      base: base.map { Array(rest.prefix($0)) }, mine: Array(rest.suffix(mine)))
  }

  /// Whether it takes the place of another one.
  func isOfSameFile(as other: PendingRecord) -> Bool {
    CalendarID(calendar) == CalendarID(other.calendar) && file == other.file
  }

  /// A path may have any byte but NUL: those that would end a line, and those that may be no UTF-8, are written in
  /// hexadecimal.
  private static func quoted(_ text: ByteString) -> String {
    var result: [UInt8] = []
    for byte in text.bytes {
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "%") {
        result += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func unquoted(_ text: String) -> ByteString {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        result.append(code)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return ByteString(bytes: result)
  }
}
