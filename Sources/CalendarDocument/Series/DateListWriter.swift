import CalendarModel
import ICalendar

/// Rewrites the dates of RDATE and EXDATE lines.
struct DateListWriter {
  let text: ICalendarText
  let lines: EventLines
  /// The value of DTSTART.
  let start: EventTime

  /// Returns the edits that keep only some of the dates.
  ///
  /// - Parameters:
  ///   - keepsUnreadable: whether to keep values that cannot be read.
  ///   - isKept: returns whether to keep a date, given its wall time in the zone of DTSTART. If DTSTART has a
  ///     time, an EXDATE without a time excludes the whole day.
  func edits(
    zones: inout DocumentZones, keepsUnreadable: Bool,
    keeping isKept: (_ name: String, _ wall: WallTime, _ isWholeDay: Bool) -> Bool
  ) -> [LineEdit] {
    edits(zones: &zones) { name, value, _ in
      guard let date = value.start else { return keepsUnreadable ? value.bytes : nil }
      let isWholeDay = date.isDate && !start.isDate && name == "EXDATE"
      let wall = isWholeDay ? date.wall : date.wall(inFormOf: start)
      return isKept(name, wall, isWholeDay) ? value.bytes : nil
    }
  }

  /// Returns the edits that move the dates along with the series, so that each still refers to its instance.
  func edits(zones: inout DocumentZones, moving shift: SeriesShift) -> [LineEdit] {
    let changesForm = !shift.start.hasSameForm(as: start)
    return edits(zones: &zones) { name, value, line in
      guard let date = value.start else { return value.bytes }
      if changesForm { return DateListWriter.movedValue(of: date, in: start, by: shift) }
      guard !date.isDate || start.isDate || name != "EXDATE" else { return shift(date.wall.day).value }
      let oldWall = date.wall(inFormOf: start)
      let newTime = SeriesContent.time(shift(oldWall), inFormOf: date, seriesStart: start)
      guard newTime != date else { return value.bytes }
      guard let slash = value.bytes.firstIndex(of: UInt8(ascii: "/")) else { return newTime.value }
      if case .time(let end) = value.end {
        let movedEnd = end.with(wall: end.wall.adding(seconds: shift(oldWall).seconds(since: oldWall)))
        return newTime.value + Array("/".utf8) + movedEnd.value
      }
      return newTime.value + value.bytes[slash...]
    } head: { line in
      guard changesForm else { return nil }
      let keptParameters = line.parameters.filter { $0.name != "VALUE" && $0.name != "TZID" }
      return Array(line.name.utf8) + keptParameters.flatMap { Array(";".utf8) + $0.bytes }
        + SeriesContent.formParameters(of: shift.start) + Array(":".utf8)
    }
  }

  private static func movedValue(
    of date: EventTime, in start: EventTime, by shift: SeriesShift
  ) -> [UInt8] {
    shift.start.with(wall: shift(date.wall(inFormOf: start))).value
  }

  private typealias Value = (bytes: [UInt8], start: EventTime?, end: EventTimes.End?)

  private func edits(
    zones: inout DocumentZones, _ change: (_ name: String, _ value: Value, _ line: ContentLine) -> [UInt8]?,
    head: (ContentLine) -> [UInt8]? = { _ in nil }
  ) -> [LineEdit] {
    var edits: [LineEdit] = []
    for index in lines.recurrence {
      guard let line = text.line(index), line.name == "RDATE" || line.name == "EXDATE",
        var property = TimeProperty(line: index, of: text)
      else { continue }
      let values = property.writtenValues(in: text, zones: &zones)
      let changedValues = values.compactMap { change(line.name, $0, line) }
      if changedValues.isEmpty, !values.isEmpty {
        edits.append(.remove(line: index))
      } else if let head = head(line) {
        edits.append(.replace(line: index, with: head + changedValues.joined(separator: Array(",".utf8))))
      } else if changedValues != values.map(\.bytes) {
        edits.append(.setValue(line: index, value: Array(changedValues.joined(separator: Array(",".utf8)))))
      }
    }
    return edits
  }
}

extension SeriesContent {
  /// Returns the event time, in the same form as `form`, for a wall time in the zone of the series.
  static func time(
    _ wall: WallTime, inFormOf form: EventTime, seriesStart start: EventTime
  ) -> EventTime {
    if form.hasSameForm(as: start) || form.isDate || start.isDate { return form.with(wall: wall) }
    switch (start, form) {
    case (.floating, _), (_, .floating): return form.with(wall: wall)
    default: return form.with(time: start.with(wall: wall).time(in: .utc))
    }
  }

  /// Returns the VALUE or TZID parameter for the form of a time, with a leading semicolon; empty if the form
  /// needs no parameter.
  static func formParameters(of time: EventTime) -> [UInt8] {
    switch time {
    case .date: Parameter.encoded("VALUE", "DATE")
    case .zoned(_, let zone): Parameter.encoded("TZID", zone.identifier)
    case .floating, .utc: []
    }
  }
}
