import CalendarModel
import ICalendar

/// Brings the stamps of an event up to date; see docs/decisions/stamps.md for why none is added.
struct StampWriter {
  let text: ICalendarText
  let lines: EventLines

  /// The lines to change.
  ///
  /// - Parameters:
  ///   - stamp: the present moment.
  ///   - isRevision: whether the event takes place at another time or otherwise, which SEQUENCE counts
  ///     (RFC 5546 2.1.4); other words are no revision.
  ///   - ordersRevisions: whether DTSTAMP and SEQUENCE may change, which say which of several is the newest.
  func edits(_ stamp: Instant, isRevision: Bool, ordersRevisions: Bool = true) -> [LineEdit] {
    let now = EventTime.utc(WallTime(seconds: stamp.seconds)).value
    var edits: [LineEdit] = []
    for line in [ordersRevisions ? lines.stamp : nil, lines.lastModified].compactMap({ $0 })
    where text.line(line)?.value != now[...] {
      edits.append(.setValue(line: line, value: now))
    }
    if isRevision, ordersRevisions, let line = lines.sequence, let value = text.line(line)?.value,
      let revision = number(TimeValue.trimmed(value))
    {
      edits.append(.setValue(line: line, value: Array(String(revision + 1).utf8)))
    }
    return edits
  }
}
