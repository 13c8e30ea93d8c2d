/// Examines text line by line to find its components, even if they are badly nested.
struct ComponentTree {
  private(set) var components: [Component] = []
  private(set) var problems = ProblemList()
  /// Whether the text of any line is encoded as in vCalendar 1.0.
  private(set) var hasLegacyText = false
  private(set) var hasUnknownCharset = false
  /// The open components, outermost first, with the line numbers of their BEGIN lines.
  private var openComponents: [(component: Int, lineNumber: Int)] = []
  /// The number of open components beyond the maximum depth.
  private var skippedLevels = 0

  /// Components that cannot contain each other: the BEGIN of one closes an open one and everything inside it. They
  /// belong to a VCALENDAR, but others may contain them too, as a VPOLL does.
  private static let topLevelNames: Set<String> = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]
  /// Components that contain nothing, so that the BEGIN of an event after one means that its END is missing.
  private static let innermostNames: Set<String> = ["VALARM", "STANDARD", "DAYLIGHT"]

  /// - Parameter usesFastPath: whether a quick check skips typical lines. This does not change the result.
  init(_ source: [UInt8], lines: [Line], usesFastPath: Bool = true) {
    let bytes = source.span
    for index in lines.indices {
      let start = lines[index].start
      let end = index + 1 < lines.count ? lines[index + 1].start : source.count
      let lineNumber = Int(lines[index].number)
      let isFolded = lines[index].isFolded
      if usesFastPath, ComponentTree.isProperty(bytes, start, end, isFolded: isFolded) { continue }
      if usesFastPath, !isFolded, readTypicalLine(bytes, start, end, at: index, lineNumber: lineNumber) {
        continue
      }
      readLine(source[start..<end], at: index, lineNumber: lineNumber)
    }
    closeAll(downTo: 0, at: lines.count)
  }

  /// Returns whether a quick check is enough to tell that a line is a valid property other than BEGIN and
  /// END, as nearly all lines are; false if in doubt.
  private static func isProperty(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, isFolded: Bool) -> Bool {
    guard start < end, end - start <= ReadingLimits.lineLength else { return false }
    let first = bytes[start] | 0x20
    guard first != 0x62, first != 0x65 else { return false }
    var position = start
    while position < end, ContentLine.isNameByte(bytes[position]) { position += 1 }
    guard position > start, position < end else { return false }
    if bytes[position] == Ascii.semicolon {
      let parametersStart = position
      var isQuoted = false
      // There may be a fold before the colon; the line is then examined more closely.
      while position < end, isQuoted || bytes[position] != Ascii.colon {
        guard bytes[position] >= Ascii.space || bytes[position] == Ascii.tab else { return false }
        if bytes[position] == Ascii.semicolon, bytes.isTextEncoding(afterSemicolonAt: position) {
          return false
        }
        if bytes[position] == Ascii.quote { isQuoted.toggle() }
        position += 1
      }
      // A shorter list cannot have too many parameters.
      guard position - parametersStart <= ReadingLimits.parameters else { return false }
    }
    guard position < end, bytes[position] == Ascii.colon else { return false }
    return !isFolded || !hasEmptyLine(bytes, position, end)
  }

  /// Returns whether a folded content line contains an empty line: a line break that is followed by another
  /// one, not by a space or a tab.
  private static func hasEmptyLine(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var position = LineScanner.endOfPhysicalLine(in: bytes, from: start)
    while position < end {
      position += LineScanner.lineBreakLength(in: bytes, at: position)
      guard position < end else { return false }
      guard bytes[position] == Ascii.space || bytes[position] == Ascii.tab else { return true }
      position = LineScanner.endOfPhysicalLine(in: bytes, from: position)
    }
    return false
  }

  /// Reads the BEGIN or END of a VEVENT or VALARM, the most frequent components of a large file.
  ///
  /// - Returns: false if the line is anything else, or is written in an unusual way.
  private mutating func readTypicalLine(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, at index: Int, lineNumber: Int
  ) -> Bool {
    var contentEnd = end
    while contentEnd > start,
      bytes[contentEnd - 1] == Ascii.lineFeed || bytes[contentEnd - 1] == Ascii.carriageReturn
    {
      contentEnd -= 1
    }
    if bytes.equals("begin:vevent", start, contentEnd) {
      beginComponent("VEVENT", at: index, lineNumber: lineNumber)
    } else if bytes.equals("end:vevent", start, contentEnd) {
      endComponent("VEVENT", at: index, lineNumber: lineNumber)
    } else if bytes.equals("begin:valarm", start, contentEnd) {
      beginComponent("VALARM", at: index, lineNumber: lineNumber)
    } else if bytes.equals("end:valarm", start, contentEnd) {
      endComponent("VALARM", at: index, lineNumber: lineNumber)
    } else {
      return false
    }
    return true
  }

  private mutating func readLine(_ physicalLines: ArraySlice<UInt8>, at index: Int, lineNumber: Int) {
    guard physicalLines.count <= ReadingLimits.lineLength else {
      // Attachments may legitimately be this long, and are not read anyway.
      if ContentLine.uppercased(physicalLines.prefix(6)) != "ATTACH" {
        problems.report(
          "This line is longer than \(ReadingLimits.lineLength) bytes; it is kept but not read.",
          line: lineNumber)
      }
      return
    }
    let foldedLine = ICalendarText.withoutLineEnding(physicalLines)
    let unfoldedLine = Folding.unfold(foldedLine)
    if unfoldedLine.count < foldedLine.count, Folding.hasEmptyLine(foldedLine) {
      problems.report("There is an empty line inside a property.", line: lineNumber)
    }
    guard let line = ContentLine(unfoldedLine) else {
      let isBlank = physicalLines.allSatisfy { $0 <= Ascii.space }
      problems.report(
        isBlank
          ? "There is an empty line."
          : ContentLine.hasTooManyParameters(unfoldedLine)
            ? "This line has more than \(ReadingLimits.parameters) parameters; it is kept but not read."
            : "This is not a property: it has no name or no colon.",
        line: lineNumber)
      return
    }
    if let legacyText = LegacyText(line) {
      hasLegacyText = true
      hasUnknownCharset = hasUnknownCharset || legacyText.isUnknown
      problems.report(legacyText.problem, line: lineNumber)
    }
    // Nearly all lines are neither BEGIN nor END.
    guard let first = line.bytes.first, first | 0x20 == 0x62 || first | 0x20 == 0x65 else { return }
    switch line.name {
    case "BEGIN": beginComponent(ComponentTree.componentName(line), at: index, lineNumber: lineNumber)
    case "END": endComponent(ComponentTree.componentName(line), at: index, lineNumber: lineNumber)
    default: break
    }
  }

  private static func componentName(_ line: ContentLine) -> String {
    var name = line.value
    while let last = name.last, last <= Ascii.space { name = name.dropLast() }
    return ContentLine.uppercased(name.drop { $0 <= Ascii.space })
  }

  private mutating func beginComponent(_ name: String, at index: Int, lineNumber: Int) {
    if name == "VCALENDAR" {
      closeAll(downTo: 0, at: index)
    } else if ComponentTree.topLevelNames.contains(name) {
      let openLevel = openComponents.lastIndex {
        ComponentTree.topLevelNames.contains(components[$0.component].name)
      }
      // A component of another kind inside an event may contain events of its own.
      let isInOther = openComponents[((openLevel ?? -1) + 1)...].contains {
        !ComponentTree.innermostNames.contains(components[$0.component].name)
      }
      if let openLevel, !isInOther {
        closeAll(downTo: openLevel, at: index)
      } else if openComponents.count >= ReadingLimits.nesting {
        let isInCalendar = components[openComponents[0].component].name == "VCALENDAR"
        closeAll(downTo: isInCalendar ? 1 : 0, at: index)
      }
    }
    guard openComponents.count < ReadingLimits.nesting else {
      if skippedLevels == 0 {
        problems.report(
          "Components are nested more than \(ReadingLimits.nesting) levels deep; deeper ones are kept but not read.",
          line: lineNumber)
      }
      skippedLevels += 1
      return
    }
    let parent = openComponents.last?.component
    openComponents.append((components.count, lineNumber))
    components.append(
      Component(
        name: name, lines: index..<index, parent: parent, subtreeEnd: 0, hasEnd: false))
  }

  private mutating func endComponent(_ name: String, at index: Int, lineNumber: Int) {
    if skippedLevels > 0, name != "VCALENDAR", !ComponentTree.topLevelNames.contains(name) {
      skippedLevels -= 1
      return
    }
    guard let level = openComponents.lastIndex(where: { components[$0.component].name == name }) else {
      problems.report("END:\(name) has no BEGIN.", line: lineNumber)
      return
    }
    closeAll(downTo: level + 1, at: index)
    close(at: index + 1, hasEnd: true)
  }

  /// Closes components whose END is missing, until only `level` components are open.
  private mutating func closeAll(downTo level: Int, at index: Int) {
    if openComponents.count > level { skippedLevels = 0 }
    while openComponents.count > level, let last = openComponents.last {
      problems.report("BEGIN:\(components[last.component].name) has no END.", line: last.lineNumber)
      close(at: index, hasEnd: false)
    }
  }

  private mutating func close(at index: Int, hasEnd: Bool) {
    skippedLevels = 0
    guard let last = openComponents.popLast()?.component else { return }
    components[last].lines = components[last].lines.lowerBound..<index
    components[last].subtreeEnd = components.count
    components[last].hasEnd = hasEnd
    if !hasEnd { releaseEvents(of: last) }
  }

  /// Moves events and the like out of a component whose END is missing and which therefore ended before them, as far as
  /// can be known. Nobody would see an event in a component that only seems to contain it.
  private mutating func releaseEvents(of component: Int) {
    guard components[component].name != "VCALENDAR" else { return }
    let first = components.indices[(component + 1)...].first {
      components[$0].parent == component && ComponentTree.topLevelNames.contains(components[$0].name)
    }
    guard let first else { return }
    components[component].lines = components[component].lines.lowerBound..<components[first].lines.lowerBound
    components[component].subtreeEnd = first
    for child in first..<components.count where components[child].parent == component {
      components[child].parent = components[component].parent
    }
  }
}
