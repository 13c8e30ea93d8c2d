import CalendarModel
import ICalendar

/// Computes which lines of an event change when its times change.
struct TimesWriter {
  let text: ICalendarText
  let lines: EventLines
  let oldTimes: EventTimes

  /// Returns as few line edits as possible for a move or a resize: the start and the end keep their forms.
  ///
  /// - Parameter allowsZeroLength: whether the length may be zero, for example because an event of zero length is
  ///   moved.
  func edits(for newTimes: EventTimes, allowsZeroLength: Bool) throws(EditError) -> [LineEdit] {
    guard newTimes.start.hasSameForm(as: oldTimes.start) else { throw .differentForm }
    try TimesWriter.check(newTimes, allowsZeroLength: allowsZeroLength)
    guard let startLine = lines.start else { throw .vanished }
    var edits: [LineEdit] = []
    if newTimes.start != oldTimes.start {
      edits.append(.setValue(line: startLine, value: newTimes.start.value))
    }
    switch (oldTimes.end, newTimes.end) {
    case _ where oldTimes.end == newTimes.end: break
    case (.time(let oldEnd), .time(let newEnd)):
      guard newEnd.hasSameForm(as: oldEnd), let line = lines.end else { throw .differentForm }
      edits.append(.setValue(line: line, value: newEnd.value))
    case (.duration, .duration(let duration)):
      guard let line = lines.duration else { throw .differentForm }
      edits.append(.setValue(line: line, value: duration.value))
    case (.implied, .time(let end)):
      guard lines.end == nil, lines.duration == nil else { throw .unreadableEnd }
      guard end.hasSameForm(as: newTimes.start) else { throw .differentForm }
      edits.append(.insert(after: startLine, content: endLine(like: startLine, value: end.value)))
    default: throw .differentForm
    }
    return edits
  }

  /// Returns the line edits for times whose form may change: to or from all-day, to a different zone, or from
  /// DURATION to DTEND. Times that keep their form change as little as in a move.
  func editsChangingForm(for newTimes: EventTimes) throws(EditError) -> [LineEdit] {
    try TimesWriter.check(newTimes, allowsZeroLength: false)
    guard let startLine = lines.start else { throw .vanished }
    var edits: [LineEdit] = []
    if let line = lines.allDayFlag, newTimes.isAllDay != oldTimes.isAllDay {
      edits.append(.setValue(line: line, value: Array((newTimes.isAllDay ? "TRUE" : "FALSE").utf8)))
    }
    if newTimes.start.hasSameForm(as: oldTimes.start) {
      if newTimes.start != oldTimes.start {
        edits.append(.setValue(line: startLine, value: newTimes.start.value))
      }
    } else {
      let line = PropertyLines.start(newTimes.start, keptParameters: keptParameters(of: startLine))
      edits.append(.replace(line: startLine, with: line))
    }
    guard newTimes.end != oldTimes.end else { return edits }
    if case (.time(let oldEnd), .time(let newEnd)) = (oldTimes.end, newTimes.end),
      newEnd.hasSameForm(as: oldEnd),
      let line = lines.end
    {
      return edits + [.setValue(line: line, value: newEnd.value)]
    }
    let endLines = [lines.end, lines.duration].compactMap { $0 }
    guard let line = PropertyLines.end(newTimes.end, keptParameters: lines.end.map(keptParameters) ?? [])
    else {
      return edits + endLines.map { .remove(line: $0) }
    }
    guard let position = endLines.first else { return edits + [.insert(after: startLine, content: line)] }
    return edits + [.replace(line: position, with: line)] + endLines.dropFirst().map { .remove(line: $0) }
  }

  /// Checks that an event may have these times.
  static func check(_ times: EventTimes, allowsZeroLength: Bool) throws(EditError) {
    let (start, end) = times.resolved(in: .utc)
    // Leave a margin of one day on both sides, so that the times are within range in every zone.
    guard start.wall.day > .earliest, end.wall.day < .latest else { throw .outOfRange }
    if case .time(let time) = times.end, !(Day.earliest...Day.latest).contains(time.wall.day) {
      throw .outOfRange
    }
    if allowsZeroLength { return }
    let isPositive =
      switch times.end {
      case .implied: true
      case .time(let end): TimesReader.isLater(end, than: times.start)
      case .duration(let duration): duration.isPositive
      }
    guard isPositive else { throw .endNotAfterStart }
  }

  /// Checks that start and end are both dates or both times, as RFC 5545 3.6.1 requires for newly written
  /// events.
  static func checkSameKind(_ times: EventTimes) throws(EditError) {
    switch times.end {
    case .implied: break
    case .time(let end): guard end.isDate == times.start.isDate else { throw .mixedTimes }
    case .duration(let duration): guard !times.isAllDay || duration.seconds == 0 else { throw .mixedTimes }
    }
  }

  /// Returns a DTEND with the VALUE and TZID of DTSTART as written.
  private func endLine(like startLine: Int, value: [UInt8]) -> [UInt8] {
    var line = Array("DTEND".utf8)
    for parameter in text.line(startLine)?.parameters ?? []
    where parameter.name == "VALUE" || parameter.name == "TZID" {
      line += Array(";".utf8) + parameter.bytes
    }
    return line + Array(":".utf8) + value
  }

  /// Returns the parameters of a line that do not affect the form of its value.
  private func keptParameters(of line: Int) -> [UInt8] {
    let parameters = text.line(line)?.parameters ?? []
    return parameters.filter { $0.name != "VALUE" && $0.name != "TZID" }.flatMap {
      Array(";".utf8) + $0.bytes
    }
  }
}
