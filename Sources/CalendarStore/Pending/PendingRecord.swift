import CalendarDocument
import CalendarModel

/// The unsaved changes that one run made to a file, to be saved by a later run of the program. A record consists of the complete
/// file with and without the changes. The difference between the two is later merged into the file.
struct PendingRecord: Hashable, Sendable {
  /// The calendar's path or key, as it was opened.
  var calendar: String
  /// The file's name within a folder.
  var file: ByteString?
  /// The number of changes, for messages.
  var changeCount: Int
  /// The file before the changes; nil for a new file.
  var baseBytes: [UInt8]?
  /// The file with the changes.
  var editedBytes: [UInt8]
  /// The name of the record that this one replaces, because it contains that record's changes as well.
  var replacedName: String?
  /// The name of the mark of the run that made the changes; see `RunMark`.
  var run: String?

  private static let heading = "Handspan-Pending: 1"

  /// The record in its stored form: header lines, followed by both versions byte for byte.
  var bytes: [UInt8] {
    var lines = [Self.heading, "Calendar: \(Self.quoted(ByteString(calendar)))"]
    if let file { lines.append("File: \(Self.quoted(file))") }
    lines.append("Changes: \(changeCount)")
    if let replacedName { lines.append("Replaces: \(replacedName)") }
    if let run { lines.append("Run: \(run)") }
    if let baseBytes { lines.append("Base: \(baseBytes.count)") }
    lines += ["Mine: \(editedBytes.count)", "", ""]
    return Array(lines.joined(separator: "\n").utf8) + (baseBytes ?? []) + editedBytes
  }

  init(
    calendar: String, file: ByteString?, changeCount: Int, baseBytes: [UInt8]?, editedBytes: [UInt8],
    replacedName: String? = nil, run: String? = nil
  ) {
    (self.calendar, self.file, self.changeCount) = (calendar, file, changeCount)
    (self.baseBytes, self.editedBytes) = (baseBytes, editedBytes)
    (self.replacedName, self.run) = (replacedName, run)
  }

  /// Parses a stored record; nil if it is incomplete.
  init?(_ bytes: [UInt8]) {
    var fields: [String: String] = [:]
    var remaining = bytes[...]
    var isFirstLine = true
    while true {
      guard let lineEnd = remaining.firstIndex(of: 0x0A) else { return nil }
      let line = String(decoding: remaining[..<lineEnd], as: UTF8.self)
      remaining = remaining[(lineEnd + 1)...]
      if line.isEmpty { break }
      if isFirstLine, line != Self.heading { return nil }
      isFirstLine = false
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      fields[String(parts[0])] = String(parts[1].dropFirst())
    }
    guard let calendar = fields["Calendar"].map({ Self.unquoted($0).text }),
      let editedSize = fields["Mine"].flatMap(Self.number),
      let changeCount = fields["Changes"].flatMap(Self.number)
    else { return nil }
    let baseSize = fields["Base"].flatMap(Self.number)
    guard remaining.count == editedSize + (baseSize ?? 0) else { return nil }
    self.init(
      calendar: calendar, file: fields["File"].map(Self.unquoted), changeCount: changeCount,
      baseBytes: baseSize.map { Array(remaining.prefix($0)) },
      editedBytes: Array(remaining.suffix(editedSize)), replacedName: fields["Replaces"],
      run: fields["Run"])
  }

  /// Reads a size or a count. A damaged record may contain any number, with which nothing can be computed.
  private static func number(_ text: String) -> Int? {
    Int(text).flatMap { (0...1 << 40).contains($0) ? $0 : nil }
  }

  /// Whether both records belong to the same file.
  func isOfSameFile(as other: PendingRecord) -> Bool {
    CalendarID(calendar) == CalendarID(other.calendar) && file == other.file
  }

  /// Encodes a path, which may contain any byte except NUL. Bytes that would end a line, or may be invalid
  /// UTF-8, are written in hexadecimal.
  static func quoted(_ text: ByteString) -> String {
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

  static func unquoted(_ text: String) -> ByteString {
    var result: [UInt8] = []
    var remaining = Array(text.utf8)[...]
    while let byte = remaining.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: remaining.prefix(2), as: UTF8.self), radix: 16)
      {
        result.append(code)
        remaining = remaining.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return ByteString(bytes: result)
  }
}
