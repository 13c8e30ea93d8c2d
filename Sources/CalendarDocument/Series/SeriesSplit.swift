import CalendarModel
import ICalendar

/// What each half of a split series has of the master's RRULE, RDATE and EXDATE.
struct SeriesSplit {
  private let text: ICalendarText
  private let content: SeriesContent
  /// The rules with their lines, and their dates before the split.
  private let rules: [(line: Int, rule: RecurrenceRule, before: [WallTime])]

  init(_ content: SeriesContent, in document: CalendarDocument) throws(SeriesRefusal.Reason) {
    (self.content, text) = (content, document.text)
    let lines = content.master.lines.recurrence.filter { document.text.line($0)?.name == "RRULE" }
    // A rule that cannot be read cannot be split.
    guard lines.count == content.recurrence.rules.count else { throw .unreadable }
    var rules: [(line: Int, rule: RecurrenceRule, before: [WallTime])] = []
    for (index, (line, rule)) in zip(lines, content.recurrence.rules).enumerated() {
      let start = content.start.wall
      let expansion = content.recurrence.starts(ofRule: index, in: start..<max(start, content.wall))
      guard expansion.end == .complete else { throw .tooLong }
      rules.append((line, rule, expansion.starts))
    }
    self.rules = rules
  }

  /// The lines to change in the master for one of the halves.
  func edits(ofOldHalf isOld: Bool, zones: inout DocumentZones) -> [LineEdit] {
    var edits: [LineEdit] = []
    for (line, rule, before) in rules {
      guard let written = text.line(line)?.value else { continue }
      var half = rule
      if isOld {
        guard let last = before.last else {
          edits.append(removal(of: line, ofOldHalf: true))
          continue
        }
        if rule.count != nil {
          half.count = before.count
        } else {
          half.until = .init(endingAt: content.start.with(wall: last))
        }
      } else if let count = rule.count {
        guard count > before.count else {
          edits.append(removal(of: line, ofOldHalf: false))
          continue
        }
        half.count = count - before.count
      }
      guard half != rule else { continue }
      edits.append(.setValue(line: line, value: RuleLine.value(written, changing: rule, to: half)))
    }
    let split = content.wall
    return edits
      + DateLists(text: text, lines: content.master.lines, start: content.start)
      .edits(zones: &zones, keepsUnreadable: isOld) { name, wall, isWholeDay in
        // A day on which no occurrence is may have some on both sides of the split.
        if isWholeDay { return isOld ? wall.day <= split.day : wall.day >= split.day }
        if isOld { return wall < split }
        // The new half begins with the split, so that RDATE need not name it.
        return name == "RDATE" ? wall > split : wall >= split
      }
  }

  /// Removes the rule of a half in which it makes no date. If an override has nothing else to belong to, an
  /// RDATE of the only instance keeps the half a series.
  private func removal(of line: Int, ofOldHalf isOld: Bool) -> LineEdit {
    func isHere(_ wall: WallTime) -> Bool { isOld == (wall < content.wall) }
    let isNeeded = content.overrides.contains { isHere($0.wall) }
    let dates = content.recurrence.addedWalls.filter { isHere($0) && $0 != content.wall }
    guard isNeeded, dates.isEmpty, rules.count == 1 else { return .remove(line: line) }
    let start = isOld ? content.start : content.original
    let parameters = text.formParameters(of: content.master.lines.start)
    return .replace(line: line, with: Array("RDATE".utf8) + parameters + Array(":".utf8) + start.value)
  }
}

extension SeriesContent {
  /// Whether any occurrence stays before this one.
  var hasEarlier: Bool {
    overrides.contains { $0.wall < wall } || lastBefore != nil
  }

  /// When the last of the instances before this one starts.
  var lastBefore: Instant? {
    let earliest = WallTime(.earliest).adding(days: -1)
    let instances = recurrence.instances(in: earliest..<max(earliest, wall)).starts
    return instances.last.flatMap { series.instance(originally: $0.start.wall) }?.times.start
      .time(in: .utc).instant
  }

  /// The times that the occurrence would have without an override of its own, and the event that it would
  /// have its text from.
  var template: (times: EventTimes, part: Part)? {
    guard let instance = series.instance(originally: wall) else { return nil }
    let parts = [master] + overrides.map(\.part)
    return parts.first { $0.event.id == instance.example.id }.map { (instance.times, $0) }
  }

  var isMadeByRule: Bool {
    recurrence.rules.indices.contains { index in
      !recurrence.starts(ofRule: index, in: wall..<wall.adding(seconds: 1)).starts.isEmpty
    }
  }
}
