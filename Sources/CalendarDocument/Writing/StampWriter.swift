import CalendarModel
import ICalendar

/// Updates the existing stamps of an event. Missing ones are not added; docs/decisions/stamps.md explains
/// why.
struct StampWriter {
  let text: ICalendarText
  let lines: EventLines

  /// The lines to change.
  ///
  /// - Parameters:
  ///   - stamp: the current time.
  ///   - isRevision: whether the event's times or status change, in which case SEQUENCE is incremented (RFC
  ///     5546 2.1.4). A change of text alone is not a revision.
  ///   - updatesRevisionOrder: whether DTSTAMP and SEQUENCE, which determine the newest of several revisions, may
  ///     change.
  func edits(_ stamp: Instant, isRevision: Bool, updatesRevisionOrder: Bool = true) -> [LineEdit] {
    let now = EventTime.utc(WallTime(seconds: stamp.seconds)).value
    var edits: [LineEdit] = []
    for line in [updatesRevisionOrder ? lines.stamp : nil, lines.lastModified].compactMap({ $0 })
    where text.line(line)?.value != now[...] {
      edits.append(.setValue(line: line, value: now))
    }
    if isRevision, updatesRevisionOrder, let line = lines.sequence, let value = text.line(line)?.value,
      let revision = decimalValue(TimeValue.trimmed(value))
    {
      edits.append(.setValue(line: line, value: Array(String(revision + 1).utf8)))
    }
    return edits
  }
}
