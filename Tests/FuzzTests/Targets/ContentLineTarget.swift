@testable import ICalendar

/// Lines, their parts, texts and parameters are written as they were read.
enum ContentLineTarget {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let text = try? ICalendarText(bytes) else { return }
    try checkStructure(of: text)
    for index in 0..<text.lineCount {
      guard let line = text.line(index) else { continue }
      try check(line, at: index, of: text)
    }
    for component in text.components.indices {
      try require(
        text.bytes(ofComponent: component, applying: []) == Array(text.bytes(ofComponent: component)),
        "a component changes although no line does")
    }
  }

  private static func checkStructure(of text: ICalendarText) throws(Violation) {
    let lines = (0..<text.lineCount).flatMap { text.bytes(ofLines: $0..<$0 + 1) }
    let hasByteOrderMark = text.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    try require(lines == Array(text.bytes.dropFirst(hasByteOrderMark ? 3 : 0)), "the lines are not the file")
    let tree = ComponentTree(text.bytes, lines: text.lines, usesFastPath: false)
    try require(tree.components == text.components, "the quick check finds other components")
    let fastTree = ComponentTree(text.bytes, lines: text.lines)
    try require(
      tree.problems.listedProblems == fastTree.problems.listedProblems, "the quick check finds other problems"
    )
    let standardized = ICalendarText.standardized(text.bytes)
    try require(Text.isUTF8(standardized[...]), "standardized lines are not UTF-8")
    try require(
      ICalendarText.standardized(standardized) == standardized, "standardized lines are standardized again")
  }

  private static func check(_ line: ContentLine, at index: Int, of text: ICalendarText) throws(Violation) {
    try require(line.head + line.value == line.bytes, "the parts of a line are not the line")
    let folded = Folding.fold(Array(line.bytes), lineEnding: [Ascii.carriageReturn, Ascii.lineFeed])
    let read = try? ICalendarText(folded)
    try require(
      read?.lineCount == 1 && read?.line(0).map { Array($0.bytes) } == Array(line.bytes),
      "a folded line is read as another one")
    for physicalLine in folded.split(separator: Ascii.lineFeed) {
      try require(
        physicalLine.count <= Folding.limit + 1, "a line is folded after \(physicalLine.count) bytes")
    }
    if let property = text.propertyLine(index, in: text.bytes.span),
      ![.other, .organizer, .attendee].contains(property.name)
    {
      try require(
        Folding.unfold(text.bytes[property.value]) == line.value, "a property line has another value")
      if let value = Text.read(property.value, in: text.bytes.span, isFolded: property.isFolded) {
        try require(
          Array(value.utf8) == Array(Text.unescape(line.value).utf8), "a property line has another text")
      }
    }
    try checkText(Text.unescape(line.value))
    for parameter in line.parameters {
      for value in parameter.values { try checkParameter(value) }
    }
    let items = Text.list(line.value)
    let list = items.map { Text.escape($0) }.joined(separator: [Ascii.comma])
    try require(
      Text.list(Array(list)[...]).map { Array($0.utf8) } == items.map { Array(withUniformBreaks($0).utf8) },
      "a list is read as another one")
  }

  private static func checkText(_ text: String) throws(Violation) {
    try require(
      Array(Text.unescape(Text.escape(text)[...]).utf8) == Array(withUniformBreaks(text).utf8),
      "a text is read as another one")
  }

  /// Returns a text with a line feed for each line break.
  private static func withUniformBreaks(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar != "\n" || previous != "\r" { scalars.append(scalar == "\r" ? "\n" : scalar) }
      previous = scalar
    }
    return String(scalars)
  }

  private static func checkParameter(_ value: String) throws(Violation) {
    let bytes = Array("X".utf8) + Parameter.encoded("P", value) + Array(":1".utf8)
    let line = ContentLine(bytes[...])
    let expected = value.utf8.filter {
      $0 == Ascii.lineFeed || $0 == Ascii.tab || $0 >= Ascii.space && $0 != 0x7F
    }
    try require(
      line?.parameters.map { $0.values.map { Array($0.utf8) } } == [[expected]] && line?.value.count == 1,
      "a parameter is read as another one")
  }
}
