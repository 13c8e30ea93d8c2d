/// The text of an iCalendar file, kept byte for byte, together with its structure.
///
/// The bytes are authoritative. Lines are stored as offsets into them, and components as ranges of lines, so
/// reading copies nothing and an unedited file is written back unchanged. Any bytes are accepted: content
/// that cannot be read is reported in `problems` and kept.
package struct ICalendarText: Sendable {
  /// The content of the file.
  package internal(set) var bytes: [UInt8]
  var lines: [Line]
  var problemList: ProblemList
  /// The components at all nesting depths, in the order of their BEGIN lines.
  package internal(set) var components: [Component]
  /// Whether some lines may have to be converted before they are read.
  package internal(set) var hasForeignLines: Bool
  /// Whether some bytes are no characters, or are in an unknown encoding. An edit does not change it.
  package let hasUnreadableText: Bool
  /// Content lines as in RFC 5545 that are read instead of the lines at these indices, which mean the same in another
  /// form. An edit that changes when a component takes place writes them.
  package private(set) var standardLines: [Int: [UInt8]] = [:]

  /// Reads a file, in time and memory linear in its size.
  ///
  /// - Parameter limit: the maximum size in bytes.
  /// - Throws: `ICalendarError` if the file exceeds `limit` or `ReadingLimits`.
  package init(_ bytes: [UInt8], limit: Int = ReadingLimits.fileSize) throws(ICalendarError) {
    lines = try LineScanner(bytes, limit: limit).lines
    let tree = ComponentTree(bytes, lines: lines)
    components = tree.components
    problemList = tree.problems
    let foreignLines = Self.foreignLines(bytes, lines: lines, reportingTo: &problemList)
    hasForeignLines = foreignLines > .none || tree.hasLegacyText
    hasUnreadableText = foreignLines == .unreadable || tree.hasUnknownCharset
    self.bytes = bytes
  }

  /// The first problems in the text, at most `ReadingLimits.problems`, ordered by line.
  package var problems: [Problem] {
    problemList.listedProblems.sorted { ($0.line, $0.text) < ($1.line, $1.text) }
  }
  /// Whether the text has any problems.
  package var hasProblems: Bool { !problemList.listedProblems.isEmpty }
  /// The number of problems beyond those in `problems`.
  package var unlistedProblemCount: Int { problemList.unlistedCount }
  /// The number of content lines.
  package var lineCount: Int { lines.count }

  /// Returns the content line at an index, in UTF-8 and not quoted-printable, or nil if it is malformed or longer than
  /// `ReadingLimits.lineLength`.
  package func line(_ index: Int) -> ContentLine? {
    if !standardLines.isEmpty, let line = standardLines[index] { return ContentLine(line[...]) }
    let range = byteRange(ofLines: index..<index + 1)
    guard range.count <= ReadingLimits.lineLength else { return nil }
    let foldedLine = ICalendarText.withoutLineEnding(bytes[range])
    if hasForeignLines { return ContentLine(Self.standardLine(foldedLine)) }
    return ContentLine(lines[index].isFolded ? Folding.unfold(foldedLine) : foldedLine)
  }

  /// Reads a line as if it were another one.
  package mutating func read(line index: Int, as line: [UInt8]) { standardLines[index] = line }

  /// Adjusts `standardLines` for lines that were replaced by others.
  mutating func moveStandardLines(replacing lines: Range<Int>, shift: Int) {
    guard !standardLines.isEmpty else { return }
    standardLines = Dictionary(
      uniqueKeysWithValues: standardLines.compactMap { index, line in
        lines.contains(index) ? nil : (index < lines.lowerBound ? index : index + shift, line)
      })
  }

  /// Returns the number of the physical line at which a content line begins, counted from 1.
  package func lineNumber(_ index: Int) -> Int { Int(lines[index].number) }

  /// Returns the lines of a component, without BEGIN, END and the lines of nested components.
  package func ownLines(of component: Int) -> [Range<Int>] {
    let enclosing = components[component]
    var ranges: [Range<Int>] = []
    var start = enclosing.lines.lowerBound + 1
    var child = component + 1
    while child < enclosing.subtreeEnd {
      ranges.append(start..<components[child].lines.lowerBound)
      start = components[child].lines.upperBound
      child = components[child].subtreeEnd
    }
    let end = enclosing.lines.upperBound - (enclosing.hasEnd ? 1 : 0)
    if start < end { ranges.append(start..<end) }
    return ranges
  }

  /// Returns the direct children of a component.
  package func children(of component: Int) -> [Int] {
    var children: [Int] = []
    var child = component + 1
    while child < components[component].subtreeEnd {
      children.append(child)
      child = components[child].subtreeEnd
    }
    return children
  }

  /// Returns whether a component is directly inside a VCALENDAR or, in a faulty file, inside nothing. An event inside
  /// another component, such as a VPOLL (RFC 9073 and drafts), is not an event of the calendar.
  package func isTopLevel(_ component: Int) -> Bool {
    components[component].parent.map { components[$0].name == "VCALENDAR" } ?? true
  }

  /// The events of the calendar, in file order.
  package var eventComponents: [Int] {
    components.indices.filter { components[$0].name == "VEVENT" && isTopLevel($0) }
  }

  /// Returns the bytes of a component, from BEGIN through the line break after END.
  package func bytes(ofComponent component: Int) -> ArraySlice<UInt8> {
    bytes[byteRange(ofLines: components[component].lines)]
  }

  /// Returns whether a component has the same bytes as a component of another file. Returns false if either
  /// component has no END.
  package func isComponent(_ component: Int, identicalTo other: Int, in text: ICalendarText) -> Bool {
    let ownRange = byteRange(ofLines: components[component].lines)
    let otherRange = text.byteRange(ofLines: text.components[other].lines)
    guard components[component].hasEnd, text.components[other].hasEnd else { return false }
    return ownRange.count == otherRange.count
      && bytes.span.hasEqualBytes(
        ownRange.count, at: ownRange.lowerBound, as: text.bytes.span, at: otherRange.lowerBound)
  }

  func byteRange(ofLines range: Range<Int>) -> Range<Int> {
    byteOffset(ofLine: range.lowerBound)..<byteOffset(ofLine: range.upperBound)
  }

  private func byteOffset(ofLine index: Int) -> Int {
    index < lines.count ? lines[index].start : bytes.count
  }

  static func withoutLineEnding(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.dropLast(lineEnding(of: line).count)
  }

  /// Returns the line break at the end of a line; empty if the line has none.
  static func lineEnding(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var start = line.endIndex
    if start > line.startIndex, line[start - 1] == Ascii.lineFeed {
      start -= 1
      // CR LF or CR CR LF, but no more CRs.
      for _ in 0..<2 where start > line.startIndex && line[start - 1] == Ascii.carriageReturn { start -= 1 }
    } else if start > line.startIndex, line[start - 1] == Ascii.carriageReturn {
      start -= 1
    }
    return line[start...]
  }
}
