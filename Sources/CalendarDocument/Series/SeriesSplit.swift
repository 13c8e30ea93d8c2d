import CalendarModel
import ICalendar

/// Divides the master's RRULE, RDATE and EXDATE between the two parts of a split series.
struct SeriesSplit {
  private let text: ICalendarText
  private let content: SeriesContent
  /// The rules with their lines, and the instances that they generate before the split.
  private let rules: [(line: Int, rule: RecurrenceRule, earlierDates: [WallTime])]

  init(_ content: SeriesContent, in document: CalendarDocument) throws(SeriesRefusal.Reason) {
    (self.content, text) = (content, document.text)
    let lines = content.master.lines.recurrence.filter { document.text.line($0)?.name == "RRULE" }
    // A rule that cannot be read cannot be split.
    guard lines.count == content.recurrence.rules.count else { throw .unreadable }
    var rules: [(line: Int, rule: RecurrenceRule, earlierDates: [WallTime])] = []
    for (index, (line, rule)) in zip(lines, content.recurrence.rules).enumerated() {
      let start = content.start.wall
      let expansion = content.recurrence.starts(ofRule: index, in: start..<max(start, content.originalWall))
      guard expansion.end == .complete else { throw .tooLong }
      rules.append((line, rule, expansion.starts))
    }
    self.rules = rules
  }

  /// The number of dates that the first rule generates before the split.
  var earlierDateCount: Int { rules.first?.earlierDates.count ?? 0 }

  /// The number of dates that the earlier part keeps.
  var keptDateCount: Int {
    content.recurrence.dateCount(before: content.originalWall, ruleDates: rules.map(\.earlierDates))
  }

  /// Returns the edits that turn the master into the master of one of the parts.
  func edits(ofEarlierPart isEarlier: Bool, zones: inout DocumentZones) -> [LineEdit] {
    var edits: [LineEdit] = []
    for (line, rule, earlierDates) in rules {
      guard let writtenValue = text.line(line)?.value else { continue }
      var newRule = rule
      if isEarlier {
        guard let last = earlierDates.last else {
          edits.append(removal(of: line, ofEarlierPart: true))
          continue
        }
        if rule.count != nil {
          newRule.count = earlierDates.count
        } else {
          newRule.until = .init(endingAt: content.start.with(wall: last))
        }
      } else if let count = rule.count {
        guard count > earlierDates.count else {
          edits.append(removal(of: line, ofEarlierPart: false))
          continue
        }
        newRule.count = count - earlierDates.count
      }
      guard newRule != rule else { continue }
      edits.append(.setValue(line: line, value: RuleLine.value(writtenValue, changing: rule, to: newRule)))
    }
    let splitTime = content.originalWall
    if isEarlier, splitTime <= content.start.wall, let line = content.master.lines.start {
      // DTSTART is an occurrence even if no rule generates it. The earlier part has only the earlier RDATEs.
      let value =
        Array("EXDATE".utf8) + text.formParameters(of: line) + Array(":".utf8) + content.start.value
      edits.append(.insert(after: line, content: value))
    }
    return edits
      + DateListWriter(text: text, lines: content.master.lines, start: content.start)
      .edits(zones: &zones, keepsUnreadable: isEarlier) { name, wall, isWholeDay in
        // An EXDATE for a whole day may exclude instances on both sides of the split.
        if isWholeDay { return isEarlier ? wall.day <= splitTime.day : wall.day >= splitTime.day }
        if isEarlier { return wall < splitTime }
        // The later part begins at the split, so it needs no RDATE for its first instance.
        return name == "RDATE" ? wall > splitTime : wall >= splitTime
      }
  }

  /// Returns the edit that removes a rule from a part in which it generates no instance. If the part has
  /// overrides but no other instance, the rule is replaced by an RDATE, so that the part remains a series.
  private func removal(of line: Int, ofEarlierPart isEarlier: Bool) -> LineEdit {
    func isInPart(_ wall: WallTime) -> Bool { isEarlier == (wall < content.originalWall) }
    let hasOverrides = content.overrides.contains { isInPart($0.originalWall) }
    let otherDates = content.recurrence.addedWallTimes.filter { isInPart($0) && $0 != content.originalWall }
    guard hasOverrides, otherDates.isEmpty, rules.count == 1 else { return .remove(line: line) }
    let start = isEarlier ? content.start : content.originalStart
    return .replace(line: line, with: content.line("RDATE", start, in: text))
  }
}

extension SeriesContent {
  /// Whether the series has an occurrence before this one.
  var hasEarlierOccurrences: Bool {
    overrides.contains { $0.originalWall < originalWall } || lastEarlierStart != nil
  }

  /// The start of the last instance before this one.
  var lastEarlierStart: Instant? {
    let earliest = WallTime(.earliest).adding(days: -1)
    let instances = recurrence.instances(in: earliest..<max(earliest, originalWall)).starts
    return instances.last.flatMap { series.instance(originallyAt: $0.start.wall(inFormOf: start)) }?.times
      .start
      .time(in: .utc).instant
  }

  /// The times that the occurrence would have without its own override, and the event from which it would
  /// take its text.
  var template: (times: EventTimes, component: Component)? {
    guard let instance = series.instance(originallyAt: originalWall) else { return nil }
    let components = [master] + overrides.map(\.component)
    return components.first { $0.event.id == instance.template.id }.map { (instance.times, $0) }
  }

  /// Whether a rule generates the occurrence.
  var isGeneratedByRule: Bool {
    recurrence.rules.indices.contains { index in
      !recurrence.starts(ofRule: index, in: originalWall..<originalWall.adding(seconds: 1)).starts.isEmpty
    }
  }
}
