import CalendarModel
import ICalendar

/// Says which lines of an event an edit of its times changes, and to what.
struct TimesWriter {
  let text: ICalendarText
  let lines: EventLines
  let old: EventTimes

  /// The lines to change, as few as there can be.
  func edits(for change: EventEdit.Change, stamp: Instant) throws(EditError) -> [LineEdit] {
    let new = change.times
    try check(change)
    guard let startLine = lines.start else { throw .vanished }
    var edits: [LineEdit] = []
    if new.start != old.start { edits.append(.setValue(line: startLine, value: new.start.value)) }
    switch (old.end, new.end) {
    case _ where old.end == new.end: break
    case (.time(let before), .time(let after)):
      guard after.hasForm(of: before), let line = lines.end else { throw .otherForm }
      edits.append(.setValue(line: line, value: after.value))
    case (.duration, .duration(let duration)):
      guard let line = lines.duration else { throw .otherForm }
      edits.append(.setValue(line: line, value: duration.value))
    case (.implied, .time(let end)):
      guard lines.end == nil, lines.duration == nil else { throw .unreadableEnd }
      guard end.hasForm(of: new.start) else { throw .otherForm }
      edits.append(.insert(after: startLine, line: endLine(like: startLine, value: end.value)))
    default: throw .otherForm
    }
    return edits + stamps(stamp)
  }

  private func check(_ change: EventEdit.Change) throws(EditError) {
    let new = change.times
    guard new.start.hasForm(of: old.start) else { throw .otherForm }
    let (start, end) = new.resolved(in: .utc)
    // A day of room on both sides, so that no zone's clocks leave the years either.
    guard start.wall.day > .earliest, end.wall.day < .latest else { throw .outOfRange }
    if case .time(let time) = new.end, !(Day.earliest...Day.latest).contains(time.wall.day) {
      throw .outOfRange
    }
    if case .move = change { return }
    let isPositive =
      switch new.end {
      case .implied: true
      case .time(let end): TimesReader.isLater(end, than: new.start)
      case .duration(let duration): duration.isPositive
      }
    guard isPositive else { throw .endNotAfterStart }
  }

  /// A DTEND with the VALUE and TZID of DTSTART as they are written there.
  private func endLine(like startLine: Int, value: [UInt8]) -> [UInt8] {
    var line = Array("DTEND".utf8)
    for parameter in text.line(startLine)?.parameters ?? []
    where parameter.name == "VALUE" || parameter.name == "TZID" {
      line += Array(";".utf8) + parameter.bytes
    }
    return line + Array(":".utf8) + value
  }

  /// The stamps that are there are brought up to date; see docs/decisions/stamps.md for why none is added.
  private func stamps(_ stamp: Instant) -> [LineEdit] {
    let now = EventTime.utc(WallTime(seconds: stamp.seconds)).value
    var edits: [LineEdit] = []
    for line in [lines.stamp, lines.lastModified].compactMap({ $0 }) where text.line(line)?.value != now[...]
    {
      edits.append(.setValue(line: line, value: now))
    }
    if let line = lines.sequence, let value = text.line(line)?.value,
      let revision = number(TimeValue.trimmed(value))
    {
      edits.append(.setValue(line: line, value: Array(String(revision + 1).utf8)))
    }
    return edits
  }
}
